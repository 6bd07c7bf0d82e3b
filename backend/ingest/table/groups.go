package table

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// group is a label in a column before that of the labels: it is that of several rows, beside the first or the middle one.
type group struct {
	box
	text  string
	notes []string
}

// upright puts texts that run upwards where they belong: several that end at one height are heads, a single one stands
// beside the rows that it is the label of.
func (g *page) upright(turned []word) {
	const near = 2.0 // points
	slices.SortStableFunc(turned, func(a, b word) int { return cmp.Or(cmp.Compare(a.y1, b.y1), cmp.Compare(a.x0, b.x0)) })
	for from := 0; from < len(turned); {
		to := from + 1
		for to < len(turned) && turned[to].y1-turned[from].y1 < near {
			to++
		}
		var l line
		for _, w := range turned[from:to] {
			r := runOf(w)
			l.runs, l.box = append(l.runs, r), l.with(w.box)
			if to == from+1 {
				g.sides = append(g.sides, group{box: w.box, text: r.text, notes: r.notes})
			}
		}
		if from = to; len(l.runs) > 1 {
			g.lines = slices.DeleteFunc(g.lines, func(o line) bool { // what stands beside them
				beside := o.centre() > l.y0 && o.centre() < l.y1 && o.x1 < l.runs[0].x0
				if beside {
					l.runs = append(l.runs, o.runs...)
				}
				return beside
			})
			l.box = around(l.runs)
			fromLeft(l.runs)
			g.lines = append(g.lines, l)
		}
	}
	fromTop(g.lines)
}

// beside are the texts that run upwards to the left of the rows.
func (d *draft) beside() (out []group) {
	rows := around(d.lines[d.from : d.end+1])
	for _, s := range d.sides {
		if s.x1 < rows.x0+d.height && s.x1 > rows.x0-3*d.height && s.centre() > rows.y0 && s.centre() < rows.y1 {
			out = append(out, s)
		}
	}
	return out
}

// groupedAt finds where labels are in two columns, the first of them filled in some rows only, and gives the end of that.
func (d *draft) groupedAt() (at float64, ok bool) {
	const near = 3.0 // points
	left := d.left()
	var firsts, seconds []float64
	ends := 0.0
	for _, l := range d.lines[d.from : d.end+1] {
		var labels []run
		for _, r := range l.runs {
			if r.x1 < left+.5*d.height && (!r.number || len(labels) > 0) {
				labels = append(labels, r)
			}
		}
		switch len(labels) {
		case 1:
			firsts = append(firsts, labels[0].x0)
		case 2:
			seconds = append(seconds, labels[1].x0)
			ends = max(ends, labels[0].x1)
		}
	}
	if at, ok := d.interleaved(); ok {
		return at, true
	}
	if len(seconds) < 2 || d.ranks > 0 {
		return 0, false
	}
	alone := 0
	for _, x := range firsts {
		if x > ends {
			alone++
		}
	}
	return ends + near/2, slices.Min(seconds) > ends+near && alone >= len(seconds) && 2*alone > len(firsts)
}

// interleaved finds labels of groups that stand between two rows' heights, left of those rows' own labels.
func (d *draft) interleaved() (at float64, ok bool) {
	h := d.height
	for i := d.from + 1; i < d.end; i++ {
		l, above, below := d.lines[i], d.lines[i-1], d.lines[i+1]
		if len(l.runs) == 1 && !l.runs[0].number && l.y0 < above.y1-.2*h && l.y1 > below.y0+.2*h &&
			l.x1 < min(above.runs[0].x0, below.runs[0].x0)+1 && !above.runs[0].number && !below.runs[0].number {
			at, ok = max(at, l.x1+1), true
		}
	}
	for _, l := range d.lines[d.from : d.end+1] { // but for labels over both columns
		if first := l.runs[0]; ok && first.x0 < at && first.x1 > at && len(l.runs) == 1 {
			return 0, false
		}
	}
	return at, ok && d.ranks == 0
}

// distribute gives each row the group that it belongs to: the one between the drawn lines around it; else, if each group
// stands beside its first row, the last one above; else the nearest.
func (d *draft) distribute(groups []group) {
	rows := make([]box, len(d.rows))
	for i, r := range d.rows {
		rows[i] = d.in(layoutBox(r.Box))
	}
	left := groups[0].x0
	var walls []float64
	for _, l := range d.rules.level {
		if l.x0 < left+d.height && l.x1 > d.left() && l.centre() > rows[0].y0 && l.centre() < rows[len(rows)-1].y1 {
			walls = append(walls, l.centre())
		}
	}
	between := func(a, b float64) bool {
		return slices.ContainsFunc(walls, func(w float64) bool { return w > min(a, b) && w < max(a, b) })
	}
	walled := len(walls) > 0
	for i := 1; i < len(groups) && walled; i++ {
		walled = between(groups[i-1].centre(), groups[i].centre())
	}
	top := down(groups[0].box, rows[0]) > 0
	for i := range d.rows {
		var best *group
		off := math.Inf(1)
		for k := range groups {
			g := &groups[k]
			away := math.Abs(g.centre() - rows[i].centre())
			switch {
			case walled && between(g.centre(), rows[i].centre()), !walled && top && g.centre() > rows[i].y1:
				continue
			case away < off:
				best, off = g, away
			}
		}
		if best != nil {
			d.rows[i].Parents = append([]string{strings.TrimRight(best.text, ":： ")}, d.rows[i].Parents...)
		}
	}
	if !walled && !top {
		d.guessed = true
	}
}
