package ingest

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"lectern/backend/ingest/pdf"
	"lectern/backend/messages"
)

const (
	exitUsage  = 64
	exitMemory = 75 // more than it may have, found by the watchdog
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
	second bool // the second reader alone
	from   int  // page to begin with, from 0, for the second reader alone
	render pageList
	dots   int      // an inch, that pages are drawn with
	bare   pageList // of these, those that are drawn without their text
	keep   bool     // text that nobody sees is read too
	blind  pageList // pages that aren't to be drawn to find such text
	unseen bool     // none is
	unlock bool     // write a copy that needs no password; the password stands before the file: see passwordLimit
}

// pageList are numbers of pages from 0, to be drawn in that order; none: they are read.
type pageList []int

// String implements flag.Value.
func (l *pageList) String() string {
	if l == nil {
		return ""
	}
	out := make([]string, len(*l))
	for i, n := range *l {
		out[i] = strconv.Itoa(n)
	}
	return strings.Join(out, ",")
}

// Set implements flag.Value.
func (l *pageList) Set(s string) error {
	*l = nil
	for part := range strings.SplitSeq(s, ",") {
		if part == "" {
			continue
		}
		n, err := strconv.Atoi(part)
		if err != nil {
			return err
		}
		*l = append(*l, n)
	}
	return nil
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
	f.StringVar(&o.cache, "cache", o.cache, messages.Text("worker.flag-cache"))
	f.Int64Var(&o.memory, "memory", o.memory, "bytes")
	f.DurationVar(&o.cpu, "cpu", o.cpu, messages.Text("worker.flag-page"))
	f.IntVar(&o.pages, "pages", o.pages, "")
	f.IntVar(&o.page, "page", o.page, messages.Text("worker.flag-bytes"))
	f.IntVar(&o.text, "text", o.text, messages.Text("worker.flag-bytes"))
	f.BoolVar(&o.warm, "warm", o.warm, "")
	f.BoolVar(&o.first, "first", o.first, "")
	f.BoolVar(&o.second, "second", o.second, "")
	f.IntVar(&o.from, "from", o.from, "page")
	f.Var(&o.render, "render", "pages")
	f.IntVar(&o.dots, "dots", o.dots, "")
	f.Var(&o.bare, "bare", "pages")
	f.BoolVar(&o.keep, "keep", o.keep, "hidden text")
	f.Var(&o.blind, "blind", "pages")
	f.BoolVar(&o.unseen, "unseen", o.unseen, "")
	f.BoolVar(&o.unlock, "unlock", o.unlock, "")
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
	if o.second {
		return w.compare(stdin, d.File)
	}
	sandbox, err := pdf.NewSandbox(o.cache)
	if err != nil {
		w.fail(faultStart)
		return 0
	}
	if o.warm {
		w.send(frame{kind: frameDone})
		return w.code
	}
	password := ""
	if o.unlock {
		if password, err = readPassword(stdin); err != nil {
			return exitUsage
		}
		stdin = struct{ io.Reader }{stdin} // what follows in it, not the file that it may be
	}
	file, size, err := content(stdin, d.File)
	if err != nil {
		w.fail(faultDamaged)
		return w.code
	}
	w.confine.allow(o.cpu)
	switch {
	case o.unlock:
		w.open(sandbox, file, size, password)
	case len(o.render) > 0:
		w.draw(sandbox, file, size)
	default:
		w.read(sandbox, file, size)
	}
	return w.code
}

type worker struct {
	order
	confine *confinement
	out     io.Writer
	buf     []byte
	code    int
	written int // characters
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
	d.Keep, d.Looking = w.keep, w.looking
	if !w.about(d) {
		w.fail(faultDamaged)
		return
	}
	reopened := 0
	for i := range d.Pages() {
		if d.Heavy() {
			if d.Reopen() != nil {
				w.fail(faultDamaged)
				return
			}
			debug.FreeOSMemory() // the instance's, before the next one grows as large
		}
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
			if rescued, ok := w.rescue(file, size, i); ok {
				rescued.Label, rescued.Pictures, rescued.Drawn, rescued.Lettering = p.Label, p.Pictures, p.Drawn, p.Lettering
				p, second = rescued, true
			}
		}
		if !w.page(i, p, second) {
			return
		}
	}
	w.send(frame{kind: frameDone})
}

