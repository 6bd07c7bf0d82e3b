package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/llm/llmtest"
	"lectern/backend/tuning"
)

// many is a library with so many passages on one thing.
func many(t testing.TB, passages int) *bench {
	b := newBench(t)
	var pages []string
	for i := range passages {
		pages = append(pages, fmt.Sprintf("Die Miete beträgt in Haus %d genau %d Euro im Monat. ", i+1, 900+i))
	}
	b.Add("Mieten", pages...)
	b.Config.Enough = 1
	return b
}

var tooLong = llmtest.Reply{Status: 400, Error: "input length exceeds context"}

func TestSourcesBecomeFewerAndThenThePromptEnglish(t *testing.T) {
	b := many(t, 8)
	b.Server.Script(tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, llmtest.Reply{Text: "Die Miete beträgt 900 Euro [S1]."}, llmtest.Reply{Text: checks(.9)})
	h := b.ask("Wie hoch ist die Miete in den Häusern?")
	if h.err != nil || h.Cost.Tries != 8 || len(h.Best.Given) != 1 || h.Best.Plain {
		t.Fatalf("%v %+v", h.err, h.State)
	}
	for i, want := range []int{8, 4, 2, 1, 8, 4, 2, 1} {
		p := b.Prompt(i)
		english := strings.Contains(p, "You write the summary")
		if n := strings.Count(p, "<source id=\"S"); n != want || english != (i >= 4) || !strings.Contains(p, "Deutsch") {
			t.Errorf("try %d has %d sources, English prompt: %v", i+1, n, english)
		}
	}
	if m := b.made(h.State); m.Metadata.Tries != 8 {
		t.Errorf("%+v", m.Metadata)
	}
}

func TestInEnglishThereIsNoOtherPrompt(t *testing.T) {
	b := leaseOnly(t)
	b.Server.Script(tooLong)
	h := b.ask(asked)
	if h.err != nil || h.Cost.Tries != 1 || !h.Best.Plain || h.Answer.Mode != "passages" {
		t.Errorf("one source is tried once: %v %+v", h.err, h.Cost)
	}
}

func TestWhereNothingFitsTheSourcesSpeakForThemselves(t *testing.T) {
	b := many(t, 8)
	for range 8 {
		b.Server.Script(tooLong)
	}
	h := b.ask("Wie hoch ist die Miete in den Häusern?")
	if h.err != nil || !h.Best.Plain || !strings.Contains(h.Answer.Text, "Euro im Monat. [1]") || h.Text != h.Answer.Text || !h.failed("Kein Entwurf von scripted:latest: Die Quellen sind für scripted:latest zu lang.") || len(h.Answer.Citations) == 0 {
		t.Errorf("%v %q %q", h.err, h.Answer.Text, h.Errors)
	}
	if !b.made(h.State).Metadata.Plain {
		t.Error("it isn't said that no model wrote it")
	}
	b = leaseOnly(t)
	b.Server.Script(llmtest.Reply{Text: " "})
	if h := b.ask(asked); h.err != nil || !h.Best.Plain {
		t.Errorf("an empty draft: %v %+v", h.err, h.Best)
	}
}

func TestASmallModelIsNotSentWhatItCannotRead(t *testing.T) {
	b := many(t, 8)
	b.Server.Context(900)
	b.Server.Always(func(r api.ChatRequest) llmtest.Reply {
		if r.Format != nil {
			return llmtest.Reply{Text: checks(.9)}
		}
		return llmtest.Reply{Text: "Die Miete beträgt 900 Euro [S1]."}
	})
	h := b.ask("Wie hoch ist die Miete in den Häusern?")
	if h.err != nil || len(h.Best.Given) >= 8 || h.Cost.Tries != 1 {
		t.Errorf("%v: %d sources, %d tries", h.err, len(h.Best.Given), h.Cost.Tries)
	}
}

func TestTheLongestWayFitsTheStepLimit(t *testing.T) {
	c := Defaults()
	if most, _ := tuning.Find(&c, "loops"); c.Parts > 0 {
		c.Loops, c.Parts = int(most.Max), 0
	}
	b := leaseOnly(t)
	b.Config.Loops = c.Loops
	b.Server.Always(func(r api.ChatRequest) llmtest.Reply {
		if r.Format != nil {
			return llmtest.Reply{Text: checks(.1)}
		}
		return llmtest.Reply{Text: notice}
	})
	if h := b.ask(asked); h.err != nil || len(h.Steps) != b.Config.steps() || h.Loops != c.Loops {
		t.Errorf("%v: %d steps, %d loops", h.err, len(h.Steps), h.Loops)
	}
}
