package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"lectern/backend/text"
)

// pairing is a row that is meant, with two years of it.
type pairing struct {
	agrees    float64
	now, then *held
}

// pairs are the rows that agree, with the year that the sentence speaks of and the one before; the best first.
func (c *claim) pairs() (out []pairing) {
	const least = .3
	year := 0
	for _, o := range append([]*claim{c}, c.of.claims...) {
		if o.when.said && len(o.when.Years) > 0 && (o != c || !c.prior) {
			year = max(year, o.when.Years[0])
			if o == c {
				break
			}
		}
	}
	for _, r := range c.of.index.rows {
		if len(r.cells) < 2 || !shares(r.terms, c.of.all) {
			continue
		}
		for _, h := range r.cells {
			if h.period.Change || year != 0 && !slices.Contains(h.period.Years, year) && !slices.Contains(h.period.Others, year) {
				continue
			}
			if d := yearBefore(h); d != nil {
				if a := c.agrees(r, h); a >= least {
					out = append(out, pairing{a, h, d})
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b pairing) int { return cmp.Compare(b.agrees, a.agrees) })
	return out
}

// change is by how much a row changed, in what the claim counts in.
func (p pairing) change(c *claim) (float64, bool) {
	scale := math.Pow10(p.now.power[0])
	now, then := p.now.value.Float()*scale, p.then.value.Float()*scale
	isShare := p.now.unit == text.Percent
	switch {
	case c.Unit == text.Percent && !isShare && then != 0:
		return 100 * (now/then - 1), true
	case c.Unit == text.Points && isShare:
		return now - then, true
	case c.Unit == text.Times && then != 0 && !isShare:
		return now / then, true
	case (c.Unit == "" || text.IsMoney(c.Unit)) && !isShare && c.kindred(p.now):
		return now - then, true
	}
	return 0, false
}

// derived is the calculation that gives a figure, from two years of a row that is meant, from two rows of a table of which
// the sentence names both, or from figures of the sentence; "" if there is none.
func (c *claim) derived(r *read) string {
	if r.derived == nil {
		how := c.derive()
		r.derived = &how
	}
	return *r.derived
}

func (c *claim) derive() string {
	if how := c.overYears(); how != "" {
		return how
	}
	if c.role == change || c.role == ratio || c.Unit == text.Points {
		const enough = .4
		for _, p := range c.pairs() {
			if p.agrees < enough {
				break
			}
			v, ok := p.change(c)
			if !ok || !c.near(math.Abs(v), 0) {
				continue
			}
			if c.Unit == text.Percent {
				return fmt.Sprintf("%s ÷ %s − 1", p.now.text, p.then.text)
			}
			if c.Unit == text.Times {
				return fmt.Sprintf("%s ÷ %s", p.now.text, p.then.text)
			}
			return fmt.Sprintf("%s − %s", p.now.text, p.then.text)
		}
	}
	if c.role != change && (c.Unit == text.Percent || c.Unit == text.Times) {
		return c.shareOf()
	}
	if c.role == level && c.of.matches(patterns().sum) {
		return c.sumOf()
	}
	return ""
}

// shareOf finds two rows of a table, the first named in full, of which one is the claimed share of the other.
func (c *claim) shareOf() string {
	const named, most = .7, 60
	var parts, wholes []*row
	for _, r := range c.of.index.rows {
		if len(r.cells) == 0 || r.cells[0].cell == nil || !shares(r.terms, c.of.all) {
			continue
		}
		if n := c.named(r); n >= named && len(parts) < most {
			parts = append(parts, r)
			if n >= fullyNamed {
				wholes = append(wholes, r)
			}
		}
	}
	for _, part := range parts {
		for _, whole := range wholes {
			if whole == part || !sameRows(part, whole) {
				continue
			}
			for _, a := range part.cells {
				b := sameColumn(a, whole)
				if b == nil || a.unit == text.Percent || b.value.Sign() == 0 || c.time(a) == timeOther || a.value.Abs().Cmp(b.value.Abs()) > 0 && c.Unit != text.Times {
					continue
				}
				v := a.value.Float() / b.value.Float()
				if c.Unit == text.Percent {
					v *= 100
				}
				if c.near(math.Abs(v), 0) {
					return fmt.Sprintf("%s ÷ %s", a.text, b.text)
				}
			}
		}
	}
	return ""
}

// sumOf finds rows of a table, all named, whose sum a figure is, or two whose difference it is.
func (c *claim) sumOf() string {
	const meant, most = .35, 14
	var rows []*row
	for _, r := range c.of.index.rows {
		if len(r.cells) > 0 && shares(r.terms, c.of.all) && c.named(r) >= fullyNamed && c.agrees(r, nil) >= meant && len(rows) < most {
			rows = append(rows, r)
		}
	}
	if how := c.sumOfAll(rows); how != "" {
		return how
	}
	for i, one := range rows {
		for _, other := range rows[i+1:] {
			if !sameRows(one, other) {
				continue
			}
			for _, a := range one.cells {
				b := sameColumn(a, other)
				if b == nil || !c.kindred(a) || a.unit != b.unit || c.time(a) == timeOther {
					continue
				}
				scale := math.Pow10(a.power[0])
				x, y := a.value.Float()*scale, b.value.Float()*scale
				switch {
				case c.near(math.Abs(x-y), 0):
					return fmt.Sprintf("%s − %s", a.text, b.text)
				case c.near(math.Abs(x+y), 0):
					return fmt.Sprintf("%s + %s", a.text, b.text)
				}
			}
		}
	}
	return ""
}

// sumOfAll is the sum of some rows of one table, three or more, in a column; "" if that isn't the figure.
func (c *claim) sumOfAll(rows []*row) string {
	const fewest = 3 // sumOf looks at two
	if len(rows) < fewest || slices.ContainsFunc(rows, func(r *row) bool { return !sameRows(rows[0], r) }) {
		return ""
	}
	for _, a := range rows[0].cells {
		column := []*held{a}
		for _, r := range rows[1:] {
			if b := sameColumn(a, r); b != nil && b.unit == a.unit {
				column = append(column, b)
			}
		}
		if len(column) != len(rows) || !c.kindred(a) || c.time(a) == timeOther {
			continue
		}
		if v, how := totalOf(column); c.near(math.Abs(v), 0) {
			return how
		}
	}
	return ""
}

// sameRows tells whether two rows stand in one table.
func sameRows(a, b *row) bool {
	x, y := a.cells[0], b.cells[0]
	return x.source == y.source && x.cell != nil && y.cell != nil && x.cell.Table == y.cell.Table
}

func sameColumn(h *held, in *row) *held {
	for _, o := range in.cells {
		if o.cell != nil && h.cell != nil && o.cell.Column == h.cell.Column {
			return o
		}
	}
	return nil
}
