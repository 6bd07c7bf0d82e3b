package checked

import (
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/llm/llmtest"
)

// byPurpose answers by what a call is for, so that it may be repeated: two drafts that don't pass, and after the person's
// answer one more and one that does.
func byPurpose(r api.ChatRequest) llmtest.Reply {
	sent := ragtest.Sent(r)
	again, later := strings.Contains(sent, "The rent falls"), strings.Contains(sent, "I mean the flat's")
	switch purpose := llmtest.Purpose(r); {
	case purpose == "evaluate":
		return llmtest.Reply{Text: scores}
	case purpose == "critique" && strings.Contains(sent, notice):
		return llmtest.Reply{Text: fine}
	case purpose == "critique" && strings.Contains(sent, "Second"):
		return llmtest.Reply{Text: strings.Replace(doubts, "0.5", "0.4", 1)}
	case purpose == "critique":
		return llmtest.Reply{Text: doubts}
	case again && later:
		return llmtest.Reply{Text: notice}
	case later:
		return llmtest.Reply{Text: "Third [1]."}
	case again:
		return llmtest.Reply{Text: "Second [1]."}
	}
	return llmtest.Reply{Text: "First [1]."}
}

// journey is a way through the workflow as the desk stands, with nobody who replies.
func (d *desk) journey(question string) ragtest.Journey {
	return ragtest.Journey{
		Desk: d.Desk, Question: question,
		Fresh: func() (rag.Runner, error) {
			return (&Workflow{Config: d.Config, Tools: d.Tools}).Runner(d.Checkpoints())
		},
		Check: ragtest.Holds(d.T, d.valid),
	}
}

func TestKilledAtEveryStepItEndsTheSameAndRepeatsNoFinishedCall(t *testing.T) {
	// A retry, a question, an answer and another retry.
	whole, stopped := ragtest.Killed(t, func(t testing.TB) ragtest.Journey {
		d := newDesk(t)
		library(d)
		d.Config.Retries = 1
		d.Server.Always(byPurpose)
		j := d.journey(question)
		j.Reply = func(rag.Card, int) rag.Reply { return rag.Reply{Text: "I mean the flat's"} }
		return j
	}, 1, 15)
	if s := ragtest.Decoded[State](t, whole); s.Rounds != 4 || s.Retrievals != 4 {
		t.Errorf("%d rounds, %d retrievals", s.Rounds, s.Retrievals)
	}
	if whole.Answer.Text != notice || len(whole.Calls) != 12 || len(whole.Cards) != 1 || stopped.Cuts < 20 {
		t.Errorf("%q after %d calls and %d questions; %d stops", whole.Answer.Text, len(whole.Calls), len(whole.Cards), stopped.Cuts)
	}
}
