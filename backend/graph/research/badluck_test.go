package research

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/llm"
)

func TestOneDocumentIsEnough(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Add("Lease", "The rent is 900 euros. It is due on the third day of each month.")
	h := d.ask("What is the rent?")
	if h.err != nil || len(h.Answer.Citations) == 0 || !strings.HasSuffix(h.Answer.Text, "- Lease: 1 passage, p. 1") {
		t.Errorf("%v %q", h.err, h.Answer.Text)
	}
}

// Of hundreds of documents no more is read than the tasks call for, and the list of what wasn't read stays a list.
func TestOfHundredsOfDocumentsSomeAreReadAndTheOthersAreTold(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	const documents = 300
	for i := range documents {
		d.Add(fmt.Sprintf("Lease %03d", i), fmt.Sprintf("The rent of flat %d is %d euros. It is due monthly.", i, 500+i))
	}
	h := d.ask("What is the rent?")
	if h.err != nil || len(h.Answer.Citations) == 0 {
		t.Fatalf("%v %q", h.err, h.Answer.Text)
	}
	_, list, _ := strings.Cut(h.Answer.Text, "## What was read, and what was not\n\n")
	lines := strings.Split(list, "\n")
	last := lines[len(lines)-1]
	if most := d.Config.TaskQueries * d.Config.TaskPassages; len(lines) > most+1 || d.did("extract") > most {
		t.Errorf("%d calls to read:\n%s", d.did("extract"), list)
	}
	if unread := documents - (len(lines) - 1); !strings.HasPrefix(last, "- Nothing was read of: Lease ") || !strings.HasSuffix(last, fmt.Sprintf("%d more", unread-mostNamed)) {
		t.Error(list)
	}
}

// mostNamed is how many documents a list names.
const mostNamed = 12

func TestALibraryOnOtherSubjectsIsADocumentThatSaysSo(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	d.says["queries"] = []string{`{"queries":["zirconium quarks"]}`}
	d.says["plan"] = []string{`{"tasks":["zirconium quarks"]}`}
	d.says["analyze query"] = []string{`{"concepts":["zirconium"],"entities":[],"scope":"zirconium","language":"English","clarification_needed":false,"clarification":""}`}
	d.says["extract"] = []string{`{"passages":[{"passage":1,"relevance":0}],"lines":[]}`}
	h := d.ask("Where do zirconium quarks come from?")
	if h.err != nil || d.did("synthesize") != 0 || len(h.Answer.Citations) != 0 || !strings.HasPrefix(h.Answer.Text, "The documents don't tell.") || !strings.Contains(h.Answer.Text, "- zirconium quarks\n") {
		t.Errorf("%v %q", h.err, h.Answer.Text)
	}
}

// A plan of fifteen tasks that is stopped at the ninth has the findings of eight, and goes on with the ninth.
func TestAPlanThatIsStoppedKeepsWhatItFoundAndGoesOn(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	const tasks, stopped = 15, 9
	var named []string
	for i := range tasks {
		named = append(named, fmt.Sprintf("%q", fmt.Sprintf("Find the rent of year %d", 2001+i)))
	}
	d.Config.MostTasks, d.Config.FirstTasks = tasks, tasks
	d.says["plan"] = []string{`{"tasks":[` + strings.Join(named, ",") + `]}`}
	ctx, stop := context.WithCancel(llm.WithUsage(context.Background(), rag.Used))
	defer stop()
	d.meanwhile = func(kind string, n int) {
		if kind == "reevaluate" && n == stopped-1 {
			stop()
		}
	}
	runner, err := d.Runner(d.Checkpoints())
	if err != nil {
		t.Fatal(err)
	}
	var h heard
	run := runner.Start(ctx, ragtest.Thread, d.Turn("What is the rent?"))
	h.follow(run, nil)
	if len(h.Questions) > 0 {
		h.follow(runner.AnswerAll(ctx, ragtest.Thread, h.answers(d)), nil)
	}
	if !errors.Is(h.err, context.Canceled) || len(h.made.Findings) != stopped-1 || len(h.made.Plan) != tasks {
		t.Fatalf("%v, %d findings of %d tasks", h.err, len(h.made.Findings), len(h.made.Plan))
	}
	for i, f := range h.made.Findings {
		if f.Text == "" || len(f.Passages) == 0 || !h.made.Plan[i].Done {
			t.Errorf("task %d: %+v", i+1, f)
		}
	}
	d.meanwhile = nil
	before := d.did("queries")
	h.follow(d.again().Continue(t.Context(), ragtest.Thread), nil)
	if h.err != nil || len(h.made.Findings) != tasks || len(h.Answer.Citations) == 0 {
		t.Fatalf("%v, %d findings", h.err, len(h.made.Findings))
	}
	if again := d.did("queries") - before; again != tasks-stopped {
		t.Errorf("searches for %d tasks were thought of after the stop, not for %d", again, tasks-stopped)
	}
}
