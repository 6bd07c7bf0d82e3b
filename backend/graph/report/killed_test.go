package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/llm/llmtest"
)

// byPurpose answers by what a call is for, so that it may be repeated: two drafts that don't hold, and one that does.
func byPurpose(r api.ChatRequest) llmtest.Reply {
	sent := ragtest.Sent(r)
	nine, seven := strings.Contains(sent, "nine months"), strings.Contains(sent, "seven months")
	switch verify := llmtest.Purpose(r) == "verify"; {
	case verify && (nine || seven):
		return llmtest.Reply{Text: checks(.2)}
	case verify:
		return llmtest.Reply{Text: checks(.9)}
	case nine:
		return llmtest.Reply{Text: notice}
	case seven:
		return llmtest.Reply{Text: "The notice period is nine months [S1]."}
	}
	return llmtest.Reply{Text: "The notice period is seven months [S1]."}
}

// journey is a way through the workflow as the bench stands.
func (b *bench) journey(question string) ragtest.Journey {
	return ragtest.Journey{
		Desk: b.Desk, Question: question,
		Fresh: func() (rag.Runner, error) { return b.fresh().Runner(b.Checkpoints()) },
		Plain: func(s string) string { return strings.ReplaceAll(s, b.Folder, "") },
		Check: ragtest.Holds(b.T, b.valid),
	}
}

func TestKilledAtEveryStepItEndsTheSameAndRepeatsNoFinishedCall(t *testing.T) {
	written := ""                                                            // the report of the first
	whole, stopped := ragtest.Killed(t, func(t testing.TB) ragtest.Journey { // with two loops
		b := leaseOnly(t)
		b.Server.Always(byPurpose)
		j := b.journey(asked)
		valid := j.Check
		j.Check = func(e ragtest.End) {
			valid(e)
			s := ragtest.Decoded[State](t, e)
			if s.Loops != 2 || s.Retrievals != 3 {
				t.Errorf("%d loops, %d retrievals", s.Loops, s.Retrievals)
			}
			folders, _ := filepath.Glob(filepath.Join(b.Folder, "*"))
			left, _ := filepath.Glob(filepath.Join(b.Folder, "*", "*.new"))
			if len(folders) != 1 || len(left) > 0 {
				t.Errorf("folders %v, left over %v", folders, left)
			}
			text, err := os.ReadFile(s.Paths.Markdown)
			if written == "" {
				written = string(text)
			}
			if err != nil || string(text) != written {
				t.Errorf("%v, another report:\n%s", err, text)
			}
		}
		return j
	}, 1, 10)
	if !strings.HasPrefix(whole.Answer.Text, "The notice period is three months") || len(whole.Calls) != 6 || stopped.Cuts < 14 {
		t.Errorf("%q after %d calls; %d stops", whole.Answer.Text, len(whole.Calls), stopped.Cuts)
	}
}
