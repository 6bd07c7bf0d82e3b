package chat

import (
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/llm/llmtest"
)

const notice = "The notice period is three months to the end of a quarter [1]. The rent is another matter."

// byPurpose answers by what a call is for, so that it may be repeated.
func byPurpose(r api.ChatRequest) llmtest.Reply {
	if llmtest.Purpose(r) == "intent" {
		return llmtest.Reply{Text: `{"intent":"documents"}`}
	}
	return llmtest.Reply{Text: notice}
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
	// The model decides that it goes to the documents.
	whole, stopped := ragtest.Killed(t, func(t testing.TB) ragtest.Journey {
		d := newDesk(t)
		library(d)
		d.Config.Sufficiency = SufficiencyNever // it is asked in the step that answers, and asked again with it
		d.Server.Always(byPurpose)
		return d.journey("Does the notice period matter to gardening")
	}, 1, 3)
	if s := ragtest.Decoded[State](t, whole); s.Route.Intent != IntentDirect || s.Hits == 0 {
		t.Errorf("%+v", s)
	}
	if whole.Answer.Text != notice || len(whole.Answer.Citations) != 1 || len(whole.Calls) != 2 || stopped.Cuts < 4 {
		t.Errorf("%+v after %d calls; %d stops", whole.Answer, len(whole.Calls), stopped.Cuts)
	}
}
