package rag_test

import (
	"fmt"
	"slices"
	"testing"

	"lectern/backend/graph/rag/ragtest"
)

func TestEachPartOfAQuestionHasItsShareOfThePlaces(t *testing.T) {
	d := ragtest.New(t)
	for i := range 9 {
		d.Add(fmt.Sprint("Harbour ", i), fmt.Sprintf("The harbour dues of ship %d are paid by the master of the harbour.", i))
	}
	d.Add("Tower", "A lamp is lit at dusk.")
	r := retriever(d)
	r.Keep, r.KeepMost = 2, 4
	for _, c := range []struct {
		question string
		parts    []string
	}{
		{"Who pays the harbour dues of a ship? When is the lamp lit?", []string{"Who pays the harbour dues of a ship", "When is the lamp lit"}},
		{"harbour dues of a ship and the lamp", []string{"harbour dues of a ship", "the lamp"}},
		{"master of the harbour", nil},
		{"Who pays the harbour dues? Answer in USD, rounded to one decimal place.", nil},
		{"When do the harbour and the dues of a ship change?", nil},
	} {
		found := retrieve(t, r, c.question)
		if !slices.Equal(found.Parts, c.parts) {
			t.Errorf("%s: parts %q", c.question, found.Parts)
		}
		if lamp := slices.Contains(roles(found.Passages, "hit"), "id-Tower/0"); lamp != (len(c.parts) > 0) {
			t.Errorf("%s: %v", c.question, roles(found.Passages, "hit"))
		}
	}
	d.Add("Trade", "Research and development are done at the yard.", "The yard has a dog.")
	if found := retrieve(t, r, "research and development at the yard"); found.Parts != nil {
		t.Errorf("what the documents join is one thing: %q", found.Parts)
	}
}
