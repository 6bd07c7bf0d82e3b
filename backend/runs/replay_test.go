package runs

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"lectern/backend/store"
)

var update = flag.Bool("update", false, "record the logs of events that are missing, and what all of them come to")

// eventLog is a run as it was told, and what the turn was like at some of its events. The page's reducer is held to the
// same files (frontend/src/lib/eventlogs.test.ts).
type eventLog struct {
	Story    string        `json:"story"`
	Question string        `json:"question"`
	Workflow string        `json:"workflow"`
	Events   []store.Event `json:"events"`
	Turns    []turnAt      `json:"turns"`
}

type turnAt struct {
	After int             `json:"after"` // the number of the event
	Turn  json.RawMessage `json:"turn"`  // what the reducer makes; what the question was asked with is left out
}

// reduced is what of a turn the reducer makes.
type reduced struct {
	Status     string              `json:"status"`
	Answer     string              `json:"answer"`
	AnswerMode string              `json:"answerMode"`
	Citations  []store.Citation    `json:"citations"`
	Sources    []store.Source      `json:"sources"`
	Steps      []StepInfo          `json:"steps"`
	Message    string              `json:"message"`
	Model      string              `json:"model"`
	Millis     int64               `json:"millis"`
	LastSeq    int                 `json:"lastSeq"`
	Cards      []store.Card        `json:"cards"`
	Audit      *store.Audit        `json:"audit,omitempty"`
	Figures    []store.FigureCheck `json:"figures"`
	Mends      []store.Mend        `json:"mends"`
	Cut        int                 `json:"cut"`
	Made       json.RawMessage     `json:"made"`
}

func (l eventLog) replay(t *testing.T) (turns []turnAt) {
	t.Helper()
	turn := newTurn(store.Run{ID: "run", Question: l.Question, Workflow: l.Workflow, Status: store.Running})
	for i, e := range l.Events {
		turn.replay(e)
		if i < len(l.Events)-1 && !slices.Contains([]string{"restart", "citation", "ask", "replied", "done", "mended", "undone"}, e.Kind) {
			continue
		}
		raw, err := json.Marshal(reduced{
			turn.Status, turn.Answer, turn.AnswerMode, turn.Citations, turn.Sources, turn.Steps, turn.Message, turn.Model, turn.Millis, turn.LastSeq,
			turn.Cards, turn.Audit, turn.Figures, turn.Mends, turn.Cut, turn.Made,
		})
		if err != nil {
			t.Fatal(err)
		}
		turns = append(turns, turnAt{e.Seq, raw})
	}
	return turns
}

// plain is JSON without regard to how it is written.
func plain(t *testing.T, raw json.RawMessage) (v any) {
	t.Helper()
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// The kinds are those of store.Event's manual.
var kinds = []string{"start", "step", "note", "stepdone", "sources", "token", "citation", "restart", "made", "ask", "replied", "done", "mended", "undone"}

func TestATurnIsAFunctionOfItsEvents(t *testing.T) {
	if *update {
		record(t)
	}
	files, err := filepath.Glob("testdata/events/*.json")
	if err != nil || len(files) < 12 {
		t.Fatalf("%d logs, %v", len(files), err)
	}
	told, workflows := map[string]bool{}, map[string]bool{}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var l eventLog
		if err := json.Unmarshal(raw, &l); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		turns := l.replay(t)
		if *update {
			l.Turns = turns
			l.write(t, file)
		}
		if len(l.Turns) != len(turns) {
			t.Errorf("%s: %d turns, not %d", file, len(turns), len(l.Turns))
			continue
		}
		for i, want := range l.Turns {
			if got := turns[i]; got.After != want.After || !reflect.DeepEqual(plain(t, got.Turn), plain(t, want.Turn)) {
				t.Errorf("%s: after %d: %s\nnot %s", file, want.After, got.Turn, want.Turn)
			}
		}
		for i, e := range l.Events {
			told[e.Kind] = true
			if e.Seq != i+1 {
				t.Errorf("%s: event %d has the number %d", file, i+1, e.Seq)
			}
		}
		workflows[l.Workflow] = true
	}
	for _, kind := range kinds {
		if !told[kind] {
			t.Errorf("no log tells %q", kind)
		}
	}
	for _, w := range Workflows() {
		if !workflows[w] {
			t.Errorf("there is no log of %s", w)
		}
	}
}

func (l eventLog) write(t *testing.T, file string) {
	t.Helper()
	raw, err := json.MarshalIndent(l, "", " ")
	if err == nil {
		err = os.WriteFile(file, append(raw, '\n'), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
