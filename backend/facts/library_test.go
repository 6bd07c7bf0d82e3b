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

// The first document chosen is the one that may tell: of the kind that is named, or of the quarter that is asked for.
func TestTheDocumentThatMayTellComesFirst(t *testing.T) {
	s, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"ACME_2018_10K", "ACME_2022_10K", "ACME_2022Q4_EARNINGS", "ACME_2023_10K", "ACME_2023Q2_10Q"} {
		_, err := w.Documents.Add(store.Document{ID: name, Name: name}, &store.Content{
			Pages: []store.Page{{Number: 1, Label: "1", Text: "Net sales", Sentences: []store.Span{{End: 9}}}}, Reader: "test", Language: "en",
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	l := &Library{Workspace: w}
	for question, want := range map[string]string{
		"ACME net sales 2022":                                                   "ACME_2022_10K",
		"ACME net sales in Q2 2023":                                             "ACME_2023Q2_10Q",
		"ACME net sales in the half year ended June 30, 2023":                   "ACME_2023Q2_10Q",
		"ACME net sales in the second quarter of 2017":                          "ACME_2018_10K", // no quarterly report tells of 2017
		"What were ACME's net sales of 2022 according to the earnings release?": "ACME_2022Q4_EARNINGS",
		"ACME net sales 2022, from the annual report":                           "ACME_2022_10K",
	} {
		chosen, err := l.Choose(question, nil)
		if err != nil || len(chosen) == 0 || chosen[0] != want {
			t.Errorf("%s: %v %v, not %s", question, chosen, err, want)
		}
	}
}
