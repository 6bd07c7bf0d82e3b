package library

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/backend/ingest"
	"lectern/backend/ingest/ingesttest"
	"lectern/backend/ingest/pdftest"
	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
	"lectern/backend/models"
	"lectern/backend/store"
	"lectern/backend/store/vector"
)

// TestMain lets the test binary be the worker.
func TestMain(m *testing.M) { os.Exit(ingesttest.Main(m)) }

// shelf is a library over a real store and, perhaps, a scripted Ollama.
type shelf struct {
	*Library
	t     *testing.T
	dir   string
	host  string
	store *store.Store

	mu   sync.Mutex
	told []Document
}

// cache keeps pdfium's compiled code between runs of the tests.
func cache() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(dir, "lectern")
	return dir, os.MkdirAll(dir, 0o700)
}

func newShelf(t *testing.T, server *llmtest.Server) *shelf {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "home"))
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	m, err := models.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := cache()
	if err != nil {
		t.Fatal(err)
	}
	x := &shelf{t: t, dir: t.TempDir(), host: "127.0.0.1:9", store: s}
	if server != nil {
		x.host = server.URL
	}
	if err := m.Save(t.Context(), models.Settings{OllamaHost: x.host}); err != nil {
		t.Fatal(err)
	}
	x.Library = New(w, &ingest.Reader{Program: os.Args[0], Args: []string{"worker"}, CacheDir: dir}, m, slog.New(slog.DiscardHandler), x.hear)
	t.Cleanup(func() {
		x.Close()
		if err := x.store.Close(); err != nil { // the one that is open: a test may have opened it again
			t.Error(err)
		}
	})
	return x
}

func (x *shelf) hear(ds []Document) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.told = append(x.told, ds...)
}

// states are the different states told of a document, in order.
func (x *shelf) states(name string) (out []string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, d := range x.told {
		if d.Name == name && d.State != Removed && (len(out) == 0 || out[len(out)-1] != d.State) {
			out = append(out, d.State)
		}
	}
	return out
}

func (x *shelf) file(name string, pages ...string) string {
	x.t.Helper()
	path := filepath.Join(x.dir, name)
	if err := os.WriteFile(path, pdftest.Text(pages...), 0o600); err != nil {
		x.t.Fatal(err)
	}
	return path
}

func (x *shelf) add(path string) Document {
	x.t.Helper()
	d, err := x.Add(x.t.Context(), path)
	if err != nil {
		x.t.Fatal(err)
	}
	return d
}

func (x *shelf) list() []Document {
	x.t.Helper()
	ds, err := x.List()
	if err != nil {
		x.t.Fatal(err)
	}
	return ds
}

func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

func TestAFileBecomesReadyAndItsStatesAreTold(t *testing.T) {
	x := newShelf(t, nil)
	d := x.add(x.file("Lease.pdf", "The notice period is three months."))
	if d.State != Ready || d.Name != "Lease" || d.Pages != 1 || d.Passages != 1 || !d.KeywordOnly {
		t.Errorf("%+v", d)
	}
	if got := x.states("Lease"); !slices.Equal(got, []string{Queued, Reading, Ready}) {
		t.Errorf("states %v", got)
	}
	if ds := x.list(); len(ds) != 1 || ds[0].ID != d.ID || ds[0].State != Ready {
		t.Errorf("listed %+v", ds)
	}
}

func TestTheSameBytesTwiceAreOneDocument(t *testing.T) {
	x := newShelf(t, nil)
	first := x.add(x.file("One.pdf", "text"))
	second := x.add(x.file("Two.pdf", "text"))
	if second.State != Duplicate || second.ID != first.ID || !strings.Contains(second.Reason, "Already in your library, as One") {
		t.Errorf("%+v", second)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	got := map[string]int{}
	for _, name := range []string{"A.pdf", "B.pdf", "C.pdf"} {
		path := x.file(name, "other text")
		wg.Go(func() {
			d, err := x.Add(context.Background(), path)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
			}
			got[d.State]++
		})
	}
	wg.Wait()
	if got[Ready] != 1 || got[Duplicate] != 2 || len(x.list()) != 2 {
		t.Errorf("at once: %v, %d documents", got, len(x.list()))
	}
}

