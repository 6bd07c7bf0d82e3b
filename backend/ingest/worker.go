package ingest

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"lectern/backend/ingest/pdf"
)

const (
	exitUsage  = 64
	exitMemory = 75 // more than it may have, found by the watchdog where the system doesn't watch
	exitCPU    = 76 // the race detector has 66
)

// order is what the parent asks of a worker, as flags.
type order struct {
	cache  string
	memory int64
	cpu    time.Duration
	pages  int
	page   int
	text   int
	warm   bool // compile pdfium and go
	first  bool // no second reader
}

func (o order) args() []string {
	f := o.flags(flag.ContinueOnError)
	var args []string
	f.VisitAll(func(g *flag.Flag) { args = append(args, "-"+g.Name+"="+g.Value.String()) })
	return args
}

// flags binds an order to flags whose defaults are its fields.
func (o *order) flags(handling flag.ErrorHandling) *flag.FlagSet {
	f := flag.NewFlagSet("worker", handling)
	f.SetOutput(io.Discard)
	f.StringVar(&o.cache, "cache", o.cache, "folder of compiled code")
	f.Int64Var(&o.memory, "memory", o.memory, "bytes")
	f.DurationVar(&o.cpu, "cpu", o.cpu, "for a page")
	f.IntVar(&o.pages, "pages", o.pages, "")
	f.IntVar(&o.page, "page", o.page, "bytes of text")
	f.IntVar(&o.text, "text", o.text, "bytes of text")
	f.BoolVar(&o.warm, "warm", o.warm, "")
	f.BoolVar(&o.first, "first", o.first, "")
	return f
}

// Worker is the whole life of the worker process: it reads the PDF that is its standard input, which must be a file or
// else is read into memory, and writes frames. It returns the exit code. It limits its own process, so call it in no
// other.
func Worker(stdin io.Reader, stdout io.Writer, args []string) int {
	d := DefaultLimits
	o := order{memory: d.Memory, cpu: d.CPU, pages: d.Pages, page: d.Page, text: d.Text}
	if err := o.flags(flag.ContinueOnError).Parse(args); err != nil {
		return exitUsage
	}
	debug.SetMaxStack(64 << 20)
	debug.SetMemoryLimit(o.memory - o.memory/8) // collect hard before the limit kills
	w := &worker{order: o, confine: confine(o.memory), out: stdout}
	w.confine.allow(3 * o.cpu) // compiling takes some 4 s, more on a slow machine
	w.send(frame{kind: frameHello, number: protocol})
	sandbox, err := pdf.NewSandbox(o.cache)
	if err != nil {
		w.fail(faultStart)
		return 0
	}
	if o.warm {
		w.send(frame{kind: frameDone})
		return w.code
	}
	file, size, err := content(stdin, d.File)
	if err != nil {
		w.fail(faultDamaged)
		return w.code
	}
	w.confine.allow(o.cpu)
	w.read(sandbox, file, size)
	return w.code
}

type worker struct {
	order
	confine *confinement
	out     io.Writer
	buf     []byte
	code    int
	written int // bytes of text
	plain   *pdf.Plain
	bad     bool // the second reader can't open the file
}

// content gives random access to the input. A file of usual size is read into memory, where pdfium's many small reads
// cost nothing.
func content(stdin io.Reader, limit int64) (io.ReaderAt, int64, error) {
	const inMemory = 64 << 20
	f, ok := stdin.(*os.File)
	if ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			if info.Size() > inMemory {
				return f, info.Size(), nil
			}
			limit = inMemory
			stdin = io.NewSectionReader(f, 0, info.Size())
		}
	}
	b, err := io.ReadAll(io.LimitReader(stdin, limit))
	return bytes.NewReader(b), int64(len(b)), err
}

func (w *worker) send(f frame) {
	w.buf = appendFrame(w.buf[:0], f)
	if _, err := w.out.Write(w.buf); err != nil {
		os.Exit(1) // nobody listens
	}
}

func (w *worker) fail(why fault) { w.send(frame{kind: frameFailed, number: uint32(why)}) }

func (w *worker) read(sandbox *pdf.Sandbox, file io.ReaderAt, size int64) {
	d, err := sandbox.Open(file, size)
	switch {
	case errors.Is(err, pdf.ErrProtected):
		w.fail(faultProtected)
		return
	case err != nil || d.Pages() <= 0:
		w.second(file, size)
		return
	case d.Pages() > w.pages:
		w.fail(faultPages)
		return
	}
	w.send(frame{kind: frameOpened, number: uint32(d.Pages())})
	reopened := 0
	for i := range d.Pages() {
		p, err := d.Page(i)
		second := false
		if errors.Is(err, pdf.ErrTooMuch) {
			w.fail(faultText)
			return
		}
		if err != nil {
			const patience = 50 // faults, each of which costs a fresh instance
			if !errors.Is(err, pdf.ErrDamaged) {
				if reopened++; reopened > patience || d.Reopen() != nil {
					w.fail(faultDamaged)
					return
				}
			}
			text, ok := w.rescue(file, size, i)
			p.Text, second = text, ok
		}
		if !w.page(i, p, second) {
			return
		}
	}
	w.send(frame{kind: frameDone})
}

// rescue reads a page that pdfium couldn't with the second reader; without success the page has no text.
func (w *worker) rescue(file io.ReaderAt, size int64, i int) (string, bool) {
	if w.first || w.bad {
		return "", false
	}
	w.takeOver()
	if w.plain == nil {
		var err error
		if w.plain, err = pdf.OpenPlain(file, size); err != nil {
			w.bad = true
			return "", false
		}
	}
	p, err := w.plain.Page(i)
	return p.Text, err == nil && p.Text != ""
}

// takeOver announces the second reader, which is fast when it is well, and gives it less time.
func (w *worker) takeOver() {
	w.send(frame{kind: frameSecond})
	w.confine.allow(w.cpu / 4)
}

// second reads a file that pdfium couldn't open.
func (w *worker) second(file io.ReaderAt, size int64) {
	if w.first {
		w.fail(faultDamaged)
		return
	}
	w.takeOver()
	d, err := pdf.OpenPlain(file, size)
	if errors.Is(err, pdf.ErrProtected) {
		w.fail(faultProtected)
		return
	}
	if err != nil || d.Pages() <= 0 {
		w.fail(faultDamaged)
		return
	}
	n := d.Pages()
	if n > w.pages {
		w.fail(faultPages)
		return
	}
	w.send(frame{kind: frameOpened, number: uint32(n)})
	good := false
	for i := range n {
		p, err := d.Page(i)
		if errors.Is(err, pdf.ErrTooMuch) {
			w.fail(faultText)
			return
		}
		good = good || err == nil
		if !w.page(i, p, true) {
			return
		}
	}
	if !good { // not one page could be read, and pdfium couldn't open the file
		w.fail(faultDamaged)
		return
	}
	w.send(frame{kind: frameDone})
}

// page sends a page and buys time for the next one.
func (w *worker) page(i int, p pdf.Page, second bool) bool {
	f := frame{kind: framePage, number: uint32(i + 1), second: second}
	f.label = strings.ToValidUTF8(p.Label, "")
	f.text = strings.ToValidUTF8(p.Text, "\uFFFD")
	if len(f.label) > labelLimit {
		f.label = ""
	}
	if w.written += len(f.text); len(f.text) > w.order.page || w.written > w.text {
		w.fail(faultText)
		return false
	}
	w.send(f)
	w.confine.allow(w.cpu)
	return true
}
