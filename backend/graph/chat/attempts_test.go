package chat

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
)

var dropped = llmtest.Reply{Cut: true} // before the first word

func TestEveryNodeIsTriedAgainWhenItsCallBreaksOff(t *testing.T) {
	plan := llmtest.Reply{Text: `{"searches":[{"document":"Lease","query":"rent"}],"sections":[]}`}
	for node, c := range map[string]struct {
		question string
		replies  []llmtest.Reply
	}{
		"router":    {"Do floods matter to gardening", []llmtest.Reply{dropped, dropped, {Text: `{"intent":"documents"}`}, plan}},
		"rewriter":  {"And the rent in @Lease?", []llmtest.Reply{dropped, dropped, plan}},
		"generator": {"And the rent in @Lease?", []llmtest.Reply{plan, dropped, {Text: "Half an ", Cut: true}}},
	} {
		d := newDesk(t)
		library(d)
		d.Config.Sufficiency = SufficiencyNever
		d.Script("Hello.")
		d.ask(Chat, "Hello")
		d.Server.Script(c.replies...)
		d.Script("900 euros [1].")
		h := d.ask(Auto, c.question)
		if h.err != nil || h.Count(node) != 3 || h.Answer.Text != "900 euros [1]." || h.Noted("could not") {
			t.Errorf("%s: %v, steps %v, %q, notes %q", node, h.err, h.Steps, h.Answer.Text, h.Notes)
		}
	}
}

func TestAfterTheLastAttemptTheNodesDoWithoutTheModel(t *testing.T) {
	drops := slices.Repeat([]llmtest.Reply{dropped}, Defaults().Attempts)
	d := newDesk(t)
	library(d)
	d.Script("Hello.")
	d.ask(Chat, "Hello")
	d.Server.Script(slices.Concat(drops, drops, drops)...) // router, rewriter and generator
	h := d.ask(Auto, "Do floods matter to gardening")
	if h.err != nil || h.Route.Intent != IntentDirect || !h.Noted("could not be asked") || !h.Noted("could not be rewritten") ||
		h.Answer.Mode != "passages" || !strings.Contains(h.Answer.Message, "broke off") || len(h.Answer.Citations) == 0 {
		t.Errorf("%v %+v %q", h.err, h.Answer, h.Notes)
	}
	if n := d.Calls(); n != 1+3*len(drops) {
		t.Errorf("%d calls", n)
	}
}

func TestTheSearchIsTriedAgainAndThenGoesByWords(t *testing.T) {
	for drops, note := range map[int]bool{Defaults().Attempts - 1: false, Defaults().Attempts: true} {
		d := newDesk(t)
		library(d)
		d.Embedder = d.Vectors()
		d.Server.DropEmbeds(drops)
		d.Script("Three months [1].")
		h := d.ask(Documents, "What is the notice period?")
		if h.err != nil || h.Count("retriever") != 3 || len(h.Passages) == 0 || h.Noted("by words alone") != note {
			t.Errorf("%d drops: %v, steps %v, notes %q", drops, h.err, h.Steps, h.Notes)
		}
	}
}

func TestWhatStaysWrongIsTriedOnce(t *testing.T) {
	for name, reply := range map[string]llmtest.Reply{
		"not installed": {Status: 404, Error: "model not found"},
		"wrong use":     {Status: 400, Error: "it does not support chat"},
		"no memory":     {Status: 500, Error: "model requires more system memory"},
	} {
		d := newDesk(t)
		d.Server.Script(reply)
		var told *llm.Error
		if h := d.ask(Chat, "Hello"); h.Count("generator") != 1 || d.Calls() != 1 || !errors.As(h.err, &told) {
			t.Errorf("%s: %v after %d calls", name, h.err, d.Calls())
		}
	}
}

func TestAnAnswerThatHasBegunIsNotGivenUpForPassages(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Server.Script(llmtest.Reply{Text: "Half an ", Cut: true}, dropped, dropped)
	h := d.ask(Auto, "What is the notice period in @Lease?")
	if !errors.Is(h.err, llm.ErrDropped) || h.Answer.Mode != "" || h.Count("generator") != 3 {
		t.Errorf("%v %+v", h.err, h.Answer)
	}
}
