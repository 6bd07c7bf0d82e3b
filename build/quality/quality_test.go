package main

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/eval"
	"lectern/backend/store"
)

func TestSamplesAreReadAndTold(t *testing.T) {
	for text, want := range map[string]string{
		"50": "50 questions of each set", "all": "all questions", "50,b=20,a=all": "50 questions of each set, all questions of a, 20 questions of b",
		"0": "", "x": "", "50,20": "", "50,a=-1": "", "50,a=": "",
	} {
		s, err := readSample(text)
		if (err != nil) != (want == "") || err == nil && s.String() != want {
			t.Errorf("%q: %v, %v", text, s, err)
		}
	}
	s, _ := readSample("50,b=20,a=all")
	o := options{sample: s}
	if o.of(set{name: "a"}) != 0 || o.of(set{name: "b"}) != 20 || o.of(set{name: "c"}) != 50 {
		t.Error("a set has another number than was asked for")
	}
}

func TestASampleIsTheSameEachTime(t *testing.T) {
	var all []eval.Question
	for _, id := range strings.Split("abcdefghij", "") {
		all = append(all, eval.Question{QID: id})
	}
	ids := func(qs []eval.Question) (s string) {
		for _, q := range qs {
			s += q.QID
		}
		return s
	}
	some := ids(drawn(all, 4, 1))
	if len(some) != 4 || some != ids(drawn(all, 4, 1)) || !slices.IsSorted(strings.Split(some, "")) {
		t.Errorf("drawn %s", some)
	}
	if ids(drawn(all, 4, 2)) == some {
		t.Error("another seed draws the same")
	}
	if ids(drawn(all, 0, 1)) != "abcdefghij" || ids(drawn(all, 40, 1)) != "abcdefghij" {
		t.Error("all of them aren't all")
	}
}

func TestASmallerLibraryHasOnlyItsQuestions(t *testing.T) {
	s := set{name: "a"}
	for _, doc := range strings.Split("abcdefgh", "") {
		s.pdfs = append(s.pdfs, "pdf/"+doc+".pdf")
		s.questions = append(s.questions, eval.Question{QID: doc, Doc: doc, Gold: []eval.Page{{Doc: doc, Page: 1}}})
		s.without = append(s.without, eval.Question{QID: doc, Doc: doc})
	}
	got := s.smaller(3, 1)
	if len(got.pdfs) != 3 || len(got.questions) != 3 || len(got.without) != 3 || got.name != "a-3" {
		t.Fatalf("%+v", got)
	}
	for i, path := range got.pdfs {
		if path != "pdf/"+got.questions[i].Doc+".pdf" {
			t.Errorf("%s is not of %+v", path, got.questions[i])
		}
	}
	if s.smaller(0, 1).name != "a" || s.smaller(8, 1).name != "a" {
		t.Error("a set that is small enough is another one")
	}
}

func TestPiecesOverlapAndKnowTheirPages(t *testing.T) {
	s, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	w, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	first, second := strings.Repeat("ä", 1500), strings.Repeat("b", 700)
	d := store.Document{ID: "id", Name: "Mill", Pages: 2}
	c := &store.Content{Language: "en", Pages: []store.Page{{Number: 1, Text: first}, {Number: 2, Text: second}}}
	if _, err := w.Documents.Add(d, c); err != nil {
		t.Fatal(err)
	}
	got, err := pieces(w, d)
	if err != nil || len(got) != 3 {
		t.Fatalf("%d pieces, %v", len(got), err)
	}
	lengths, pages := []int{}, [][]eval.Page{}
	for _, p := range got {
		lengths, pages = append(lengths, len([]rune(p.text))), append(pages, p.pages)
	}
	if !slices.Equal(lengths, []int{1000, 1000, 241}) || len(pages[0]) != 1 || len(pages[1]) != 2 || pages[2][0] != (eval.Page{Doc: "Mill", Page: 2}) {
		t.Errorf("%v %v", lengths, pages)
	}
}

