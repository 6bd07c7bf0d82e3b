package research

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lectern/backend/facts"
	"lectern/backend/graph/rag"
	"lectern/backend/llm/llmtest"
	"lectern/backend/proof"
	"lectern/backend/store"
)

func scores(each int, faults ...string) string {
	list := ""
	for i, s := range faults {
		if i > 0 {
			list += ","
		}
		list += fmt.Sprintf("%q", s)
	}
	return fmt.Sprintf(`{"faults":[%s],"factual_accuracy":%d,"semantic_validity":%d,"structure":%d,"citations":%d,"relevance":%d}`, list, each, each, each, each, each)
}

func TestADocumentBelowTheThresholdIsWrittenAgainOnceIfTheModelWants(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		scores  []string
		decide  string
		drafts  int
		decided int
		sum     int
		text    string
		message string
	}{
		"good":              {[]string{scores(75)}, "", 1, 0, 375, "First", ""},
		"accepted":          {[]string{scores(50, "too short")}, `{"action":"accept","focus":""}`, 1, 1, 250, "First", "250 of 500 points, below the 375 wanted: too short"},
		"better":            {[]string{scores(50), scores(80)}, `{"action":"retry","focus":"Name the year."}`, 2, 1, 400, "Second", ""},
		"worse":             {[]string{scores(50), scores(40)}, `{"action":"retry","focus":"Name the year."}`, 2, 1, 250, "First", "250 of 500"},
		"still not enough":  {[]string{scores(50), scores(60)}, `{"action":"retry","focus":"Name the year."}`, 2, 1, 300, "Second", "300 of 500"},
		"scores of no form": {[]string{scores(700), scores(-1)}, "", 1, 0, 0, "First", "Not scored"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.lease()
			d.says["synthesize"] = []string{"First: the rent is 900 euros [1].", "Second: the rent is 900 euros [1]."}
			d.says["quality"], d.says["decide"] = c.scores, []string{c.decide}
			h := d.ask("What is the rent?")
			if h.err != nil || d.did("synthesize") != c.drafts || d.did("decide") != c.decided || h.made.Scores.Sum != c.sum ||
				!strings.HasPrefix(h.Answer.Text, c.text) || !strings.Contains(h.Answer.Message, c.message) || c.message == "" && h.Answer.Message != "" {
				t.Errorf("%v, %d drafts, %+v, %q, %q", h.err, d.did("synthesize"), h.made.Scores, h.Answer.Text, h.Answer.Message)
			}
			if h.Text != h.Answer.Text || h.Sources == 0 {
				t.Errorf("streamed %q", h.Text)
			}
			if c.drafts == 2 && !strings.Contains(d.prompt["synthesize"][1], "Name the year.") {
				t.Error("the second draft doesn't know what to do better")
			}
			if c.decided > 0 && len(c.message) > 40 && !strings.Contains(d.prompt["decide"][0], "too short") {
				t.Error("the decision doesn't know the faults")
			}
		})
	}
}

func TestMarksThatDontResolveAreDroppedAndCostPoints(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	d.says["synthesize"] = []string{"The rent is 900 euros [1]. The moon is cheese [9]. So is the sun [8][7]."}
	h := d.ask("What is the rent?")
	if h.err != nil || h.made.Scores.Citations != 25 || strings.Contains(h.Answer.Text, "[9]") || len(h.Answer.Citations) != 1 || len(h.Cited) != 1 || !h.Noted("Dropped 3 references") {
		t.Errorf("%v %+v %q %q", h.err, h.made.Scores, h.Answer.Text, h.Notes)
	}
	if c := h.Answer.Citations[0]; c.N != 1 || c.Quote != "The rent is 900 euros." || c.Passage != "id-Lease/0" {
		t.Errorf("%+v", c)
	}
}

