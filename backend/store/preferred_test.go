package store

import (
	"fmt"
	"testing"

	"lectern/backend/store/vector"
)

func TestAPreferredDocumentIsFoundByMeaningWhereMostAreNearer(t *testing.T) {
	_, w := openTest(t)
	space := vector.Space{Model: "m", Digest: "d", Dim: 2}
	add := func(id string, passages int, at []float32) {
		t.Helper()
		c, vectors := &Content{Language: "en"}, [][]float32{}
		for p := range passages {
			text := fmt.Sprintf("Of %s.", id)
			c.Pages = append(c.Pages, Page{Number: p + 1, Text: text})
			c.Passages = append(c.Passages, Passage{Page: p + 1, Span: Span{End: len(text)}})
			vectors = append(vectors, at)
		}
		if _, err := w.Documents.Add(Document{ID: id, Name: id}, c); err != nil {
			t.Fatal(err)
		}
		if err := w.Vectors.Put(id, space, vectors); err != nil {
			t.Fatal(err)
		}
	}
	add("crowd", 200, []float32{1, .1})
	add("meant", 2, []float32{1, .3})
	q := Query{Text: "harbour", Vector: []float32{1, 0}, Space: space, Limit: 5}
	ranks := func() (of map[string]int) {
		found, err := w.Passages.Find(t.Context(), q)
		if err != nil || found.Documents != 2 {
			t.Fatal(err)
		}
		of = map[string]int{}
		for i, h := range found.Hits {
			if of[h.Ref.Document] == 0 {
				of[h.Ref.Document] = i + 1
			}
		}
		return of
	}
	if r := ranks(); r["meant"] != 0 || r["crowd"] != 1 {
		t.Errorf("%v", r)
	}
	q.Preferred = []string{"meant"}
	if r := ranks(); r["meant"] != 1 || r["crowd"] == 0 {
		t.Errorf("%v", r)
	}
}
