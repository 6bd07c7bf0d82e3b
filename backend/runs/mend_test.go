package runs

import (
	"cmp"
	"errors"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph/chat"
	"lectern/backend/llm/llmtest"
	"lectern/backend/proof/figures"
	"lectern/backend/store"
)

const (
	wrongRevenue = "In 2022 – das heißt ２０２２ – as No. 1,757 says, the revenue of Acme was $1,757 million in 2022 [1]. The tower has 212 steps."
	rightRevenue = "In 2022 – das heißt ２０２２ – as No. 1,757 says, the revenue of Acme was $1,577 million in 2022 [1]. The tower has 212 steps."
)

// misread asks what is answered with a figure of which two digits are swapped.
func (d *desk) misread() Started {
	d.t.Helper()
	d.add("Acme", "Consolidated statements of income\n(in millions of US dollars)\n2022 2021\nRevenue 1,577.00 1,261.60")
	d.says(wrongRevenue)
	return d.ask(Question{Text: "What was the revenue of @Acme?", Mode: chat.Documents})
}

// offered is what puts a figure of a turn right.
func (d *desk) offered(s Started) store.Mend {
	d.t.Helper()
	for _, f := range d.turn(s).Figures {
		if f.Mend != nil {
			return *f.Mend
		}
	}
	d.t.Fatalf("nothing is offered for %+v", d.turn(s).Figures)
	return store.Mend{}
}

func (d *desk) mended(s Started) store.Mend {
	d.t.Helper()
	m := d.offered(s)
	if _, err := d.MendFigure(s.Run, m.Start, m.Now); err != nil {
		d.t.Fatal(err)
	}
	return m
}

// verdictAt is what is said of the figure that begins with some text.
func verdictAt(t Turn, at string) string {
	for _, f := range t.Figures {
		if strings.HasPrefix(t.Answer[f.Start:], at) {
			return f.Verdict
		}
	}
	return ""
}

func TestAPersonPutsAFigureRight(t *testing.T) {
	d := newDesk(t)
	s := d.misread()
	before := d.turn(s)
	m := d.mended(s)
	if m.Was != "1,757" || m.Now != "1,577" || before.Answer[m.Start:m.End] != m.Was {
		t.Errorf("offered: %+v", m)
	}
	after := d.turn(s)
	if after.Answer != rightRevenue {
		t.Fatalf("the answer is %q", after.Answer)
	}
	if len(after.Mends) != 1 || after.Mends[0].Was != "1,757" || after.Answer[after.Mends[0].Start:after.Mends[0].End] != "1,577" {
		t.Errorf("told: %+v", after.Mends)
	}
	if v := verdictAt(after, "$1,577"); v != figures.Quoted {
		t.Errorf("the figure is %s", v)
	}
	if before.Audit.Doubtful+before.Audit.Contradicted != 1 || after.Audit.Doubtful+after.Audit.Contradicted != 0 {
		t.Errorf("counted %+v, then %+v", before.Audit, after.Audit)
	}
	if _, err := d.MendFigure(s.Run, m.Start, m.Now); !errors.Is(err, errNoMend) {
		t.Errorf("twice: %v", err)
	}
	if _, err := d.UndoMend(s.Run, m.Start+1); !errors.Is(err, errNoMend) {
		t.Errorf("undone elsewhere: %v", err)
	}
}

func TestWhatAPersonPutRightIsTakenBack(t *testing.T) {
	d := newDesk(t)
	s := d.misread()
	before := d.turn(s)
	m := d.mended(s)
	if _, err := d.UndoMend(s.Run, m.Start); err != nil {
		t.Fatal(err)
	}
	after := d.turn(s)
	if after.LastSeq != before.LastSeq+2 {
		t.Errorf("%d events, then %d", before.LastSeq, after.LastSeq)
	}
	if after.LastSeq = before.LastSeq; !reflect.DeepEqual(after, before) {
		t.Errorf("it is\n%+v\nand was\n%+v", after, before)
	}
}

func TestAMendIsAnEventAndOutlivesARestart(t *testing.T) {
	d := newDesk(t)
	s := d.misread()
	m := d.mended(s)
	want := d.turn(s)
	d.Close()
	d.Runs = New(d.workspace, d.store.Checkpoints, d.models, slog.New(slog.DiscardHandler), d.hear)
	if err := d.Continue(); err != nil {
		t.Fatal(err)
	}
	if got := d.turn(s); !reflect.DeepEqual(got, want) {
		t.Errorf("after a restart %+v, not %+v", got, want)
	}
	events, err := d.Events(s.Run, 0)
	if err != nil {
		t.Fatal(err)
	}
	replayed := newTurn(store.Run{ID: s.Run})
	for i, e := range events {
		if e.Seq != i+1 {
			t.Errorf("event %d has the number %d", i+1, e.Seq)
		}
		replayed.replay(e)
	}
	if replayed.Answer != rightRevenue || !reflect.DeepEqual(replayed.Mends, want.Mends) || !reflect.DeepEqual(replayed.Figures, want.Figures) || !reflect.DeepEqual(replayed.Audit, want.Audit) {
		t.Errorf("replayed %+v", replayed)
	}
	if last := d.events[len(d.events)-1]; last.Kind != "mended" || last.Seq != len(events) || last.Text != "1,577" {
		t.Errorf("told %+v", last)
	}
	if _, err := d.UndoMend(s.Run, m.Start); err != nil {
		t.Error(err)
	}
}