func TestFallbacksOfWriting(t *testing.T) {
	t.Parallel()
	for kind, c := range map[string]struct {
		note string
		ok   func(heard) bool
	}{
		"synthesize": {"task by task", func(h heard) bool {
			return strings.HasPrefix(h.Answer.Text, "## Find the rent\n\n- ") && len(h.Answer.Citations) == 2
		}},
		"outline": {"named no sections", func(h heard) bool { return strings.Contains(h.Answer.Text, "\n\n## Find the rent\n\n") }},
		"opening": {"could not write the opening", func(h heard) bool {
			return strings.HasPrefix(h.Answer.Text, "- **What is due**: The rent is 900 euros [1].\n- **Find the quiet hours**: The rent is 900 euros [2].\n\n## What is due\n\n")
		}},
		"quality": {"accepted, not scored", func(h heard) bool { return !h.made.Scores.Scored && strings.Contains(h.Answer.Message, "Not scored") }},
		"decide":  {"accepted as it is", func(h heard) bool { return h.made.Drafts == 1 && strings.Contains(h.Answer.Message, "250 of 500") }},
	} {
		for way, reply := range map[string]llmtest.Reply{"empty": {}} {
			t.Run(kind+" "+way, func(t *testing.T) {
				d := newDesk(t)
				d.lease()
				if kind == "outline" || kind == "opening" {
					d.apart()
				}
				if kind == "decide" {
					d.says["quality"] = []string{scores(50)}
				}
				d.fails[kind] = reply
				if h := d.ask("What is the rent?"); h.err != nil || !h.Noted(c.note) || !c.ok(h) {
					t.Errorf("%v %q %q %q", h.err, h.Notes, h.Answer.Text, h.Answer.Message)
				}
			})
		}
	}
}

// apart has two tasks find different things.
func (d *desk) apart() {
	d.says["plan"] = []string{`{"tasks":["Find the rent","Find the quiet hours"]}`}
	d.says["queries"] = []string{`{"queries":["rent euros due","rent third day"]}`, `{"queries":["quiet hours ten","quiet ten"]}`}
	d.Config.TaskPassages, d.Config.FewPassages = 1, 0
}

// narrow gives the desk a model with little context.
func (d *desk) narrow(tokens int) {
	d.Client = d.Narrow(tokens)
	d.Config.AnswerTokens, d.Config.ReplyTokens = 256, 128
}

func TestADocumentIsWrittenSectionBySectionInTheOrderOfItsOutline(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.narrow(1500)
	var tasks []string
	for i := range 4 {
		d.Add(fmt.Sprint("Doc ", i), fmt.Sprintf("The animal%d lives here. ", i)+strings.Repeat(fmt.Sprintf("And animal%d eats grass every day. ", i), 12))
		tasks = append(tasks, fmt.Sprintf(`"animal%d"`, i))
	}
	d.says["plan"] = []string{`{"tasks":[` + strings.Join(tasks, ",") + `]}`}
	d.says["queries"] = []string{`{"queries":["nowhere nothing","nothing nowhere"]}`}
	line := strings.Repeat("It eats grass every day and sleeps in the shade of the tree. ", 8)
	d.says["extract"] = []string{fmt.Sprintf(`{"passages":[{"passage":1,"relevance":0.9}],"lines":[{"text":%q,"sentences":[1]},{"text":%q,"sentences":[2]}]}`, line, line)}
	d.says["outline"] = []string{`{"sections":[{"group":3,"heading":"## Third [2]."},{"group":1,"heading":"First"},{"group":3,"heading":"Again"},{"group":9,"heading":"None"}]}`}
	d.says["synthesize"] = []string{"# Third\n\nPart one [1].\n\n## Within\n\nMore.", "Part two [1].", "Part three [1].", "Part four [1]."}
	d.says["opening"] = []string{"All eat grass [2][1]."}
	h := d.ask("What do the animals eat?")
	n := d.did("synthesize")
	want := "All eat grass [1][2].\n\n## Third\n\nPart one [3].\n\n### Within\n\nMore.\n\n## First\n\nPart two [4].\n\n## animal1\n\nPart three [5].\n\n## animal3\n\nPart four [6]."
	if c := h.Answer.Citations; h.err != nil || n != 4 || h.written() != want || len(c) != 6 || c[0].Passage != c[3].Passage || c[1].Passage != c[2].Passage {
		t.Fatalf("%v, %d parts, %q", h.err, n, h.Answer.Text)
	}
	if second := d.prompt["synthesize"][1]; !strings.Contains(second, "<outline>\nThird\n→ First\nanimal1\nanimal3\n</outline>") || !strings.Contains(second, "<before>\nPart one.") || strings.Contains(second, "animal2") && strings.Contains(second, "animal2 eats") {
		t.Error(second)
	}
	for _, p := range d.Server.Chats() {
		chars := 0
		for _, m := range p.Messages {
			chars += len(m.Content)
		}
		if chars > 4*1500 {
			t.Errorf("a prompt of %d characters: %s", chars, p.Messages[0].Content[:60])
		}
	}
}

