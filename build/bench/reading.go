package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"lectern/backend/ingest"
	"lectern/backend/ingest/pdftest"
	"lectern/backend/library"
	"lectern/backend/models"
	"lectern/backend/store"
)

// added is what adding a folder of documents took.
type added struct {
	pages          int
	pdfs           int64         // bytes of the files
	first          time.Duration // until a page of any can be found
	ready          time.Duration // until all can be asked
	parent, worker time.Duration // CPU until then
	second         time.Duration // what the second reader takes after that
	secondCPU      time.Duration // of all processes
	peak           int64         // memory of all processes together
	disk           int64         // bytes in the data folder beside copies of the files
	digest         string        // of all that was read
}

// reading measures adding documents as the window does: all at once, in the background, this process being the program and
// pdfium its children.
func reading(t *table, p *program, docs string, runs int) error {
	files, err := filepath.Glob(filepath.Join(docs, "*.pdf"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no PDFs in %s", docs)
	}
	var all []added
	for i := range runs {
		a, err := p.add(filepath.Join(p.dir, fmt.Sprint("add", i)), files)
		if err != nil {
			return err
		}
		all = append(all, a)
	}
	told(t, all, len(files))
	return nil
}

// large measures one file of 1,600 pages and 500 MB.
func large(dir string, runs int) error {
	p, err := build(dir)
	if err != nil {
		return err
	}
	file := filepath.Join(dir, "large.pdf")
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if out, err := exec.Command(self, "-make", file).CombinedOutput(); err != nil { // so that its memory isn't measured
		return fmt.Errorf("%w: %s", err, out)
	}
	var all []added
	for i := range runs {
		a, err := p.add(filepath.Join(dir, fmt.Sprint("large", i)), []string{file})
		if err != nil {
			return err
		}
		all = append(all, a)
	}
	t := &table{head: "One file of 1,600 pages and 500 MB\tmedian\tgoal\t"}
	told(t, all, 1)
	return errors.Join(t.print(), os.Remove(file))
}

// largeFile makes a PDF whose pages have a text and a picture each.
func largeFile(pages, size int) []byte {
	each := size / pages
	side := max(each/1000, 1)
	var d pdftest.Drawn
	r := rand.NewChaCha8([32]byte{})
	for n := range pages {
		picture := make([]byte, 1000*side)
		_, _ = r.Read(picture) // never fails
		d.Objects = append(d.Objects, pdftest.Stream(fmt.Sprintf("/Type/XObject/Subtype/Image/Width 1000/Height %d/BitsPerComponent 8/ColorSpace/DeviceGray", side), picture))
		var text strings.Builder
		fmt.Fprintf(&text, "q 500 0 0 200 50 40 cm /I Do Q BT /F 10 Tf 12 TL 50 740 Td (Results of unit %d) Tj T* ", n)
		for l := range 35 {
			fmt.Fprintf(&text, "(In line %d revenue was %d,%03d million, as volumes rose and margins held in all regions.) Tj T* ", l, 1+n%9, (n*37+l)%1000)
		}
		d.Sheets = append(d.Sheets, pdftest.Sheet{Content: text.String() + "ET", Resources: fmt.Sprintf("/XObject<</I {%d}>>", n)})
	}
	return d.Bytes()
}

func told(t *table, all []added, files int) {
	of := func(get func(added) time.Duration) time.Duration {
		var each []time.Duration
		for _, a := range all {
			each = append(each, get(a))
		}
		return median(each)
	}
	a := all[0]
	page := func(d time.Duration) string { return fmt.Sprintf("%.2f ms", d.Seconds()*1000/float64(a.pages)) }
	rate := func(d time.Duration) string {
		return fmt.Sprintf("%.0f pages/s", float64(a.pages)/max(d.Seconds(), 1e-9))
	}
	ready, second := of(func(a added) time.Duration { return a.ready }), of(func(a added) time.Duration { return a.second })
	worker, parent := of(func(a added) time.Duration { return a.worker }), of(func(a added) time.Duration { return a.parent })
	later := of(func(a added) time.Duration { return a.secondCPU })
	t.row("from the drop until a first page can be found", round(of(func(a added) time.Duration { return a.first })), "3 s", "")
	t.row("  until all can, a page", page(ready), "6 ms", fmt.Sprintf("%d files, %d pages; %s, two files at once", files, a.pages, rate(ready)))
	t.row("CPU in all, a page", page(worker+parent+later), "14 ms", "")
	t.row("  pdfium, in its workers", page(worker), "", rate(worker)+" of CPU")
	t.row("  layout, tables, passages, index, details", page(parent), "", rate(parent)+" of CPU")
	t.row("  the second reader, and what it is compared with", page(later), "", fmt.Sprintf("%s; %s once all are ready", rate(later)+" of CPU", round(second)))
	var peak, disk int64
	for _, a := range all {
		peak, disk = max(peak, a.peak), max(disk, a.disk)
	}
	t.row("peak memory of all processes together", megabytes(peak), "1024 MB", "")
	t.row("on disk beside the copies of the files, a page", fmt.Sprintf("%.1f KB", float64(disk)/float64(a.pages)/1024), "",
		fmt.Sprintf("%.2f × the files (goal 1.0)", float64(disk)/float64(max(a.pdfs, 1))))
	t.row("what was read", a.digest, "", "the same as long as nothing of it, or of how it is stored, changes: pages, boxes, passages, tables, keyword segments, verdicts")
}

// add adds files to a new library.
func (p *program) add(home string, files []string) (a added, err error) {
	reader := &ingest.Reader{Program: p.bin, CacheDir: filepath.Join(p.dir, "cache", "lectern"), Budget: ingest.NewBudget(0)}
	if err := reader.Warm(context.Background()); err != nil { // compiles pdfium once
		return a, err
	}
	s, w, err := openLibrary(home)
	if err != nil {
		return a, err
	}
	m, err := models.Open(s)
	if err != nil {
		return a, errors.Join(err, s.Close())
	}
	l := library.New(w, reader, m, slog.New(slog.DiscardHandler), nil)
	peaks := watchMemory()
	a, err = follow(l, w, files)
	a.peak = peaks()
	l.Close()
	if err = errors.Join(err, s.Close()); err != nil {
		return a, err
	}
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil {
			return a, err
		}
		a.pdfs += info.Size()
	}
	if a.digest, err = digest(filepath.Join(home, "library.db")); err != nil {
		return a, err
	}
	a.disk, err = onDisk(home)
	a.disk -= a.pdfs
	return a, errors.Join(err, os.RemoveAll(home))
}

