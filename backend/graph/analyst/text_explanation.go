package analyst

import (
	"context"
	"fmt"
	"strings"

	"lectern/backend/facts"
	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// onScreen is what stands on the screen as a run's answer.
type onScreen struct {
	text  string
	cited int
}

// textExplanation writes the draft, with ids in place of figures. It streams with the figures put in.
func (w *Workflow) textExplanation(ctx context.Context, s State) (State, error) {
	ps, err := w.Passages(s.Retrieval.Passages)
	if err != nil {
		return s, err
	}
	if len(ps) == 0 && s.Analysis.figures() == 0 { // a model would only invent
		rag.StepStarted(ctx, "rag.answering")
		rag.StepDone(ctx, "rag.nothing-to-quote")
		return w.drafted(s, say(s).Text("documents.silent"), nil, 0)
	}
	if w.Model == "" {
		return w.plain(ctx, s, ps)
	}
	rag.StepStarted(ctx, "analyst.writing-from", messages.Args{"metrics": messages.Count("count.metrics", len(s.Analysis.Metrics)), "passages": messages.Count("count.passages", len(ps))})
	b := w.brief(s)
	b.Metrics, b.Computed = w.lists(s)
	b.Gaps = inertAll(w.missing(s))
	b.Finding = rag.EscapePrompt(s.Analysis.Finding)
	prompt, given, err := w.fit(ctx, "explain.md", ps, w.Config.AnswerTokens, b)
	if err != nil {
		return s, err
	}
	graph.Emit(ctx, rag.Report{Kind: rag.KindSources, Sources: rag.SourcesOf(given)})
	draft, err := w.stream(ctx, s, prompt, ps, given)
	if err != nil {
		return s, err
	}
	rag.StepDone(ctx, "rag.wrote-words", messages.Args{"words": messages.Count("count.words", len(strings.Fields(draft)))})
	return w.drafted(s, draft, given, 0)
}

// lists are the recorded figures as a model is told them.
func (w *Workflow) lists(s State) (metrics, computed []string) {
	for _, m := range s.Analysis.Metrics {
		if m.Figure == nil {
			metrics = append(metrics, rag.EscapePrompt(fmt.Sprintf("%s: no figure: %s", titled(m.Label, m.Company, m.Period), m.Gap)))
			continue
		}
		entry := fmt.Sprintf("%s: %s = %s", m.ID, titled(m.Label, m.Company, m.Period), m.Shown("en"))
		if len(m.Flags) > 0 {
			entry += " (not verified: " + strings.Join(m.Flags, "; ") + ")"
		}
		if m.ID == s.Analysis.Primary {
			entry += " (what the question is about)"
		}
		metrics = append(metrics, rag.EscapePrompt(entry))
	}
	for _, c := range s.Analysis.Calculations {
		if c.Error == "" {
			computed = append(computed, rag.EscapePrompt(fmt.Sprintf("%s: %s (%s of %s) = %s", c.ID, titled(c.Label, c.Company, c.Period), c.Operation, strings.Join(c.Operands, ", "), c.Shown(shownPlaces, "en"))))
		}
	}
	return metrics, computed
}

// stream has the model write the draft.
func (w *Workflow) stream(ctx context.Context, s State, prompt string, found, given []rag.Passage) (string, error) {
	var screen onScreen
	r := w.renderer(s, given, func(t string) {
		screen.text += t
		rag.EmitToken(ctx, t)
	}, func(c store.Citation) {
		screen.cited++
		graph.Emit(ctx, rag.Report{Kind: rag.KindCitation, Citation: c})
	})
	size, err := w.Client.ContextOf(ctx, w.Model)
	if err != nil {
		return "", err
	}
	w.said.Delete(s.Run)
	reply, err := w.Draft(ctx, llm.Request{
		Purpose: "explain", Model: w.Model, Messages: []llm.Message{{Role: "user", Content: prompt}}, Temperature: w.Config.Temperature, MaxTokens: min(w.Config.AnswerTokens, size/2),
		Given: w.given(ctx, found, given),
	}, "passages", false, r.Write)
	r.Close()
	if err == nil {
		w.said.Store(s.Run, screen)
	}
	return reply.Text, err
}

// drafted keeps a draft beside the run.
func (w *Workflow) drafted(s State, draft string, given []rag.Passage, heals int) (State, error) {
	r := s.Response
	r.Heals, r.Failed, r.Valid, r.Quotes = heals, []Failure{}, false, rag.ArtifactRef{}
	r.Draft = rag.ArtifactRef{Run: s.Run, Name: fmt.Sprintf("analyst draft %d", heals+1)}
	if heals == 0 {
		r.Offered, r.Charts = []string{}, nil
		for _, p := range given {
			r.Offered = append(r.Offered, p.Ref.String())
		}
	}
	if err := w.Workspace.Outputs.Save(r.Draft.Run, r.Draft.Name, []byte(draft)); err != nil {
		return s, messages.Error("rag.draft-failed", messages.Args{"error": err})
	}
	s.Response = r
	return s, nil
}

// plainText lists what is recorded, or quotes the passages, where no model writes. A model that broke off isn't given up
// for that: Resume may well bring the whole text.
func (w *Workflow) plainText(ctx context.Context, s State, err error) (State, error) {
	if llm.Transient(err) {
		return s, err
	}
	rag.Note(ctx, "analyst.listed-instead", messages.Args{"error": err})
	ps, err := w.Passages(s.Retrieval.Passages)
	if err != nil {
		return s, err
	}
	return w.plain(ctx, s, ps)
}

// plain is a draft that no model wrote: the comparison as a table with what was worked out of it, else passages.
func (w *Workflow) plain(ctx context.Context, s State, ps []rag.Passage) (State, error) {
	switch {
	case s.Analysis.figures() > 0:
		draft := s.Analysis.plainly(s.Retrieval.Query.Compare, languageOf(s))
		rag.StepDone(ctx, "analyst.listed", messages.Args{"lines": messages.Count("count.lines", strings.Count(draft, "\n")+1)})
		s, err := w.drafted(s, draft, nil, 0)
		s.Response.Listed = true
		return s, err
	case w.Small:
		return w.chosen(ctx, s, ps)
	}
	text, citations, err := w.Extract(ctx, s.Asks(), s.Asked, ps, 0)
	if err != nil {
		return s, err
	}
	rag.StepDone(ctx, "analyst.listed", messages.Args{"lines": messages.Count("count.lines", len(citations))})
	return w.quoted(s, rag.Choice{Text: text, Citations: citations}, ps)
}

// quoted is a draft of sentences of the passages.
func (w *Workflow) quoted(s State, c rag.Choice, ps []rag.Passage) (State, error) {
	s, err := w.drafted(s, c.Text, c.Offered(ps), 0)
	if err != nil {
		return s, err
	}
	s.Response.Quotes = rag.ArtifactRef{Run: s.Run, Name: "analyst quotes"}
	if err := w.Workspace.Outputs.Save(s.Run, s.Response.Quotes.Name, rag.MustJSON(c.Citations)); err != nil {
		return s, messages.Error("rag.draft-failed", messages.Args{"error": err})
	}
	return s, nil
}

// plainly tells the figures as a table, and below it what was worked out of several of them.
func (a Analysis) plainly(asked facts.Asked, language string) string {
	parts := []string{strings.TrimSpace(a.comparison(asked, language).markdown())}
	if len(a.Metrics) == 1 {
		m := a.Metrics[0]
		parts[0] = fmt.Sprintf("%s: {{%s}}", entryOf(m.Label, m.Company, m.Period), m.ID)
	}
	var lines []string
	for _, c := range a.Calculations {
		if c.Error == "" {
			lines = append(lines, fmt.Sprintf("- %s: {{%s}}", entryOf(c.Label, c.Company, c.Period), c.ID))
		}
	}
	if len(lines) > 0 {
		parts = append(parts, strings.Join(lines, "\n"))
	}
	return strings.Join(parts, "\n\n")
}

// chosen has a model too small to write pick the sentences that are the draft.
func (w *Workflow) chosen(ctx context.Context, s State, ps []rag.Passage) (State, error) {
	question, _, _ := strings.Cut(s.Retrieval.Query.Text, "\n")
	c, err := w.Choose(ctx, question, s.Asked, ps, 0)
	if err != nil {
		return s, err
	}
	rag.StepDone(ctx, "analyst.listed", messages.Args{"lines": messages.Count("count.lines", len(c.Citations))})
	return w.quoted(s, c, ps)
}

func entryOf(parts ...string) string { return rag.Escape(titled(parts...)) }
