package library

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/ingest"
	"lectern/backend/ingest/pdftest"
	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
	"lectern/backend/models"
	"lectern/backend/store"
	"lectern/backend/store/vector"
)

// scan is a file whose second page is a picture.
func (x *shelf) scan(name string) string {
	return x.file(name, "The notice period is three months.\nThe rent is due on the first.", "---")
}

// reader recognises words in every picture, once it is let.
type reader struct {
	words string
	begun chan struct{} // nil: nobody wants to know
	wait  chan struct{} // nil: at once
}

func (reader) Name() string { return "magic" }

func (r reader) Read(ctx context.Context, _ ingest.Picture) (out []ingest.Glyph, err error) {
	if r.begun != nil {
		r.begun <- struct{}{}
	}
	if r.wait != nil {
		select {
		case <-r.wait:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	for _, c := range r.words {
		out = append(out, ingest.Glyph{R: c})
	}
	return out, nil
}

func (x *shelf) certificate(id string) store.ReadingReport {
	x.t.Helper()
	c, err := x.Workspace.Readings.Of(id)
	if err != nil {
		x.t.Fatal(err)
	}
	return c
}

func (x *shelf) found(words string) (pages []int) {
	x.t.Helper()
	hits, err := x.Workspace.Passages.Search(x.t.Context(), store.Query{Text: words, Limit: 5})
	if err != nil {
		x.t.Fatal(err)
	}
	for _, h := range hits {
		pages = append(pages, h.Page)
	}
	return pages
}

// last is what was told last of a document in a state.
func (x *shelf) last(state string) (last Document) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, d := range x.told {
		if d.State == state {
			last = d
		}
	}
	return last
}

func TestADocumentIsReadAgainWithAReaderOfPictures(t *testing.T) {
	x := newShelf(t, llmtest.New(t))
	x.Models.Refresh(t.Context())
	x.Run()
	d := x.add(x.scan("Lease.pdf"))
	if d.Doubtful != 1 || d.ReadingSummary != "2 pages: 1 read by one reader, 1 could not be read (p. 2)" {
		t.Fatalf("%+v", d)
	}
	if c := x.certificate(d.ID); c.Pages[1].Verdict != store.Unreadable || !strings.Contains(c.Pages[1].Why, "install tesseract") {
		t.Errorf("%+v", c)
	}
	x.EmbedSoon()
	until(t, "embedded", func() bool { return x.list()[0].Embedded == 1 })
	x.Reader.Recogniser = func() ingest.Recogniser { return reader{words: "The deposit is two rents."} }
	if err := x.RereadSoon(d.ID); err != nil {
		t.Fatal(err)
	}
	until(t, "compared and embedded", func() bool {
		now := x.list()[0]
		return now.State == Ready && now.Embedded == 2 && x.certificate(d.ID).Compared
	})
	now := x.list()[0]
	if now.ID != d.ID || now.Name != "Lease" || now.Added != d.Added || now.Doubtful != 0 || now.KeywordOnly ||
		now.ReadingSummary != "2 pages: 1 read and confirmed by a second reader, 1 by OCR" {
		t.Errorf("%+v", now)
	}
	if got := x.found("deposit"); !slices.Equal(got, []int{2}) {
		t.Errorf("found on %v", got)
	}
	if c := x.certificate(d.ID); c.Pages[1].Reader != "magic" {
		t.Errorf("%+v", c)
	}
}

func TestReadingAgainLosesNoText(t *testing.T) {
	x := newShelf(t, nil)
	x.Reader.Recogniser = func() ingest.Recogniser { return reader{words: "The deposit is two rents."} }
	d := x.add(x.scan("Lease.pdf"))
	x.Reader.Recogniser = nil
	now, err := x.Reread(t.Context(), d.ID)
	if err == nil || !strings.HasPrefix(err.Error(), "p. 2 has text that would be lost. It is a picture only") {
		t.Error(err)
	}
	if now.State != Ready || now.ReadingSummary != d.ReadingSummary || !slices.Equal(x.found("deposit"), []int{2}) {
		t.Errorf("%+v", now)
	}
}

func TestADocumentThatIsBeingReadIsNotReadAgain(t *testing.T) {
	x := newShelf(t, nil)
	d := x.add(x.scan("Lease.pdf"))
	slow := reader{words: "The deposit is two rents.", begun: make(chan struct{}, 1), wait: make(chan struct{})}
	x.Reader.Recogniser = func() ingest.Recogniser { return slow }
	if err := x.RereadSoon(d.ID); err != nil {
		t.Fatal(err)
	}
	<-slow.begun
	if err := x.RereadSoon(d.ID); err == nil || err.Error() != "Lease is being read; wait until that is done" {
		t.Error(err)
	}
	if _, err := x.Reread(t.Context(), d.ID); err == nil {
		t.Error("it was read twice at once")
	}
	if ds := x.list(); ds[0].State != Reading || len(x.found("notice period")) != 1 {
		t.Errorf("meanwhile %+v", ds)
	}
	close(slow.wait)
	until(t, "read", func() bool { return x.list()[0].Doubtful == 0 && x.list()[0].State == Ready })
	if err := x.RereadSoon("nothing"); err == nil || !strings.Contains(err.Error(), "not in the library") {
		t.Error(err)
	}
}

func TestADocumentThatIsRemovedWhileItIsReadAgainIsGone(t *testing.T) {
	x := newShelf(t, nil)
	d := x.add(x.scan("Lease.pdf"))
	slow := reader{begun: make(chan struct{}, 1), wait: make(chan struct{})}
	x.Reader.Recogniser = func() ingest.Recogniser { return slow }
	if err := x.RereadSoon(d.ID); err != nil {
		t.Fatal(err)
	}
	<-slow.begun
	if err := x.Remove(d.ID); err != nil {
		t.Fatal(err)
	}
	x.Close()
	x.mu.Lock()
	defer x.mu.Unlock()
	if last := x.told[len(x.told)-1]; len(x.list()) != 0 || last.State != Removed {
		t.Errorf("told last: %+v", last)
	}
}

func TestADocumentThatCantBeReadAgainStaysAsItWas(t *testing.T) {
	x := newShelf(t, nil)
	d := x.add(x.scan("Lease.pdf"))
	if err := os.Remove(x.Workspace.Documents.FilePath(d.ID)); err != nil {
		t.Fatal(err)
	}
	if err := x.RereadSoon(d.ID); err != nil {
		t.Fatal(err)
	}
	until(t, "told", func() bool { return x.last(Unchanged).ID == d.ID })
	if why := x.last(Unchanged).Reason; !strings.HasPrefix(why, "Lease could not be read again, and stays as it was: Lease.pdf is not there") {
		t.Error(why)
	}
	if ds := x.list(); ds[0].State != Ready || ds[0].ReadingSummary != d.ReadingSummary || len(x.found("notice period")) != 1 {
		t.Errorf("%+v", ds)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Reread(ctx, d.ID); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	failed := x.add(x.dir + "/nowhere.pdf")
	if _, err := x.Reread(t.Context(), failed.ID); err == nil || !strings.Contains(err.Error(), "press Retry") {
		t.Error(err)
	}
}

func TestVectorsOfWhatADocumentHeldBeforeAreNotKept(t *testing.T) {
	server := llmtest.New(t)
	there, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy, arrived, release := httputil.NewSingleHostReverseProxy(there), make(chan struct{}, 10), make(chan struct{})
	holding := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/embed" {
			arrived <- struct{}{}
			<-release
		}
		proxy.ServeHTTP(w, r)
	}))
	defer holding.Close()
	x := newShelf(t, nil)
	if err := x.Models.Save(t.Context(), models.Settings{OllamaHost: holding.URL}); err != nil {
		t.Fatal(err)
	}
	x.Reader.Recogniser = func() ingest.Recogniser { return reader{words: "The deposit is two rents."} }
	d := x.add(x.scan("Lease.pdf"))
	x.Run()
	<-arrived
	x.Reader.Recogniser = func() ingest.Recogniser { return reader{words: "The keys are at the door."} }
	if _, err := x.Reread(t.Context(), d.ID); err != nil {
		t.Fatal(err)
	}
	close(release)
	until(t, "embedded anew", func() bool { ds := x.list(); return ds[0].State == Ready && ds[0].Embedded == 2 })
	state := x.Models.State()
	v, digest, err := state.Client.Embed(t.Context(), state.Embed, llm.Query, []string{"The deposit is two rents."}, nil)
	if err != nil {
		t.Fatal(err)
	}
	space := vector.Space{Model: state.Embed, Digest: digest, Dim: len(v[0])}
	near, err := x.Workspace.Vectors.Nearest(t.Context(), space, v[0], 1)
	if err != nil || len(near) != 1 || near[0].Cosine > .9 {
		t.Errorf("the words that are gone are still near: %+v %v", near, err)
	}
}