func TestWhenNothingIsFoundTheDocumentSaysSo(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	d.says["extract"] = []string{`{"passages":[{"passage":1,"relevance":0}],"lines":[]}`}
	h := d.ask("Wie hoch ist die rent?")
	if h.err != nil || d.did("synthesize") != 0 || d.did("quality") != 0 || h.Answer.Text != "Die Dokumente sagen dazu nichts.\n\n## Offene Fragen\n\n- Find the rent\n\n## Was gelesen wurde, und was nicht\n\n- Lease: 1 Textstelle, S. 1\n- House Rules: 1 Textstelle, S. 1" || h.made.Scores.Scored {
		t.Errorf("%v %q", h.err, h.Answer.Text)
	}
}

func TestADocumentRemovedMeanwhileIsNotCited(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	d.Turn("?")
	text, err := d.save("run1", "draft", "The rent [1]. Quiet [2]. Both [1, 2]. Heat [2].")
	if err != nil {
		t.Fatal(err)
	}
	draft := Draft{Number: 1, Written: 1, Parts: []Part{{Passages: []string{"id-Lease/0", "id-House Rules/0"}, Text: text}}}
	if err := d.Workspace.Documents.Remove("id-Lease"); err != nil {
		t.Fatal(err)
	}
	c, err := d.cited(draft)
	if err != nil || slices.ContainsFunc(c.Citations, func(c store.Citation) bool { return c.Document == "" }) {
		t.Errorf("%v %+v %q", err, c.Citations, c.Answer.String())
	}
}

func TestAnAddressNeverBecomesALink(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	d.says["synthesize"] = []string{"The rent is 900 euros [1], see [the site](https://evil.example/x) and ![](https://evil.example/p.png)."}
	if h := d.ask("What is the rent?"); h.err != nil || h.written() != "The rent is 900 euros [1], see the site and ." {
		t.Errorf("%v %q", h.err, h.Answer.Text)
	}
}

func TestWhatTheDocumentsContradictIsWrittenOnceMoreAndThenLeftOut(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	bad := "The rent is 900 euros [1].\n\n## Heating\n\n- The rent does not cover heating [2].\n- Quiet hours begin at ten [2]."
	d.says["synthesize"] = []string{bad, bad}
	h := d.ask("What is the rent?")
	if h.err != nil || d.did("synthesize") != 2 || d.did("decide") != 0 {
		t.Fatalf("%v, written %d times, decided %d times", h.err, d.did("synthesize"), d.did("decide"))
	}
	if again := d.prompt["synthesize"][1]; !strings.Contains(again, "The documents contradict these sentences: The rent does not cover heating.") {
		t.Errorf("%q", again)
	}
	if h.written() != "The rent is 900 euros [1].\n\n## Heating\n\n- Quiet hours begin at ten [3]." || h.Text != h.Answer.Text || len(h.Answer.Citations) != 2 ||
		!strings.Contains(h.Answer.Message, "Left out, because the documents say otherwise (1 statement): “The rent does not cover heating.”") {
		t.Errorf("%q %q %+v", h.Answer.Text, h.Answer.Message, h.Answer.Citations)
	}
	if h.Answer.Proof != nil {
		t.Error("the proof is of another text")
	}
}

func TestADocumentThatIsMendedIsTheOneThatIsTaken(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	d.says["synthesize"] = []string{"The rent does not cover heating [2].", "The rent covers heating [2]."}
	h := d.ask("What is the rent?")
	if h.err != nil || h.written() != "The rent covers heating [1]." || h.Answer.Proof == nil || h.Answer.Proof.Verified != 1 {
		t.Errorf("%v %q %+v", h.err, h.Answer.Text, h.Answer.Proof)
	}
}

