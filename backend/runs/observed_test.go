package runs

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/llm/llmtest"
	"lectern/backend/models"
	"lectern/backend/runs/runstest"
	"lectern/backend/store"
	"lectern/backend/web"
)

// changes are the settings that are shown, with a value that differs from the default.
var changes = map[string]float64{
	"chat.contextTokens": 2048, "chat.keep": 1, "chat.answerTokens": 512, "chat.temperature": .9, "chat.sufficiency": 2, "chat.rerankByModel": 1,
	"checked.retries": 0, "checked.finalConfidence": .2, "checked.threshold": 1, "checked.retryThreshold": 0,
	"analyst.charts": 0, "research.askBack": 0, "research.length": 0, "research.budget": 9, "research.mostTasks": 1, "research.depth": 0, "report.where": 0, "report.loops": 0,
}

// seen is what a person can observe of a question that is asked with numbers of the settings: the calls of the model with
// all that it is sent, the steps and notes, the questions put to the person, the answer and what was made beside it.
func seen(t *testing.T, q runstest.Question, numbers map[string]float64) string {
	t.Helper()
	d := newDesk(t)
	d.add("Acme", "Results of the year\nRevenue was $1,261.60 million in 2021.\nRevenue was $1,577.00 million in 2022.")
	for i, room := range []string{"garage", "cellar", "garden", "attic", "kitchen", "office", "flat in Bonn", "flat in Berlin"} {
		d.add(fmt.Sprintf("Letter%d", i), "The notice period and the rent of the "+room+" are another matter.")
	}
	d.server.Always(func(r api.ChatRequest) llmtest.Reply {
		return llmtest.Reply{Text: q.Says(llmtest.Purpose(r), sentTo(r)), Yes: .9, No: .1}
	})
	with := models.Settings{OllamaHost: d.server.URL, Advanced: map[string]float64{"chat.wait": .01, "report.webTries": 1}, Web: web.Defaults()}
	with.Web.On, with.Web.Address = true, "http://127.0.0.1:1/mcp" // nobody is there: that it was asked is told
	for key, v := range numbers {
		with.Advanced[key] = v
	}
	if err := d.models.Save(t.Context(), with); err != nil {
		t.Fatal(err)
	}
	s := d.ask(Question{Text: q.Text, Workflow: q.Workflow})
	var put []string
	for _, reply := range q.Replies {
		turn := d.turn(s)
		if turn.Status != store.NeedsPerson {
			break
		}
		put = append(put, fmt.Sprint(turn.Cards))
		if _, err := d.Reply(s.Run, map[string]store.Reply{"": {Text: reply}}); err != nil {
			t.Fatal(err)
		}
		d.Wait(s.Run)
	}
	return observed(t, d.server.Chats(), d.turn(s), put)
}

func sentTo(r api.ChatRequest) string {
	var b strings.Builder
	for _, m := range r.Messages {
		b.WriteString(m.Content + "\n")
	}
	return b.String()
}

// passing is what differs from one run to the next: ids, times, folders.
var passing = regexp.MustCompile(`[0-9a-f]{16}|"millis":\d+|session_[-0-9_]+|\d+(\.\d+)? (ms|s|seconds?|hours?|tokens a second)\b|some \d+ minutes?|\d{4}-\d\d-\d\d[T ][0-9:.Z+]*|/[^ "]*/00\d`)

func observed(t *testing.T, chats []api.ChatRequest, turn Turn, put []string) string {
	t.Helper()
	var all []string
	for _, r := range chats {
		options, err := json.Marshal(r.Options)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(options)+sentTo(r))
	}
	slices.Sort(all) // some are made at once
	for _, s := range turn.Steps {
		all = append(all, s.Node+" "+s.Summary)
		for _, n := range s.Notes {
			all = append(all, n.Text)
		}
	}
	all = append(all, turn.Status, turn.Answer, turn.Message, fmt.Sprint(turn.Cards), string(turn.Made))
	return passing.ReplaceAllString(strings.Join(append(all, put...), "\n"), "…")
}

// Nothing in Settings does nothing.
func TestEveryNumberInSettingsChangesWhatAPersonCanObserve(t *testing.T) {
	groups, err := Configs(models.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	left := len(changes)
	for _, g := range groups {
		i := slices.IndexFunc(runstest.Questions, func(q runstest.Question) bool { return q.Workflow == g.Key })
		if i < 0 {
			t.Errorf("there is no question for %s in runstest.Questions", g.Key)
			continue
		}
		q, usual := runstest.Questions[i], ""
		for _, f := range g.Fields {
			key := g.Key + "." + f.Key
			value, ok := changes[key]
			if !f.Shown() {
				continue
			}
			if !ok || value == f.Default {
				t.Errorf("%s is shown, and nothing proves that it does anything", key)
				continue
			}
			left--
			t.Run(key, func(t *testing.T) {
				if usual == "" {
					usual = seen(t, q, nil)
					if again := seen(t, q, nil); again != usual {
						t.Fatalf("it differs by itself:\n%s", differs(usual, again))
					}
				}
				if changed := seen(t, q, map[string]float64{key: value}); changed == usual {
					t.Errorf("%s changes nothing when it is %v", f.Key, value)
				} else {
					t.Log(differs(usual, changed))
				}
			})
		}
	}
	if left != 0 {
		t.Errorf("%d that are proved aren't shown", left)
	}
}

// differs is where two texts part.
func differs(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("%.300s\n%.300s", from(x[i], y[i]), from(y[i], x[i]))
		}
	}
	return fmt.Sprintf("%d lines, %d lines", len(x), len(y))
}

// from is the text from a little before the place where it parts from another.
func from(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return a[max(0, n-60):]
}