// What is drawn on a page beside its text is told until somebody has read it: then it is found, and the page says how it was read.
func TestAPictureBesideTextIsToldAndReadAgain(t *testing.T) {
	x := newShelf(t, nil)
	outlines := "" // letters that were made outlines, as a chart's may be
	for i := range 120 {
		x, y := 80+float64(i%30*9), 500-float64(i/30*60)
		outlines += fmt.Sprintf("%g %g m %g %g l %g %g %g %g %g %g c %g %g l %g %g l %g %g l f\n", x, y, x, y+8, x+5, y+8, x+5, y+5, x+2, y+4, x+5, y, x+3, y, x+1, y+3)
	}
	text := "BT /F 12 Tf 60 700 Td (The notice period is three months to the end of a quarter.) Tj ET\n"
	path := filepath.Join(t.TempDir(), "Lease.pdf")
	if err := os.WriteFile(path, pdftest.Drawn{Sheets: []pdftest.Sheet{{Content: text + outlines}, {}, {Content: text}}}.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	d := x.add(path)
	if want := "3 pages: 1 read by one reader, 1 with a picture not read (p. 1), 1 blank (p. 2)"; d.ReadingSummary != want || d.Doubtful != 0 || d.Pictures != 1 {
		t.Errorf("%q, not %q; %d doubtful", d.ReadingSummary, want, d.Doubtful)
	}
	x.Reader.Recogniser = func() ingest.Recogniser { return reader{words: "The deposit is two rents."} }
	now, err := x.Reread(t.Context(), d.ID)
	if want := "3 pages: 1 read by one reader, 1 by OCR, 1 blank (p. 2)"; err != nil || now.ReadingSummary != want || now.Pictures != 0 {
		t.Errorf("%q %v, not %q", now.ReadingSummary, err, want)
	}
	if found, read := x.found("deposit"), x.found("quarter"); !slices.Equal(found, []int{1}) || !slices.Contains(read, 1) {
		t.Errorf("found on %v, and what was read before on %v", found, read)
	}
	x.Reader.Recogniser = nil
	if _, err := x.Reread(t.Context(), d.ID); err == nil || !strings.HasPrefix(err.Error(), "p. 1 has text that would be lost. A picture on it has words that were not read") {
		t.Error(err)
	}
}
