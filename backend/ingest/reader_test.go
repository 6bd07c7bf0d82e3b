package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"lectern/backend/ingest/pdftest"
	"lectern/backend/racetest"
	"lectern/backend/store"
)

// The test binary is the worker too, and the ill-behaved workers below.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "worker" {
		if fake := fakeWorkers[os.Getenv(fakeVariable)]; fake != nil {
			fake()
			os.Exit(0)
		}
		if plain := os.Getenv(plainVariable); plain != "" { // see ingesttest
			fmt.Fprintln(os.Stderr, syscall.Exec(plain, append([]string{plain}, os.Args[2:]...), os.Environ()))
		}
		os.Exit(Worker(os.Stdin, os.Stdout, os.Args[2:]))
	}
	os.Setenv("GORACE", os.Getenv("GORACE")+" atexit_sleep_ms=0") // workers of the race detector would each sleep for a second at their end
	os.Exit(m.Run())
}

const (
	fakeVariable  = "LECTERN_TEST_WORKER"
	plainVariable = "LECTERN_TEST_PLAIN_WORKER" // the worker as it is built without the race detector
)

func say(frames ...frame) {
	for _, f := range frames {
		os.Stdout.Write(appendFrame(nil, f))
	}
}

var (
	sayHello  = frame{kind: frameHello, number: protocol}
	sayOpened = frame{kind: frameOpened, number: 2}
)

var fakeWorkers = map[string]func(){
	"hangs":               func() { say(sayHello, sayOpened); time.Sleep(time.Hour) },
	"leaves":              func() { say(sayHello, sayOpened) },
	"draws":               draws,
	"dies looking":        func() { looks(false) },
	"always dies looking": func() { looks(true) },
	"babbles":             func() { io.Copy(os.Stdout, strings.NewReader(strings.Repeat("<html>", 1<<20))) },
	"other":               func() { say(frame{kind: frameHello, number: protocol + 1}) },
	"panics":              func() { say(sayHello); panic("goroutine 1 [running]: main.(*secret).explode") },
	"never stops":         func() { say(sayHello, sayOpened); io.Copy(os.Stdout, endless{}) },
	"spins": func() {
		confine(DefaultLimits.Memory).allow(time.Second)
		say(sayHello)
		for {
		}
	},
	"eats": func() {
		confine(DefaultLimits.Memory)
		say(sayHello, sayOpened)
		var all [][]byte
		for {
			b := make([]byte, 16<<20)
			for i := range b {
				b[i] = 1
			}
			all = append(all, b)
		}
	},
	"gulps": func() { // one piece that the system's own limit lets pass
		confine(DefaultLimits.Memory)
		say(sayHello, sayOpened)
		gulped = make([]byte, DefaultLimits.Memory+1)
		select {}
	},
	"hungry": func() { // it reads its page with all the memory alone
		say(sayHello, frame{kind: frameOpened, number: 1})
		if !slices.Contains(os.Args, fmt.Sprint("-memory=", DefaultLimits.Memory)) {
			os.Exit(exitMemory)
		}
		say(frame{kind: framePage, number: 1, page: lettered("Page one.")}, frame{kind: frameDone})
	},
	"second reader dies": func() {
		first := false
		for _, a := range os.Args {
			first = first || a == "-first=true"
		}
		say(sayHello, sayOpened, frame{kind: framePage, number: 1, page: lettered("Page one.")})
		if first {
			say(frame{kind: framePage, number: 2}, frame{kind: frameDone})
			return
		}
		say(frame{kind: frameSecond})
		os.Exit(2)
	},
}

var gulped []byte // so that it is kept

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	page := appendFrame(nil, frame{kind: frameSecond})
	n := 0
	for len(p)-n >= len(page) {
		n += copy(p[n:], page)
	}
	return n, nil
}

func reader() *Reader {
	return &Reader{CacheDir: filepath.Join(os.TempDir(), "lectern-test-pdfium")}
}

