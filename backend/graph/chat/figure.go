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

// figures looks up what a question asks for in the tables, as rag.Tools.Figure does; nothing for talk, and for a question that
// reading everything answers.
func (w *Workflow) figures(ctx context.Context, s State) (sure, likely *rag.CitedFigure, err error) {
	if s.Mode == Chat || s.Route.Intent == IntentChat && w.Model != "" || s.Route.Intent == IntentWhole || len(s.Route.Unknown) > 0 {
		return nil, nil, nil
	}
	question := s.Route.Plain
	if s.Route.FollowUp && s.Plan.Question != "" {
		question = s.Plan.Question
	}
	return w.Figure(ctx, question, s.Plan.Targets)
}

// byFigure answers a question for a figure that stands in the tables. Without a model that writes, the figure is the answer;
// one that does gets it with the passages, and what it says of it is held against them as always.
func (w *Workflow) byFigure(ctx context.Context, s State, ps []rag.Passage, f *rag.CitedFigure) (a rag.Answer, err error) {
	if w.Model == "" || w.Small {
		return w.figure(ctx, s, f), nil
	}
	note, err := w.figureNote(f, false)
	if err != nil {
		return a, err
	}
	a, err = w.write(ctx, s, first(f.Passages, ps), true, judgement{note: noteOn(s.Subject.Nowhere, "") + note})
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
	return a, err
}

// first puts passages before others, each once.
func first(before, ps []rag.Passage) []rag.Passage {
	return slices.Concat(before, slices.DeleteFunc(slices.Clone(ps), func(p rag.Passage) bool {
		return slices.ContainsFunc(before, func(o rag.Passage) bool { return o.Ref == p.Ref })
	}))
}

// nearestCells tells of cells that may be what the question asks for, as such; "" for none.
func nearestCells(s State, likely *rag.CitedFigure) (string, []store.Citation) {
	if likely == nil {
		return "", nil
	}
	say := messages.In(language(s))
	var lines []string
	for _, c := range likely.Cells {
		if n := len(c.Parents); n > 0 && likely.Formula == "" {
			c.Row = c.Parents[n-1] + " › " + c.Row
		}
		if line := figurePart(say, c); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	told := say.Text("chat.figure-unsure") + "\n\n" + strings.Join(lines, "\n")
	if likely.Formula != "" {
		told = say.Sentences(say.Text("chat.figure-maybe"), facts.Variants(likely.Figure, say)) + "\n\n" +
			say.Text("chat.figure-worked-out", messages.Args{"figure": facts.Told(likely.Figure, say.Language()), "formula": likely.Formula, "parts": strings.Join(lines, "\n")})
	}
	return paragraph(told), likely.Citations
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
	args := messages.Args{"of": figureOf(say, f.Label, f.Of()), "figure": f.Shown, "marks": f.Marks()}
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
		part := figurePart(say, c)
		if !slices.Contains(parts, part) {
			parts, readings = append(parts, part), append(readings, proof.Reading{Text: part, Cell: c})
		}
	}
	args["formula"], args["parts"] = f.Formula, strings.Join(parts, "\n")
	return say.Text("chat.figure-worked-out", args) + note, readings
}

// figurePart tells a cell in a line of a list.
func figurePart(say messages.Messages, c store.Operand) string {
	amount := facts.Told(facts.OfCell(c), say.Language())
	return say.Text("chat.figure-part", messages.Args{"of": figureOf(say, c.Row, c.Of()), "text": rag.Escape(amount), "mark": rag.Mark(c.Citation)})
}

// figureOf says what a figure is of: its row, and what it is of beside that, if anything.
func figureOf(say messages.Messages, row, of string) string {
	if of == "" {
		return rag.Escape(row)
	}
	return say.Text("chat.figure-of", messages.Args{"row": rag.Escape(row), "column": rag.Escape(of)})
}

// figureNote hands a figure to the model, or cells that may be what is asked for. Labels are words of the document: they are told
// as quotations, in one line.
func (w *Workflow) figureNote(f *rag.CitedFigure, unsure bool) (string, error) {
	type cell struct{ Row, Column, Text string }
	var given struct {
		Cells  []cell
		Worked string
		Unsure bool
	}
	given.Unsure = unsure
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
