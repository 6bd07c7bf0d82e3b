package research

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/llm/llmtest"
)

// references tells what became of each, by what it points to.
func (h heard) references() map[string]Reference {
	out := map[string]Reference{}
	for _, r := range h.made.References {
		out[r.label()] = r
	}
	return out
}

func TestReferencesAreFollowedToTheirDepth(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Add("Lease", `The rent is 900 euros, see document "Deposit Rules".`)
	d.Add("Deposit Rules", "The security is three times the sum. For interest see section 4 of the Handbook.")
	d.Add("Handbook", "Section 4 Interest. It is two percent, see document “Deep Annex”.", "Section 5 Other.")
	d.Add("Deep Annex", "Nothing is deeper than this annex.")
	h := d.ask("What is the rent?")
	if h.err != nil {
		t.Fatal(h.err)
	}
	got := h.references()
	if r := got["“Deposit Rules”"]; r.Status != Followed || !slices.Equal(r.Led, []string{"id-Deposit Rules/0"}) || !strings.Contains(r.Reason, "it tells the amount; by its name") {
		t.Errorf("%+v", r)
	}
	if r := got["“section 4 Handbook”"]; r.Status != Followed || r.Depth != 1 || !slices.Equal(r.Led, []string{"id-Handbook/0"}) {
		t.Errorf("%+v", r)
	}
	if len(got) != 2 { // in what was found at depth 2 no reference is looked for
		t.Errorf("%v", got)
	}
	if ps := h.made.Findings[0].Passages; !slices.Contains(ps, "id-Handbook/0") || slices.Contains(ps, "id-Deep Annex/0") {
		t.Errorf("%v", ps)
	}
	// analyze query, plan, queries, three passages, two gates, reevaluate, document, check
	if calls := d.Calls(); calls != 3+3+2+3 {
		t.Errorf("%d calls: %v", calls, d.calls)
	}
}

// A reference that a document's own label answers is looked up without a retrieval.
func TestARetrievalForEachQuery(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Add("Lease", `The rent is 900 euros, see section 4 of the Deposit Rules.`)
	d.Add("Deposit Rules", "Section 4. The security is three times the sum.")
	d.Embedder = d.Vectors()
	before := d.Server.Embeds()
	if h := d.ask("What is the rent?"); h.err != nil || h.Count("task retrieve") != 1 || h.Count("resolve") != 1 {
		t.Errorf("%v %v", h.err, h.Steps)
	}
	if n := d.Server.Embeds() - before; n != 3 {
		t.Errorf("%d retrievals", n)
	}
}

func TestSearchesGoByWordsWhereNothingEmbeds(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Add("Lease", `The rent is 900 euros, see document "Deposit Rules".`)
	d.Add("Deposit Rules", "The security is three times the sum.")
	d.Embedder = &rag.Embedder{Client: d.Client, Model: "gone", Size: 100}
	if h := d.ask("What is the rent?"); h.err != nil || !h.Noted("Searched by words alone") || len(h.Answer.Citations) == 0 {
		t.Errorf("%v %q", h.err, h.Notes)
	}
}

// laws is a library in which one passage points to many sections of one law.
func laws(d *desk, n int) {
	var text []string
	for i := 1; i <= n; i++ {
		text = append(text, fmt.Sprintf("The rent follows § %d BDSG", i))
	}
	d.Add("Lease", strings.Join(text, ", and ")+".")
	var pages []string
	for i := 1; i <= n; i++ {
		pages = append(pages, fmt.Sprintf("§ %d Clause of the statute. It says something.", i))
	}
	d.Add("BDSG", pages...)
}

func TestTheSameDocumentEndsTheFollowing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	laws(d, 5)
	h := d.ask("What is the rent?")
	got := h.references()
	if h.err != nil || d.did("gate") != 3 || got["“§ 3 BDSG”"].Status != Followed || got["“§ 4 BDSG”"].Status != NotFollowed || !strings.Contains(got["“§ 5 BDSG”"].Reason, "same document 3 times") {
		t.Errorf("%v, %d gates, %+v", h.err, d.did("gate"), got)
	}
	if !h.made.Plan[0].Done || !slices.Contains(h.made.Findings[0].Passages, "id-BDSG/2") {
		t.Error("the task ended, too", h.made.Findings)
	}
	one := newDesk(t) // its own document never counts, and there is no other
	laws(one, 5)
	if h := one.ask("What is the rent?", "id-Lease"); h.err != nil || one.did("gate") != 5 {
		t.Errorf("%v, %d gates in a scope of one file: %+v", h.err, one.did("gate"), h.references())
	}
}

func TestTheTokensOfReferencesAreLimited(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	laws(d, 4)
	d.Config.ReferenceTokens = 45 // one passage has some 20
	h := d.ask("What is the rent?")
	got := h.references()
	if h.err != nil || got["“§ 1 BDSG”"].Status != Followed || got["“§ 4 BDSG”"].Status != NotFollowed || !strings.Contains(h.made.Findings[0].Ended, "45 tokens") {
		t.Errorf("%v %+v %+v", h.err, got, h.made.Findings)
	}
}

