package runs

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/llm/llmtest"
	"lectern/backend/models"
	"lectern/backend/store"
	"lectern/backend/tuning"
)

// A number that doesn't lie on one of its steps is refused by the form in Settings, whatever the person changed.
func TestEveryNumberLiesOnOneOfItsSteps(t *testing.T) {
	groups, err := Configs(models.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		seen := map[string]bool{}
		for _, f := range g.Fields {
			steps := (f.Value() - f.Min) / f.Step
			switch {
			case seen[f.Key] || f.Key == "" || f.Help.Empty():
				t.Errorf("%s: the field %q is there twice, or nobody says what it does", g.Key, f.Key)
			case f.Value() < f.Min || f.Value() > f.Max:
				t.Errorf("%s: %s is %v, not between %v and %v", g.Key, f.Key, f.Value(), f.Min, f.Max)
			case math.Abs(steps-math.Round(steps)) > 1e-9:
				t.Errorf("%s: %s is %v, which no steps of %v from %v lead to", g.Key, f.Key, f.Value(), f.Step, f.Min)
			case f.Value() != f.Default:
				t.Errorf("%s: %s is %v without being changed", g.Key, f.Key, f.Value())
			}
			seen[f.Key] = true
		}
	}
}

func TestEveryNumberCanBeSetForOneRunByItsName(t *testing.T) {
	d := newDesk(t)
	for _, w := range d.workflows {
		for _, f := range tuning.Fields(w.Defaults()) {
			for _, name := range []string{f.Key, w.Name + "." + f.Key} {
				own, _, err := d.aim(w, []store.Override{{Name: name, Value: f.Max}})
				c := w.Defaults()
				for _, n := range own {
					if err == nil {
						err = tuning.Set(c, n.Name, n.Value)
					}
				}
				if got, _ := tuning.Find(c, f.Key); err != nil || got.Value() != f.Max {
					t.Errorf("%s is %v, not %v: %v", name, got.Value(), f.Max, err)
				}
				err = d.may(w, []store.Override{{Name: name, Value: f.Max + 1}})
				if want := fmt.Sprintf("between %v and %v", f.Min, f.Max); err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %v, not %s", name, err, want)
				}
			}
		}
	}
}

func TestANumberOfAnotherWorkflowIsRefusedButThoseOfCallsAreEverybodys(t *testing.T) {
	d := newDesk(t)
	w, err := d.named("report")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"checked.retries", "chat.keep", "report.luck", "luck.loops"} {
		if err := d.may(w, []store.Override{{Name: name, Value: 1}}); err == nil || !strings.Contains(err.Error(), "report has no number") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"attempts", "chat.attempts"} {
		_, calls, err := d.aim(w, []store.Override{{Name: name, Value: 1}})
		if err != nil {
			t.Fatal(err)
		}
		if tools, err := d.tools(t.Context(), "", calls); err != nil || tools.Attempts != 1 {
			t.Errorf("%s: %d attempts, %v", name, tools.Attempts, err)
		}
	}
}

func TestTheContextWindowCanDifferInOneRun(t *testing.T) {
	d := newDesk(t)
	d.server.Always(func(api.ChatRequest) llmtest.Reply { return llmtest.Reply{Text: "Three months [1]."} })
	d.ask(Question{Text: "What is the notice period?", Mode: "documents", Numbers: []store.Override{{Name: "chat.contextTokens", Value: 2048}}})
	d.ask(Question{Text: "What is the notice period?", Mode: "documents"})
	chats := d.server.Chats()
	first, last := chats[0].Options["num_ctx"], chats[len(chats)-1].Options["num_ctx"]
	if fmt.Sprint(first, last) != "2048 4096" {
		t.Errorf("%v, then %v", first, last)
	}
}
