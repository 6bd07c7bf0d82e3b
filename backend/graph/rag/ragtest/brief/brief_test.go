package brief_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/graph/rag/ragtest/brief"
	"lectern/backend/llm/llmtest"
)

// journey is a way through the workflow at a desk of its own.
func journey(t testing.TB, model func(api.ChatRequest) llmtest.Reply) ragtest.Journey {
	d := ragtest.New(t)
	d.Add("Lease", "The notice period is three months. ", "The rent is 900 euros. ")
	d.Server.Always(model)
	return ragtest.Journey{
		Desk: d, Question: "What is the notice period?",
		Fresh: func() (rag.Runner, error) {
			return brief.New(d.Given(), brief.About().Defaults(), d.Checkpoints())
		},
		Check: ragtest.Holds(t, func(s brief.State) error {
			return errors.Join(d.Cites(s.Answer), ragtest.PlainData(s, 5_000, "three months"))
		}),
	}
}

func TestKilledAnywhereItComesToTheSame(t *testing.T) {
	whole, stopped := ragtest.Killed(t, func(t testing.TB) ragtest.Journey {
		return journey(t, func(api.ChatRequest) llmtest.Reply { return llmtest.Reply{Text: "Three months [1]."} })
	}, 1, 1)
	if whole.Answer.Text != "Three months [1]." || len(whole.Calls) != 1 || strings.Join(whole.Steps, " ") != "find write" || stopped.Cuts < 2 {
		t.Errorf("%q after %d calls by %v, with %d stops", whole.Answer.Text, len(whole.Calls), whole.Steps, stopped.Cuts)
	}
}

func TestWhateverTheModelSaysEveryRunEnds(t *testing.T) {
	ended := ragtest.Random(t, 20, func(t testing.TB, seed int) ragtest.Trial {
		return ragtest.Trial{
			Journey: journey(t, ragtest.NewChance(seed, "Three months [1].").Reply), Fails: "node write",
			Way: func(e ragtest.End) string { return "answered" },
		}
	})
	ragtest.All(t, ended, "answered", "error")
}
