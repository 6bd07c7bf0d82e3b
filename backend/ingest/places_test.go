package ingest

import (
	"encoding/xml"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/ingest/pdftest"
	"lectern/backend/store"
)

// Poppler's pdftotext tells where the words of a page stand, too.
type popplerPage struct {
	Width  float64 `xml:"width,attr"`
	Height float64 `xml:"height,attr"`
	Words  []struct {
		X0   float64 `xml:"xMin,attr"`
		Y0   float64 `xml:"yMin,attr"`
		X1   float64 `xml:"xMax,attr"`
		Y1   float64 `xml:"yMax,attr"`
		Text string  `xml:",chardata"`
	} `xml:"word"`
}

func poppler(t *testing.T, path string) []popplerPage {
	t.Helper()
	out, err := exec.Command("pdftotext", "-bbox", "-cropbox", path, "-").Output()
	if err != nil {
		if os.Getenv("CI") == "" {
			t.Skip("pdftotext is not installed")
		}
		t.Fatal(err)
	}
	var doc struct {
		Pages []popplerPage `xml:"body>doc>page"`
	}
	d := xml.NewDecoder(strings.NewReader(strings.ReplaceAll(string(out), "\x02", "-")))
	d.Strict, d.Entity = false, xml.HTMLEntity
	if err := d.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	return doc.Pages
}

// A word that stands once on its page is where another program sees it. LECTERN_BENCH_DOCS names a folder of real files
// that are looked at as well.
func TestPlacesAreThoseThatAnotherProgramSees(t *testing.T) {
	made := save(t, "made.pdf", pdftest.Text("# Harbours and ferries\n\nThe first paragraph tells of Straßenbahn and élève,\nthe second of numbers such as 1,577.00 and 12.5 percent.", "Another page\n\nwith words of its own."))
	files := []string{made}
	if dir := os.Getenv("LECTERN_BENCH_DOCS"); dir != "" {
		more, err := filepath.Glob(filepath.Join(dir, "*.pdf"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	chance := rand.New(rand.NewPCG(1, 1))
	tried, agree := 0, 0
	for _, path := range files {
		theirs := poppler(t, path)
		c, err := reader().Read(t.Context(), path, nil)
		if err != nil {
			t.Fatal(err)
		}
		w := places(t, c)
		for i, p := range c.Pages[:min(len(c.Pages), len(theirs))] {
			for _, word := range theirs[i].Words {
				if path != made && chance.IntN(50) > 0 || len(word.Text) < 4 || strings.Count(p.Text, word.Text) != 1 || c.Verdicts[i].Verdict == store.OCR {
					continue
				}
				tried++
				at := strings.Index(p.Text, word.Text)
				rects, err := w.Pages.Rects("d", p.Number, store.Span{Start: at, End: at + len(word.Text)})
				if err != nil {
					t.Fatal(err)
				}
				if len(rects) != 1 {
					continue
				}
				r, wide, high := rects[0], theirs[i].Width, theirs[i].Height
				across := min((r.X+r.W)*wide, word.X1) - max(r.X*wide, word.X0)
				down := min((r.Y+r.H)*high, word.Y1) - max(r.Y*high, word.Y0)
				if across > .8*(word.X1-word.X0) && across > .8*r.W*wide && down > .5*min(word.Y1-word.Y0, r.H*high) {
					agree++
				} else if path == made {
					t.Errorf("%q is at %+v, and there at %+v", word.Text, r, word)
				}
			}
		}
	}
	t.Logf("%d of %d words of %d files stand where another program sees them", agree, tried, len(files))
	if tried < 15 || float64(agree) < .995*float64(tried) {
		t.Errorf("only %d of %d", agree, tried)
	}
}

// places is a library that holds one document, "d".
func places(t *testing.T, c *store.Content) *store.Workspace {
	t.Helper()
	s, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	w, err := s.Workspace("Library")
	if err == nil {
		_, err = w.Documents.Add(store.Document{ID: "d", Name: "d"}, c)
	}
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func FuzzReadInfo(f *testing.F) {
	f.Add([]byte(`{"title":"A\u0000B","outline":[{"title":"x","page":1,"level":1},{"title":"y","page":-1,"level":99}],"xmp":{"authors":"\n\n"}}`), 3)
	f.Fuzz(func(t *testing.T, raw []byte, pages int) {
		i, err := readInfo(raw, pages)
		if err != nil {
			return
		}
		for _, s := range i.Texts() {
			if strings.ContainsAny(*s, "\n\x00\x02") || len([]rune(*s)) > 500 {
				t.Fatalf("%q", *s)
			}
		}
		for _, h := range i.Outline {
			if h.Page < 0 || h.Page > pages || h.Level < 1 || h.Title == "" {
				t.Fatalf("%+v", h)
			}
		}
	})
}

func FuzzTabular(f *testing.F) {
	f.Add("5\t1\t1\t1\t1\t1\t100\t50\t40\t20\t96\tTwo\n")
	f.Fuzz(func(t *testing.T, table string) {
		page := read{drawn: true}
		recognised(t.Context(), stub{glyphs: tabular(table, 0)}, &page, Picture{Width: 100, Height: 100, Grey: make([]byte, 1)})
	})
}
