package tabletest

import (
	"strings"

	"lectern/backend/store"
)

// judgeCells scores every printed cell by what the finder says of it.
func (r *Result) judgeCells(m *match, heads []bool) {
	for i, row := range m.truth.Rows {
		for k, c := range row.Cells {
			if c.Spread {
				continue
			}
			at := m.at[i][k]
			if at.row < 0 {
				if c.Value != "" {
					r.Values.Missed++
				}
				continue
			}
			f := m.cell(at)
			inside := where(c.Box, r.Page.box(f.Box)) || where(c.Wide, r.Page.box(f.Box))
			r.Boxes.add(inside)
			if !inside {
				r.fault("rectangle of %q: %.1f, found %.1f", c.Text, c.Box, r.Page.box(f.Box))
			}
			r.marks(c.Text, c.Notes, f.Notes)
			r.value(m, i, c, at, heads)
		}
	}
	r.strays(m)
}

// value scores one figure, or a text that was taken for one.
func (r *Result) value(m *match, i int, c Cell, at place, heads []bool) {
	f := m.cell(at)
	if c.Value == "" && (f.Value == "" || c.Free) {
		return
	}
	sure := m.found.Sure(f)
	right := equal(c, f) && at.row == m.rows[i] && m.under(c, f)
	switch {
	case right:
		r.Values.Right++
	case sure:
		r.Values.Told++
	default:
		r.Values.Doubted++
	}
	if !right {
		r.fault("value of %q in %q: %q, found %q in %q, column %d (sure: %v)", c.Text, m.truth.Rows[i].Label, c.Value, f.Value, m.found.Rows[at.row].Label, f.Column, sure)
	}
	r.trust(m, f, right && same(m.truth.Rows[i].Label, m.found.Rows[at.row].Label) && heads[c.Column])
}

// trust notes whether all that is said of a figure is right.
func (r *Result) trust(m *match, f store.Cell, right bool) {
	confidence := m.found.Confidence
	if f.Confidence > 0 {
		confidence = f.Confidence
	}
	r.Trust[max(min(int(confidence*10), 9), 0)].add(right)
	if m.found.Sure(f) {
		r.Said.add(right)
	}
}

// strays are figures that were found where none is printed.
func (r *Result) strays(m *match) {
	known := map[place]bool{}
	for _, row := range m.at {
		for _, at := range row {
			known[at] = true
		}
	}
	for i, row := range m.found.Rows {
		for k, c := range row.Cells {
			if c.Value == "" || known[place{i, k}] {
				continue
			}
			if m.found.Sure(c) {
				r.Values.Told++
			} else {
				r.Values.Doubted++
			}
			r.trust(m, c, false)
			r.fault("figure %q in %q is none of the table's", c.Text, row.Label)
		}
	}
}

// where tells whether a rectangle lies where a text was drawn, to 2 points. Fonts differ in how far a character's box
// goes above and below its line; so there it may be a fourth of the line smaller or larger.
func where(drawn, found Box) bool {
	const near = 2.0
	w, h := drawn.X1-drawn.X0, drawn.Y1-drawn.Y0
	dx, dy := near, near+h/4
	if h > w && found.Y1-found.Y0 > found.X1-found.X0 { // it may run upwards
		dx, dy = near+w/4, near+h/4
	}
	off := func(a, b, d float64) bool { return a-b > d || b-a > d }
	return !off(drawn.X0, found.X0, dx) && !off(drawn.X1, found.X1, dx) && !off(drawn.Y0, found.Y0, dy) && !off(drawn.Y1, found.Y1, dy)
}

// judgeUnits scores whether every figure of a table is counted in what it is.
func (r *Result) judgeUnits(m *match) {
	wrong := []string{}
	for i, row := range m.truth.Rows {
		for k, c := range row.Cells {
			at := m.at[i][k]
			if c.Value == "" || c.Free || c.Spread || at.row < 0 {
				continue
			}
			u := m.found.UnitsOf(m.cell(at))
			if got := (Units{Currency: u.Currency, Scale: u.Exponent, Percent: u.Percent}); !c.Units.is(got) && !multiplied(c, m.cell(at), got) {
				wrong = append(wrong, c.Text)
				if len(wrong) == 1 {
					r.fault("units of %q in %q: %v, found %v %q from %q", c.Text, row.Label, c.Units, got, u.Text, u.From)
				}
			}
		}
	}
	r.Units.add(len(wrong) == 0)
	if len(wrong) > 1 {
		r.fault("units of %d more: %s", len(wrong)-1, strings.Join(wrong[1:min(len(wrong), 6)], ", "))
	}
}

// multiplied tells whether a measure beside a figure is part of its value already.
func multiplied(c Cell, f store.Cell, got Units) bool {
	got.Scale = c.Own
	return c.Own > 0 && f.Units.Exponent == 0 && equal(c, f) && c.Units.is(got)
}
