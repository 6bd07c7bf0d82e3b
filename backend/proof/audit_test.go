package proof

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lectern/backend/store"
)

func texts(ss []sentence) (out []string) {
	for _, s := range ss {
		out = append(out, s.text)
	}
	return out
}

func TestADraftIsCutIntoSentencesWithTheirMarks(t *testing.T) {
	for draft, want := range map[string][]string{
		"One thing is so [1]. Another is so. [2] [3] A third":         {"One thing is so.", "Another is so.", "A third"},
		"# Head\n\nIt is 3.5 m long, e.g. here [1].\n\n---\n- a\n- b": {"Head", "It is 3.5 m long, e.g. here.", "a", "b"},
		"The U.S. firm Foo Inc. sold it. “Good!” she said.":           {"The U.S. firm Foo Inc. sold it.", "“Good!” she said."},
		"Am 3. Quartal lag es bei 12. Danach fiel es, z. B. um 4.":    {"Am 3. Quartal lag es bei 12.", "Danach fiel es, z. B. um 4."},
		"期間は三か月です[1]。解約できます。[2]更新もある":                                 {"期間は三か月です。", "解約できます。", "更新もある"},
		"Before\n```\ncode [9].\n```\nafter.":                         {"Before", "code [9].", "after."},
		"| a | b |\n|---|---|\n| 1 [2] | 2 |\nThen text.":             {"1, b: 2", "Then text."},
		"1. First it was **so.** [1]\n2. Then not.":                   {"First it was so.", "Then not."},
		"A line\nthat goes on [1].":                                   {"A line that goes on."},
		"":                                                            nil,
	} {
		if got := texts(sentencesOf(draft)); !slices.Equal(got, want) {
			t.Errorf("%q\n got %q\nwant %q", draft, got, want)
		}
	}
	ss := sentencesOf("One thing. [1] Two [2, 4-6] 【7†source】. Three [passage 8].")
	if len(ss) != 3 || !slices.Equal(ss[0].ids, []int{1}) || !slices.Equal(ss[1].ids, []int{2, 4, 5, 6, 7}) || !slices.Equal(ss[2].ids, []int{8}) {
		t.Errorf("%+v", ss)
	}
}

