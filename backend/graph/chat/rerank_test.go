package chat

import (
	"slices"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph/rag"
	"lectern/backend/llm/llmtest"
)

// zoo has two passages, of which words prefer the first.
func zoo(t *testing.T) *desk {
	d := newDesk(t)
	d.Add("Zoo", "The zebra and where the zebra lives: the zebra's brochure is for sale.", "Its home, where the zebra lives, is the north house.")
	d.Config.Rerank, d.Config.Keep, d.Config.KeepMost, d.Config.FirstPassages, d.Config.Neighbours = RerankModel, 1, 1, 0, 0
	d.Verdicts = &rag.Verdicts{}
	return d
}

func TestTheModelOrdersThePassagesWhereThePersonWantsIt(t *testing.T) {
	d := zoo(t)
	d.Server.Always(func(r api.ChatRequest) llmtest.Reply {
		switch {
		case !r.Logprobs:
			return llmtest.Reply{Text: "In the north house [1]."}
		case strings.Contains(r.Messages[0].Content, "north house"):
			return llmtest.Reply{Text: "yes", Yes: .9, No: .1}
		}
		return llmtest.Reply{Text: "no", Yes: .1, No: .9}
	})
	h := d.ask(Documents, "Where does the zebra live?")
	if h.err != nil || !slices.Equal(h.Passages, []string{"id-Zoo/1"}) {
		t.Errorf("%v, passages %v", h.err, h.Passages)
	}
	d.Config.Rerank = RerankNobody
	if h := d.ask(Documents, "Where does the zebra live?"); !slices.Equal(h.Passages, []string{"id-Zoo/0"}) {
		t.Errorf("without it %v", h.Passages)
	}
}

func TestAModelThatCannotOrderIsSaid(t *testing.T) {
	d := zoo(t)
	d.Server.Always(func(r api.ChatRequest) llmtest.Reply { return llmtest.Reply{Text: "In the house [1]."} })
	h := d.ask(Documents, "Where does the zebra live?")
	if h.err != nil || !h.Noted("in the order in which they were found: Ollama doesn't tell how sure") || !slices.Equal(h.Passages, []string{"id-Zoo/0"}) {
		t.Errorf("%v, notes %q, passages %v", h.err, h.Notes, h.Passages)
	}
}

func TestACitationNamesAllPlacesOfItsText(t *testing.T) {
	d := newDesk(t)
	d.Add("Lease", "The notice period is three months to the end of a quarter.")
	d.Add("Copy", "The notice period is three months to the end of a quarter.")
	d.Script("Three months [1].")
	h := d.ask(Documents, "What is the notice period?")
	if h.err != nil || len(h.Answer.Citations) != 1 {
		t.Fatalf("%v %+v", h.err, h.Answer)
	}
	c := h.Answer.Citations[0]
	if len(c.Places) != 1 || c.Places[0].Doc == c.Doc || c.Places[0].Page != 1 || len(h.Passages) != 1 {
		t.Errorf("cited %+v of %v", c, h.Passages)
	}
}