// looking announces that a page is drawn to find text that nobody sees, and buys time for that.
func (w *worker) looking(i int) bool {
	if w.unseen || slices.Contains(w.blind, i) {
		return false
	}
	w.send(frame{kind: frameLook, number: uint32(i + 1)})
	w.confine.allow(w.cpu)
	return true
}

// about tells what the file says of itself. It gives false if pdfium can't go on after that.
func (w *worker) about(d *pdf.Document) bool {
	info, err := d.Info()
	if err != nil {
		return d.Reopen() == nil
	}
	if raw, err := json.Marshal(info); err == nil && len(raw) <= infoLimit {
		w.send(frame{kind: frameInfo, info: raw})
	}
	w.confine.allow(w.cpu)
	return true
}

// rescue reads a page that pdfium couldn't with the second reader; without success the page has no text.
func (w *worker) rescue(file io.ReaderAt, size int64, i int) (p pdf.Page, ok bool) {
	if w.first || w.bad {
		return p, false
	}
	w.takeOver()
	if w.plain == nil {
		var err error
		if w.plain, err = pdf.OpenPlain(file, size); err != nil {
			w.bad = true
			return p, false
		}
	}
	p, err := w.plain.Page(i)
	return p, err == nil && len(p.Glyphs) > 0
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

// draw sends pictures of pages.
func (w *worker) draw(sandbox *pdf.Sandbox, file io.ReaderAt, size int64) {
	d, err := sandbox.Open(file, size)
	if err != nil || d.Pages() <= 0 || d.Pages() > w.pages {
		w.fail(faultDamaged)
		return
	}
	w.send(frame{kind: frameOpened, number: uint32(d.Pages())})
	for _, i := range w.render {
		p, err := d.Render(i, w.dots, slices.Contains(w.bare, i))
		if err != nil {
			w.fail(faultDamaged)
			return
		}
		w.send(frame{kind: framePicture, number: uint32(i + 1), picture: p})
		w.confine.allow(w.cpu)
	}
	w.send(frame{kind: frameDone})
}

// compare reads a file with the second reader alone, for its letters.
func (w *worker) compare(stdin io.Reader, limit int64) int {
	file, size, err := content(stdin, limit)
	if err != nil {
		w.fail(faultDamaged)
		return w.code
	}
	w.confine.allow(w.cpu / 4)
	d, err := pdf.OpenPlain(file, size)
	if err != nil || d.Pages() <= 0 || d.Pages() > w.pages {
		w.fail(faultDamaged)
		return w.code
	}
	w.send(frame{kind: frameOpened, number: uint32(d.Pages())})
	for i := w.from; i < d.Pages(); i++ {
		p, err := d.Page(i)
		if err != nil {
			p = pdf.Page{}
		}
		if !w.page(i, p, true) {
			return w.code
		}
	}
	w.send(frame{kind: frameDone})
	return w.code
}

// page sends a page and buys time for the next one.
func (w *worker) page(i int, p pdf.Page, second bool) bool {
	if p.Label = strings.ToValidUTF8(p.Label, ""); len(p.Label) > labelLimit {
		p.Label = ""
	}
	letters := len(p.Glyphs)
	for _, h := range p.Hidden {
		letters += utf8.RuneCountInString(h.Text)
	}
	if w.written += letters; letters > w.order.page || w.written > w.text {
		w.fail(faultText)
		return false
	}
	w.send(frame{kind: framePage, number: uint32(i + 1), page: p, second: second})
	w.confine.allow(w.cpu)
	return true
}
