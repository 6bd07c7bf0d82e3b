package checked

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
)

// synthesizer writes a draft from the evidence, which streams as the answer.
func (w *Workflow) synthesizer(ctx context.Context, s State) (State, error) {
	var ids []string
	for _, e := range s.Evidence {
		ids = append(ids, e.ID)
	}
	rag.StepStarted(ctx, "checked.writing-from", messages.Args{"passages": messages.Count("count.passages", len(ids))})
	if w.Small {
		return w.chosen(ctx, s, ids)
	}
	system, err := rag.Render(w.prompts, "synthesize.md", brief{Language: rag.EscapePrompt(s.WrittenIn())})
	if err != nil {
		return s, err
	}
	task := func(given []rag.Passage) (string, error) {
		b := w.brief(s, given)
		if s.Decision == retry {
			b.Faults = faults(s.Round)
		}
		return rag.Render(w.prompts, "task.md", b)
	}
	chars := w.Config.ContextChars
	for {
		given, sources, fit, err := w.evidence(ctx, s, ids, chars, w.Config.AnswerTokens, func(given []rag.Passage) (string, error) {
			t, err := task(given)
			return system + t, err
		})
		if err != nil {
			return s, err
		}
		user, err := task(given)
		if err != nil {
			return s, err
		}
		graph.Emit(ctx, rag.Report{Kind: rag.KindSources, Sources: rag.SourcesOf(sources)})
		draft, err := w.stream(ctx, s, []llm.Message{{Role: "system", Content: system}, {Role: "user", Content: user}}, sources, w.given(ctx, ids, given, sources))
		const fewest = 500
		if errors.Is(err, llm.ErrContext) && draft == "" && fit > fewest {
			chars = fit * 2 / 3
			rag.Note(ctx, "rag.prompt-too-long", messages.Args{"model": w.Model})
			continue
		}
		if err != nil {
			return s, err
		}
		return w.drafted(ctx, s, draft, given, sources, fit)
	}
}

// chosen has a model too small to write pick the sentences that are the draft. None of its words stand in it.
func (w *Workflow) chosen(ctx context.Context, s State, ids []string) (State, error) {
	ps, err := w.Passages(ids)
	if err != nil {
		return s, err
	}
	graph.Emit(ctx, rag.Report{Kind: rag.KindSources, Sources: rag.SourcesOf(ps)})
	c, err := w.Choose(ctx, s.Query, s.Asked, ps, 0)
	if err != nil {
		return s, err
	}
	sources := c.Offered(ps)
	citer := rag.StreamCiter(ctx, sources)
	citer.Write(c.Text)
	citer.Close()
	return w.drafted(ctx, s, c.Text, sources, sources, w.Config.ContextChars)
}

// drafted keeps a draft beside the run.
func (w *Workflow) drafted(ctx context.Context, s State, draft string, given, sources []rag.Passage, chars int) (State, error) {
	r := Round{Number: s.Rounds + 1, ContextChars: chars, Offered: make([]string, len(sources))}
	r.Draft = rag.ArtifactRef{Run: s.Run, Name: fmt.Sprintf("checked draft %d", r.Number)}
	shortened := 0
	for i, p := range sources {
		r.Offered[i] = p.Ref.String()
		if given[i].Text.Text != p.Text.Text {
			shortened++
		}
	}
	if err := w.Workspace.Outputs.Save(r.Draft.Run, r.Draft.Name, []byte(draft)); err != nil {
		return s, messages.Error("rag.draft-failed", messages.Args{"error": err})
	}
	end := messages.From(ctx).Text("checked.wrote-from", messages.Args{"words": messages.Count("count.words", len(strings.Fields(draft))), "passages": messages.Count("count.passages", len(sources))})
	if shortened > 0 {
		end += messages.From(ctx).Text("checked.shortened", messages.Args{"number": shortened})
	}
	rag.StepDone(ctx, "messages.text", messages.Args{"text": end})
	s.Round, s.Rounds = r, r.Number
	return s, nil
}

// stream has the model write the draft.
func (w *Workflow) stream(ctx context.Context, s State, prompt []llm.Message, sources []rag.Passage, given llm.Given) (string, error) {
	size, err := w.Client.ContextOf(ctx, w.Model)
	if err != nil {
		return "", err
	}
	citer := rag.StreamCiter(ctx, sources)
	aloud := rag.Unrowed{To: citer.Write}
	reply, err := w.Draft(ctx, llm.Request{
		Purpose: "draft", Model: w.Model, Messages: prompt, Temperature: w.Config.Temperature, MaxTokens: min(w.Config.AnswerTokens, size/2), Given: given,
	}, "passages", s.Rounds > 0, aloud.Write)
	aloud.Close()
	citer.Close()
	if !reply.Stopped.Empty() { // the screen has its repetitions, too
		graph.Emit(ctx, rag.Report{Kind: rag.KindRestart, Text: messages.From(ctx).Say(reply.Stopped)})
		citer = rag.StreamCiter(ctx, sources)
		aloud = rag.Unrowed{To: citer.Write}
		aloud.Write(reply.Text)
		aloud.Close()
		citer.Close()
	}
	if text, _ := rag.SplitRows(reply.Text); err == nil && text == "" {
		err = &llm.Error{Kind: llm.ErrFormat, Message: messages.New("rag.empty-answer", messages.Args{"model": w.Model})}
	}
	return reply.Text, err
}
