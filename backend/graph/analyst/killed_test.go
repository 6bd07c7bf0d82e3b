package analyst

import (
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/llm/llmtest"
)

// byPurpose answers each call by what it is for, so that it may be repeated: retrievals that aren't enough, a text that
// fails its checks, and one that heals it.
func byPurpose(r api.ChatRequest) llmtest.Reply {
	return llmtest.Reply{Text: map[string]string{
		"query": asked, "validate": gap, "refine": `{"keywords":["rockets"]}`, "analyse": read(),
		"explain": "Revenue grew to {{m2}}. Margins rose by 77% [1].",
		"heal":    `{"sentences":[{"n":1,"text":"Growth was {{c1}}."}],"charts":[]}`,
	}[llmtest.Purpose(r)]}
}

// journey is a way through the workflow as the desk stands.
func (d *desk) journey() ragtest.Journey {
	return ragtest.Journey{
		Desk: d.Desk, Question: question,
		Fresh: func() (rag.Runner, error) {
			return (&Workflow{Config: d.Config, Tools: d.Tools}).Runner(d.Checkpoints())
		},
		Check: ragtest.Holds(d.T, d.valid),
	}
}

func TestKilledAtEveryStepItEndsTheSameAndRepeatsNoFinishedCall(t *testing.T) {
	t.Parallel()
	// With a refinement and a healing.
	whole, stopped := ragtest.Killed(t, func(t testing.TB) ragtest.Journey {
		d := newDesk(t)
		library(d)
		d.Server.Always(byPurpose)
		j := d.journey()
		valid := j.Check
		j.Check = func(e ragtest.End) {
			valid(e)
			if s := ragtest.Decoded[State](t, e); s.Response.Heals != 1 || s.Retrieval.Attempts != 2 {
				t.Errorf("%d heals, %d retrievals", s.Response.Heals, s.Retrieval.Attempts)
			}
			if ms, err := d.Workspace.Memories.List(); err != nil || len(ms) != 1 {
				t.Errorf("%d memories, %v", len(ms), err)
			}
		}
		return j
	}, 1, 15)
	if !strings.HasPrefix(whole.Answer.Text, "Revenue grew to $1,577 million [1]. Growth was 25% [2] [1].") || len(whole.Calls) != 7 || stopped.Cuts < 15 {
		t.Errorf("%q after %d calls; %d stops", whole.Answer.Text, len(whole.Calls), stopped.Cuts)
	}
}
