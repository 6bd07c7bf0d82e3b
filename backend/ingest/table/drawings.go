package table

import (
	"math"
	"slices"

	"lectern/backend/ingest/layout"
	"lectern/backend/ingest/pdf"
)

// A chart is no table, though its labels stand below each other as cells do. What tells it is what is drawn there: curves and
// slanted lines, slices, bars that begin at one line and end at several. Tables have lines and boxes around their cells, and marks
// in them, which are small and stand in columns.

// drawings are the parts of a page that are charts and diagrams.
func (g *page) drawings(shapes []layout.Shape) (out []box) {
	const (
		wide, tall = 30.0, 15.0 // points: what is smaller may be a mark in a cell
		most       = .25        // of the page: what is larger may lie behind anything
		marks      = 6          // of irregular places that make a drawing by themselves
		near       = 1.5        // heights of a line that its parts may lie apart
	)
	var slopes, blocks []box
	for _, s := range shapes {
		b := g.sheet.in(s.Box)
		switch {
		case b.width()*b.height() > most*g.sheet.width*g.sheet.height:
		case s.Kind == pdf.Slope:
			slopes = append(slopes, b)
		case s.Kind == pdf.Block && g.runsIn(b) < 2:
			blocks = append(blocks, b)
		}
	}
	large := bars(blocks)
	for _, b := range slopes {
		if b.width() >= wide && b.height() >= tall {
			large = append(large, b)
		}
	}
	for _, part := range clusters(append(slices.Clone(large), slopes...), near*g.height) {
		var within []box
		for _, s := range slopes {
			if part.holds(s) {
				within = append(within, s)
			}
		}
		seeded := slices.ContainsFunc(large, part.holds)
		if part.width() >= wide && part.height() >= wide && (seeded || len(within) >= marks && scattered(within)) {
			out = append(out, part)
		}
	}
	return out
}

// bars are boxes that stand side by side on a line, or lie below each other along one, and are of several lengths.
func bars(blocks []box) (out []box) {
	for _, upright := range []bool{true, false} {
		turned := slices.Clone(blocks)
		if !upright {
			for i := range turned {
				turned[i] = flip(turned[i])
				turned[i].y0, turned[i].y1 = -turned[i].y1, -turned[i].y0 // they begin at the left
			}
		}
		for _, group := range standing(turned) {
			for _, b := range group {
				if !upright {
					b.y0, b.y1 = -b.y1, -b.y0
					b = flip(b)
				}
				out = append(out, b)
			}
		}
	}
	return out
}

// runsIn counts the texts in a box, up to two.
func (g *page) runsIn(b box) (n int) {
	for _, l := range g.lines {
		for _, r := range l.runs {
			if n += flag(b.holds(r.box)); n > 1 {
				return n
			}
		}
	}
	return n
}

// standing are groups of boxes of one width that end below at one line, and are of different heights: most of those side by side,
// and at least three. None touches another, as the cells do of a column that is shaded.
func standing(blocks []box) (groups [][]box) {
	const same, apart = 1.0, 3.0 // points
	open := slices.DeleteFunc(slices.Clone(blocks), func(b box) bool {
		return slices.ContainsFunc(blocks, func(o box) bool { return o != b && across(o, b) > -same && down(o, b) > -same })
	})
	for len(open) > 0 {
		first := open[0]
		var group, others []box
		for _, b := range open {
			if math.Abs(b.y1-first.y1) < same && math.Abs(b.width()-first.width()) < same {
				group = append(group, b)
			} else {
				others = append(others, b)
			}
		}
		open = others
		fromLeft(group)
		var heights []float64
		changes := 0
		for i, b := range group {
			if !slices.ContainsFunc(heights, func(h float64) bool { return math.Abs(h-b.height()) < apart }) {
				heights = append(heights, b.height())
			}
			changes += flag(i > 0 && math.Abs(group[i-1].height()-b.height()) >= apart)
		}
		if len(heights) >= 3 && 2*changes >= len(group)-1 {
			groups = append(groups, group)
		}
	}
	return groups
}

// clusters are the boxes around those that lie near each other.
func clusters(boxes []box, near float64) (out []box) {
	for _, b := range boxes {
		for i := 0; i < len(out); {
			if across(b, out[i]) >= -near && down(b, out[i]) >= -near {
				b = b.with(out[i])
				out = slices.Delete(out, i, i+1)
				i = 0
				continue
			}
			i++
		}
		out = append(out, b)
	}
	return out
}

// scattered tells of shapes that stand neither in a few columns nor in a few rows, as marks in the cells of a table do.
func scattered(shapes []box) bool {
	columns, rows := places(shapes, box.middle), places(shapes, box.centre)
	return 2*len(columns) > len(shapes) && 2*len(rows) > len(shapes)
}

// display tells whether a table's figures are set in far larger type than the words beside them, as those of a poster are. Single
// letters tell nothing: heads that run upwards are made of them.
func (g *page) display(t found) bool {
	const larger = 1.6
	var figures, words []float64
	for _, l := range g.lines {
		for _, r := range l.runs {
			switch {
			case !t.holds(r.box):
			case r.number:
				figures = append(figures, r.height())
			case slices.ContainsFunc(r.words, func(w word) bool { return len(w.text) > 3 }):
				words = append(words, r.height())
			}
		}
	}
	return len(figures) > 0 && len(words) > 0 && median(figures) > larger*median(words)
}

// charted tells of a table most of whose texts stand in one of some drawings, or along its sides.
func (g *page) charted(t found, drawings []box) bool {
	const beside, above = 4.0, 2.5 // heights of a line
	in, all := 0, 0
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			all++
			b := g.sheet.in(layoutBox(c.Box))
			for _, d := range drawings {
				if (box{d.x0 - beside*g.height, d.y0 - above*g.height, d.x1 + beside*g.height, d.y1 + above*g.height}).holds(b) {
					in++
					break
				}
			}
		}
	}
	return all > 0 && 3*in >= 2*all
}
