package rag_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/store"
)

// retriever keeps a few passages of a desk's library.
func retriever(d *ragtest.Desk) *rag.Retriever {
	return &rag.Retriever{Workspace: d.Given().Workspace, PerDocument: 20, PerLibrary: 20, First: 0, Keep: 5, KeepMost: 15}
}

func retrieve(t *testing.T, r *rag.Retriever, question string, targets ...string) rag.Retrieval {
	t.Helper()
	found, err := r.Retrieve(t.Context(), rag.Plan{Question: question, Targets: targets})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// roles are the ids of passages with a role, in order.
func roles(ps []rag.Passage, role string) (ids []string) {
	for _, p := range ps {
		if p.Role == role {
			ids = append(ids, p.Ref.String())
		}
	}
	return ids
}

func why(left []rag.Left, passage string) string {
	for _, l := range left {
		if l.Passage == passage {
			return l.Why.String()
		}
	}
	return ""
}

const fee = "The cleaning fee for the hall is forty euros an evening, to be paid on the day before."

func TestTheSameTextInTwoFilesIsOnePassageWithBothPlaces(t *testing.T) {
	d := ragtest.New(t)
	d.Add("Hall", "Opening hours.", fee)
	d.Add("Copy", strings.ToUpper(fee))
	d.Add("Longer", "What guests of the house pay. "+fee+" The garden is free.")
	found := retrieve(t, retriever(d), "What is the cleaning fee for the hall?")
	if hits := roles(found.Passages, "hit"); len(hits) != 1 || hits[0] != "id-Longer/0" {
		t.Fatalf("hits %v", hits)
	}
	var docs []string
	for _, p := range found.Passages[0].Places {
		docs = append(docs, fmt.Sprintf("%s %d %s", p.Doc, p.Page, p.Label))
	}
	slices.Sort(docs)
	if !slices.Equal(docs, []string{"Copy 1 1", "Hall 2 2"}) {
		t.Errorf("places %v", docs)
	}
	if w := why(found.Left, "id-Hall/1"); !strings.HasPrefix(w, "says the same as ") {
		t.Errorf("left %+v", found.Left)
	}
}

func TestAShortTextIsNoPartOfALongerOne(t *testing.T) {
	d := ragtest.New(t)
	d.Add("A", "Cleaning fee.")
	d.Add("B", "Cleaning fee. It is forty euros.")
	if hits := roles(retrieve(t, retriever(d), "cleaning fee").Passages, "hit"); len(hits) != 2 {
		t.Errorf("hits %v", hits)
	}
}

func TestBoilerplateIsFoldedButFiguresAreNot(t *testing.T) {
	d := ragtest.New(t)
	var pages []string
	for i := range 4 {
		pages = append(pages, fmt.Sprintf("This report on the harbour is confidential and must not be passed on without leave, sheet %d.", i+1))
	}
	d.Add("Harbour", append(pages, "Harbour dues 2017 410 2018 460.", "Harbour dues 2017 520 2018 580.", "Harbour dues 2017 630 2018 690.")...)
	r := retriever(d)
	r.Keep = 10
	found := retrieve(t, r, "Is the report on the harbour dues confidential?")
	if hits := roles(found.Passages, "hit"); len(hits) != 4 {
		t.Fatalf("hits %v, left %+v", hits, found.Left)
	}
	at := slices.IndexFunc(found.Passages, func(p rag.Passage) bool { return strings.Contains(p.Text.Text, "confidential") })
	if n := len(found.Passages[at].Places); n != 3 {
		t.Errorf("%d further places", n)
	}
}

func TestTwoPagesWithTheSameWordingAreNoBoilerplate(t *testing.T) {
	d := ragtest.New(t)
	d.Add("Harbour", "The harbour was visited by many more ships than in the year before, namely 12.", "The harbour was visited by many more ships than in the year before, namely 15.")
	if hits := roles(retrieve(t, retriever(d), "How many ships visited the harbour?").Passages, "hit"); len(hits) != 2 {
		t.Errorf("hits %v", hits)
	}
}

func TestTheBestOfEachPageComesFirst(t *testing.T) {
	d := ragtest.New(t)
	c := &store.Content{Language: "en"}
	for n, texts := range [][]string{{"The lighthouse is red.", "The lighthouse is high.", "The lighthouse is old."}, {"Nobody lives in that lighthouse any more, and the stairs are closed to guests."}} {
		p := store.Page{Number: n + 1, Label: fmt.Sprint(n + 1)}
		for _, text := range texts {
			s := store.Span{Start: len(p.Text), End: len(p.Text) + len(text)}
			p.Text += text + "\n"
			p.Sentences = append(p.Sentences, s)
			c.Passages = append(c.Passages, store.Passage{Page: n + 1, Span: s})
		}
		c.Pages = append(c.Pages, p)
	}
	if _, err := d.Given().Workspace.Documents.Add(store.Document{ID: "id-Coast", Name: "Coast"}, c); err != nil {
		t.Fatal(err)
	}
	r := retriever(d)
	r.Keep = 2
	found := retrieve(t, r, "What of the lighthouse?")
	if len(found.Passages) != 2 || found.Passages[0].Page == found.Passages[1].Page {
		t.Fatalf("kept %+v", found.Passages)
	}
	if len(found.Left) != 1 || why(found.Left, found.Left[0].Passage) != "not among the best 2" {
		t.Errorf("left %+v", found.Left)
	}
}

func TestNeighboursComeFromThePageAndOverItsEnd(t *testing.T) {
	d := ragtest.New(t)
	d.Add("Book", "The author thanks her friends.", "It was a dark night.", "The zebra lives here.", "It sleeps all day.", "A last word.")
	r := retriever(d)
	r.First, r.Neighbours = 1, 1
	found := retrieve(t, r, "Where does the zebra live?", "id-Book")
	want := []string{"id-Book/2", "id-Book/0", "id-Book/3", "id-Book/1"}
	var got []string
	for _, p := range found.Passages {
		got = append(got, p.Ref.String())
	}
	if !slices.Equal(got, want) || !slices.Equal(roles(found.Passages, "first"), want[1:2]) || !slices.Equal(roles(found.Passages, "neighbour"), want[2:]) {
		t.Errorf("passages %v", got)
	}
}

func TestNoNeighbourIsTakenFromBeyondPagesWithoutText(t *testing.T) {
	d := ragtest.New(t)
	c := &store.Content{Language: "en"}
	for i, text := range []string{"The zebra lives here.", "It sleeps all day.", "", "", "Afterword."} {
		c.Pages = append(c.Pages, store.Page{Number: i + 1, Text: text, Sentences: []store.Span{{End: len(text)}}})
		if text != "" {
			c.Passages = append(c.Passages, store.Passage{Page: i + 1, Span: store.Span{End: len(text)}})
		}
	}
	if _, err := d.Given().Workspace.Documents.Add(store.Document{ID: "id-Book", Name: "Book"}, c); err != nil {
		t.Fatal(err)
	}
	r := retriever(d)
	r.Neighbours = 1
	if n := roles(retrieve(t, r, "Where does it sleep?").Passages, "neighbour"); !slices.Equal(n, []string{"id-Book/0"}) {
		t.Errorf("neighbours %v", n)
	}
}

func TestANeighbourThatSaysTheSameIsNotGivenTwice(t *testing.T) {
	d := ragtest.New(t)
	d.Add("Hall", fee, "Opening hours.")
	d.Add("Copy", fee, "Opening hours.")
	r := retriever(d)
	r.Keep, r.Neighbours = 3, 1
	found := retrieve(t, r, "What is the cleaning fee for the hall?")
	for i, p := range found.Passages {
		for _, q := range found.Passages[:i] {
			if p.Text.Text == q.Text.Text {
				t.Errorf("%s and %s say the same", q.Ref, p.Ref)
			}
		}
	}
}

func TestABudgetIsFilledBestFirstAndSaysWhatDoesNotFit(t *testing.T) {
	var ps []rag.Passage
	for i, n := range []int{5, 4, 9, 1} {
		ps = append(ps, rag.Passage{Text: store.Text{Ref: store.Ref{Document: "d", Passage: i}, Name: "Doc", Label: fmt.Sprint(i + 1), Text: strings.Repeat("x", n)}})
	}
	fits, rest, left := rag.Fit(ps, 10, func(p rag.Passage) int { return len(p.Text.Text) })
	if len(fits) != 3 || fits[2].Ref.Passage != 3 || rest != 0 || len(left) != 1 {
		t.Fatalf("fits %+v, %d left over, left %+v", fits, rest, left)
	}
	if said := rag.SayLeft(messages.In("en"), left); said != "Doc, p. 3: takes 9 tokens, 1 were left" {
		t.Error(said)
	}
}

func TestPlacesAreReadAgainAndThoseThatAreGoneAreNot(t *testing.T) {
	d := ragtest.New(t)
	d.Add("Hall", fee)
	d.Add("Copy", fee)
	d.Add("Gone", fee)
	tools := d.Given()
	found := retrieve(t, retriever(d), "What is the cleaning fee for the hall?")
	same := rag.Same(found.Passages)
	if err := tools.Workspace.Documents.Remove("id-Gone"); err != nil {
		t.Fatal(err)
	}
	ps, err := tools.Passages([]string{"id-Hall/0"})
	if err != nil {
		t.Fatal(err)
	}
	texts := []store.Text{ps[0].Text}
	if err := tools.Placed(texts, map[string][]string{"id-Hall/0": {"id-Copy/0", "id-Gone/0"}}); err != nil {
		t.Fatal(err)
	}
	if len(same) != 1 || len(texts[0].Places) != 1 || texts[0].Places[0] != (store.Place{Passage: "id-Copy/0", Document: "id-Copy", Doc: "Copy", Page: 1, Label: "1"}) {
		t.Errorf("same %v, places %+v", same, texts[0].Places)
	}
	if c := proof.Quote(texts[0], 0); !slices.Equal(c.Places, texts[0].Places) {
		t.Errorf("cited %+v", c)
	}
}
