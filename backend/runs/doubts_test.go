package runs

import (
	"cmp"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

// agreeable is a model that finds everything fine, and writes what it is told to.
func agreeable(text string) func(api.ChatRequest) llmtest.Reply {
	forms := map[string]string{
		"critique":   `{"hallucination":false,"unsupported_claims":[],"logical_gaps":[],"conflicting_evidence":[],"confidence":0.95}`,
		"evaluate":   `{"faithfulness":0.9,"relevance":0.95,"completeness":0.9,"citation_quality":0.9,"overall":0.9}`,
		"query":      `{"entities":[],"periods":[],"document_types":[],"keywords":["notice"]}`,
		"validate":   `{"sufficient":true,"missing":[]}`,
		"analyse":    `{"measures":[],"companies":[],"periods":[],"metrics":[],"calculations":[],"charts":[],"primary":"","finding":""}`,
		"verify":     `{"checks":[{"claim":1,"confidence":0.9,"contradiction":""}]}`,
		"analyze":    `{"analysis":"There is a lease.","gaps":[],"coverage":0.9}`,
		"finalize":   `{"analysis":"About the notice.","queries":["notice period"],"context":"The lease.","entities":["Lease"],"scope":"the notice"}`,
		"plan":       `{"tasks":["Find the notice period"]}`,
		"extract":    `{"passages":[{"passage":1,"relevance":0.9}],"lines":[{"text":"Three months.","sentences":[1]}]}`,
		"references": `{"references":[]}`,
		"reevaluate": `{"findings":"Three months.","gap":"","queries":[],"tasks":[]}`,
		"quality":    `{"faults":[],"factual_accuracy":90,"semantic_validity":90,"structure":90,"citations":90,"relevance":90}`,
		"questions":  `{"questions":["Which lease?"]}`,
		"queries":    `{"queries":["notice period"]}`,
	}
	return func(r api.ChatRequest) llmtest.Reply {
		if r.Format == nil {
			return llmtest.Reply{Text: text}
		}
		return llmtest.Reply{Text: cmp.Or(forms[llmtest.Purpose(r)], "{}")}
	}
}

// read adds a document whose only page has a verdict.
func (d *desk) read(name, text string, v store.Verdict) {
	d.t.Helper()
	v.Page, v.Label = 1, "iv"
	c := &store.Content{
		Pages:    []store.Page{{Number: 1, Label: "iv", Text: text, Sentences: []store.Span{{Start: 0, End: len(text)}}}},
		Passages: []store.Passage{{Page: 1, Span: store.Span{Start: 0, End: len(text)}}},
		Verdicts: []store.Verdict{v},
	}
	if _, err := d.workspace.Documents.Add(store.Document{ID: "id-" + name, Name: name}, c); err != nil {
		d.t.Fatal(err)
	}
}

// through asks, and replies to whatever the run asks until it is answered.
func (d *desk) through(q Question) Turn {
	d.t.Helper()
	s := d.ask(q)
	turn := d.turn(s)
	for range 5 {
		if turn.Status != store.NeedsPerson {
			break
		}
		reply := store.Reply{Text: "/end"}
		if turn.Cards[0].Kind == "plan" {
			reply = store.Reply{Text: "Approve"}
		}
		if _, err := d.Reply(s.Run, map[string]store.Reply{"": reply}); err != nil {
			d.t.Fatal(err)
		}
		d.Wait(s.Run)
		turn = d.turn(s)
	}
	return turn
}

func TestAnAnswerThatLeansOnADoubtfulPageSaysSoInEveryWorkflow(t *testing.T) {
	const text = "The notice period of the lease is three months."
	for _, workflow := range Workflows() {
		t.Run(workflow, func(t *testing.T) {
			for _, c := range []struct {
				verdict store.Verdict
				says    string // in the message
				doubt   string
			}{
				{store.Verdict{Verdict: store.Doubtful, Why: "Two readers found different letters (41 % alike)."},
					"It leans on a page whose text is doubtful: Lease, p. iv (two readers found different letters).", "Two readers found different letters (41 % alike)."},
				{store.Verdict{Verdict: store.OCR, Why: "Its letters were recognised in a picture.", Reader: "tesseract"},
					"One page that it cites was read by OCR, which may misread a letter: Lease, p. iv.", "Its letters were recognised in a picture."},
				{store.Verdict{Verdict: store.Confirmed}, "", ""},
			} {
				d := open(t, t.TempDir(), llmtest.New(t))
				t.Cleanup(d.close)
				d.Reports = t.TempDir()
				d.read("Lease", text, c.verdict)
				mark := "[1]"
				if workflow == "report" {
					mark = "[S1]"
				}
				d.server.Always(agreeable("The notice period of the lease is three months " + mark + "."))
				turn := d.through(Question{Text: "What is the notice period in @Lease?", Workflow: workflow})
				if turn.Status != store.Answered || turn.AnswerMode != "model" || len(turn.Citations) == 0 {
					t.Fatalf("%s %s, %q, citations %+v", turn.Status, turn.AnswerMode, turn.Message, turn.Citations)
				}
				for _, cited := range turn.Citations {
					if cited.Verdict != c.verdict.Verdict || cited.Doubt != c.doubt {
						t.Errorf("%s: cited %+v", c.verdict.Verdict, cited)
					}
				}
				said := strings.Contains(turn.Message, "It leans on") || strings.Contains(turn.Message, "OCR")
				if !strings.Contains(turn.Message, c.says) || said != (c.says != "") {
					t.Errorf("%s: said %q", c.verdict.Verdict, turn.Message)
				}
				if told := replayed(d, turn.Run); len(told.Citations) == 0 || told.Citations[0].Doubt != c.doubt {
					t.Errorf("%s: told %+v", c.verdict.Verdict, told.Citations)
				}
			}
		})
	}
}

func TestPassagesShownWithoutAModelSayWhenTheyAreDoubtful(t *testing.T) {
	d := open(t, t.TempDir(), llmtest.New(t))
	t.Cleanup(d.close)
	d.read("Lease", "The notice period of the lease is three months.", store.Verdict{Verdict: store.Doubtful, Why: "Its words fall apart into single letters."})
	d.server.Models(llmtest.EmbedModel)
	d.models.Refresh(t.Context())
	turn := d.turn(d.ask(Question{Text: "What is the notice period in @Lease?"}))
	if turn.AnswerMode != "passages" || !strings.HasSuffix(turn.Message, " It leans on a page whose text is doubtful: Lease, p. iv (its words fall apart into single letters).") {
		t.Errorf("%s: %q", turn.AnswerMode, turn.Message)
	}
}

func TestAPagesVerdictIsToldInTheLanguageOfTheConversation(t *testing.T) {
	d := open(t, t.TempDir(), llmtest.New(t))
	t.Cleanup(d.close)
	d.read("Lease", "The notice period of the lease is three months.", store.Verdict{Verdict: store.Doubtful, Why: "Its words fall apart into single letters."})
	d.server.Always(agreeable("The notice period of the lease is three months [1]."))
	turn := d.through(Question{Text: "What is the notice period in @Lease?", Language: "de"})
	const want = "Ihre Wörter zerfallen in einzelne Buchstaben."
	if len(turn.Citations) == 0 || turn.Citations[0].Doubt != want || replayed(d, turn.Run).Citations[0].Doubt != want {
		t.Errorf("%+v", turn.Citations)
	}
}

func TestAnAnswerFromTheFirstPagesOfAFileThatIsBeingReadSaysSo(t *testing.T) {
	d := open(t, t.TempDir(), llmtest.New(t))
	t.Cleanup(d.close)
	const text = "The notice period of the lease is three months."
	c := &store.Content{
		Pages:    []store.Page{{Number: 1, Label: "1", Text: text, Sentences: []store.Span{{Start: 0, End: len(text)}}}},
		Passages: []store.Passage{{Page: 1, Span: store.Span{Start: 0, End: len(text)}}},
		Verdicts: []store.Verdict{{Page: 1, Label: "1", Verdict: store.Confirmed}},
	}
	if _, err := d.workspace.Documents.Add(store.Document{ID: "id-Lease", Name: "Lease", Partial: true}, c); err != nil {
		t.Fatal(err)
	}
	d.server.Always(agreeable("The notice period of the lease is three months [1]."))
	const says = "Of Lease only the first pages were read so far"
	if turn := d.through(Question{Text: "What is the notice period in @Lease?"}); len(turn.Citations) == 0 || !strings.Contains(turn.Message, says) {
		t.Errorf("%q, citations %+v", turn.Message, turn.Citations)
	}
	if err := d.workspace.Documents.Remove("id-Lease"); err != nil {
		t.Fatal(err)
	}
	d.read("Lease", text, store.Verdict{Verdict: store.Confirmed})
	if turn := d.through(Question{Text: "What is the notice period in @Lease?"}); strings.Contains(turn.Message, "first pages") {
		t.Errorf("it is all read: %q", turn.Message)
	}
}