func TestOnlyClaimsNeedACitation(t *testing.T) {
	for text, want := range map[string]bool{
		"The rent is 900 euros.":                             true,
		"Die Miete beträgt 900 Euro.":                        true,
		"契約期間は三か月です。":                                        true,
		"The lease says:":                                    false,
		"What does that mean?":                               false,
		"In short:":                                          false,
		"Yes.":                                               false,
		"The documents do not say who pays.":                 false,
		"The passages don't answer the second part.":         false,
		"No passage mentions the deposit.":                   false,
		"The report gives no figure for 2025.":               false,
		"The report says that revenue rose.":                 true,
		"Die Dokumente sagen dazu nichts.":                   false,
		"Die Unterlagen enthalten keine Angabe zur Kaution.": false,
		"資料には記載がありません。":                                      false,
	} {
		if got := (sentence{text: text}).claims(); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// shelf is a library in memory: passages by their place, pages by number.
type shelf struct {
	texts  []store.Text
	pages  []string
	tables []store.Table // of each page
}

func (s shelf) Find(_ context.Context, q store.Query) (found store.SearchResult, err error) {
	phrase := strings.ToLower(strings.Trim(q.Text, `"`))
	if !slices.ContainsFunc(s.texts, func(t store.Text) bool { return strings.Contains(strings.ToLower(t.Text), phrase) }) {
		found.Absent = []string{phrase}
	}
	return found, nil
}

func (s shelf) Texts(refs []store.Ref) (out []store.Text, err error) {
	for _, r := range refs {
		out = append(out, s.texts[r.Passage])
	}
	return out, nil
}

func (s shelf) Part(store.Ref) (part store.TablePart, ok bool, err error) {
	return part, false, nil
}

func (s shelf) Get(_ string, n int) (store.Page, error) { return store.Page{Text: s.pages[n-1]}, nil }

func (s shelf) Of(string, int) ([]store.Table, error) { return s.tables, nil }

// lease has a page whose unit stands outside of the passage.
func lease() ([]store.Text, shelf) {
	p := store.Text{Ref: store.Ref{Document: "d"}, Page: 1, Text: "The rent is 900. The notice period is three months."}
	q := store.Text{Ref: store.Ref{Document: "d", Passage: 1}, Page: 2, Text: "Fire is covered up to 5,000 euros."}
	return []store.Text{p, q}, shelf{texts: []store.Text{p, q}, pages: []string{"(in thousands of euros)\nThe rent      900\nThe deposit   2,700\nThe notice period is three months.", q.Text}}
}

func audited(t testing.TB, draft, question string) Audit {
	t.Helper()
	ps, library := lease()
	p := Prover{Passages: library, Pages: library, Tables: library, Config: SupportDefaults()}
	citations := make([]store.Citation, len(ps))
	for i, passage := range ps {
		citations[i] = Quote(passage, -1)
		citations[i].N = i + 1
	}
	proof, err := p.Prove(Proving{Text: draft, Question: question, Citations: citations})
	if err != nil {
		t.Fatal(err)
	}
	return proof.Summed()
}

func TestTheAudit(t *testing.T) {
	for name, c := range map[string]struct {
		draft, question             string
		sentences, uncited, figures int
		invalid                     []int
		unsupported                 []string
	}{
		"all in order":            {"The rent is 900,000 euros [1]. Fire is covered up to 5,000 euros [2].", "", 2, 0, 2, nil, nil},
		"uncited":                 {"The rent is high [1]. It rises every year. It never falls.", "", 3, 2, 0, nil, nil},
		"invented ids":            {"The rent is high [1][7]. It never falls [9] [7].", "", 2, 0, 0, []int{7, 9}, nil},
		"an invented figure":      {"The rent is 950 euros [1].", "", 1, 0, 1, nil, []string{"950 euros"}},
		"a figure of elsewhere":   {"The rent is 5,000 euros [1].", "", 1, 0, 1, nil, []string{"5,000 euros"}},
		"a figure in words":       {"The notice is 3 months [1].", "", 1, 0, 1, nil, nil},
		"the question's figure":   {"The rent is not 1,234 euros [1].", "Is it 1,234 euros?", 1, 0, 1, nil, nil},
		"an uncited figure":       {"The rent is high [1]. Cover ends at 5,000 euros.", "", 2, 1, 1, nil, []string{"5,000 euros"}},
		"an uncited known figure": {"Fire is covered [2]. Cover ends at 5,000 euros.", "", 2, 1, 1, nil, nil},
		"zero is no id":           {"The rent is high [0].", "", 1, 0, 0, []int{0}, nil},
		"silence":                 {"The documents do not say who pays.", "", 0, 0, 0, nil, nil},
		"nothing":                 {"", "", 0, 0, 0, nil, nil},
	} {
		a := audited(t, c.draft, c.question)
		var loose []string
		for _, u := range a.Unsupported {
			loose = append(loose, u.Figure)
		}
		if a.Sentences != c.sentences || a.Uncited != c.uncited || a.Figures != c.figures ||
			!slices.Equal(a.Invalid, c.invalid) || !slices.Equal(loose, c.unsupported) || len(a.Missing) != c.uncited {
			t.Errorf("%s: %+v", name, a)
		}
	}
}

func TestALongDraftIsCountedWholeButListedShort(t *testing.T) {
	a := audited(t, strings.Repeat("It costs 77 euros in all and "+strings.Repeat("very ", 100)+"much. ", 40), "")
	if a.Sentences != 40 || a.Uncited != 40 || a.Figures != 40 || len(a.Missing) != listedAtMost || len(a.Unsupported) != listedAtMost ||
		len(a.Missing[0]) > quotedRunes+4 {
		t.Errorf("%d %d %d %d", a.Sentences, a.Uncited, len(a.Missing), len(a.Unsupported))
	}
}

func TestThePenaltyIsProportional(t *testing.T) {
	p := Penalty{Uncited: .03, UncitedMost: .40, Invalid: .5}
	for _, c := range []struct {
		confidence, want float64
		uncited          int
		invalid          []int
	}{
		{.88, .8536, 1, nil}, {.9, .9, 0, nil}, {.9, .54, 100, nil}, {.9, .45, 0, []int{7}}, {1, .485, 1, []int{7, 8}},
	} {
		if got := p.Apply(c.confidence, Audit{Uncited: c.uncited, Invalid: c.invalid}); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func FuzzSentences(f *testing.F) {
	f.Add("One thing. [1] Two [2, 4-6]. 三つ[3]。\n- a\n| b |\n```\nx")
	f.Fuzz(func(t *testing.T, draft string) {
		a := audited(t, draft, draft)
		if a.Uncited > a.Sentences || len(a.Missing) > a.Uncited {
			t.Fatalf("%q: %+v", draft, a)
		}
	})
}

// BenchmarkAudit proves an answer of 500 words that cites a passage a sentence: at most 50 ms.
func BenchmarkAudit(b *testing.B) {
	const words = 500
	var library shelf
	var citations []store.Citation
	var draft strings.Builder
	numbers := map[string]int{}
	for _, pair := range labelledPairs(b) {
		if pair.Language != "en" || len(strings.Fields(draft.String())) >= words {
			continue
		}
		if numbers[pair.Passage] == 0 {
			t := store.Text{Ref: store.Ref{Document: "d", Passage: len(library.texts)}, Page: len(library.texts) + 1, Text: pair.Passage}
			for _, s := range sentencesOf(pair.Passage) {
				t.Sentences = append(t.Sentences, s.text)
			}
			library.texts, library.pages = append(library.texts, t), append(library.pages, pair.Passage)
			c := Quote(t, -1)
			c.N = len(library.texts)
			numbers[pair.Passage], citations = c.N, append(citations, c)
		}
		fmt.Fprintf(&draft, "%s [%d]. ", strings.TrimRight(pair.Sentence, "."), numbers[pair.Passage])
	}
	for b.Loop() {
		p := Prover{Passages: library, Pages: library, Tables: library, Config: SupportDefaults()}
		if proof, err := p.Prove(Proving{Text: draft.String(), Citations: citations}); err != nil || len(proof.Sentences) < 20 {
			b.Fatal(err, len(proof.Sentences))
		}
	}
}

func TestWhatTheProgramSaysItselfIsNoClaim(t *testing.T) {
	ps, library := lease()
	p := Prover{Passages: library, Pages: library, Tables: library, Config: SupportDefaults()}
	c := Quote(ps[0], -1)
	c.N = 1
	text := "There is no document called Blue Sky 7. The notice period is three months [1].\n\n## Open questions\n\n- Who pays the 450 euros of the broker is open here"
	own := []Stretch{{0, strings.Index(text, "The notice")}, {strings.Index(text, "\n\n##"), len(text)}}
	proof, err := p.Prove(Proving{Text: text, Citations: []store.Citation{c}, Own: own})
	if err != nil || len(proof.Sentences) != 1 || proof.Verified != 1 || len(proof.FigureChecks) != 0 || text[proof.Sentences[0].Start:][:10] != "The notice" {
		t.Errorf("%v %+v", err, proof)
	}
	if bare, err := p.Prove(Proving{Text: text, Citations: []store.Citation{c}}); err != nil || bare.Claims() != 2 || len(bare.FigureChecks) != 2 {
		t.Errorf("%v %+v", err, bare)
	}
}

func TestAHeadingInBoldIsToldAsNotChecked(t *testing.T) {
	ss := sentencesOf("**What is due**\n\nThe rent is 900.\n\n---\n\n**It is 900 [1].**")
	if len(ss) != 3 || ss[0].text != "What is due" || ss[0].unchecked() != ReasonHeading || ss[0].start != 2 || ss[0].end != 13 || ss[1].apart != "" || ss[2].apart != "" {
		t.Errorf("%+v", ss)
	}
}
