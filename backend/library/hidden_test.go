package library

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/ingest/pdftest"
	"lectern/backend/llm/llmtest"
)

func TestHiddenTextIsFoundOnlyWhereThePersonSaysSo(t *testing.T) {
	x := newShelf(t, llmtest.New(t))
	x.Models.Refresh(t.Context())
	content := "BT /F 12 Tf 60 700 Td (The rent is 900 euros a month.) Tj 1 g 0 -40 Td (The deposit is forty-two.) Tj ET"
	path := filepath.Join(x.dir, "Lease.pdf")
	if err := os.WriteFile(path, pdftest.Drawn{Sheets: []pdftest.Sheet{{Content: content}, {Content: "1 g " + content}}}.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	d := x.add(path)
	if d.Hidden != 2 || !strings.Contains(d.ReadingSummary, "2 with text that isn't shown (p. 1, 2)") || !x.certificate(d.ID).HiddenSearched {
		t.Errorf("%+v", d)
	}
	stands := func(when string, used bool) {
		t.Helper()
		stored, err := x.Workspace.Documents.Get(d.ID)
		if found := len(x.found("deposit")) > 0; err != nil || found != used || stored.UseHidden != used || stored.Hidden != 2 {
			t.Errorf("%s: found %v, %+v, %v", when, found, stored, err)
		}
	}
	stands("at first", false)
	if _, err := x.UseHidden(t.Context(), d.ID, true); err != nil {
		t.Fatal(err)
	}
	stands("chosen", true)
	if _, err := x.Reread(t.Context(), d.ID); err != nil {
		t.Fatal(err)
	}
	stands("read again", true)
	if _, err := x.UseHidden(t.Context(), d.ID, false); err != nil { // page 2 has no text then, which is no loss
		t.Fatal(err)
	}
	stands("undone", false)
}
