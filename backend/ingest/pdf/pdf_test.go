package pdf

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"lectern/backend/ingest/pdftest"
)

// cache is shared by all runs of the tests, because compiling pdfium takes seconds, under the race detector many.
func cache() string { return filepath.Join(os.TempDir(), "lectern-test-pdfium") }

var sandbox = sync.OnceValues(func() (*Sandbox, error) { return NewSandbox(cache()) })

func open(t *testing.T, file []byte) *Document {
	t.Helper()
	s, err := sandbox()
	if err != nil {
		t.Fatal(err)
	}
	d, err := s.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// text is what a page's characters say in the reader's order.
func text(p Page) string {
	var b strings.Builder
	for _, g := range p.Glyphs {
		b.WriteRune(g.R)
	}
	return strings.TrimSpace(b.String())
}

func page(t *testing.T, file []byte, i int) Page {
	t.Helper()
	d := open(t, file)
	defer d.Close()
	p, err := d.Page(i)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPagesCarryTextAndLabels(t *testing.T) {
	d := open(t, pdftest.File{
		Pages:  []pdftest.Page{{"Preface"}, {"First page", "second line"}, {}},
		Labels: []string{"iv", "A-1"},
	}.Bytes())
	if d.Pages() != 3 {
		t.Fatalf("pages = %d", d.Pages())
	}
	want := [][2]string{{"iv", "Preface"}, {"A-1", "First page\nsecond line"}, {"", ""}}
	for i, w := range want {
		got, err := d.Page(i)
		if err != nil || text(got) != w[1] || i < 2 && got.Label != w[0] {
			t.Errorf("page %d = %+v, %v; want %+v", i+1, got, err, w)
		}
	}
	if _, err := d.Page(3); !errors.Is(err, ErrDamaged) {
		t.Errorf("a page past the end: %v", err)
	}
}

func TestNotesAreReadWhereThePageDoesNotShowThem(t *testing.T) {
	file := pdftest.File{Pages: []pdftest.Page{{"The rent is 900 euros."}, {"Pets are allowed."}}, Notes: []string{"Ask the landlord:\nsince when?", "Pets are allowed."}}.Bytes()
	p := page(t, file, 0)
	if got := text(p); got != "The rent is 900 euros.\nAsk the landlord:\nsince when?" {
		t.Errorf("%q", got)
	}
	if b := p.Glyphs[len(p.Glyphs)-2].Box; b != (Box{300, 72, 320, 92}) {
		t.Errorf("its place: %+v", b)
	}
	if got := text(page(t, file, 1)); got != "Pets are allowed." {
		t.Errorf("said twice: %q", got)
	}
}

func TestAFileTellsOfItself(t *testing.T) {
	file := pdftest.File{Pages: []pdftest.Page{{"a"}, {"b"}}, Title: "Über Häfen", Author: "A. Author", Outline: []string{"First", "売上"}, Loop: true}
	raw := append(file.Bytes(), []byte(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="r" xmlns:dc="d"><rdf:Description><dc:title><rdf:Alt><rdf:li>On harbours</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>A</rdf:li><rdf:li>B &amp; C</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>`)...)
	info, err := open(t, raw).Info()
	if err != nil || info.Title != "Über Häfen" || info.Authors != "A. Author" || info.Created != "D:20190131120000Z" {
		t.Errorf("%+v %v", info, err)
	}
	if info.XMP.Title != "On harbours" || info.XMP.Authors != "A; B & C" {
		t.Errorf("%+v", info.XMP)
	}
	if want := []Heading{{"First", 1, 1}, {"売上", 2, 1}}; !slices.Equal(info.Outline, want) {
		t.Errorf("%+v", info.Outline)
	}
}

func TestAPageIsDrawn(t *testing.T) {
	d := open(t, pdftest.Text("Hello"))
	p, err := d.Render(0, 100, false)
	if err != nil || p.Width != 850 || p.Height != 1100 || len(p.Grey) != p.Width*p.Height {
		t.Fatalf("%d × %d, %d, %v", p.Width, p.Height, len(p.Grey), err)
	}
	dark := 0
	for _, g := range p.Grey {
		if g < 128 {
			dark++
		}
	}
	if dark == 0 || dark > len(p.Grey)/100 {
		t.Errorf("%d dark pixels", dark)
	}
	if p, err = d.Render(0, 100_000, false); err != nil || p.Width*p.Height > MaxPixels {
		t.Errorf("%d × %d, %v", p.Width, p.Height, err)
	}
	if _, err := d.Render(7, 100, false); !errors.Is(err, ErrDamaged) {
		t.Errorf("no such page: %v", err)
	}
}

func TestEveryScriptIsRead(t *testing.T) {
	for _, line := range []string{"Straßenbahn, élève, niño", "売上高は前年比で増加しました。", "公司净利润增长。", "Ελληνικά 𝄞"} {
		if got := text(page(t, pdftest.Text(line), 0)); got != line {
			t.Errorf("got %q, want %q", got, line)
		}
	}
}

func TestAFileWithAPasswordIsProtected(t *testing.T) {
	file := pdftest.File{Pages: []pdftest.Page{{"secret"}}, Password: "sesame"}.Bytes()
	s, err := sandbox()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Open(bytes.NewReader(file), int64(len(file))); !errors.Is(err, ErrProtected) {
		t.Errorf("pdfium: %v", err)
	}
	if _, err := OpenPlain(bytes.NewReader(file), int64(len(file))); !errors.Is(err, ErrProtected) {
		t.Errorf("second reader: %v", err)
	}
}

func TestDamagedFilesAreErrors(t *testing.T) {
	s, err := sandbox()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"%PDF-1.4\n", "%PDF-1.7\n" + strings.Repeat("\x00\xff[<<", 5000)} {
		if _, err := s.Open(strings.NewReader(file), int64(len(file))); !errors.Is(err, ErrDamaged) {
			t.Errorf("pdfium: %v", err)
		}
		if _, err := OpenPlain(strings.NewReader(file), int64(len(file))); !errors.Is(err, ErrDamaged) {
			t.Errorf("second reader: %v", err)
		}
	}
}

func TestADocumentGoesOnAfterReopening(t *testing.T) {
	d := open(t, pdftest.Text("one", "two"))
	if err := d.Reopen(); err != nil {
		t.Fatal(err)
	}
	if p, err := d.Page(1); err != nil || text(p) != "two" {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestADamagedCacheIsReplaced(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles pdfium")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(cache())); err != nil {
		t.Fatal(err)
	}
	damaged := 0
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		damaged++
		return os.WriteFile(path, []byte("not code"), 0o600)
	})
	if err != nil || damaged == 0 {
		t.Fatal(damaged, err)
	}
	s, err := NewSandbox(dir)
	if err != nil {
		t.Fatal(err)
	}
	file := pdftest.Text("still here")
	d, err := s.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	if p, err := d.Page(0); err != nil || text(p) != "still here" {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestTheSecondReaderReadsPlainFiles(t *testing.T) {
	file := pdftest.Text("First line\nsecond line\n\nAfter a gap", "Page two")
	p, err := OpenPlain(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	if p.Pages() != 2 {
		t.Fatalf("pages = %d", p.Pages())
	}
	got, err := p.Page(0)
	if err != nil || text(got) != "First line\nsecond line\nAfter a gap" {
		t.Errorf("%q, %v", text(got), err)
	}
}

func TestTheSecondReaderFindsSpacesByPosition(t *testing.T) {
	at := func(r rune, x, y float64) letter { return letter{r: r, x: x, y: y, wide: 6, size: 10} }
	got := text(Page{Glyphs: arrange([]letter{
		at('a', 0, 100), at('b', 6, 100), at('\n', 12, 100), at('c', 15, 100),
		at('d', 0, 88), at('e', 0, 60),
	}, 0, 120)})
	if want := "ab c\nd\ne"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
