package store

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"lectern/backend/store/keyword"
)

func TestASearchParameterIsSetByItsKey(t *testing.T) {
	c := SearchDefaults()
	if err := errors.Join(c.Set("figure-weight", ".5"), c.Set("best-files", "3")); err != nil {
		t.Fatal(err)
	}
	if c.FigureWeight != .5 || c.BestFiles != 3 || c.Get("figure-weight") != "0.5" || c.Get("nothing") != "" {
		t.Errorf("%+v", c)
	}
	before := c
	for key, value := range map[string]string{"k2": "1", "k1": "much", "length-weight": "2", "best-files": "0", "vector-weight": "NaN", "": "1"} {
		if err := c.Set(key, value); err == nil || c != before {
			t.Errorf("%s=%s: %v, %+v", key, value, err, c)
		}
	}
	raw, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var keys map[string]any
	if err := json.Unmarshal(raw, &keys); err != nil {
		t.Fatal(err)
	}
	for _, key := range c.Keys() {
		if _, there := keys[key]; !there || c.Get(key) == "" {
			t.Errorf("%s is not in %s", key, raw)
		}
	}
	if len(keys) != len(c.Keys()) {
		t.Errorf("%d keys, not %d", len(keys), len(c.Keys()))
	}
}

// hybrid is a library in which words find passage 0 best and meaning passage 1.
func hybrid(t *testing.T) *Workspace {
	_, w := openTest(t)
	add(t, w, "a", "A", "Rent, rent and rent.", "The rent of the flat is paid each month by the tenant.", "Nothing of the kind.")
	if err := w.Vectors.Put("a", space, [][]float32{{0, 1, 0}, {1, 0, 0}, {.9, .1, 0}}); err != nil {
		t.Fatal(err)
	}
	return w
}

func TestTheWeightOfMeaningDecidesTheOrder(t *testing.T) {
	w := hybrid(t)
	for weight, want := range map[string][]int{"0": {0, 1}, "1": {1, 2}} {
		c := SearchDefaults()
		if err := c.Set("vector-weight", weight); err != nil {
			t.Fatal(err)
		}
		hits := search(t, w, Query{Text: "rent", Vector: []float32{1, 0, 0}, Space: space, Config: &c})
		if got := []int{hits[0].Ref.Passage, hits[1].Ref.Passage}; !slices.Equal(got, want) {
			t.Errorf("%s: %v, not %v", weight, got, want)
		}
	}
}

func TestWhatStandsInQuotesBindsMeaningToo(t *testing.T) {
	w := hybrid(t)
	for question, want := range map[string][]int{`"rent of the flat"`: {1}, `rent -tenant`: {0, 2}, `"sold house"`: {0, 1, 2}} {
		found, err := w.Passages.Find(t.Context(), Query{Text: question, Vector: []float32{1, 0, 0}, Space: space, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		got := []int{}
		for _, h := range found.Hits {
			got = append(got, h.Ref.Passage)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) || found.Documents != 1 || (len(want) == 3) != (len(found.Absent) == 1) {
			t.Errorf("%s: %v, %+v", question, got, found)
		}
	}
}

func TestWhyIsToldOnlyWhenItIsAsked(t *testing.T) {
	w := hybrid(t)
	q := Query{Text: "monthly Rent", Vector: []float32{1, 0, 0}, Space: space}
	for _, h := range search(t, w, q) {
		if h.Why != nil {
			t.Errorf("%+v", h)
		}
	}
	q.Why = true
	for _, h := range search(t, w, q) {
		if h.Why == nil || h.Why.KeywordRank != h.KeywordRank || h.Why.VectorRank != h.VectorRank || h.Why.Cosine != h.Cosine {
			t.Fatalf("%+v", h)
		}
		if h.KeywordRank > 0 && (!slices.Contains(h.Why.Words, "Rent") || h.Why.Body <= 0) {
			t.Errorf("%+v", h.Why)
		}
	}
}

func TestWhatAnEarlierVersionIndexedIsFoundAgain(t *testing.T) {
	_, w := openTest(t)
	add(t, w, "a", "Lease", "The notice period is three months.")
	add(t, w, "b", "Manual", "Press the button.")
	want := search(t, w, Query{Text: "notice"})
	err := w.Documents.update(func(b buckets) error {
		return errors.Join(b.get("segments").Put([]byte("a"), []byte("LKS1 of long ago")), b.get("segments").Put([]byte("gone"), []byte("LKS1")))
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := search(t, w, Query{Text: "notice"}); !slices.Equal(got, want) {
		t.Errorf("%+v, not %+v", got, want)
	}
	err = w.Documents.view(func(b buckets) error {
		if raw := b.get("segments").Get([]byte("a")); !strings.HasPrefix(string(raw), "LKS7") || b.get("segments").Get([]byte("gone")) != nil {
			t.Errorf("segment begins %.4q", raw)
		}
		_, err := keyword.Open(b.get("segments").Get([]byte("a")), true)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A file's name that the question says is most of a passage's score in a library.
func TestMeaningWeighsNoMoreInALibraryThanInAFile(t *testing.T) {
	_, w := openTest(t)
	add(t, w, "a", "Acme lease", "The rent of the flat, with the rent of the cellar.", "What the tenant pays each month for the flat is rent.", "Nothing of the kind.")
	for _, other := range []string{"Borough", "Castle", "Dairy", "Estate"} {
		add(t, w, other, other, "Wool and cheese.", "A horse.")
	}
	if err := w.Vectors.Put("a", space, [][]float32{{.8, .6, 0}, {1, 0, 0}, {0, 1, 0}}); err != nil {
		t.Fatal(err)
	}
	c := SearchDefaults()
	c.VectorWeight = .5
	q := Query{Text: "rent of the cellar, Acme lease", Vector: []float32{1, 0, 0}, Space: space, Config: &c}
	inLibrary := search(t, w, q)
	q.Documents = []string{"a"}
	inFile := search(t, w, q)
	for i := range 2 {
		if inFile[i].Ref.Passage != i || inLibrary[i].Ref != inFile[i].Ref {
			t.Errorf("%d: %v in the file, %v in the library", i, inFile[i].Ref, inLibrary[i].Ref)
		}
	}
}