func save(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestADocumentIsReadInAWorker(t *testing.T) {
	t.Setenv(plainVariable, "") // under the race detector as well
	path := save(t, "report.pdf", pdftest.File{
		Pages: []pdftest.Page{
			{"# Annual Report", "", "Sales rose to 3.5 million in the year. The", "margin stayed where it was."},
			{},
			{"# Balance Sheet", "", "Cash 1,200 1,100", "Debt 300 400"},
		},
		Labels: []string{"i", "ii", "1"},
	}.Bytes())
	var heard []string
	c, err := reader().Read(t.Context(), path, func(done, total int) { heard = append(heard, fmt.Sprint(done, "/", total)) })
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(heard, " "); got != "1/3 2/3 3/3" {
		t.Errorf("progress: %s", got)
	}
	if len(c.Pages) != 3 || len(c.Passages) != 2 || c.Reader != "pdfium" || c.Language != "en" {
		t.Fatalf("%+v", c)
	}
	first, empty, last := c.Pages[0], c.Pages[1], c.Pages[2]
	var sentences []string
	for _, s := range first.Sentences {
		sentences = append(sentences, first.Text[s.Start:s.End])
	}
	if got, want := strings.Join(sentences, "|"), "Annual Report|Sales rose to 3.5 million in the year.|The\nmargin stayed where it was."; got != want {
		t.Errorf("sentences %q", got)
	}
	if first.Heading != "Annual Report" || last.Label != "1" || last.Number != 3 {
		t.Errorf("%+v", c.Pages)
	}
	if empty.Text != "" || len(empty.Sentences) != 0 {
		t.Errorf("a page without text: %+v", empty)
	}
	if p := c.Passages[1]; p.Page != 3 || p.Section != "Annual Report | Balance Sheet" || last.Text[p.Span.Start:p.Span.End] != "Balance Sheet\n\nCash 1,200 1,100\nDebt 300 400" {
		t.Errorf("%+v", p)
	}
}

func TestTheFirstPagesOfALongFileAreGivenAheadAndChangeNothing(t *testing.T) {
	var pages []string
	for n := range longFile {
		pages = append(pages, fmt.Sprintf("Annual Report\n\n# Part %d\n\nSales of unit %d rose to %d.5 million.\n\nPage %d of the report", n/10, n, n, n+1))
	}
	path := save(t, "long.pdf", pdftest.Text(pages...))
	var first []*store.Content
	r := reader()
	r.First = func(c *store.Content) { first = append(first, c) }
	got, err := r.Read(t.Context(), path, nil)
	if err != nil || len(first) != 1 || len(first[0].Pages) != firstPages || len(first[0].Passages) == 0 {
		t.Fatalf("%d times: %v", len(first), err)
	}
	want, err := reader().Read(t.Context(), path, nil)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("it is read otherwise: %v", err)
	}
	short := save(t, "short.pdf", pdftest.Text(pages[:longFile-1]...))
	if _, err := r.Read(t.Context(), short, nil); err != nil || len(first) != 1 {
		t.Errorf("a shorter one: %d times, %v", len(first), err)
	}
}

// TestAFileOfManyPicturesIsReadToItsEnd has more of them than pdfium's memory holds.
func TestAFileOfManyPicturesIsReadToItsEnd(t *testing.T) {
	racetest.Skip(t) // the file would take gigabytes of this process, and what is tried is in the other
	const pages, side = 70, 2_000
	var d pdftest.Drawn
	picture := make([]byte, side*side)
	for n := range pages {
		d.Objects = append(d.Objects, pdftest.Stream(fmt.Sprintf("/Type/XObject/Subtype/Image/Width %d/Height %[1]d/BitsPerComponent 8/ColorSpace/DeviceGray", side), picture))
		d.Sheets = append(d.Sheets, pdftest.Sheet{
			Content:   fmt.Sprintf("q 500 0 0 200 50 40 cm /I Do Q BT /F 10 Tf 50 740 Td (Results of unit %d) Tj ET", n),
			Resources: fmt.Sprintf("/XObject<</I {%d}>>", n),
		})
	}
	c, err := reader().Read(t.Context(), save(t, "pictures.pdf", d.Bytes()), nil)
	if err != nil {
		t.Fatal(err)
	}
	for n, p := range c.Pages {
		if want := fmt.Sprintf("Results of unit %d", n); p.Text != want {
			t.Errorf("page %d is %q", n+1, p.Text)
		}
	}
}

func TestTheTextOfAFileIsThatOfItsPages(t *testing.T) {
	path := save(t, "report.pdf", pdftest.File{Pages: []pdftest.Page{{"Sales rose to 3.5 million."}, {}, {"Cash fell."}}}.Bytes())
	if text, err := reader().Text(t.Context(), path); err != nil || text != "Sales rose to 3.5 million.\n\nCash fell." {
		t.Errorf("%q, %v", text, err)
	}
	var told *Error
	if text, err := reader().Text(t.Context(), save(t, "empty.pdf", nil)); text != "" || !errors.As(err, &told) || told.Kind != Empty {
		t.Errorf("%q, %v", text, err)
	}
}

