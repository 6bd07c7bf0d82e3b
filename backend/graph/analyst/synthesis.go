package analyst

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/facts"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/proof/figures"
	"lectern/backend/text"
)

// synthesis makes the answer of the draft: figures and their citations put in, the formulas of the calculations, the
// charts, and what wasn't found or can't be relied on.
func (w *Workflow) synthesis(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "analyst.putting-together")
	draft, err := w.Workspace.Outputs.Get(s.Response.Draft.Run, s.Response.Draft.Name)
	if err != nil {
		return s, messages.Error("rag.draft-failed", messages.Args{"error": err})
	}
	r := s.Response
	if r.Charts == nil { // not healed ones
		if r.Charts = slices.Clone(s.Analysis.Proposed); len(r.Charts) == 0 {
			r.Charts = s.Analysis.suggested(w.Config.Charts)
		}
	}
	answer, err := w.whole(s, string(draft))
	if err != nil {
		return s, err
	}
	raw, err := json.Marshal(answer)
	if err == nil {
		r.Whole = rag.ArtifactRef{Run: s.Run, Name: fmt.Sprintf("analyst answer %d", r.Heals+1)}
		err = w.Workspace.Outputs.Save(r.Whole.Run, r.Whole.Name, raw)
	}
	if err != nil {
		return s, messages.Error("analyst.answer-failed", messages.Args{"error": err})
	}
	rag.StepDone(ctx, "analyst.put-together-text", messages.Args{"charts": messages.Count("count.charts", len(r.Charts)), "citations": messages.Count("count.citations", len(answer.Citations))})
	s.Response = r
	return s, nil
}

// whole is the answer that a draft stands for.
func (w *Workflow) whole(s State, draft string) (rag.Answer, error) {
	offered, err := w.offered(s)
	if err != nil {
		return rag.Answer{}, err
	}
	if s.Response.Quotes.Name != "" {
		return w.quotes(s, draft)
	}
	r := w.renderer(s, offered, nil, nil)
	r.Write(strings.TrimSpace(draft))
	r.Close()
	own := proof.Stretch{Start: r.Answer.Len()}
	if after := w.appendix(s); after != "" {
		r.Write("\n\n" + after)
		r.Close()
	}
	a := rag.Answer{Mode: "model", Model: w.Model, Citations: r.citations(), Calculations: w.calculated(s)}
	a.Text, a.Invented = r.Text("")
	own.End = len(a.Text)
	a.Own = []proof.Stretch{own}
	switch {
	case s.Response.Listed:
		a.Mode, a.Model, a.Own = "figure", "", []proof.Stretch{{End: len(a.Text)}}
		if m := s.Analysis.Metrics; len(m) == 1 && m[0].Holds() && len(s.Analysis.Calculations) == 0 {
			a.Figure = m[0].Figure
		}
	case w.Model == "":
		a.Mode = "passages"
	case w.Small:
		a.Mode = "chosen"
	}
	return a, nil
}

// quotes is the answer of a draft that is sentences of the passages: they are cited as they were chosen.
func (w *Workflow) quotes(s State, draft string) (rag.Answer, error) {
	raw, err := w.Workspace.Outputs.Get(s.Response.Quotes.Run, s.Response.Quotes.Name)
	a := rag.Answer{Text: draft, Mode: "passages", Calculations: w.calculated(s)}
	if err == nil {
		err = json.Unmarshal(raw, &a.Citations)
	}
	if err != nil {
		return rag.Answer{}, messages.Error("rag.draft-failed", messages.Args{"error": err})
	}
	if w.Small {
		a.Mode, a.Model = "chosen", w.Model
	}
	own := proof.Stretch{Start: len(a.Text)}
	if after := w.appendix(s); after != "" {
		r := w.renderer(s, nil, nil, nil)
		r.Write(after)
		r.Close()
		after, _ = r.Text("")
		a.Text += "\n\n" + after
	}
	own.End = len(a.Text)
	a.Own = []proof.Stretch{own}
	return a, nil
}

// calculated are the calculations that a figure of the answer may be the result of.
func (w *Workflow) calculated(s State) (out []figures.Calculation) {
	add := func(label, value, unit string) {
		if unit == text.Times || unit == facts.Days {
			unit = ""
		}
		out = append(out, figures.Calculation{Text: label, Value: value, Unit: unit})
	}
	for _, m := range s.Analysis.Metrics {
		if m.Holds() && m.Figure.Formula != "" {
			add(m.Label, m.Figure.Value, m.Figure.Unit)
		}
	}
	for _, c := range s.Analysis.Calculations {
		if c.Error == "" && c.Value != "" {
			add(c.Label, c.Value, c.Unit)
		}
	}
	return out
}

// offered are the passages that a draft's marks stand for. If one is gone the others' marks would stand for the wrong ones.
func (w *Workflow) offered(s State) ([]rag.Passage, error) {
	ps, err := w.Passages(s.Response.Offered)
	if err == nil && len(ps) != len(s.Response.Offered) {
		err = messages.Error("analyst.documents-gone")
	}
	return ps, err
}

// say gives Go's own words in an answer.
func say(s State) messages.Messages { return messages.In(languageOf(s)) }

// appendix is what Go adds to a draft, in the draft's own form.
func (w *Workflow) appendix(s State) string {
	t := say(s)
	var parts []string
	add := func(title string, lines []string) {
		if len(lines) > 0 {
			parts = append(parts, "**"+title+"**\n\n"+strings.Join(lines, "\n"))
		}
	}
	var formulas, doubtful, gaps []string
	for _, c := range s.Analysis.Calculations {
		switch {
		case c.Error == "" && c.Formula != "":
			formulas = append(formulas, "$$"+c.Formula+"$$\n")
		case c.Error != "":
			doubtful = append(doubtful, "- "+rag.Escape(s.Analysis.named(say(s), c.Error)))
		}
	}
	for _, m := range s.Analysis.Metrics {
		if m.Figure != nil && len(m.Flags) > 0 {
			doubtful = append(doubtful, fmt.Sprintf("- %s: {{%s}} — %s", entryOf(m.Label, m.Company, m.Period), m.ID, rag.Escape(strings.Join(m.Flags, t.Text("list.next")))))
		}
	}
	for _, g := range w.missing(s) {
		gaps = append(gaps, "- "+rag.Escape(g))
	}
	add(t.Text("analyst.calculations"), formulas)
	add(t.Text("analyst.doubtful"), doubtful)
	add(t.Text("analyst.missing"), gaps)
	if s.Analysis.FromPassages {
		parts = append(parts, "*"+t.Text("analyst.passages")+"*")
	}
	return strings.Join(parts, "\n\n")
}

// charts are those that can be drawn.
func (w *Workflow) charts(s State) []Chart {
	out := []Chart{}
	for _, c := range s.Response.Charts {
		if drawn, err := c.drawn(s.Analysis, mostPoints, languageOf(s)); err == nil {
			out = append(out, drawn)
		}
	}
	return out
}