func TestWhatFailsIsRememberedUntilItIsReadAfterAll(t *testing.T) {
	x := newShelf(t, nil)
	path := filepath.Join(x.dir, "Later.pdf")
	d := x.add(path)
	if d.State != Failed || !strings.Contains(d.Reason, "Later.pdf") {
		t.Errorf("not there: %+v", d)
	}
	if err := os.WriteFile(path, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	if d = x.add(path); d.State != Failed || !strings.Contains(d.Reason, "not a PDF") || strings.Contains(d.Reason, d.ID) {
		t.Errorf("no PDF: %+v", d)
	}
	x.file("Later.pdf", "now it is one")
	if err := x.Retry(d.ID); err != nil {
		t.Fatal(err)
	}
	until(t, "ready", func() bool { ds := x.list(); return len(ds) == 1 && ds[0].State == Ready })
	if ds := x.list(); ds[0].Name != "Later" {
		t.Errorf("called %q", ds[0].Name)
	}
}

func TestTheOriginalMayGoAway(t *testing.T) {
	x := newShelf(t, nil)
	path := x.file("Lease.pdf", "The notice period is three months.")
	d := x.add(path)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(x.Workspace.Documents.FilePath(d.ID)); err != nil {
		t.Error(err)
	}
}

func TestADocumentRemovedWhileItIsReadDoesNotComeBack(t *testing.T) {
	x := newShelf(t, nil)
	var pages []string
	for i := range 400 {
		pages = append(pages, fmt.Sprintf("Page %d of a long book.", i))
	}
	x.AddAll(alone(x.file("Book.pdf", pages...)))
	id := ""
	until(t, "reading", func() bool {
		for _, d := range x.list() {
			if d.State == Reading && d.PagesRead > 0 {
				id = d.ID
			}
		}
		return id != ""
	})
	if err := x.Remove(id); err != nil {
		t.Fatal(err)
	}
	if ds := x.list(); len(ds) != 0 {
		t.Errorf("still there: %+v", ds)
	}
	if _, err := os.Stat(x.Workspace.Documents.FilePath(id)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its bytes are still there: %v", err)
	}
	if err := x.Remove(id); err == nil {
		t.Error("removing it again was no error")
	}
}

func TestFoldersAreSearchedForPDFs(t *testing.T) {
	x := newShelf(t, nil)
	for _, name := range []string{"sub/deep", "empty", ".hidden"} {
		if err := os.MkdirAll(filepath.Join(x.dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{x.file("a.PDF", "a"), x.file("sub/deep/b.pdf", "b")}
	x.file("note.txt", "c")
	x.file(".hidden/d.pdf", "d")
	files, err := Files(t.Context(), []string{x.dir, want[0]})
	here := filepath.Base(x.dir)
	if wanted := []File{{want[0], here}, {want[1], here + "/sub/deep"}}; err != nil || !slices.Equal(files, wanted) {
		t.Errorf("%v %v", files, err)
	}
	files, err = Files(t.Context(), []string{filepath.Join(x.dir, "empty"), want[1]})
	if !errors.Is(err, ErrNothing) || len(files) != 1 {
		t.Errorf("%v %v", files, err)
	}
}

func TestDocumentsAreEmbeddedByThemselvesWhenAModelAppears(t *testing.T) {
	server := llmtest.New(t)
	server.Models(llmtest.ChatModel)
	x := newShelf(t, server)
	d := x.add(x.file("Lease.pdf", "The notice period is three months."))
	x.Run()
	if ds := x.list(); !ds[0].KeywordOnly {
		t.Errorf("before: %+v", ds[0])
	}
	server.Models(llmtest.ChatModel, llmtest.EmbedModel)
	x.Models.Refresh(t.Context())
	until(t, "embedded", func() bool { ds := x.list(); return !ds[0].KeywordOnly && ds[0].Embedded == d.Passages })
}

func TestVectorsOfAnOlderVersionOfTheModelAnswerUntilTheyAreToBeRenewed(t *testing.T) {
	server := llmtest.New(t)
	x := newShelf(t, server)
	d := x.add(x.file("Lease.pdf", "The notice period is three months."))
	if err := x.EmbedAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	x.Run()
	server.Digest("d2")
	x.Models.Refresh(t.Context())
	if told := x.last(Ready); !told.Stale {
		t.Errorf("told when the model has changed: %+v", told)
	}
	if err := x.EmbedAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	state := x.Models.State()
	vs, digest, err := state.Client.Embed(t.Context(), state.Embed, llm.Query, []string{"notice"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	space := vector.Space{Model: state.Embed, Digest: digest, Dim: len(vs[0])}
	hits, err := x.Workspace.Vectors.Nearest(t.Context(), space, vs[0], 5)
	if err != nil || len(hits) != 1 {
		t.Errorf("found by the older vectors: %+v %v", hits, err)
	}
	stale, err := x.Stale()
	if ds := x.list(); err != nil || len(stale) != 1 || !ds[0].Stale || ds[0].KeywordOnly || ds[0].Embedded != d.Passages {
		t.Errorf("before: %+v %v", ds, err)
	}
	x.RenewSoon()
	until(t, "embedded by the newer version", func() bool {
		spaces, err := x.Workspace.Vectors.Spaces()
		return err == nil && spaces[d.ID] == space
	})
	until(t, "told as embedded by it", func() bool {
		ds := x.list()
		return ds[0].State == Ready && !ds[0].Stale && !ds[0].KeywordOnly
	})
}

func TestATextThatCantBeEmbeddedLeavesTheDocumentFindableByWords(t *testing.T) {
	server := llmtest.New(t)
	server.Bad("poison")
	x := newShelf(t, server)
	d := x.add(x.file("Bad.pdf", "A fine page.", "This page is poison."))
	stored, err := x.Workspace.Documents.Get(d.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Embed(t.Context(), stored); err == nil || !strings.Contains(err.Error(), "text 2") {
		t.Errorf("%v", err)
	}
	hits, err := x.Workspace.Passages.Search(t.Context(), store.Query{Text: "poison", Limit: 5})
	if err != nil || len(hits) != 1 {
		t.Errorf("%v %v", hits, err)
	}
	if ds := x.list(); ds[0].State != Ready || !ds[0].KeywordOnly {
		t.Errorf("%+v", ds[0])
	}
}

func TestOllamaStoppingInMidEmbeddingLosesNothing(t *testing.T) {
	server := llmtest.New(t)
	x := newShelf(t, server)
	x.add(x.file("One.pdf", "one"))
	x.add(x.file("Two.pdf", "two"))
	server.CloseClientConnections()
	server.Listener.Close()
	if err := x.EmbedAll(t.Context()); err == nil {
		t.Error("no error without Ollama")
	}
	waiting, err := x.Waiting()
	if err != nil || len(waiting) != 2 {
		t.Errorf("%v %v", waiting, err)
	}
	again := llmtest.New(t)
	if err := x.Models.Save(t.Context(), models.Settings{OllamaHost: again.URL}); err != nil {
		t.Fatal(err)
	}
	if err := x.EmbedAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if waiting, err = x.Waiting(); err != nil || len(waiting) != 0 {
		t.Errorf("%v %v", waiting, err)
	}
}

func TestPageNumbersAreWrittenShortly(t *testing.T) {
	for want, ns := range map[string][]int{"p. 3": {3}, "p. 3–5, 9": {3, 4, 5, 9}, "p. 1, 3": {1, 3}} {
		if got := numbers(ns); got != want {
			t.Errorf("%v: %s", ns, got)
		}
	}
}
