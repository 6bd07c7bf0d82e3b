package research

import (
	"fmt"
	"slices"
	"strings"
	"testing"

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
		"quality": {"accepted, not scored", func(h heard) bool { return !h.made.Scores.Scored && strings.Contains(h.Answer.Message, "Not scored") }},
		"decide":  {"accepted as it is", func(h heard) bool { return h.made.Drafts == 1 && strings.Contains(h.Answer.Message, "250 of 500") }},
	} {
		for way, reply := range map[string]llmtest.Reply{"empty": {}} {
			t.Run(kind+" "+way, func(t *testing.T) {
				d := newDesk(t)
				d.lease()
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

// narrow gives the desk a model with little context.
func (d *desk) narrow(tokens int) {
	d.Client = d.Narrow(tokens)
	d.Config.AnswerTokens, d.Config.ReplyTokens = 256, 128
}

func TestADocumentThatDoesntFitIsWrittenInParts(t *testing.T) {
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
	d.says["extract"] = []string{fmt.Sprintf(`{"relevance":0.9,"lines":[{"text":%q,"sentences":[1]},{"text":%q,"sentences":[2]}]}`, line, line)}
	d.says["synthesize"] = []string{"Part one [1].", "Part two [1].", "Part three [1].", "Part four [1]."}
	h := d.ask("What do the animals eat?")
	n := d.did("synthesize")
	if h.err != nil || n < 2 || !strings.HasPrefix(h.Answer.Text, "Part one [1].\n\nPart two [2].") || len(h.Answer.Citations) != n {
		t.Fatalf("%v, %d parts, %q", h.err, n, h.Answer.Text)
	}
	seen := map[string]bool{}
	for i, c := range h.Answer.Citations {
		if c.N != i+1 || seen[c.Document] {
			t.Errorf("%+v", c)
		}
		seen[c.Document] = true
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
	d.says["extract"] = []string{`{"relevance":0,"lines":[]}`}
	h := d.ask("Wie hoch ist die rent?")
	if h.err != nil || d.did("synthesize") != 0 || d.did("quality") != 0 || h.Answer.Text != "Die Dokumente sagen dazu nichts.\n\n## Offene Fragen\n\n- Find the rent" || h.made.Scores.Scored {
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
	if h := d.ask("What is the rent?"); h.err != nil || h.Answer.Text != "The rent is 900 euros [1], see the site and ." {
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
	if h.Answer.Text != "The rent is 900 euros [1].\n\n## Heating\n\n- Quiet hours begin at ten [3]." || h.Text != h.Answer.Text || len(h.Answer.Citations) != 2 ||
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
	if h.err != nil || h.Answer.Text != "The rent covers heating [1]." || h.Answer.Proof == nil || h.Answer.Proof.Verified != 1 {
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