func TestOnlySoManyReferencesAreLookedAt(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	laws(d, 6)
	d.Config.References = 2
	if h := d.ask("What is the rent?"); h.err != nil || len(h.made.References) != 2 || !h.Noted("Left out 4 references") {
		t.Errorf("%v %q %+v", h.err, h.Notes, h.made.References)
	}
}

func TestAReferenceIsFollowedOnceInAWholeRun(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Add("Lease", `The rent is 900 euros, see document "Deposit Rules".`)
	d.Add("Deposit Rules", "The security is three times the sum.")
	d.says["plan"] = []string{`{"tasks":["Find the rent","Find the rent in euros"]}`}
	h := d.ask("What is the rent?")
	if h.err != nil || len(h.made.References) != 2 || d.did("gate") != 1 {
		t.Fatalf("%v, %d gates, %+v", h.err, d.did("gate"), h.made.References)
	}
	if r := h.made.References[1]; r.Status != NotFollowed || r.Reason != "followed before" || r.Task != "t2" {
		t.Errorf("%+v", r)
	}
}

func TestAddressesAndWhatIsNotFoundStandAtTheEnd(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Add("Lease", `The rent is 900 euros, see document "Lost Rules", https://example.org/rent and § 99 BGB.`)
	h := d.ask("Wie hoch ist die rent?")
	if h.err != nil || d.did("gate") != 2 {
		t.Fatalf("%v, %d gates", h.err, d.did("gate"))
	}
	text := h.Answer.Text
	missing, links := strings.Index(text, "## Verweise, die nicht gefunden wurden"), strings.Index(text, "## Adressen, denen nicht gefolgt wurde")
	if missing < 0 || links < missing || !strings.Contains(text[missing:links], "- Lost Rules (Lease, S. 1)\n- § 99 BGB (Lease, S. 1)") || !strings.Contains(text[links:], "- `https://example.org/rent` (Lease, S. 1)") {
		t.Error(text)
	}
	if h.Text != text {
		t.Errorf("streamed %q", h.Text)
	}
}

func TestTheGateDecidesAndInDoubtFollows(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	laws(d, 1)
	d.says["gate"] = []string{`{"reason":"has nothing to do with it","follow":false}`}
	if h := d.ask("What is the rent?"); h.err != nil || h.Count("resolve") != 0 || h.references()["“§ 1 BDSG”"].Reason != "has nothing to do with it" {
		t.Errorf("%v %+v", h.err, h.made.References)
	}
	if p := d.prompt["gate"][0]; !strings.Contains(p, "Target: § 1\nIn: BDSG") || !strings.Contains(p, "Find the rent") || !strings.Contains(p, "The rent follows § 1 BDSG") {
		t.Error(p)
	}
	d = newDesk(t)
	laws(d, 1)
	d.fails["gate"] = llmtest.Reply{Text: "maybe"}
	if h := d.ask("What is the rent?"); h.err != nil || !h.Noted("so it is followed") || h.references()["“§ 1 BDSG”"].Status != Followed {
		t.Errorf("%v %q %+v", h.err, h.Notes, h.made.References)
	}
}

func TestTheScopeHoldsForReferences(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Add("Lease", `The rent is 900 euros, see document "Deposit Rules".`)
	d.Add("House Rules", "The rent covers heating.")
	d.Add("Deposit Rules", "The security is three times the sum.")
	h := d.ask("What is the rent?", "id-Lease", "id-House Rules")
	if r := h.references()["“Deposit Rules”"]; h.err != nil || r.Status != NotFound || !strings.Contains(r.Reason, "not to read") {
		t.Errorf("%v %+v", h.err, r)
	}
}

func TestAnotherRoundOnlyForANamedGap(t *testing.T) {
	t.Parallel()
	gap := func(name string) string {
		return fmt.Sprintf(`{"findings":"Some.","gap":%q,"queries":["rent of %s"],"tasks":[]}`, name, name)
	}
	for name, c := range map[string]struct {
		says   []string
		rounds int
		open   string
	}{
		"none":     {[]string{gap("")}, 1, ""},
		"the same": {[]string{gap("heating"), gap("Heating")}, 2, "Heating"},
		"always":   {[]string{gap("a1"), gap("a2"), gap("a3"), gap("a4")}, 3, "a3"},
	} {
		d := newDesk(t)
		d.lease()
		d.says["reevaluate"] = c.says
		h := d.ask("What is the rent?")
		if h.err != nil || h.Count("task retrieve") != c.rounds || h.made.Findings[0].Open != c.open || c.open != "" && !strings.Contains(h.Answer.Text, "## Open questions\n\n- "+c.open) {
			t.Errorf("%s: %v, %d rounds, %+v, %q", name, h.err, h.Count("task retrieve"), h.made.Findings, h.Answer.Text)
		}
		if d.did("extract") != 2 {
			t.Errorf("%s: a passage was read twice", name)
		}
	}
}

