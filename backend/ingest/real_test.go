package ingest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/store"
)

// TestVerdictsOnRealFiles reads files of other projects' test suites, which LECTERN_FIXTURES names the folder of: of each
// verdict's rule one that calls for it.
func TestVerdictsOnRealFiles(t *testing.T) {
	dir := os.Getenv("LECTERN_FIXTURES")
	if dir == "" {
		t.Skip("LECTERN_FIXTURES is not set")
	}
	plain, by := *reader(), tesseract(t)
	seeing := plain
	seeing.Recogniser = func() Recogniser { return by }
	for _, c := range []struct {
		file         string
		r            Reader
		verdict, why string
	}{
		{"sample-files__multicolumn", plain, store.Confirmed, ""},
		{"sample-files__minimal-document", plain, store.Confirmed, ""}, // the second reader gives a letter for each line's break
		{"pdfbox__with_outline", plain, store.Confirmed, ""},
		{"qpdf__append-xref-loop", plain, store.Single, "second reader could not read it"},
		{"pdfbox__BidiSample", plain, store.Doubtful, "different letters"},
		{"sample-files__habibi-rotated", seeing, store.Doubtful, "characters are none"},
		{"ocrmypdf__truetype_font_nomapping", plain, store.Doubtful, "no words"},
		{"ocrmypdf__truetype_font_nomapping", seeing, store.OCR, "recognised"},
		{"ocrmypdf__linn", plain, store.Unreadable, "install tesseract"},
		{"ocrmypdf__linn", seeing, store.OCR, "recognised"},
		{"sample-files__imagemagick-images", seeing, store.Unreadable, "found no letters"},
	} {
		path := filepath.Join(dir, c.file+".pdf")
		content, err := c.r.Read(t.Context(), path, nil)
		if err != nil {
			t.Errorf("%s: %v", c.file, err)
			continue
		}
		letters, err := c.r.Letters(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Compare(store.ReadingReport{Pages: content.Verdicts}, func(n int) (store.Page, error) { return content.Pages[n-1], nil }, letters)
		if err != nil || len(got.Pages) != len(content.Pages) {
			t.Fatal(c.file, err)
		}
		for _, v := range got.Pages {
			if v.Verdict != c.verdict || !strings.Contains(v.Why, c.why) {
				t.Errorf("%s: %+v", c.file, v)
			}
		}
	}
	var told *Error
	if _, err := plain.Read(t.Context(), filepath.Join(dir, "sample-files__libreoffice-writer-password.pdf"), nil); !errors.As(err, &told) || told.Kind != Protected {
		t.Errorf("%v", err)
	}
}
