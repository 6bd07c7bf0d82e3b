package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lectern/backend/runs"
	"lectern/backend/store"
)

// longer is how many times as long as a question of the chat one of a workflow may take.
const longer = 5

// tried is how a workflow did with a model.
type tried struct {
	Workflow  string  `json:"workflow"`
	Model     string  `json:"model"`
	Questions int     `json:"questions"`
	Ended     int     `json:"ended"`     // with an answer, by the model or without it
	Waits     int     `json:"waits"`     // still asking the person when its patience ended
	Failed    int     `json:"failed"`    // told that it failed
	Late      int     `json:"late"`      // stopped, as it took too long
	Without   int     `json:"without"`   // ended in passages, without the model
	Fallbacks int     `json:"fallbacks"` // times that a step did without the model
	NoForm    int     `json:"noForm"`    // replies that were not of the form asked for
	Problems  int     `json:"problems"`  // calls that failed otherwise
	Calls     int     `json:"calls"`     // all of them
	Seconds   float64 `json:"seconds"`   // median

	Why []string `json:"why"` // what was told of failures, each once
}

// workflows tries each workflow on a few questions with each chat model.
func workflows(b *bench, ctx context.Context) (section, error) {
	var cases []questionCase
	for _, s := range b.all {
		if s.pdfs != nil {
			for _, q := range drawn(s.questions, max(1, b.tried/2), b.seed) {
				cases = append(cases, questionCase{s, q})
			}
		}
	}
	if err := b.furnish(ctx, cases, ""); err != nil {
		return section{}, err
	}
	answers, err := openBook(filepath.Join(b.cache, "answers.jsonl"))
	if err != nil {
		return section{}, err
	}
	defer answers.close()
	var rows []tried
	for _, m := range b.chats {
		for _, name := range runs.Workflows() {
			var all []answer
			for i, c := range cases {
				q := asking{c.set.name, c.Doc, c.Text, m.Name, name, longer * b.limit()}
				if name == "chat" {
					q.limit = b.limit()
				}
				a, err := remembered(answers, b.key(q, m, manner{}), func() (answer, error) {
					b.tell("%s, %s: %d of %d", name, m.Name, i+1, len(cases))
					return b.program.ask(ctx, q)
				})
				if err != nil {
					return section{}, err
				}
				all = append(all, a)
			}
			rows = append(rows, sumUp(name, m.Name, all))
		}
	}
	s := triedSection(rows, longer*b.limit())
	s.Sample = fmt.Sprintf("%d questions", len(cases))
	return s, nil
}

func sumUp(workflow, model string, all []answer) tried {
	t := tried{Workflow: workflow, Model: model, Questions: len(all)}
	var seconds []float64
	for _, a := range all {
		switch {
		case a.Late:
			t.Late++
		case a.Failed != "":
			t.Failed++
			if !slices.Contains(t.Why, a.Failed) {
				t.Why = append(t.Why, a.Failed)
			}
		case a.Status == store.NeedsPerson:
			t.Waits++
		default:
			t.Ended++
			t.Without += oneIf(a.Mode == "passages")
		}
		t.Calls += a.Calls
		for _, p := range a.Problems {
			if p.Fault {
				t.NoForm++
			} else {
				t.Problems++
			}
		}
		t.Fallbacks += a.fallbacks()
		seconds = append(seconds, a.Seconds)
	}
	slices.Sort(seconds)
	if len(seconds) > 0 {
		t.Seconds = seconds[len(seconds)/2]
	}
	return t
}

// fallbacks are the notes that tell of a call's problem: each is a step that went on without it.
func (a answer) fallbacks() (n int) {
	for _, note := range a.Notes {
		n += oneIf(slices.ContainsFunc(a.Problems, func(p problem) bool { return strings.Contains(note, p.Text) }))
	}
	return n
}

func triedSection(rows []tried, limit time.Duration) section {
	t := table{Head: []string{"workflow", "model", "n", "ended", "of these without the model", "waits for the person", "failed", "late", "calls", "not of the form", "other problems", "fallbacks", "s (median)"}}
	s := section{Title: "Workflows", Data: rows, Text: fmt.Sprintf("A question may take %.0f s. A workflow that asks back is told up to %d times: %q", limit.Seconds(), patient-1, goOn)}
	for _, r := range rows {
		t.Rows = append(t.Rows, []string{r.Workflow, r.Model, fmt.Sprint(r.Questions), fmt.Sprint(r.Ended), fmt.Sprint(r.Without), fmt.Sprint(r.Waits), fmt.Sprint(r.Failed),
			fmt.Sprint(r.Late), fmt.Sprint(r.Calls), fmt.Sprint(r.NoForm), fmt.Sprint(r.Problems), fmt.Sprint(r.Fallbacks), fmt.Sprintf("%.0f", r.Seconds)})
	}
	s.Tables = []table{t}
	return s
}