func TestWhatCannotBeReadIsSaid(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "gone.pdf")
	tight := func(l Limits) *Reader { r := reader(); r.Limits = l; return r }
	pages := func(n int) []byte { return pdftest.File{Pages: make([]pdftest.Page, n)}.Bytes() }
	for name, c := range map[string]struct {
		reader *Reader
		path   string
		kind   Kind
		says   string
	}{
		"vanished":       {reader(), missing, Unreadable, "gone.pdf is not there (any more)."},
		"folder":         {reader(), t.TempDir(), Unreadable, "is a folder."},
		"empty":          {reader(), save(t, "a.pdf", nil), Empty, "a.pdf is empty"},
		"not a PDF":      {reader(), save(t, "a.pdf", []byte("PK\x03\x04 a document")), NotPDF, "a.pdf is not a PDF."},
		"header too far": {reader(), save(t, "a.pdf", []byte(strings.Repeat(" ", 1024)+"%PDF-1.4")), NotPDF, "not a PDF"},
		"header only":    {reader(), save(t, "a.pdf", []byte("%PDF-1.4\n")), Damaged, "a.pdf is damaged"},
		"protected":      {reader(), save(t, "a.pdf", pdftest.File{Pages: []pdftest.Page{{"x"}}, Password: "p"}.Bytes()), Protected, "a.pdf is protected by a password."},
		"large":          {tight(Limits{File: 100}), save(t, "a.pdf", pages(1)), TooLarge, "up to 100 bytes"},
		"many pages":     {tight(Limits{Pages: 2}), save(t, "a.pdf", pages(3)), TooLarge, "more than 2 pages"},
		"a long page":    {tight(Limits{Page: 100}), save(t, "a.pdf", pdftest.Text(strings.Repeat("words ", 20))), TooLarge, "page 1 of 1"},
		"long":           {tight(Limits{Text: 100}), save(t, "a.pdf", pdftest.Text(strings.Repeat("words ", 12), strings.Repeat("words ", 12))), TooLarge, "page 2 of 2"},
		"no worker":      {&Reader{Program: missing}, save(t, "a.pdf", pages(1)), Unreadable, "can't be started"},
	} {
		t.Run(name, func(t *testing.T) {
			content, err := c.reader.Read(t.Context(), c.path, nil)
			var e *Error
			if !errors.As(err, &e) || e.Kind != c.kind || !strings.Contains(e.Reason, c.says) || content != nil {
				t.Errorf("%v, %v", content, err)
			}
		})
	}
}

func TestIllBehavedWorkersAreEnded(t *testing.T) {
	path := save(t, "a.pdf", pdftest.Text("text"))
	for name, c := range map[string]struct {
		kind   Kind
		limits Limits
	}{
		"hangs":       {TooSlow, Limits{Stall: 200 * time.Millisecond}},
		"never stops": {TooSlow, Limits{Total: 300 * time.Millisecond}},
		"spins":       {TooSlow, Limits{}},
		"eats":        {TooLarge, Limits{}},
		"gulps":       {TooLarge, Limits{}},
		"leaves":      {Damaged, Limits{}},
		"babbles":     {Damaged, Limits{}},
		"panics":      {Damaged, Limits{}},
		"other":       {Unreadable, Limits{}},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "eats" {
				racetest.Skip(t) // it would have to eat some gigabytes, for what the detector takes for itself
			}
			t.Setenv(fakeVariable, name)
			r := reader()
			r.Limits = c.limits
			start := time.Now()
			_, err := r.Read(t.Context(), path, nil)
			var e *Error
			if !errors.As(err, &e) || e.Kind != c.kind {
				t.Errorf("%v", err)
			}
			if strings.Contains(err.Error(), "goroutine") {
				t.Errorf("the worker's last words reached the person: %v", err)
			}
			if took := time.Since(start); took > 90*time.Second { // under load; a worker that isn't ended takes for ever
				t.Errorf("took %v", took)
			}
		})
	}
}

func TestAPageThatKillsTheSecondReaderIsReadWithoutIt(t *testing.T) {
	t.Setenv(fakeVariable, "second reader dies")
	c, err := reader().Read(t.Context(), save(t, "a.pdf", pdftest.Text("text")), nil)
	if err != nil || len(c.Pages) != 2 || c.Pages[0].Text != "Page one." || c.Pages[1].Text != "" {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestCancelEndsTheWorker(t *testing.T) {
	t.Setenv(fakeVariable, "hangs")
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(200*time.Millisecond, cancel)
	start := time.Now()
	_, err := reader().Read(ctx, save(t, "a.pdf", pdftest.Text("text")), nil)
	if !errors.Is(err, context.Canceled) || time.Since(start) > 10*time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
}

func TestWarmLeavesCompiledCode(t *testing.T) {
	r := reader()
	if err := r.Warm(t.Context()); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(r.CacheDir); err != nil || len(entries) == 0 {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestTheWorkerReadsAPipeToo(t *testing.T) {
	// Through the in-process parts only: Worker itself limits its process.
	want := pdftest.Text("text")
	r, size, err := content(bytes.NewBuffer(want), DefaultLimits.File)
	got := make([]byte, size)
	if err == nil {
		_, err = r.ReadAt(got, 0)
	}
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, %v", size, err)
	}
}
