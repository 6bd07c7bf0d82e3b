package chat

import (
	"context"
	"slices"
	"strings"

	"lectern/backend/facts"
	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/proof/figures"
	"lectern/backend/store"
)

// byFigure answers a question for a figure that stands in the tables. Without a model that writes, the figure is the answer;
// one that does gets it with the passages, and what it says of it is held against them as always.
func (w *Workflow) byFigure(ctx context.Context, s State, ps []rag.Passage) (a rag.Answer, done bool, err error) {
	if s.Mode == Chat || s.Route.Intent == IntentChat && w.Model != "" || s.Route.Intent == IntentWhole || len(s.Route.Unknown) > 0 {
		return a, false, nil
	}
	question := s.Route.Plain
	if s.Route.FollowUp && s.Plan.Question != "" {
		question = s.Plan.Question
	}
	f, err := w.Figure(ctx, question, s.Plan.Targets)
	if err != nil || f == nil {
		return a, false, err
	}
	if w.Model == "" || w.Small {
		return w.figure(ctx, s, f), true, nil
	}
	for _, p := range slices.Backward(f.Passages) {
		ps = slices.DeleteFunc(slices.Clone(ps), func(o rag.Passage) bool { return o.Ref == p.Ref })
		ps = append([]rag.Passage{p}, ps...)
	}
	note, err := w.figureNote(f)
	if err != nil {
		return a, false, err
	}
	a, err = w.write(ctx, s, ps, true, judgement{note: noteOn(s.Subject.Nowhere, "") + note})
	a.Figure = f.Figure
	if c, ok := f.Calculation(); ok {
		a.Calculations = append(a.Calculations, c)
	}
	for i := range f.Cells { // the model's marks count anew
		f.Cells[i].Citation = 0
		for _, c := range a.Citations {
			if c.Passage == f.Cells[i].Passage {
				f.Cells[i].Citation = c.N
			}
		}
	}
	return a, true, err
}

// figure is the answer that a figure is by itself.
func (w *Workflow) figure(ctx context.Context, s State, f *rag.CitedFigure) rag.Answer {
	say := messages.In(language(s))
	f.Shown = facts.Told(f.Figure, say.Language())
	rag.StepStarted(ctx, "chat.reading-figure")
	graph.Emit(ctx, rag.Report{Kind: rag.KindSources, Sources: rag.SourcesOf(f.Passages)})
	for _, c := range f.Citations {
		graph.Emit(ctx, rag.Report{Kind: rag.KindCitation, Citation: c})
	}
	sentence, readings := figureSentence(say, f)
	lead, far := w.preface(s), store.Told{}
	if len(s.Subject.Missing) > 0 { // it is a figure of something else than what is named
		lead, far = lead+paragraph(s.Subject.Said(language(s), false)), told(s)
	}
	text := lead + sentence
	rag.EmitToken(ctx, text)
	rag.StepDone(ctx, "chat.read-figure", messages.Args{"cells": messages.Count("count.cells", len(f.Cells))})
	a := rag.Answer{Text: text, Mode: "figure", Message: messages.From(ctx).Say(w.Why), Citations: f.Citations, Figure: f.Figure, Readings: readings, Told: far, Own: []proof.Stretch{{End: len(lead)}}}
	if c, ok := f.Calculation(); ok {
		a.Calculations = []figures.Calculation{c}
	}
	return a
}

// figureSentence tells a figure: a cell as it stands in its row, or what was worked out, with the formula; and which piece
// tells which cell.
func figureSentence(say messages.Messages, f *rag.CitedFigure) (string, []proof.Reading) {
	args := messages.Args{
		"label": rag.Escape(f.Label), "period": f.Period, "figure": f.Shown, "marks": f.Marks(),
	}
	note := ""
	if f.Restated {
		note = "\n\n" + say.Text("chat.figure-restated")
	}
	if f.Formula == "" {
		told := say.Text("chat.figure", args)
		return told + note, []proof.Reading{{Text: told, Cell: f.Cells[0]}}
	}
	var parts []string
	var readings []proof.Reading
	for _, c := range f.Cells {
		amount := facts.Told(facts.OfCell(c), say.Language())
		part := say.Text("chat.figure-part", messages.Args{"label": rag.Escape(c.Row), "period": c.Period, "text": rag.Escape(amount), "mark": rag.Mark(c.Citation)})
		if !slices.Contains(parts, part) {
			parts, readings = append(parts, part), append(readings, proof.Reading{Text: part, Cell: c})
		}
	}
	args["formula"], args["parts"] = f.Formula, strings.Join(parts, "\n")
	return say.Text("chat.figure-worked-out", args) + note, readings
}

// figureNote hands a figure to the model. Labels are words of the document: they are told as quotations, in one line.
func (w *Workflow) figureNote(f *rag.CitedFigure) (string, error) {
	type cell struct{ Row, Column, Text string }
	var given struct {
		Cells  []cell
		Worked string
	}
	for _, c := range f.Cells {
		given.Cells = append(given.Cells, cell{rag.Attribute(c.Row), rag.Attribute(c.Column), rag.Attribute(c.Text)})
	}
	if f.Formula != "" {
		given.Worked = facts.FormatFigure(f.Asked, f.Scale, f.Unit, "", "en")
	}
	var b strings.Builder
	err := w.prompts.ExecuteTemplate(&b, "figure.md", given)
	return b.String(), err
}
