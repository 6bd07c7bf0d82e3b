package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/store"
)

// Reader reads documents, each in a worker process of its own. It may be used by several goroutines at once. The zero
// value starts this program as "lectern worker", keeps no compiled code, and has the default limits.
type Reader struct {
	Program  string   // what to start; "" for this program
	Args     []string // before the worker's own flags; nil for "worker"
	CacheDir string   // for pdfium's compiled code, some 30 MB; "" compiles it for every document, which takes 4 s
	Limits   Limits

	// Hidden has text that nobody sees read too, as if it were shown: only where a person says so.
	Hidden bool

	// First, if it is set, is given what the first pages of a long file say, as soon as they are read: they are as they would
	// be if the file ended there. It is called once at most, and the reading waits for it.
	First func(*store.Content)

	Recogniser func() Recogniser // for pages that are pictures, asked for each file; nil, or a nil one: they stay unread
	Budget     *Budget           // of all workers' memory; nil: each has what Limits say, whatever the others have
}

// Read gives everything that a file says. progress, which may be nil, is told how many pages have been read. The error
// is an *Error, or the context's.
func (r *Reader) Read(ctx context.Context, path string, progress func(done, total int)) (*store.Content, error) {
	limits := r.Limits.orDefault()
	file, err := open(path, limits)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	t := &transcript{}
	first := r.First
	const patience = 3 // pages whose drawing may kill the worker
	for o := (order{keep: r.Hidden}); ; {
		err = r.within(ctx, limits, func(ctx context.Context, limits Limits) error {
			t = &transcript{limits: limits, progress: progress, keep: r.Hidden}
			if first != nil {
				t.first = func(pages []read, info *Info) {
					if c, err := compose(ctx, pages, info); err == nil && len(c.Passages) > 0 {
						first(c)
						first = nil
					}
				}
			}
			return r.run(ctx, file, t, o)
		})
		if err == nil || ctx.Err() != nil || errors.Is(err, errTotal) {
			break
		}
		switch { // once more, without what killed the worker
		case t.looking > 0 && len(o.blind) < patience:
			o.blind = append(o.blind, t.looking-1)
			continue
		case t.looking > 0 && !o.unseen:
			o.unseen = true
			continue
		case t.second && t.byFirst && !o.first: // the second reader, over one page
			o.first = true
			continue
		}
		break
	}
	if err != nil {
		return nil, sentence(ctx, path, t, err)
	}
	told := func(done, total int) {
		if progress != nil {
			progress(done, total)
		}
	}
	if err := r.recognise(ctx, file, limits, t.pages, told); err != nil { // which has a limit for each page
		return nil, sentence(ctx, path, t, err)
	}
	c, err := compose(ctx, t.pages, t.info)
	if err == nil && t.info != nil {
		c.Info = stored(*t.info)
	}
	return c, err
}

// Text gives the text of a file's pages, with an empty line between them. The error is as Read's.
func (r *Reader) Text(ctx context.Context, path string) (string, error) {
	c, err := r.Read(ctx, path, nil)
	if err != nil {
		return "", err
	}
	var pages []string
	for _, p := range c.Pages {
		if p.Text != "" {
			pages = append(pages, p.Text)
		}
	}
	return strings.Join(pages, "\n\n"), nil
}