func TestLaterQuestionsKnowTheAnswerAsItIsNow(t *testing.T) {
	d := newDesk(t)
	s := d.misread()
	m := d.mended(s)
	d.says("More than before [1].")
	next := d.ask(Question{Conversation: s.Conversation, Text: "And what does that mean?", Mode: chat.Documents})
	d.sent([]string{"$1,577 million"}, []string{"$1,757 million"})
	if _, err := d.UndoMend(s.Run, m.Start); err != nil {
		t.Fatal(err)
	}
	d.says("Less than before [1].")
	d.ask(Question{Conversation: s.Conversation, Text: "Is that so?", Mode: chat.Documents})
	d.sent([]string{"$1,757 million"}, []string{"$1,577 million"})
	d.mended(s)
	d.says("Started over [1].")
	over, err := d.StartOver(next.Run, d.step(next, "generator").Checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	d.Wait(over.Run)
	d.sent([]string{"$1,577 million"}, []string{"$1,757 million"})
}

func TestMendsMoveWithWhatIsPutBeforeThem(t *testing.T) {
	d := newDesk(t)
	s := d.misread()
	run, err := d.workspace.Runs.Get(s.Run)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(run.Answer, "212")
	run.Mends = []store.Mend{{Start: at + 1, End: at + 2, Was: "9", Now: "1"}} // in the middle of a figure
	if err := d.workspace.Runs.Save(run, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := d.amend(run, "mended", store.Mend{Start: 0, End: 2, Now: "Within"}, moved(run.Mends, 2, 4)); err != nil {
		t.Fatal(err)
	}
	moved := d.turn(s).Mends[0]
	if text := d.turn(s).Answer; text[moved.Start-1:moved.End+1] != "212" {
		t.Errorf("%+v is at %q", moved, text[moved.Start:])
	}
	if _, err := d.UndoMend(s.Run, moved.Start); err != nil {
		t.Fatal(err)
	}
	if text := d.turn(s).Answer; !strings.HasPrefix(text, "Within 2022") || !strings.HasSuffix(text, "has 292 steps.") {
		t.Errorf("%q", text)
	}
}

// The checked answer is proved as the answer to more than its question, the analyst's by its calculations, too.
func TestAnAnswerIsMendedInEveryWorkflow(t *testing.T) {
	for name, says := range map[string]map[string]string{
		"checked": {
			"evaluate": `{"faithfulness":1,"relevance":1,"completeness":1,"citation_quality":1,"overall":1}`,
			"critique": `{"hallucination":false,"unsupported_claims":[],"logical_gaps":[],"conflicting_evidence":[],"confidence":1}`,
			"":         "The revenue of Acme was $1,757 million in 2022 [1].",
		},
		"analyst": {
			"query":    `{"entities":["Acme"],"periods":["2022"],"document_types":[],"keywords":["revenue"]}`,
			"validate": `{"sufficient":true,"missing":[]}`,
			"analyse":  `{"measures":[],"companies":[],"periods":[],"metrics":[],"calculations":[],"charts":[],"primary":"","finding":""}`,
			"heal":     `{"sentences":[{"n":1,"text":"The revenue of Acme was $1,757 million in 2022 [1]."}],"charts":[]}`,
			"":         "The revenue of Acme was $1,757 million in 2022 [1].",
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.add("Acme", "Consolidated statements of income\n(in millions of US dollars)\n2022 2021\nRevenue 1,577.00 1,261.60")
			d.server.Always(func(r api.ChatRequest) llmtest.Reply {
				return llmtest.Reply{Text: cmp.Or(says[llmtest.Purpose(r)], says[""])}
			})
			s := d.ask(Question{Text: "What was the revenue of Acme in 2022?", Workflow: name})
			d.mended(s)
			if got := d.turn(s); !strings.Contains(got.Answer, "$1,577 million") || verdictAt(got, "$1,577") != figures.Quoted {
				t.Errorf("%q %+v", got.Answer, got.Figures)
			}
		})
	}
}
