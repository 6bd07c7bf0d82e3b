package proof

import (
	"slices"
	"strings"

	"lectern/backend/decimal"
	"lectern/backend/proof/figures"
	"lectern/backend/store"
)

// Reading is a piece of a text that tells a cell, such as "- Net sales, 2020: $32,184 million [2]".
type Reading struct {
	Text string        `json:"text"` // as the text has it, with its marks
	Cell store.Operand `json:"cell"` // its Citation is the mark that stands for it
}

// cellsTold are the figures of sentences that tell a cell, by where the sentences begin.
type cellsTold map[int]store.FigureCheck

// toldBy looks up the cells that readings were taken from in their tables as they are now, and which of the text's figures
// each gave. What a reading says of a cell that isn't there, or says otherwise, is held against the page like any sentence.
// Figures of a row's label belong to that.
func (p *Prover) toldBy(in Proving, sentences []sentence, evidence map[int]cited, checks []store.FigureCheck) (cellsTold, []store.FigureCheck) {
	out := cellsTold{}
	for _, r := range in.Readings {
		start := strings.Index(in.Text, r.Text)
		if start < 0 {
			continue
		}
		end := start + len(r.Text)
		s := slices.IndexFunc(sentences, func(s sentence) bool {
			return s.start >= start && s.end <= end && slices.Contains(s.ids, r.Cell.Citation)
		})
		within := func(f store.FigureCheck) bool { return f.Start >= start && f.End <= end }
		own := slices.IndexFunc(checks, func(f store.FigureCheck) bool { return within(f) && sameAmount(f.Value, r.Cell.Value) })
		cell := p.cellOf(r.Cell)
		if s < 0 || own < 0 || cell == nil {
			continue
		}
		f := checks[own]
		f = store.FigureCheck{
			Text: f.Text, Start: f.Start, End: f.End, Value: f.Value, Unit: r.Cell.Unit, Period: r.Cell.Period, Verdict: figures.Quoted, Support: 1,
			Notes: []string{}, Document: r.Cell.Document, Doc: r.Cell.Doc, Page: r.Cell.Page,
			Label: evidence[r.Cell.Citation].citation.Label, Cell: cell, Quote: cell.Text, Candidates: []store.FigureCandidate{},
		}
		checks = slices.Replace(slices.Clone(checks), own, own+1, f)
		checks = slices.DeleteFunc(checks, func(o store.FigureCheck) bool { return within(o) && o.Start != f.Start })
		out[sentences[s].start] = f
	}
	return out, checks
}

// cellOf is the cell in its table as that is now; nil if another stands there.
func (p *Prover) cellOf(c store.Operand) *store.FigureCell {
	tables, err := p.Tables.Of(c.Document, c.Page)
	if err != nil || c.Table < 0 || c.Table >= len(tables) || c.At >= len(tables[c.Table].Rows) {
		return nil
	}
	t := tables[c.Table]
	row := t.Rows[c.At]
	i := slices.IndexFunc(row.Cells, func(o store.Cell) bool { return o.Column == c.Place && o.Text == c.Text })
	if i < 0 {
		return nil
	}
	out := &store.FigureCell{Table: c.Table, Row: c.At, Column: c.Place, RowLabel: row.Label, Text: c.Text}
	if c.Place < len(t.Columns) {
		out.Head = t.Columns[c.Place].Head()
	}
	return out
}

// sameAmount tells whether a figure of a text is a cell's, rounded as far as it is written; costs are told without their sign.
func sameAmount(written, value string) bool {
	w, err := decimal.Parse(written)
	if err != nil {
		return false
	}
	v, err := decimal.Parse(value)
	if err != nil {
		return false
	}
	places := -w.Exponent()
	if w.Exponent() == 0 && len(w.Significant()) > 1 {
		places = len(strings.TrimRight(written, "0")) - len(written)
	}
	return v.Abs().Round(places).Cmp(w.Abs()) == 0
}

// toldClaim is the claim of a sentence that tells a cell by its figure.
func toldClaim(s sentence, f store.FigureCheck) (store.Claim, []store.MarkVerdict) {
	c := begun(s, nil)
	c.Verdict, c.Reason, c.Support, c.Citations = store.Verified, "", 1, s.ids
	c.Places = []store.ClaimPlace{{Document: f.Document, Doc: f.Doc, Page: f.Page, Label: f.Label, Quote: f.Quote, Cell: f.Cell}}
	var marks []store.MarkVerdict
	for _, n := range s.ids {
		marks = append(marks, store.MarkVerdict{N: n, Verdict: store.Verified})
	}
	return c, marks
}
