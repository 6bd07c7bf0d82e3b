package checked

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
)

// synthesizer writes a draft from the evidence, which streams as the answer.
func (w *Workflow) synthesizer(ctx context.Context, s State) (State, error) {
	var ids []string
	for _, e := range s.Evidence {
		ids = append(ids, e.ID)
	}
	rag.StepStarted(ctx, "Writing from %s…", rag.Plural(len(ids), "passage"))
	system, err := rag.Render(w.prompts, "synthesize.md", brief{Language: s.Language})
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
			rag.Note(ctx, "The prompt was too long for %s; trying again with less.", w.Model)
			continue
		}
		if err != nil {
			return s, err
		}
		return w.drafted(ctx, s, draft, given, sources, fit)
	}
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
		return s, fmt.Errorf("the draft: %w", err)
	}
	end := fmt.Sprintf("Wrote %s from %s", rag.Plural(len(strings.Fields(draft)), "word"), rag.Plural(len(sources), "passage"))
	if shortened > 0 {
		end += fmt.Sprintf(", %d of them shortened to their best sentences", shortened)
	}
	rag.StepDone(ctx, "%s", end)
	s.Round, s.Rounds = r, r.Number
	return s, nil
}

// stream has the model write the draft.
func (w *Workflow) stream(ctx context.Context, s State, messages []llm.Message, sources []rag.Passage, given llm.Given) (string, error) {
	size, err := w.Client.ContextOf(ctx, w.Model)
	if err != nil {
		return "", err
	}
	citer := rag.StreamCiter(ctx, sources)
	aloud := rag.Unrowed{To: citer.Write}
	reply, err := w.Draft(ctx, llm.Request{
		Purpose: "draft", Model: w.Model, Messages: messages, Temperature: w.Config.Temperature, MaxTokens: min(w.Config.AnswerTokens, size/2), Given: given,
	}, "passages", s.Rounds > 0, aloud.Write)
	aloud.Close()
	citer.Close()
	if text, _ := rag.SplitRows(reply.Text); err == nil && text == "" {
		err = &llm.Error{Kind: llm.ErrFormat, Message: fmt.Sprintf("%s gave an empty answer. Try again, or choose another model in Settings.", w.Model)}
	}
	return reply.Text, err
}
