package eval

import (
	"math"
	"slices"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// byHand are four questions with their rankings: found second, found at once on both pages, found 21st, not found.
func byHand() ([]Question, []Answer) {
	long := slices.Repeat([]Ranked{{"B", []int{1}, 1000}}, 25)
	long[20] = Ranked{"B", []int{8}, 1000}
	return []Question{
			{QID: "q1", Text: "one", Doc: "A", Type: "words", Gold: []Page{{"A", 3}}},
			{QID: "q2", Text: "two", Doc: "A", Type: "words", Gold: []Page{{"A", 1}, {"A", 2}}},
			{QID: "q3", Text: "three", Doc: "B", Type: "table", Gold: []Page{{"B", 9}, {"B", 8}}},
			{QID: "q4", Text: "four", Doc: "C", Type: "table", Gold: []Page{{"C", 1}}},
		}, []Answer{
			{QID: "q1", Question: "one", Ranked: []Ranked{{"A", []int{1}, 1000}, {"A", []int{3}, 6000}, {"A", []int{3}, 10}}, Milliseconds: 1},
			{QID: "q2", Question: "two", Ranked: []Ranked{{"A", []int{1, 2}, 500}}, Milliseconds: 3},
			{QID: "q3", Question: "three", Ranked: long, Milliseconds: 2},
			{QID: "q4", Question: "four", Ranked: []Ranked{}},
		}
}

func TestMeasuresAreAsWorkedOutByHand(t *testing.T) {
	questions, answers := byHand()
	r := Sum(questions, answers, nil)
	if len(r.Groups) != 3 || r.Groups[0].Questions != 4 || r.Groups[1].Type != "table" || r.Groups[2].Type != "words" || r.Groups[2].Questions != 2 {
		t.Fatalf("groups %+v", r.Groups)
	}
	for _, want := range []struct {
		name              string
		all, table, words float64
	}{
		{"hit@1", .25, 0, .5},
		{"hit@5", .5, 0, 1},
		{"hit@10", .5, 0, 1},
		{"hit@20", .5, 0, 1},
		{"hit@30", .75, .5, 1},
		{"recall@20", .5, 0, 1},
		{"MRR", (1./2 + 1 + 1./21) / 4, 1. / 42, .75},
		{"hit within 6,000 characters", .25, 0, .5},
		{"hit within 12,000 characters", .5, 0, 1},
		{"hit within 24,000 characters", .75, .5, 1},
	} {
		i := slices.Index(Measures(), want.name)
		if i < 0 {
			t.Errorf("%s is not measured", want.name)
			continue
		}
		for g, value := range []float64{want.all, want.table, want.words} {
			m := r.Groups[g].Measures[i]
			if m.Name != want.name || !near(m.Value, value) || m.Low > value || m.High < value {
				t.Errorf("%s of group %d is %+v, not %v", want.name, g, m, value)
			}
		}
	}
	if len(r.Groups[0].Measures) != 10 || r.Speed != (Speed{2, 3}) || r.Against != nil {
		t.Errorf("%d measures, %+v", len(r.Groups[0].Measures), r.Speed)
	}
}

func TestRecallCountsAPageOnce(t *testing.T) {
	s := Score([]Page{{"A", 1}, {"A", 2}}, []Ranked{{"A", []int{1}, 1}, {"A", []int{1}, 1}, {"B", []int{2}, 1}})
	if got := s[slices.Index(Measures(), "recall@20")]; got != .5 {
		t.Errorf("recall is %v", got)
	}
}

func TestTwoSettingsAreComparedQuestionByQuestion(t *testing.T) {
	questions, answers := byHand()
	other := slices.Clone(answers)
	other[0] = Answer{QID: "q1", Ranked: []Ranked{{"A", []int{3}, 100}}, Milliseconds: 1}  // better
	other[1] = Answer{QID: "q2", Ranked: []Ranked{{"A", []int{4}, 100}}, Milliseconds: 1}  // lost
	other[3] = Answer{QID: "q4", Ranked: []Ranked{{"C", []int{1}, 7000}}, Milliseconds: 1} // found
	r := Sum(questions, answers, other)
	at := func(name string) Measured { return r.Groups[0].Measures[slices.Index(Measures(), name)] }
	// hit@1: the first setting has q2, the other q1 and q4; of three differing pairs one or fewer on a side: p = 2·(1+3)/8.
	// The differences are -1, 1, 0, -1: four draws of -1 come with 6 % (so -1 is the lower end), a mean of .75 or more with 2 %.
	m := at("hit@1")
	d := m.Against.Difference
	if m.Value != .25 || m.Against.Value != .5 || d.Value != -.25 || d.Better != 1 || d.Worse != 2 || d.P != 1 || d.Interval != (Interval{-1, .5}) {
		t.Errorf("hit@1 %+v, %+v", m, *m.Against)
	}
	if d := at("hit within 6,000 characters").Against.Difference; d.Value != 0 || d.Better != 1 || d.Worse != 1 {
		t.Errorf("6,000 characters %+v", d)
	}
	if r.Against == nil || r.Against.P50 != 1 {
		t.Errorf("speed %+v", r.Against)
	}
	same := Sum(questions, answers, answers).Groups[0].Measures[0].Against.Difference
	if same != (Difference{P: 1}) {
		t.Errorf("the same setting differs: %+v", same)
	}
}
