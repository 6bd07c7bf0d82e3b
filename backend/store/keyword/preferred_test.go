package keyword

import (
	"slices"
	"testing"
)

func TestAFunctionWordOfTheQuestionIsNoRareWordOfAnotherLanguage(t *testing.T) {
	scope := []Segment{
		build(t, file("harbour", "The ferry leaves the harbour at noon.", "Tickets are sold on board.")),
		build(t, file("bakery", "Bread is baked at night.", "The oven is of stone.")),
		build(t, File{Name: "carta", Language: "es", Blocks: []Block{{Page: 1, Text: "p r o g r a m o f i n t h e"}, {Page: 2, Text: "Estimados of in the socios"}}}),
	}
	hits := Search(scope, "When is the time of the ferry in the harbour?", Options{Limit: 10})
	if len(hits) == 0 || slices.ContainsFunc(hits, func(h Hit) bool { return h.Segment == 2 }) {
		t.Errorf("%+v", hits)
	}
	if hits := Search(scope, "socios de the", Options{Limit: 10}); len(hits) != 1 || hits[0].Segment != 2 {
		t.Errorf("%+v", hits)
	}
}

func TestPreferredFilesComeFirstAndNoOtherIsShutOut(t *testing.T) {
	scope := []Segment{
		build(t, file("one", "The ferry made a profit of 3 million.")),
		build(t, file("two", "The ferry made a profit of 4 million.")),
		build(t, file("three", "The ferry made a profit, a profit of its own, and the profit grew.")),
	}
	for preferred := range scope {
		r := Find(scope, "profit of the ferry", Options{Limit: 10, Preferred: []int{preferred}})
		if len(r.Hits) != 3 || r.Hits[0].Segment != preferred {
			t.Errorf("%d: %+v", preferred, r.Hits)
		}
		if why := r.Why(preferred, 0); why.File != r.Hits[0].File || why.File <= r.Hits[1].File {
			t.Errorf("%+v %+v", why, r.Hits)
		}
	}
	plain := Defaults()
	plain.LikeWeight = 0
	if r := Find(scope, "profit of the ferry", Options{Limit: 10, Preferred: []int{0}, Config: &plain}); r.Hits[0].Segment == 0 {
		t.Errorf("%+v", r.Hits)
	}
}