func TestADraftIsHeldAgainstTheDocumentsOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	if err := d.Workspace.Runs.Save(store.Run{ID: "run", Conversation: "thread", Status: store.Running}, "title"); err != nil {
		t.Fatal(err)
	}
	ps, err := d.Passages([]string{"id-Lease/0"})
	if err != nil {
		t.Fatal(err)
	}
	s := State{Anchor: Anchor{Question: "What is the rent?"}, Draft: Draft{Number: 1}}
	s.Run = "run"
	doc := &rag.Citer{Offered: ps}
	doc.Write("The rent is 900 euros [1].")
	doc.Close()
	draft, err := d.held(s, doc)
	var kept rag.Answer
	if err == nil {
		err = d.load(draft.Held, &kept)
	}
	const sign = 77 // by which its proof is known
	kept.Proof.Uncited = sign
	if err == nil {
		draft.Held, err = d.save("run", "draft 1 held", kept)
	}
	if err != nil || kept.Proof.Verified != 1 {
		t.Fatalf("%v %+v", err, kept.Proof)
	}
	for text, want := range map[string]bool{kept.Text + "\n\n## Open": true, "It is another one [1].": false} {
		a := rag.Answer{Text: text, Citations: kept.Citations, Own: []proof.Stretch{{Start: min(len(kept.Text), len(text)), End: len(text)}}}
		if err := d.Workflow.proof(s, draft, &a); err != nil || (a.Proof.Uncited == sign) != want || a.Question != s.Anchor.Question {
			t.Errorf("%q: %v %+v", text, err, a.Proof)
		}
	}
}

func TestTheOpeningKnowsWhatTheLastTaskFound(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Config.TaskPassages, d.Config.TaskQueries = 1, 1
	var tasks, queries, extracts, sections, findings []string
	for i, name := range []string{"apple", "birch", "cedar", "dogwood", "elder", "fig"} {
		d.Add(fmt.Sprint("Doc ", i), fmt.Sprintf("The %s is %d.", name, 100+i))
		tasks = append(tasks, fmt.Sprintf(`"%s"`, name))
		queries = append(queries, fmt.Sprintf(`{"queries":["%s","%s"]}`, name, name))
		extracts = append(extracts, fmt.Sprintf(`{"passages":[{"passage":1,"relevance":0.9}],"lines":[{"text":"The %s is %d.","sentences":[1]}]}`, name, 100+i))
		findings = append(findings, fmt.Sprintf(`{"findings":"It is %d.","gap":"","queries":[],"tasks":[]}`, 100+i))
		var idle strings.Builder
		for j := range 40 {
			fmt.Fprintf(&idle, "Nothing of weight %d is said of %d here. ", i*100+j, j*j)
		}
		sections = append(sections, idle.String()+fmt.Sprintf("The %s is %d [1].", name, 100+i))
	}
	d.says["plan"], d.says["queries"], d.says["extract"] = []string{`{"tasks":[` + strings.Join(tasks, ",") + `]}`}, queries, extracts
	d.says["reevaluate"], d.says["synthesize"], d.says["opening"] = findings, sections, []string{"It is 105 [6]."}
	d.narrow(1200)
	h := d.ask("What matters?")
	if h.err != nil || !strings.HasPrefix(h.Answer.Text, "It is 105 [1].\n\n## ") || h.Answer.Citations[0].Document != "id-Doc 5" {
		t.Fatalf("%v %q %+v %+v %q", h.err, h.Answer.Text[:60], h.Answer.Citations, h.made.Findings, h.Notes)
	}
	for i, s := range []string{"The apple is 100 [1]", "The fig is 105 [6]", "Found: It is 105."} {
		if !strings.Contains(d.prompt["opening"][0], s) {
			t.Errorf("the opening doesn't know %d: %s", i, d.prompt["opening"][0])
		}
	}
}

func TestTasksThatRestOnTheSamePassagesAreOneSection(t *testing.T) {
	t.Parallel()
	task := func(id string, passages ...string) Task {
		return Task{Item: rag.Item{ID: id, Text: id}, Passages: passages}
	}
	got := grouped([]Task{task("a", "1", "2", "3"), task("b"), task("c", "4", "5", "6"), task("d", "3", "2", "7", "1"), task("e", "6", "5", "9"), task("f", "5")})
	want := []group{{[]string{"a", "d"}, []string{"1", "2", "3", "7"}}, {[]string{"c"}, []string{"4", "5", "6"}}, {[]string{"e"}, []string{"6", "5", "9"}}, {[]string{"f"}, []string{"5"}}}
	if !slices.EqualFunc(got, want, func(a, b group) bool { return slices.Equal(a.Tasks, b.Tasks) && slices.Equal(a.Passages, b.Passages) }) {
		t.Errorf("%+v", got)
	}
}

