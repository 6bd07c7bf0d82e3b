package evidence

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/backend/ingest"
	"lectern/backend/ingest/ingesttest"
	"lectern/backend/ingest/pdftest"
	"lectern/backend/pdfout"
	"lectern/backend/racetest"
	"lectern/backend/store"
)

// The test binary is the worker, too.
func TestMain(m *testing.M) { os.Exit(ingesttest.Main(m)) }

// shelf is a workspace with a reader, whose compiled code is kept between runs of the tests.
type shelf struct {
	Cutter
	t      *testing.T
	store  *store.Store
	reader *ingest.Reader
}

func newShelf(t *testing.T) *shelf {
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
	if err != nil {
		t.Fatal(err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	r := &ingest.Reader{Program: os.Args[0], Args: []string{"worker"}, CacheDir: filepath.Join(cache, "lectern")}
	return &shelf{Cutter{w, r}, t, s, r}
}

// add adds a file, and gives its id.
func (s *shelf) add(name string, file []byte) string {
	s.t.Helper()
	path := filepath.Join(s.t.TempDir(), name)
	if err := os.WriteFile(path, file, 0o600); err != nil {
		s.t.Fatal(err)
	}
	c, err := s.reader.Read(s.t.Context(), path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	staged, err := s.store.Incoming.Stage(s.t.Context(), bytes.NewReader(file))
	if err != nil {
		s.t.Fatal(err)
	}
	d, err := s.Workspace.Documents.Import(store.Document{ID: staged.ID, Name: name, Added: time.Now()}, c, staged)
	if err != nil {
		s.t.Fatal(err)
	}
	return d.ID
}

func (s *shelf) cut(passages ...Passage) []Excerpt {
	s.t.Helper()
	out, err := s.Excerpts(s.t.Context(), passages)
	if err != nil {
		s.t.Fatal(err)
	}
	return out
}

func decoded(t *testing.T, p *pdfout.Picture) *image.Paletted {
	t.Helper()
	if p == nil {
		t.Fatal("no picture")
	}
	img, err := png.Decode(bytes.NewReader(p.PNG))
	if err != nil {
		t.Fatal(err)
	}
	out, ok := img.(*image.Paletted)
	if !ok || len(out.Palette) > 2*levels {
		t.Fatalf("a picture of %T", img)
	}
	return out
}

// marked counts the pixels under the marker, and those of them that are ink.
func marked(p *image.Paletted) (all, ink int) {
	for _, c := range p.Pix {
		if c >= levels {
			all++
			if c < levels+levels/2 {
				ink++
			}
		}
	}
	return all, ink
}

func quoted(document string, page int, quote string) Passage {
	return Passage{Document: document, Page: page, Quotes: []Quote{{Text: quote}}}
}

func TestTheWordsThatAreCitedAreMarkedOnTheirPage(t *testing.T) {
	s := newShelf(t)
	id := s.add("Harbour.pdf", pdftest.Text("The harbour has nine berths.\nRevenue was 41.7 million dollars.", "Ships pay by their length."))
	out := s.cut(quoted(id, 1, "Revenue was 41.7 million dollars."), quoted(id, 2, "Ships pay by their length."), quoted(id, 1, "nine berths"))
	for i, e := range out {
		picture := decoded(t, e.Picture)
		all, ink := marked(picture)
		if e.Lacks != "" || all == 0 || ink == 0 || ink*2 > all {
			t.Errorf("%d: %q, %d pixels are marked, %d of them ink", i, e.Lacks, all, ink)
		}
		if size := picture.Bounds(); size.Dy()*2 > int(e.Picture.Width*point) && e.Picture.Height > 200 {
			t.Errorf("%d: the passage has %v of its page", i, size)
		}
	}
	first, _ := marked(decoded(t, out[0].Picture))
	few, _ := marked(decoded(t, out[2].Picture))
	if few*2 > first {
		t.Errorf("two words have %d pixels marked, a sentence %d", few, first)
	}
}

func TestWhatHasNoPictureSaysWhy(t *testing.T) {
	s := newShelf(t)
	id := s.add("Harbour.pdf", pdftest.Text("The harbour has nine berths."))
	lost := s.add("Lost.pdf", pdftest.Text("This file will be lost."))
	gone := s.add("Gone.pdf", pdftest.Text("This one is removed."))
	if err := s.Workspace.Documents.Remove(gone); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(s.Workspace.Documents.FilePath(lost)); err != nil {
		t.Fatal(err)
	}
	out := s.cut(quoted(gone, 1, "This one is removed."), quoted(lost, 1, "This file will be lost."), quoted(id, 9, "berths"), quoted(id, 1, "eleven berths"), quoted(id, 1, "nine berths"))
	for i, want := range []string{removed, notDrawn, notDrawn, noPlace, ""} {
		if e := out[i]; e.Lacks != want || (e.Picture != nil) != (i > 2) {
			t.Errorf("%d: %q, a picture: %v", i, e.Lacks, e.Picture != nil)
		}
	}
	if page := out[3].Picture; page.Height < page.Width {
		t.Error("a page whose words weren't found isn't shown whole")
	}
	if out := (Cutter{Workspace: s.Workspace}); len(must(out.Excerpts(t.Context(), []Passage{quoted(id, 1, "nine berths")}))) != 1 {
		t.Error("without a reader")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Excerpts(ctx, []Passage{quoted(id, 1, "nine berths")}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// dense is a page as full as those of annual reports, no two alike.
func dense(seed uint64) string {
	var b strings.Builder
	letters := rand.New(rand.NewPCG(seed, 1))
	for range 60 {
		for range 15 {
			for range 2 + letters.IntN(9) {
				b.WriteByte("abcdefghijklmnopqrstuvwxyz0123456789"[letters.IntN(36)])
			}
			b.WriteByte(' ')
		}
		b.WriteString("\n")
	}
	return b.String()
}

// A file with sixty citations, each of as much as a passage may have, stays small enough for a letter.
func TestSixtyCitationsAreAFileOfThreeMegabytesAtMost(t *testing.T) {
	racetest.Skip(t)
	s := newShelf(t)
	var pages []string
	for i := range 20 {
		pages = append(pages, dense(uint64(i)))
	}
	id := s.add("Dense.pdf", pdftest.Text(pages...))
	var passages []Passage
	for i := range 60 {
		page, err := s.Workspace.Pages.Get(id, i/3+1)
		if err != nil {
			t.Fatal(err)
		}
		from := (i % 3) * 500
		passages = append(passages, quoted(id, i/3+1, page.Text[from:from+900]))
	}
	began := time.Now()
	out := s.cut(passages...)
	took := time.Since(began)
	var shown []pdfout.Evidence
	text, largest, all := "# Report\n\n", 0, 0
	for i, e := range out {
		if e.Lacks != "" {
			t.Fatalf("%d: %s", i, e.Lacks)
		}
		largest, all = max(largest, len(e.Picture.PNG)), all+len(e.Picture.PNG)
		text += fmt.Sprintf("Something is said here, and proved [%d].\n\n", i+1)
		shown = append(shown, pdfout.Evidence{Key: fmt.Sprint(i + 1), Title: "Dense", Place: "p. 1", Quotes: []string{passages[i].Quotes[0].Text}, Picture: e.Picture})
	}
	var file bytes.Buffer
	if err := pdfout.Write(&file, text+"```evidence 0\n```\n", pdfout.Options{Title: "Report", Language: "en", Evidence: [][]pdfout.Evidence{shown}}); err != nil {
		t.Fatal(err)
	}
	t.Logf("60 pictures in %v, %d bytes, the largest %d; the file has %d", took.Round(time.Millisecond), all, largest, file.Len())
	if most := 3 << 20; file.Len() > most || largest > mostBytes {
		t.Errorf("the file has %d bytes, the largest picture %d", file.Len(), largest)
	}
}