func TestAFewPassagesAreKeptInAnyCase(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for i := range 5 {
		d.Add(fmt.Sprint("Doc ", i), fmt.Sprintf("The rent of flat %d is due.", i))
	}
	d.says["extract"] = []string{
		`{"passages":[{"passage":1,"relevance":0.9}],"lines":[{"text":"Due.","sentences":[1]}]}`, `{"passages":[{"passage":1,"relevance":0.2}],"lines":[{"text":"Due.","sentences":[1]}]}`,
		`{"passages":[{"passage":1,"relevance":0.5}],"lines":[{"text":"Due.","sentences":[1]}]}`, `{"passages":[{"passage":1,"relevance":0.59}],"lines":[{"text":"Due.","sentences":[1]}]}`, `{"passages":[{"passage":1,"relevance":1}],"lines":[]}`,
	}
	h := d.ask("What is the rent?")
	if h.err != nil || len(h.made.Findings) != 1 {
		t.Fatal(h.err)
	}
	f := h.made.Findings[0]
	if len(f.Passages) != 3 || len(f.Weak) != 2 || slices.Contains(f.Weak, f.Passages[0]) {
		t.Errorf("%+v", f)
	}
	if !strings.Contains(d.prompt["synthesize"][0], "(hardly relevant: 2; 3)") {
		t.Error(d.prompt["synthesize"][0])
	}
}

func TestFallbacksOfATask(t *testing.T) {
	t.Parallel()
	for kind, c := range map[string]struct {
		note string
		ok   func(heard, *desk) bool
	}{
		"queries":    {"the task alone is searched for", func(h heard, d *desk) bool { return h.made.Plan[0].Done }},
		"extract":    {"its best sentences stand for it", func(h heard, d *desk) bool { return len(h.made.Findings[0].Passages) > 0 }},
		"references": {"the patterns alone did", func(h heard, d *desk) bool { return h.references()["“§ 1 BDSG”"].Status == Followed }},
		"reevaluate": {"the plan stays as it is", func(h heard, d *desk) bool { return h.made.Findings[0].Text != "" && len(h.made.Plan) == 1 }},
	} {
		for way, reply := range map[string]llmtest.Reply{"refused": {Status: 500, Error: "broken"}} {
			t.Run(kind+" "+way, func(t *testing.T) {
				d := newDesk(t)
				laws(d, 1)
				d.fails[kind] = reply
				if h := d.ask("What is the rent?"); h.err != nil || !h.Noted(c.note) || !c.ok(h, d) || len(h.Answer.Citations) == 0 {
					t.Errorf("%v %q %+v", h.err, h.Notes, h.made)
				}
			})
		}
	}
}

func TestAnExtractKeepsFiguresAndSentences(t *testing.T) {
	t.Parallel()
	one := passage("Lease", "")
	one.Sentences = []string{"The rent is 900 euros.", "It rose by 3.5 percent.", "Pets are allowed."}
	reply := func(lines ...lineReply) extractReply {
		return extractReply{given: []rag.Passage{one}, tasks: 2, most: 2, Passages: []passageReply{{7, 90}}, Lines: lines}
	}
	r := reply(lineReply{1, "Rent: 900 euros", []int{1}, []int{2, 9, 1}}, lineReply{0, "The rent rose by 35 percent to 950", []int{2, 1, 2}, nil}, lineReply{1, "More", []int{3}, nil})
	if err := r.Validate(); err != nil || !slices.Equal(r.Passages, []passageReply{{1, .9}}) || len(r.Lines) != 2 || r.Lines[0].Text != "Rent: 900 euros" || !slices.Equal(r.Lines[0].Tasks, []int{1, 2}) ||
		r.Lines[1].Text != "The rent is 900 euros. It rose by 3.5 percent." || !slices.Equal(r.Lines[1].Sentences, []int{1, 2}) || !slices.Equal(r.Lines[1].Tasks, []int{1}) {
		t.Errorf("%v %+v", err, r)
	}
	for _, l := range []lineReply{{1, "x", nil, nil}, {1, "x", []int{0}, nil}, {1, "x", []int{4}, nil}} {
		if r := reply(l); r.Validate() == nil {
			t.Errorf("%+v", l)
		}
	}
	two := func(passages []passageReply, lines ...lineReply) error {
		r := extractReply{given: []rag.Passage{one, one, one}, tasks: 1, most: 2, Passages: passages, Lines: lines}
		return r.Validate()
	}
	if err := two([]passageReply{{2, 1}, {1, 0}, {2, 0}}, lineReply{2, "x", []int{1}, nil}); err != nil {
		t.Error(err)
	}
	if two([]passageReply{{4, 1}}) == nil || two([]passageReply{{1, 1}, {2, 1}}, lineReply{3, "x", []int{1}, nil}) == nil {
		t.Error("a block that wasn't given, or isn't told to be read")
	}
}