func TestWhatCitesIsKeptWithItsMarks(t *testing.T) {
	t.Parallel()
	got := citing("It is. [2][3] Nothing here.\n\n### A head\n\n- An entry [4]\n- None\n\nBoth [1][2].")
	if want := []string{"It is. [2][3]", "An entry [4]", "Both [1][2]."}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestContradictionsAreGivenToWhoWritesAndListedWithTheirPlaces(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Add("Lease", "The rent is 900 euros.")
	d.Add("Letter", "The rent is 950 euros.")
	d.says["reevaluate"] = []string{`{"findings":"900 or 950 euros.","contradictions":[{"about":"The rent: 900 euros [1] or 950 euros","blocks":[1,2]},{"about":"One side only","blocks":[1,9]}],"gap":"","queries":[],"tasks":[]}`}
	h := d.ask("What is the rent?")
	want := "\n\n## Where the documents disagree\n\n- The rent: 900 euros or 950 euros (Lease, p. 1; Letter, p. 1)\n\n## What was read, and what was not\n"
	if h.err != nil || !strings.Contains(h.Answer.Text, want) || !h.Noted("contradict each other: The rent") || h.Noted("One side only") {
		t.Errorf("%v %q %q", h.err, h.Answer.Text, h.Notes)
	}
	if !strings.Contains(d.prompt["synthesize"][0], "Contradiction between 1; 2: The rent: 900 euros or 950 euros") {
		t.Error(d.prompt["synthesize"][0])
	}
	if c := h.made.Findings[0].Contradictions; len(c) != 1 || !slices.Equal(c[0].Passages, []string{"id-Lease/0", "id-Letter/0"}) {
		t.Errorf("%+v", c)
	}
}

func TestWhatWasReadIsListedWithWhatWasNot(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	d.Add("Recipe", "Whisk three eggs.")
	d.Config.TaskQueries = 1
	h := d.ask("What is the rent?")
	_, list, _ := strings.Cut(h.Answer.Text, "\n\n## What was read, and what was not\n\n")
	if want := "- Lease: 1 passage, p. 1\n- House Rules: 1 passage, p. 1\n- Nothing was read of: Recipe"; h.err != nil || list != want {
		t.Errorf("%v %q", h.err, list)
	}
}

func TestWhatATaskComparesIsSetAsATableOfCells(t *testing.T) {
	t.Parallel()
	for _, small := range []bool{false, true} {
		d := newDesk(t)
		d.Small = small
		d.AddTable(1)
		d.Facts = &facts.Library{Workspace: d.Workspace}
		d.says["plan"] = []string{`{"tasks":["Net sales and cost of sales of ACME in 2022 and 2023"]}`}
		d.says["synthesize"] = []string{"Net sales rose to $1,200 million [1]."}
		d.reply = func(c rag.Card, n int) rag.Reply {
			return rag.Reply{Items: []rag.Item{{Text: "Net sales and cost of sales of ACME in 2022 and 2023"}}}
		}
		h := d.ask("How did the net sales of ACME develop?")
		want := "\n\n| Figure | 2022 | 2023 |\n|---|---:|---:|\n| Net sales | \\$1,000 million | \\$1,200 million |\n| Cost of sales | \\$600 million | \\$700 million |"
		if h.err != nil || !strings.Contains(rag.WithoutMarks(h.Answer.Text), want) || strings.Count(h.Answer.Text, "million [") < 4 {
			t.Errorf("%v %q", h.err, h.Answer.Text)
			continue
		}
		if p := h.Answer.Proof; p == nil || p.Contradicted > 0 || !small && p.NotFound > 0 || p.Verified < 4 {
			t.Errorf("%+v", p)
		}
		if !small && !strings.Contains(d.prompt["synthesize"][0], "<figures>\n| Figure | 2022 | 2023 |") {
			t.Error(d.prompt["synthesize"][0])
		}
	}
}
