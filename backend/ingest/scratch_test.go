package ingest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"lectern/backend/ingest/layout"
	"lectern/backend/ingest/pdf"
	"lectern/backend/store"
	"strings"
)

func TestScratch(t *testing.T) {
	if os.Getenv("SCRATCH") == "" {
		t.Skip()
	}
	s, err := pdf.NewSandbox(filepath.Join(os.TempDir(), "lectern-test-pdfium"))
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(os.Getenv("SCRATCH") + "/*.pdf")
	out, _ := os.Create(os.Getenv("OUT"))
	for _, path := range files {
		f, _ := os.Open(path)
		st, _ := f.Stat()
		d, err := s.Open(f, st.Size())
		if err != nil {
			continue
		}
		looked := 0
		d.Looking = func(int) bool { looked++; return true }
		for i := range d.Pages() {
			looked = 0
			begun := time.Now()
			p, err := d.Page(i)
			took := time.Since(begun)
			if err != nil {
				fmt.Println(path, i, err)
				d.Reopen()
				continue
			}
			r := read{label: p.Label, page: layout.Read(p), pictures: p.Pictures, drawn: p.Drawn, flat: p.Flat, marks: p.Lettering}
			text, _ := paged(r.page, map[string]bool{}, &aligner{})
			text.Number = i + 1
			v := judge(r, text, firstReader)
			raw, _ := json.Marshal(map[string]any{"f": filepath.Base(path), "p": i + 1, "v": v.Verdict, "why": v.Why, "w": len(strings.Fields(text.Text)), "m": p.Lettering, "pic": p.Pictures, "flat": p.Flat, "looked": looked, "ms": took.Milliseconds(), "drawn": p.Drawn})
			fmt.Fprintln(out, string(raw))
		}
		d.Close()
	}
	_ = store.Blank
}
