package store

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"lectern/backend/store/vector"
)

// openTest opens a store in a fresh folder; it is checked and closed at the end of the test.
func openTest(t *testing.T) (*Store, *Workspace) {
	t.Helper()
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, db := range s.databases() {
			if err := db.view(func(tx *bolt.Tx) error {
				for err := range tx.Check() {
					t.Error(err)
				}
				return nil
			}); err != nil {
				t.Error(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	w, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	return s, w
}

// content makes one page with one passage of each text.
func content(texts ...string) *Content {
	c := &Content{Reader: "pdfium", Language: "en"}
	for i, text := range texts {
		n := i + 1
		c.Pages = append(c.Pages, Page{Number: n, Label: string(rune('0' + n)), Text: text, Sentences: []Span{{End: len(text)}}})
		if text != "" {
			c.Passages = append(c.Passages, Passage{Page: n, Span: Span{Start: 0, End: len(text)}})
		}
	}
	return c
}

func add(t *testing.T, w *Workspace, id, name string, texts ...string) Document {
	t.Helper()
	if err := os.WriteFile(w.Documents.FilePath(id), []byte("%PDF-1.4"), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := w.Documents.Add(Document{ID: id, Name: name, Added: time.Now()}, content(texts...))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func search(t *testing.T, w *Workspace, q Query) []Hit {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 10
	}
	hits, err := w.Passages.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

var space = vector.Space{Model: "m", Digest: "d", Dim: 3}

func TestADocumentIsFoundUntilItIsRemoved(t *testing.T) {
	_, w := openTest(t)
	add(t, w, "a", "Lease", "The notice period is three months.", "Rent is due on the first.")
	add(t, w, "b", "Manual", "Press the button for three seconds.")
	if err := w.Vectors.Put("a", space, [][]float32{{1, 0, 0}, {0, 1, 0}}); err != nil {
		t.Fatal(err)
	}
	q := Query{Text: "notice period", Vector: []float32{1, 0.1, 0}, Space: space}
	hits := search(t, w, q)
	if len(hits) == 0 || hits[0].Ref != (Ref{"a", 0}) || hits[0].KeywordRank != 1 || hits[0].VectorRank != 1 {
		t.Fatalf("hits before: %+v", hits)
	}
	if err := w.Documents.Remove("a"); err != nil {
		t.Fatal(err)
	}
	for _, h := range search(t, w, q) {
		if h.Ref.Document == "a" {
			t.Errorf("the removed document answers: %+v", h)
		}
	}
	if _, err := os.Stat(w.Documents.FilePath("a")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its bytes are still there: %v", err)
	}
	if _, err := w.Pages.Get("a", 1); !errors.Is(err, ErrNotFound) {
		t.Errorf("its page is still there: %v", err)
	}
	if texts, err := w.Passages.Texts([]Ref{{"a", 0}}); err != nil || len(texts) != 0 {
		t.Errorf("its passages are still there: %v %v", texts, err)
	}
	if err := w.Documents.Remove("a"); !errors.Is(err, ErrNotFound) {
		t.Errorf("removing it again: %v", err)
	}
}

func TestAVectorSearchFindsWhatWordsDont(t *testing.T) {
	_, w := openTest(t)
	add(t, w, "a", "A", "The vehicle was parked.", "Nothing of interest.")
	if err := w.Vectors.Put("a", space, [][]float32{{1, 0, 0}, {0, 1, 0}}); err != nil {
		t.Fatal(err)
	}
	if hits := search(t, w, Query{Text: "automobile"}); len(hits) != 0 {
		t.Errorf("by words: %+v", hits)
	}
	hits := search(t, w, Query{Text: "automobile", Vector: []float32{2, 0, 0}, Space: space})
	if len(hits) == 0 || hits[0].Ref.Passage != 0 || hits[0].Page != 1 || hits[0].KeywordRank != 0 {
		t.Errorf("by meaning: %+v", hits)
	}
	other := vector.Space{Model: "n", Digest: "d", Dim: 3}
	if hits := search(t, w, Query{Text: "automobile", Vector: []float32{1, 0, 0}, Space: other}); len(hits) != 0 {
		t.Errorf("vectors of another model were compared: %+v", hits)
	}
}

func TestSearchKeepsToTheFilesItIsGiven(t *testing.T) {
	_, w := openTest(t)
	add(t, w, "a", "A", "Revenue was 5 million.")
	add(t, w, "b", "B", "Revenue was 7 million.", "Revenue fell.")
	for _, h := range search(t, w, Query{Text: "revenue", Documents: []string{"b"}}) {
		if h.Ref.Document != "b" {
			t.Errorf("found in another file: %+v", h)
		}
	}
	if hits := search(t, w, Query{Text: "revenue", Documents: []string{}}); len(hits) != 0 {
		t.Errorf("an empty list of files found %+v", hits)
	}
}

func TestNamesAreUniqueInAWorkspace(t *testing.T) {
	_, w := openTest(t)
	add(t, w, "a", "Report", "one")
	if d := add(t, w, "b", "report", "two"); d.Name != "report (2)" {
		t.Errorf("the second is called %q", d.Name)
	}
	if d := add(t, w, "a", "Report", "one, read again"); d.Name != "Report" {
		t.Errorf("read again it is called %q", d.Name)
	}
	for _, name := range []string{"Report", "REPORT.pdf", "report"} {
		if d, err := w.Documents.Named(name); err != nil || d.ID != "a" {
			t.Errorf("%s: %v %v", name, d.ID, err)
		}
	}
	if _, err := w.Documents.Named("Nothing"); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
}

func TestWorkspacesDontSeeEachOther(t *testing.T) {
	s, w := openTest(t)
	add(t, w, "a", "Secret", "The password is swordfish.")
	other, err := s.Workspace("Other")
	if err != nil {
		t.Fatal(err)
	}
	if docs, err := other.Documents.List(); err != nil || len(docs) != 0 {
		t.Errorf("%v %v", docs, err)
	}
	if hits := search(t, other, Query{Text: "swordfish"}); len(hits) != 0 {
		t.Errorf("found from another workspace: %+v", hits)
	}
	add(t, other, "a", "Mine", "The password is swordfish.")
	if err := w.Documents.Remove("a"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(other.Documents.FilePath("a")); err != nil {
		t.Errorf("the bytes went with the other workspace's document: %v", err)
	}
}

func TestASecondProcessIsToldThatTheFolderIsInUse(t *testing.T) {
	if dir := os.Getenv("STORE_TEST_OPEN"); dir != "" {
		_, err := Open(dir)
		if errors.Is(err, ErrLocked) {
			os.Exit(42)
		}
		os.Exit(1)
	}
	s, _ := openTest(t)
	c := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	c.Env = append(os.Environ(), "STORE_TEST_OPEN="+s.Home())
	err := c.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 42 {
		t.Errorf("the second process ended with %v", err)
	}
}

func TestAFolderThatCantBeWrittenIsASentence(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(filepath.Join(file, "home"))
	if err == nil || !strings.Contains(err.Error(), "--home") {
		t.Errorf("%v", err)
	}
}

func TestConversationsAreListedRenamedAndDeleted(t *testing.T) {
	_, w := openTest(t)
	run := Run{ID: "r1", Conversation: "c1", Question: "Why?", Status: Running, Asked: time.Now()}
	if err := w.Runs.Save(run, "First"); err != nil {
		t.Fatal(err)
	}
	if err := w.Events.Append([]Event{{Seq: 1, Run: "r1", Conversation: "c1", Kind: "start"}, {Seq: 2, Run: "r1", Conversation: "c1", Kind: "done"}}); err != nil {
		t.Fatal(err)
	}
	if left, err := w.Runs.Unfinished(); err != nil || len(left) != 1 {
		t.Errorf("unfinished: %v %v", left, err)
	}
	if events, err := w.Events.Of("r1", 1); err != nil || len(events) != 1 || events[0].Seq != 2 {
		t.Errorf("events after 1: %v %v", events, err)
	}
	if err := w.Conversations.Rename("c1", " Better "); err != nil {
		t.Fatal(err)
	}
	c, runs, err := w.Conversations.Get("c1")
	if err != nil || c.Title != "Better" || len(runs) != 1 {
		t.Errorf("%+v %v %v", c, runs, err)
	}
	if err := w.Conversations.Delete("c1"); err != nil {
		t.Fatal(err)
	}
	if err := w.Runs.Save(run, ""); !errors.Is(err, ErrNotFound) {
		t.Errorf("a run of a deleted conversation was saved: %v", err)
	}
	if err := w.Events.Append([]Event{{Seq: 3, Run: "r1", Conversation: "c1"}}); err != nil {
		t.Fatal(err)
	}
	if events, err := w.Events.Of("r1", 0); err != nil || len(events) != 0 {
		t.Errorf("events after deletion: %v %v", events, err)
	}
}
