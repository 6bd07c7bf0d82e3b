package rag

import (
	"slices"
	"testing"

	"lectern/backend/store"
)

func TestHowFarDocumentsTellWhatIsAsked(t *testing.T) {
	for _, c := range []struct {
		of      Subject
		told    string
		missing []string
	}{
		{Subject{Score: .9, Documents: 2}, store.ToldYes, nil},
		{Subject{Score: .2, Documents: 2}, store.ToldUnsure, nil},
		{Subject{Score: .9, Documents: 2, Nowhere: []string{"drove", "Tesla"}, Missing: []string{"Tesla"}}, store.ToldPartly, []string{"Tesla"}},
		{Subject{Score: .01, Documents: 2, Nowhere: []string{"penguins"}}, store.ToldNo, []string{"penguins"}},
	} {
		if got := c.of.Told(); got.Told != c.told || !slices.Equal(got.Missing, c.missing) {
			t.Errorf("%+v: %+v", c.of, got)
		}
	}
	for _, c := range []struct {
		a    Answer
		told string
	}{
		{Answer{Told: store.Told{Told: store.ToldNo}, Citations: []store.Citation{{N: 1}}}, store.ToldNo},
		{Answer{Citations: []store.Citation{{N: 1}}}, store.ToldYes},
		{Answer{Mode: Read}, store.ToldYes},
		{Answer{Mode: "model", Text: "Hello."}, ""},
	} {
		if got := ToldBy(c.a); got.Told != c.told {
			t.Errorf("%+v: %+v", c.a, got)
		}
	}
}

func TestAWordTypedWrongIsNotMissing(t *testing.T) {
	ps := []Passage{{Role: "hit", Text: store.Text{Name: "Netflix_2015_10K", Text: "Advertising is paid by Netflix."}}}
	facts := store.Facts{Nowhere: []string{"Neflix", "Tesla", "advertsing"}, Missing: []string{"Neflix"}, Documents: 1}
	if s := SubjectOf("What does Neflix pay Tesla for advertsing?", facts, ps, nil); !slices.Equal(s.Nowhere, []string{"Tesla"}) || len(s.Missing) != 0 {
		t.Errorf("%+v", s)
	}
}
