package facts

import (
	"slices"

	"lectern/backend/store"
)

// cell is a figure with all that it says.
func (d *Document) cell(f *figure) store.Operand {
	t := f.table.part
	return store.Operand{
		Document: d.ID, Doc: d.Name, Page: t.Page, Table: f.table.number, At: f.row.at, Place: f.column,
		Row: f.row.written, Column: t.Columns[f.column].Head(), Parents: append([]string{}, t.Rows[f.row.at].Parents...), Caption: t.Caption,
		Period: f.period.String(), Unit: f.unit.Name, Scale: f.power(), Value: f.base().Short(), Text: f.cell.Text, Rect: f.cell.Box.Rect(),
	}
}

// Figures are all figures in a document's tables, in their order.
func (d *Document) Figures() []store.Operand {
	out := []store.Operand{}
	for _, t := range d.tables {
		for _, r := range t.rows {
			for _, f := range r.cells {
				out = append(out, d.cell(f))
			}
		}
	}
	return out
}

// Result is what came of a question.
type Result struct {
	Figure *store.Figure   // nil if nothing was sure enough
	Near   []store.Operand // what may have been meant, the nearest first
	Trust  float64         // how sure the first of these is, from 0 to 1
	Maybe  *store.Figure   // worked out, but not surely what is meant: of a ratio there may be several definitions; nil for none
}

// mostNear is how many cells are told where none is sure.
const mostNear = 5

// Answer finds what a question asks for in a document's tables.
func (d *Document) Answer(question string) Result {
	q := readQuestion(question)
	if q.yesOrNo {
		return Result{Near: []store.Operand{}}
	}
	s, found := d.answer(q)
	out := Result{Near: []store.Operand{}}
	if s != nil && s.node != nil {
		f := d.told(q, s)
		if f != nil && f.Confidence >= Confident {
			out.Figure = f
			return out
		}
		if f != nil && f.Formula != "" {
			out.Maybe = f
		}
		if g := q.gloss(d); g != nil {
			if s, _ := d.answer(g); s != nil && s.node != nil {
				if f := d.told(g, s); f != nil && f.Confidence >= Confident {
					out.Figure = f
					return out
				}
			}
		}
		out.Trust = s.trust
		for _, l := range s.node.leaves() {
			out.Near = append(out.Near, d.cell(l.match.figure))
		}
	}
	for _, m := range found {
		c := d.cell(m.figure)
		if len(out.Near) >= mostNear {
			break
		}
		if !slices.ContainsFunc(out.Near, func(o store.Operand) bool {
			return o.Page == c.Page && o.Table == c.Table && o.At == c.At && o.Place == c.Place
		}) {
			out.Near = append(out.Near, c)
		}
	}
	return out
}

// told is what a result is called, and its time, which its first cell is called by otherwise: a change is of two times, a share of
// two rows.
func (n *node) told(label, period string) (string, string) {
	if n.op == "/" && len(n.parts) == 2 && n.parts[0].op == "-" { // by how much of what it was
		n = n.parts[0]
	}
	if (n.op != "-" && n.op != "/") || len(n.parts) != 2 || n.parts[0].match == nil || n.parts[1].match == nil {
		return label, period
	}
	a, b := n.parts[0].match, n.parts[1].match
	switch from, to := b.period.String(), a.period.String(); {
	case n.op == "-" && a.row.written == b.row.written && from != to && from != "" && to != "":
		return label, from + " – " + to
	case n.op == "/" && b.called() != "" && a.row.written != b.called():
		return label + " / " + b.called(), period
	}
	return label, period
}

// told writes a solution as the question wants it; nil if it can't be worked out.
func (d *Document) told(q *question, s *solution) *store.Figure {
	v, err := s.node.work()
	leaves := s.node.leaves()
	if err != nil || len(leaves) == 0 {
		return nil
	}
	first := leaves[0].match
	own := first.power()
	kind := s.kind
	switch kind {
	case kindPercent:
		v, own = v.Shift(2), 0
	case kindRatio, kindDays, kindPoints:
		own = 0
	default:
		if s.node.match == nil {
			const places = 2 // beyond those of its cells' units
			v = v.Shift(-own).Settled().Round(places).Shift(own)
		}
		if first.item != nil && first.item.kind == kindPerShare {
			kind = kindPerShare
		}
	}
	f := &store.Figure{
		Asked: q.told.as(v, own, kind), Value: v.Short(), Unit: s.unitName(), Scale: own, Label: first.figure.row.written, Period: first.period.String(),
		Confidence: rounded(s.trust), Cells: []store.Operand{}, Variants: []string{},
	}
	switch {
	case q.told.exponent >= 0 && kind == "":
		f.Scale = q.told.exponent
	case s.node.match != nil && q.told.places < 0 && (kind == "" || kind == kindPerShare): // with the places that its cell has: $2.90
		f.Asked = asPrinted(f.Asked, first.figure.cell.Text)
	}
	f.Label, f.Period = s.node.told(f.Label, f.Period)
	if s.node.match == nil {
		f.Formula, f.Expression = s.node.latex(), s.node.expression(kind)
	}
	for _, l := range leaves {
		f.Cells = append(f.Cells, d.cell(l.match.figure))
		f.Restated = f.Restated || l.match.table.columns[l.match.column].told == restated
	}
	for _, o := range s.variants {
		if kind == kindPercent {
			o = o.Shift(2)
		}
		f.Variants = append(f.Variants, q.told.as(o, own, kind))
	}
	f.Shown = Told(f, q.language)
	return f
}

func rounded(p float64) float64 {
	const places = 1000
	return float64(int(p*places+.5)) / places
}
