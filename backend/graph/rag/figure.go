package rag

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"lectern/backend/formula"
	"lectern/backend/proof"
	"lectern/backend/proof/figures"
	"lectern/backend/store"
	"lectern/backend/text"
)

// CitedFigure is a figure read from cells of tables, with the passages that its rows stand in.
type CitedFigure struct {
	*store.Figure
	Passages  []Passage
	Citations []store.Citation
}

// Figure looks up what a question asks for in the tables of documents (ids; none: those that the question is about). sure is
// nil if no cell is sure enough, or one stands in no passage and so can't be cited. Then likely has the cells that may have
// been meant, the nearest first, or what may have been meant worked out of cells; nil if nothing is worth showing.
func (t Tools) Figure(ctx context.Context, question string, documents []string) (sure, likely *CitedFigure, err error) {
	if t.Facts == nil {
		return nil, nil, nil
	}
	found, err := t.Facts.Answer(ctx, question, documents)
	switch {
	case err != nil:
		return nil, nil, err
	case found.Figure != nil:
		sure = &CitedFigure{Figure: found.Figure}
		if whole, err := t.citeAll(sure); err != nil || !whole {
			return nil, nil, err
		}
	case Likely(question, found.Trust):
		if found.Maybe != nil {
			likely = &CitedFigure{Figure: found.Maybe}
			if whole, err := t.citeAll(likely); err != nil || whole {
				return nil, likely, err
			}
		}
		likely = &CitedFigure{Figure: &store.Figure{Cells: apart(found.Near, mostLikely)}}
		if _, err := t.citeAll(likely); err != nil {
			return nil, nil, err
		}
		likely.Cells = slices.DeleteFunc(likely.Cells, func(c store.Operand) bool { return c.Citation == 0 })
		if len(likely.Cells) == 0 {
			likely = nil
		}
	}
	return sure, likely, nil
}

// mostLikely is how many cells are shown that may have been meant: the fourth and fifth nearest are the right one in 9 of 309
// questions (build/facts).
const mostLikely = 3

// likelyFrom is how sure the nearest cell must be for it and the next to be shown, by what is asked for. Of 309 questions for a
// figure that is there and wasn't sure enough (build/facts), those cells have it in 115 of 154 from .1 on, in 43 of 155 below.
// What doesn't ask for a number in so many words must be surer, and what asks for a place, a person or a reason isn't after one.
var likelyFrom = map[answerType]float64{numberAnswer: .1, anyAnswer: .2, timeAnswer: never, personAnswer: never, placeAnswer: never, nameAnswer: never, reasonAnswer: never}

const never = 2 // more than sure

// Likely tells whether what comes nearest to a question is worth showing, of which facts are as sure as trust (from 0 to 1).
func Likely(question string, trust float64) bool { return trust >= likelyFrom[answerTypeOf(question)] }

// apart are the first cells that say different things, n at most.
func apart(cells []store.Operand, n int) (out []store.Operand) {
	for _, c := range cells {
		if len(out) < n && !slices.ContainsFunc(out, func(o store.Operand) bool { return o.Value == c.Value && o.Period == c.Period }) {
			out = append(out, c)
		}
	}
	return out
}

// citeAll cites the cells of a figure; whole is false if one can't be.
func (t Tools) citeAll(f *CitedFigure) (whole bool, err error) {
	if err := t.Place(f.Figure); err != nil {
		return false, err
	}
	whole = true
	for i := range f.Cells {
		if err := t.cite(f, &f.Cells[i]); err != nil {
			return false, err
		}
		whole = whole && f.Cells[i].Citation != 0
	}
	return whole, nil
}

