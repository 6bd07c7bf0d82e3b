package facts

import (
	"testing"

	"lectern/backend/store"
)

// shelve puts a document with one table into a workspace.
func shelve(t *testing.T, w *store.Workspace, id, sales string) {
	t.Helper()
	_, err := w.Documents.Add(store.Document{ID: id, Name: "ACME_2023_10K"}, &store.Content{
		Pages:  []store.Page{{Number: 1, Label: "1", Text: "Net sales " + sales, Sentences: []store.Span{{End: 10 + len(sales)}}}},
		Tables: []store.Table{tableOf(1, "Consolidated Statements of Income", 6, "2023|2022", "Net sales|"+sales+"|1,000")},
		Reader: "test", Language: "en",
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What was read of a document is forgotten as soon as the document is another one, is called otherwise, or is gone.
func TestWhatIsKeptOfADocumentIsWhatItIsNow(t *testing.T) {
	s, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	l := &Library{Workspace: w}
	sales := func() string {
		r, err := l.Answer(t.Context(), "net sales 2023?", []string{"acme"})
		if err != nil || r.Figure == nil {
			t.Fatalf("%v %+v", err, r)
		}
		return r.Figure.Asked
	}
	shelve(t, w, "acme", "1,200")
	first, _ := l.Of("acme")
	if again, err := l.Of("acme"); err != nil || again != first || sales() != "1200" {
		t.Errorf("what is the same is read again: %v", err)
	}
	if err := w.Documents.Remove("acme"); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Of("acme"); err == nil {
		t.Error("a document that is gone still answers")
	}
	shelve(t, w, "acme", "1,300")
	if got := sales(); got != "1300" {
		t.Errorf("%s, as it was", got)
	}
	before, _ := l.Of("acme")
	if err := w.Descriptions.Edit("acme", store.Metadata{Company: "Initech", Year: 2023}); err != nil {
		t.Fatal(err)
	}
	if after, err := l.Of("acme"); err != nil || after == before || !after.company["initech"] {
		t.Errorf("%v %+v", err, after)
	}
}