func TestAnswersAreCountedBySetAndByWho(t *testing.T) {
	page := eval.Page{Doc: "Mill", Page: 3}
	ask := func(set, who, wanted, verdict string, cited ...eval.Page) judged {
		return judged{Set: set, Who: who, Wanted: wanted, Verdict: verdict, answer: answer{Cited: cited, Claims: 2, Verified: 1}, Gold: []eval.Page{page}}
	}
	rows := []judged{
		ask("a", "we", "4", "right", page), ask("a", "we", "5", "wrong"), ask("b", "we", "6", "right", page),
		ask("a", "they", "4", "declined"), ask("a", "they", "5", "wrong"), ask("b", "they", "6", "wrong"), ask("a", "they", "", "declined"),
	}
	groups := grouped(rows)
	var names []string
	for _, g := range groups {
		names = append(names, g.set+" "+g.who)
	}
	if !slices.Equal(names, []string{"a we", "b we", "a they", "b they", "all we", "all they"}) {
		t.Errorf("groups %v", names)
	}
	if line := groups[4].line(); line[2] != "3" || line[3] != "2" || line[4] != "1" || line[8] != "67 % of 3" || line[9] != "50 % of 4" {
		t.Errorf("%q", line)
	}
	if t2 := unanswerable(rows); len(t2.Rows) != 1 || !slices.Equal(t2.Rows[0], []string{"they", "1", "1", "0"}) {
		t.Errorf("%q", t2.Rows)
	}
	h := headline(rows[:3], rows[3:])
	if last := h.Rows[len(h.Rows)-1]; last[3] != "2" || last[4] != "0" || !strings.HasPrefix(last[5], "+0.667") {
		t.Errorf("%q", last)
	}
}

func TestAPassageThatIsShownIsNoAnswer(t *testing.T) {
	c := questionCase{set{name: "a"}, eval.Question{Answer: "1931"}}
	for _, x := range []struct {
		answer
		verdict string
		shown   bool
	}{
		{answer{Mode: "model", Text: "In 1931."}, "right", false},
		{answer{Mode: "passages", Text: "> It was opened in 1931. [1]"}, "declined", true},
		{answer{Mode: "passages", Text: "> It was long. [1]"}, "declined", false},
		{answer{Mode: "chosen", Text: "“Year” occurs nowhere. This is what your documents say: It was opened in 1931."}, "right", false},
		{answer{Mode: "chosen", Text: "The bridge is not mentioned there."}, "wrong", false},
		{answer{Mode: "model", Text: "In 1913."}, "wrong", false},
		{answer{Failed: "The model isn't there."}, "none", false},
		{answer{Late: true}, "none", false},
		{answer{Late: true, Mode: "model", Text: "In 1931."}, "right", false},
	} {
		if j := c.judge("we", x.answer); j.Verdict != x.verdict || j.Shown != x.shown {
			t.Errorf("%+v is %s, shown %v", x.answer, j.Verdict, j.Shown)
		}
	}
}

func TestAreaUnderTheCurve(t *testing.T) {
	for _, c := range []struct {
		own, other []float64
		is         float64
	}{
		{[]float64{3, 4}, []float64{1, 2}, 1}, {[]float64{1, 2}, []float64{3, 4}, 0}, {[]float64{1, 1}, []float64{1}, .5}, {[]float64{1, 3}, []float64{2}, .5},
	} {
		if got := area(c.own, c.other); got != c.is {
			t.Errorf("%v over %v is %v, not %v", c.own, c.other, got, c.is)
		}
	}
}

func TestAModelIsToldByItsWeights(t *testing.T) {
	of := weightsOf.FindStringSubmatch("# a\nFROM /home/me/.ollama/blobs/sha256-" + strings.Repeat("0a", 32) + "\nPARAMETER num_ctx 256\n")
	if len(of) != 2 || of[1] != strings.Repeat("0a", 32) {
		t.Errorf("%q", of)
	}
	if w := windowOf.FindStringSubmatch("num_thread                     1\nnum_ctx                        256"); len(w) != 2 || w[1] != "256" {
		t.Errorf("%q", w)
	}
}

func TestListsBecomeOneByTheirRanks(t *testing.T) {
	page := func(n int) eval.Ranked { return eval.Ranked{Doc: "a", Pages: []int{n}} }
	words := []eval.Answer{{QID: "q", Ranked: []eval.Ranked{page(1), page(2), page(3)}}}
	vectors := []eval.Answer{{QID: "q", Ranked: []eval.Ranked{page(3), page(4)}}}
	var got []int
	for _, r := range (ranks{constant: 60, meaning: .5}).of(words, vectors)[0].Ranked {
		got = append(got, r.Pages[0])
	}
	if want := []int{3, 1, 2, 4}; !slices.Equal(got, want) { // 1/63+1/61, 1/61, 1/62, 1/62
		t.Errorf("%v, not %v", got, want)
	}
}
