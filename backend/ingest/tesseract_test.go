package ingest

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/ingest/layout"
	"lectern/backend/ingest/pdf"
	"lectern/backend/ingest/pdftest"
)

// tesseract is the real one, which the tests' setup installs where it can.
func tesseract(t *testing.T) *Tesseract {
	t.Helper()
	found := FindTesseract(t.Context())
	if found == nil {
		if os.Getenv("CI") != "" {
			t.Fatal("tesseract is not installed")
		}
		t.Skip("tesseract is not installed")
	}
	return found
}

func TestTesseractReadsAPictureAndTellsWhereTheWordsStand(t *testing.T) {
	by := tesseract(t)
	file := pdftest.File{Pages: []pdftest.Page{{"# The notice period", "", "It is three months to the end of a quarter.", "The rent is 900 euros."}}}.Bytes()
	sandbox, err := pdf.NewSandbox(filepath.Join(os.TempDir(), "lectern-test-pdfium"))
	if err != nil {
		t.Fatal(err)
	}
	defer sandbox.Close()
	d, err := sandbox.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	picture, err := d.Render(0, dotsPerInch, false)
	if err != nil {
		t.Fatal(err)
	}
	printed, err := d.Page(0)
	if err != nil {
		t.Fatal(err)
	}
	page := read{drawn: true}
	recognised(t.Context(), by, &page, picture)
	if page.ocr != "tesseract" {
		t.Fatalf("%+v", page)
	}
	got := written(page.page.Lines)
	for _, line := range []string{"The notice period", "It is three months to the end of a quarter.", "The rent is 900 euros."} {
		if !strings.Contains(got, line) {
			t.Errorf("%q is not in %q", line, got)
		}
	}
	// The place of each line, by what the file itself says.
	for _, want := range layout.Read(printed).Lines {
		i := slices.IndexFunc(page.page.Lines, func(l layout.Line) bool { return string(l.Runes) == string(want.Runes) })
		if i < 0 {
			continue // told above
		}
		found := page.page.Lines[i]
		near := func(a, b uint16) bool { return max(a, b)-min(a, b) < layout.Whole/50 }
		if !near(found.X0, want.X0) || !near(found.X1, want.X1) || !near(found.Y0, want.Y0) || !near(found.Y1, want.Y1) {
			t.Errorf("%q stands at %+v, not %+v", string(want.Runes), found.Box, want.Box)
		}
	}
}

func TestRecognitionThatFailsIsSaid(t *testing.T) {
	late, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	for name, c := range map[string]struct {
		ctx context.Context
		by  Recogniser
		why string
	}{
		"an error":     {t.Context(), stub{err: errors.New("it is tired")}, "it is tired"},
		"too long":     {late, stub{err: context.DeadlineExceeded}, "took too long"},
		"no letters":   {t.Context(), stub{}, "found no letters"},
		"wild letters": {t.Context(), stub{glyphs: []Glyph{{R: 'a', Box: pdf.Box{X0: -1e9, Y0: -1, X1: 1e9, Y1: 5}}}}, "found no letters"},
	} {
		page := read{drawn: true}
		recognised(c.ctx, c.by, &page, Picture{Width: 10, Height: 10, Grey: make([]byte, 100)})
		if page.ocr != "" || !strings.Contains(page.noOCR, c.why) {
			t.Errorf("%s: %+v", name, page)
		}
	}
}

// stub is a Recogniser that says what it is told to.
type stub struct {
	glyphs []Glyph
	err    error
}

func (stub) Name() string { return "stub" }

func (s stub) Read(context.Context, Picture) ([]Glyph, error) { return s.glyphs, s.err }

func TestTesseractsTableIsReadWhateverItHolds(t *testing.T) {
	table := "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n" +
		"1\t1\t0\t0\t0\t0\t0\t0\t1700\t2200\t-1\t\n5\t1\t1\t1\t1\t1\t100\t50\t40\t20\t96\tTwo\n5\t1\t1\t1\t1\t2\t150\t50\t60\t20\t96\twörds\n" +
		"5\t1\t1\t1\t2\t1\tx\t\t-9\t99999999999\t96\tnext\n5\t1\n5\t1\t1\t1\t2\t2\t1\t1\t1\t1\t96\t \n"
	var text strings.Builder
	if few := tabular(table+"5\t1\t1\t1\t3\t1\t1\t1\t1\t1\t29\t~~", 30); len(few) != len(tabular(table, 0)) {
		t.Errorf("%d characters with a word that is none", len(few))
	}
	glyphs := tabular(table, 0)
	for _, g := range glyphs {
		text.WriteRune(g.R)
	}
	if text.String() != "Two wörds\nnext" {
		t.Errorf("%q", text.String())
	}
	if b := glyphs[5].Box; b != (pdf.Box{X0: 162, Y0: 50, X1: 174, Y1: 70}) {
		t.Errorf("the second letter of the second word: %+v", b)
	}
}
