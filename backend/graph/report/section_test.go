package report

import (
	"slices"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/llm/llmtest"
)

// divided is a bench whose model divides the question in two. drafts are what it writes on the notice period, in order; on
// the rent it always writes the same.
func divided(t *testing.T, drafts ...string) (*bench, map[string]int) {
	b := newBench(t)
	library3(b)
	b.Config.Parts, b.Config.Enough = 4, 1
	calls := map[string]int{}
	b.Server.Always(func(r api.ChatRequest) llmtest.Reply {
		kind, sent := llmtest.Purpose(r), ragtest.Sent(r)
		calls[kind]++
		switch {
		case kind == "parts":
			return llmtest.Reply{Text: `{"questions":["What is the notice period?","How high is the rent?","what is the notice  period?"]}`}
		case kind == "opening":
			return llmtest.Reply{Text: []string{"", "The rent is 900 euros [S2].", "Now the rent is 900 euros [S2]."}[calls[kind]]}
		case kind == "verify":
			return llmtest.Reply{Text: checks(.9)}
		case strings.Contains(sent, "<part>\nHow high is the rent?"):
			return llmtest.Reply{Text: "## Rent\n\nThe rent is 900 euros a month [S2]."}
		}
		calls["notice"]++
		return llmtest.Reply{Text: drafts[min(calls["notice"], len(drafts))-1]}
	})
	return b, calls
}

func TestAQuestionOfSeveralPartsIsSearchedAndWrittenByEachAndOpenedLast(t *testing.T) {
	b, calls := divided(t, "The notice period is three months [S1].")
	h := b.ask("What is the notice period, and how high is the rent?")
	if h.err != nil {
		t.Fatal(h.err)
	}
	want := "The rent is 900 euros [1].\n\n### What is the notice period?\n\nThe notice period is three months [2].\n\n### How high is the rent?\n\n#### Rent\n\nThe rent is 900 euros a month [1]."
	if h.Answer.Text != want || h.Text != want {
		t.Errorf("%q", h.Answer.Text)
	}
	if calls["parts"] != 1 || calls["draft"] != 2 || calls["opening"] != 1 || h.Retrievals != 2 {
		t.Errorf("%v, %d retrievals", calls, h.Retrievals)
	}
	if !slices.Equal(h.Parts, []string{"What is the notice period?", "How high is the rent?"}) || h.Results[0].Part != 1 || h.Results[1].Part != 2 {
		t.Errorf("%q %+v", h.Parts, h.Results)
	}
	for _, p := range b.Prompts() {
		if strings.Contains(p, "opening of a report") && !strings.Contains(p, "The rent is 900 euros a month [S2]") {
			t.Error("the opening doesn't know the last section", p)
		}
	}
}

func TestOnlySectionsThatDoNotHoldAreWrittenAgain(t *testing.T) {
	b, calls := divided(t, "The notice period is seven months [S1].", "The notice period is three months [S1].")
	h := b.ask("What is the notice period, and how high is the rent?")
	if h.err != nil || h.Loops != 1 || calls["notice"] != 2 || calls["draft"] != 3 || calls["opening"] != 2 {
		t.Fatalf("%v, %d loops, %v", h.err, h.Loops, calls)
	}
	if !strings.HasPrefix(h.Answer.Text, "Now the rent ") || !strings.Contains(h.Answer.Text, "three months") || strings.Contains(h.Answer.Text, "seven") {
		t.Error(h.Answer.Text)
	}
}

func TestWhereNoModelDividesTheQuestionItsOwnListDoes(t *testing.T) {
	b := newBench(t)
	library3(b)
	b.Config.Parts, b.Small = 4, true
	h := b.ask("What is the notice period? How high is the rent?")
	if h.err != nil || b.Calls() != 0 || len(h.Parts) != 2 || !h.Best.Plain || !strings.Contains(h.Answer.Text, "### How high is the rent\n\n- ") {
		t.Errorf("%v, %d calls, %q: %q", h.err, b.Calls(), h.Parts, h.Answer.Text)
	}
}