// Place finds the passages that the cells of figures stand in, and their rows' sentences there.
func (t Tools) Place(figures ...*store.Figure) error {
	passages := map[string][]store.Passage{}
	for _, f := range figures {
		for i := range f.Cells {
			c := &f.Cells[i]
			if c.Passage != "" || c.Table == store.NoTable {
				continue
			}
			all, known := passages[c.Document]
			if !known {
				var err error
				if all, err = t.Workspace.Passages.Of(c.Document); err != nil {
					return err
				}
				passages[c.Document] = all
			}
			if err := t.place(c, all); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t Tools) place(c *store.Operand, all []store.Passage) error {
	n := slices.IndexFunc(all, func(p store.Passage) bool {
		return p.Page == c.Page && p.Table == c.Table+1 && p.Rows.Start <= c.At && c.At < p.Rows.End
	})
	if n < 0 {
		return t.placeInText(c, all)
	}
	ref := store.Ref{Document: c.Document, Passage: n}
	part, ok, err := t.Workspace.Tables.Part(ref)
	if err != nil || !ok || c.At-part.From >= len(part.Sentences) {
		return err
	}
	c.Passage, c.Sentence = ref.String(), part.Sentences[c.At-part.From]
	return nil
}

// placeInText places a cell whose table has no passages of its own, because its rows stand among other lines of the page: in
// the first passage that says the row.
func (t Tools) placeInText(c *store.Operand, all []store.Passage) error {
	tables, err := t.Workspace.Tables.Of(c.Document, c.Page)
	if err != nil || c.Table >= len(tables) || c.At >= len(tables[c.Table].Rows) {
		return err
	}
	var refs []store.Ref
	for i, p := range all {
		if p.Page == c.Page {
			refs = append(refs, store.Ref{Document: c.Document, Passage: i})
		}
	}
	texts, err := t.Workspace.Passages.Texts(refs)
	if err != nil {
		return err
	}
	for _, text := range texts {
		at := store.RowIn(tables[c.Table].Rows[c.At], text.Sentences)
		if at >= 0 && written(text.Sentences[at], c.Text) != "" {
			c.Passage, c.Sentence = text.Ref.String(), at
			return nil
		}
	}
	return nil
}

// Where is the passage that a cell stands in, and the citation of its row or sentence; ok is false if it is gone.
func (t Tools) Where(c store.Operand) (p Passage, cited store.Citation, ok bool, err error) {
	if c.Passage == "" {
		return p, cited, false, nil
	}
	ps, err := t.Passages([]string{c.Passage})
	if err != nil || len(ps) == 0 || c.Sentence >= len(ps[0].Sentences) {
		return p, cited, false, err
	}
	p = ps[0]
	at := c.Sentence
	if at < 0 { // the row's words stand in no one sentence: its figure does
		at = slices.IndexFunc(p.Sentences, func(s string) bool { return strings.Contains(s, c.Text) })
	}
	cited = proof.Quote(p.Text, at)
	if at < 0 {
		cited.Quote, cited.Prefix, cited.Suffix = written(p.Text.Text, c.Text), "", ""
	}
	return p, cited, cited.Quote != "", nil
}

// written is a cell's text as a passage has it: whole, else its digits; "" if they aren't there.
func written(passage, cell string) string {
	digits := strings.TrimFunc(cell, func(r rune) bool { return !unicode.IsDigit(r) })
	for _, s := range []string{cell, digits} {
		if s != "" && strings.Contains(passage, s) {
			return s
		}
	}
	return ""
}

// cite cites the row that a cell stands in.
func (t Tools) cite(f *CitedFigure, c *store.Operand) error {
	p, cited, ok, err := t.Where(*c)
	if err != nil || !ok {
		return err
	}
	for _, o := range f.Citations {
		if o.Passage == cited.Passage && o.Quote == cited.Quote {
			c.Citation = o.N
			return nil
		}
	}
	cited.N = len(f.Citations) + 1
	c.Citation = cited.N
	f.Citations = append(f.Citations, cited)
	if !slices.ContainsFunc(f.Passages, func(o Passage) bool { return o.Ref == p.Ref }) {
		f.Passages = append(f.Passages, p)
	}
	return nil
}

// Calculation is how the figure was worked out, for the proof of a text that tells it; ok is false for a single cell.
func (f *CitedFigure) Calculation() (c figures.Calculation, ok bool) {
	unit := f.Unit
	if unit == text.Times {
		unit = ""
	}
	return figures.Calculation{Text: formula.Text(f.Formula), Value: f.Value, Unit: unit}, f.Formula != ""
}

// Marks are those of the cells, each once.
func (f *CitedFigure) Marks() string {
	out := ""
	for _, c := range f.Citations {
		out += Mark(c.N)
	}
	return out
}

// Mark is what stands in an answer for a citation.
func Mark(n int) string { return fmt.Sprintf("[%d]", n) }