// follow adds files and notes when what was so.
func follow(l *library.Library, w *store.Workspace, files []string) (a added, err error) {
	ended := make(chan struct{})
	done := sync.OnceFunc(func() { close(ended) })
	l.TellAdding = func(s library.Adding) {
		if s.Of > 0 && s.Done == s.Of {
			done()
		}
	}
	var all []library.File
	for _, f := range files {
		all = append(all, library.File{Path: f})
	}
	self, children := cpu()
	began := time.Now()
	l.AddAll(all)
	for ticks := time.NewTicker(20 * time.Millisecond); ; <-ticks.C {
		if a.first == 0 {
			hits, err := w.Passages.Search(context.Background(), store.Query{Text: "revenue results report", Limit: 1})
			if err != nil {
				return a, err
			}
			if len(hits) > 0 {
				a.first = time.Since(began)
			}
		}
		select {
		case <-ended:
			a.ready = time.Since(began)
		default:
			continue
		}
		break
	}
	a.parent, a.worker = since(self, children)
	docs, err := w.Documents.List()
	if err != nil {
		return a, err
	}
	for _, d := range docs {
		if d.Failed != "" {
			err = errors.Join(err, errors.New(d.Failed))
		}
		a.pages += d.Pages
	}
	if err != nil {
		return a, err
	}
	self, children = cpu()
	began = time.Now()
	err = l.CompareAll(context.Background())
	a.second = time.Since(began)
	one, other := since(self, children)
	a.secondCPU = one + other
	return a, err
}

func since(self, children time.Duration) (time.Duration, time.Duration) {
	a, b := cpu()
	return a - self, b - children
}

// digest is a hash over all records of a closed library that come of reading.
func digest(path string) (string, error) {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: time.Second})
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	err = db.View(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte("workspaces")).ForEachBucket(func(id []byte) error {
			workspace := tx.Bucket([]byte("workspaces")).Bucket(id)
			for _, name := range []string{"pages", "boxes", "passages", "tables", "tablepages", "segments", "readings"} {
				b := workspace.Bucket([]byte(name))
				if b == nil {
					continue
				}
				if err := b.ForEach(func(k, v []byte) error {
					fmt.Fprintf(sum, "%s %q %d\n", name, k, len(v))
					_, err := sum.Write(v)
					return err
				}); err != nil {
					return err
				}
			}
			return nil
		})
	})
	return fmt.Sprintf("%.6x", sum.Sum(nil)), errors.Join(err, db.Close())
}

func onDisk(folder string) (n int64, err error) {
	err = filepath.WalkDir(folder, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			n += info.Size()
		}
		return err
	})
	return n, err
}

// watchMemory follows what this process and its children hold together, until it is asked for the most.
func watchMemory() func() int64 {
	stop, most := make(chan struct{}), make(chan int64)
	go func() {
		var peak int64
		for ticks := time.NewTicker(100 * time.Millisecond); ; {
			select {
			case <-stop:
				most <- peak
				return
			case <-ticks.C:
				peak = max(peak, together())
			}
		}
	}()
	return func() int64 {
		close(stop)
		return <-most
	}
}

// together is what this process and its children hold of the machine's memory; 0 where the system doesn't say. Pages of
// mapped files, which the system can take back, aren't in it.
func together() (sum int64) {
	processes := []string{"self"}
	tasks, _ := filepath.Glob("/proc/self/task/*/children")
	for _, path := range tasks {
		children, err := os.ReadFile(path)
		if err == nil { // else the thread has ended
			processes = append(processes, strings.Fields(string(children))...)
		}
	}
	for _, id := range processes {
		status, err := os.ReadFile("/proc/" + id + "/status")
		if err == nil {
			sum += (field(status, "RssAnon") + field(status, "RssShmem")) << 10
		}
	}
	return sum
}

// field is a number of a process's status; 0 if it isn't there.
func field(status []byte, name string) (n int64) {
	at := bytes.Index(status, []byte("\n"+name+":"))
	if at >= 0 {
		_, _ = fmt.Sscan(string(status[at+len(name)+2:]), &n) // 0 where it is no number
	}
	return n
}
