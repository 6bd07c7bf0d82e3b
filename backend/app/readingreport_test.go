package app

import (
	"strings"
	"testing"

	"lectern/backend/store"
)

func TestACertificateNamesEveryPage(t *testing.T) {
	a, _, done := opened(t, t.TempDir())
	defer done()
	pages := []store.Page{{Number: 1, Label: "i", Text: "Words."}, {Number: 2, Label: "1"}}
	verdicts := []store.Verdict{
		{Page: 1, Label: "i", Verdict: store.Single, Why: "No second reader has read it yet.", Reader: "pdfium", Chars: 6},
		{Page: 2, Label: "1", Verdict: store.Unreadable, Why: "It is a picture only: there is no text on it."},
	}
	if _, err := a.Workspace.Documents.Add(store.Document{ID: "scan", Name: "Scan"}, &store.Content{Pages: pages, Verdicts: verdicts}); err != nil {
		t.Fatal(err)
	}
	add(t, a, "Old", "Added before there were certificates.")
	c, err := a.ReadingReport("scan")
	if err != nil || c.Compared || len(c.Pages) != 2 || c.Pages[1] != verdicts[1] || c.Summary != "2 pages: 1 read by one reader, 1 could not be read (p. 1)" {
		t.Errorf("%+v %v", c, err)
	}
	if c, err := a.ReadingReport("id-Old"); err != nil || c.Summary != "" || c.Pages == nil || len(c.Pages) != 0 {
		t.Errorf("%+v %v", c, err)
	}
	if _, err := a.ReadingReport("nothing"); err == nil || !strings.Contains(err.Error(), "not in the library") {
		t.Error(err)
	}
	if err := a.Library.RereadSoon("nothing"); err == nil || !strings.Contains(err.Error(), "not in the library") {
		t.Error(err)
	}
}

func TestWhoReadsScansIsKept(t *testing.T) {
	a, _, done := opened(t, t.TempDir())
	defer done()
	s, err := a.Settings(t.Context())
	if err != nil || s.Scans != "" || s.Tesseract == nil {
		t.Fatalf("%+v %v", s, err)
	}
	s.Scans = "vision:7b"
	changed, err := s.changed()
	if err == nil {
		err = a.Models.Save(t.Context(), changed)
	}
	if err != nil {
		t.Fatal(err)
	}
	if s, err = a.Settings(t.Context()); err != nil || s.Scans != "vision:7b" {
		t.Errorf("%+v %v", s, err)
	}
}
