package llm_test

import (
	"errors"
	"math"
	"testing"

	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
)

func TestAYesIsAsSureAsItsShareOfBothWords(t *testing.T) {
	c, s := scripted(t)
	judge, err := c.Judge(t.Context(), llmtest.ChatModel)
	if err != nil || judge.Model.Digest == "" {
		t.Fatal(judge, err)
	}
	for _, x := range []struct {
		reply llmtest.Reply
		want  float64
	}{
		{llmtest.Reply{Text: "Yes", Yes: .6, No: .2, Else: .1}, .75},
		{llmtest.Reply{Text: "No", No: .5, Else: .4}, 0},
		{llmtest.Reply{Text: "The", Yes: .1, Else: .8}, 1},
	} {
		s.Script(x.reply)
		if got, err := judge.Yes(t.Context(), "Is it so?"); err != nil || math.Abs(got-x.want) > 1e-9 {
			t.Errorf("%+v: %v, %v", x.reply, got, err)
		}
	}
}

func TestAJudgeThatCannotBeHeardSaysSo(t *testing.T) {
	c, s := scripted(t)
	judge, err := c.Judge(t.Context(), llmtest.ChatModel)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		reply llmtest.Reply
		kind  error
	}{
		{llmtest.Reply{Text: "Yes"}, llm.ErrWrongUse},
		{llmtest.Reply{Text: "The", Else: .9}, llm.ErrFormat},
		{llmtest.Reply{Text: "Yes", Yes: 1, Silent: true}, llm.ErrCut},
		{llmtest.Reply{Status: 404, Error: "not found"}, llm.ErrNoModel},
	} {
		s.Script(x.reply)
		_, err := judge.Yes(t.Context(), "Is it so?")
		wants(t, err, x.kind)
	}
	_, err = c.Judge(t.Context(), llmtest.EmbedModel)
	wants(t, err, llm.ErrWrongUse)
	_, err = c.Judge(t.Context(), "nobody")
	wants(t, err, llm.ErrNoModel)
}

// The small real models have a vocabulary of few words; where yes and no are none of them, the error says so, which a server
// that told no probabilities would not bring about.
func TestRealServerTellsHowSureAModelIs(t *testing.T) {
	c := client(t, llm.Config{})
	for _, model := range []string{llmtest.RealChatModel, llmtest.RealThinkModel} {
		judge, err := c.Judge(t.Context(), model)
		if err != nil {
			t.Fatal(err)
		}
		if sure, err := judge.Yes(t.Context(), "Is it so? Answer yes or no."); err == nil && (sure < 0 || sure > 1 || math.IsNaN(sure)) || err != nil && !errors.Is(err, llm.ErrFormat) {
			t.Errorf("%s: %v, %v", model, sure, err)
		}
	}
}
