package table

import (
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