// Letters reads a file with the second reader alone and gives the text of each page, by its number from 1, for what it
// says of the first one's: see Compare. Pages that it couldn't read are left out, so none come of a file that it can't
// open; the error is the context's, or CantOpen's.
func (r *Reader) Letters(ctx context.Context, path string) (map[int]string, error) {
	limits := r.Limits.orDefault()
	file, err := open(path, limits)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	out := map[int]string{}
	const patience = 3 // pages that may kill it
	for from, died := 0, 0; died < patience; died++ {
		var t *transcript
		err := r.within(ctx, limits, func(ctx context.Context, limits Limits) error {
			t = &transcript{limits: limits, from: from}
			return r.run(ctx, file, t, order{second: true, from: from})
		})
		if t == nil { // it had no turn
			return nil, ctx.Err()
		}
		for i, p := range t.pages {
			if !p.failed {
				out[from+i+1] = written(p.page.Lines)
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil || t.total == 0 || errors.Is(err, errTotal) {
			break
		}
		from += len(t.pages) + 1 // past the one that killed it
		if from >= t.total {
			break
		}
	}
	return out, nil
}

// Warm compiles pdfium into the cache, which takes some 4 s once and nothing after that.
func (r *Reader) Warm(ctx context.Context) error {
	if r.CacheDir == "" {
		return nil
	}
	t := &transcript{limits: r.Limits.orDefault(), warm: true}
	if err := r.Budget.spend(ctx, t.limits.Memory, func() error { return r.run(ctx, nil, t, order{}) }); err != nil {
		return messages.Error("ingest.preparing", messages.Args{"error": err})
	}
	return nil
}

// Open opens a file that looks like a PDF within the limits, and says how many bytes it has. The error is an *Error.
func (r *Reader) Open(path string) (*os.File, int64, error) {
	file, err := open(path, r.Limits.orDefault())
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, 0, CantOpen(path, err)
	}
	return file, info.Size(), nil
}

// open opens a file that looks like a PDF within the limits. It looks before it opens, and never waits: a pipe would, for
// its writer.
func open(path string, limits Limits) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, CantOpen(path, err)
	}
	if !info.Mode().IsRegular() {
		return nil, noFile(path, info.Mode())
	}
	file, err := os.OpenFile(path, os.O_RDONLY|nonblocking, 0)
	if err != nil {
		return nil, CantOpen(path, err)
	}
	if err := look(file, path, limits); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// noFile says what stands at a path instead of a file.
func noFile(path string, mode fs.FileMode) *Error {
	what := "ingest.what-other"
	switch {
	case mode.IsDir():
		what = "ingest.what-folder"
	case mode&fs.ModeNamedPipe != 0:
		what = "ingest.what-pipe"
	case mode&fs.ModeSocket != 0:
		what = "ingest.what-socket"
	case mode&fs.ModeDevice != 0:
		what = "ingest.what-device"
	}
	return fail(Unreadable, path, "ingest.no-file", messages.Args{"what": messages.New(what)})
}

func look(file *os.File, path string, limits Limits) error {
	info, err := file.Stat()
	if err != nil {
		return CantOpen(path, err)
	}
	if !info.Mode().IsRegular() { // it has become something else since open looked
		return noFile(path, info.Mode())
	}
	if info.Size() == 0 {
		return fail(Empty, path, "ingest.empty")
	}
	if info.Size() > limits.File {
		return fail(TooLarge, path, "ingest.file-too-large", messages.Args{"size": Size(info.Size()), "most": Size(limits.File)})
	}
	var head [1024]byte
	n, err := file.ReadAt(head[:], 0)
	if err != nil && err != io.EOF {
		return CantOpen(path, err)
	}
	if !bytes.Contains(head[:n], []byte("%PDF-")) {
		return fail(NotPDF, path, "ingest.not-a-pdf")
	}
	return nil
}

// CantOpen says why a file can't be opened or read.
func CantOpen(path string, err error) *Error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fail(Unreadable, path, "ingest.file-gone")
	case errors.Is(err, fs.ErrPermission):
		return fail(Unreadable, path, "ingest.file-forbidden")
	}
	return fail(Unreadable, path, "ingest.disk-trouble")
}

// Size writes a number of bytes as a person reads it.
func Size(n int64) string {
	const kb, mb, gb = 1 << 10, 1 << 20, 1 << 30
	switch {
	case n >= gb:
		return fmt.Sprintf("%.1f GB", float64(n)/gb)
	case n >= mb:
		return fmt.Sprintf("%d MB", n/mb)
	case n >= kb:
		return fmt.Sprintf("%d KB", n/kb)
	}
	return fmt.Sprintf("%d bytes", n)
}
