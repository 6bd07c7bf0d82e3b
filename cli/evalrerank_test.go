package cli

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ollama/ollama/api"

	"lectern/backend/llm/llmtest"
)

func TestEvalMeasuresWhatReordersAndWhatItCosts(t *testing.T) {
	b, server := newBench(t), llmtest.New(t)
	server.Models(llmtest.ChatModel)
	server.Always(func(r api.ChatRequest) llmtest.Reply {
		if strings.Contains(r.Messages[0].Content, "Pets") && strings.Contains(r.Messages[0].Content, "rent of the flat") {
			return llmtest.Reply{Text: "Yes", Yes: .9, No: .1}
		}
		return llmtest.Reply{Text: "No", Yes: .1, No: .9}
	})
	b.host = server.URL
	docs, questions := measuredFolder(t)
	run := filepath.Join(t.TempDir(), "run.jsonl")
	args := []string{"eval", questions, "--docs", docs, "--file", "--rerank", "model", "--seconds", "60", "--run", run}
	l := lines[evalLine](t, b.must(append([]string{"--json"}, args...)...))[0]
	m := value(t, l.Groups[0], "hit@1")
	if l.Rerank != "model" || l.Other != "none" || m.Value != .75 || m.Against == nil || m.Against.Value != .5 || m.Against.Difference.Better != 1 {
		t.Errorf("%+v, hit@1 %+v", l, m)
	}
	asked := len(server.Chats())
	if c := l.Cost; c == nil || c.Calls != float64(asked)/3 || c.Stays != 0 || c.P50 <= 0 || c.P95 < c.P50 {
		t.Errorf("%d calls, %+v", asked, l.Cost)
	}
	text := b.must(args...)
	for _, want := range []string{"Setting: standard, ordered anew by " + llmtest.ChatModel, "calls of a model a question.", "Against: standard."} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if more := len(server.Chats()) - asked; more != 0 {
		t.Errorf("%d calls to go on with a run that is complete", more)
	}
	args[6] = "none"
	if code, _, stderr := b.run(args...); code != ExitFailed || !strings.Contains(stderr, "it was made with other settings") {
		t.Errorf("the run of another reranker: %d %q", code, stderr)
	}
}

func TestEvalSaysWhenAModelIsTooSlowToReorder(t *testing.T) {
	b, server := newBench(t), llmtest.New(t)
	server.Models(llmtest.ChatModel)
	server.Always(func(api.ChatRequest) llmtest.Reply {
		return llmtest.Reply{Text: "No", Yes: .1, No: .9, Pause: 30 * time.Millisecond}
	})
	b.host = server.URL
	docs, questions := measuredFolder(t)
	text := b.must("eval", questions, "--docs", docs, "--file", "--rerank", "model", "--seconds", "0.001")
	if !strings.Contains(text, "Not done for ") || !strings.Contains(text, "and is given 0.001 s.") {
		t.Error(text)
	}
	if code, _, stderr := newBench(t).run("eval", questions, "--docs", docs, "--rerank", "model"); code != ExitFailed || !strings.Contains(stderr, "Ollama") {
		t.Errorf("without a model: %d %q", code, stderr)
	}
}

func TestEvalExplainsWhatReordered(t *testing.T) {
	b, server := newBench(t), llmtest.New(t)
	server.Models(llmtest.ChatModel)
	server.Always(func(r api.ChatRequest) llmtest.Reply {
		if strings.Contains(r.Messages[0].Content, "Pets are allowed in the flat.") {
			return llmtest.Reply{Text: "Yes", Yes: .9, No: .1}
		}
		return llmtest.Reply{Text: "No", Yes: .1, No: .9}
	})
	b.host = server.URL
	docs, questions := measuredFolder(t)
	args := []string{"eval", questions, "--docs", docs, "--file", "--explain", "pets", "--rerank", "model", "--seconds", "60"}
	out := lines[explainLine](t, b.must(append([]string{"--json"}, args...)...))
	if len(out) != 1 || out[0].Rerank != "model" || out[0].Reranking == nil || out[0].Reranking.Calls != 2 {
		t.Fatalf("%+v", out)
	}
	if p := out[0].Places[0]; !p.Gold || p.Page.Page != 2 || p.Rank != 1 || p.Before != 2 || !strings.HasSuffix(p.Reason, " is 90 % sure that it helps") || p.Why == nil {
		t.Errorf("%+v", p)
	}
	text := b.must(args...)
	for _, want := range []string{"setting standard, ordered anew by " + llmtest.ChatModel, "\n→ 1. Lease, page 2: score ", "; 2. as it was found; by words 2. with ", "\n     ordered anew: " + llmtest.ChatModel + " is 90 % sure"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	server.Always(func(api.ChatRequest) llmtest.Reply {
		return llmtest.Reply{Text: "No", Yes: .1, No: .9, Pause: 30 * time.Millisecond}
	})
	slow := newBench(t)
	slow.host = server.URL
	docs, questions = measuredFolder(t)
	args[1], args[3], args[10] = questions, docs, "0.001"
	slow.must(args...) // which tells how long the model takes
	args[6] = "notice"
	if text := slow.must(args...); !strings.Contains(text, "\nNot ordered anew: ") || !strings.Contains(text, "→ 1. Lease, page 1: score ") || !strings.Contains(text, "; 1. as it was found") {
		t.Error(text)
	}
}
