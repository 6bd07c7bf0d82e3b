package table

import (
	"cmp"
	"slices"
)

// columns finds where figures, or whatever use tells, stand below each other: stripes of the lines between which hardly
// anything stands.
func columns(ls []line, use func(r run, i int) bool) []box {
	var cells []box
	for _, l := range ls {
		for i, r := range l.runs {
			if use(r, i) {
				cells = append(cells, r.box)
			}
		}
	}
	// From the widest on, each grows the column that it stands in; one that stands in two says nothing.
	slices.SortFunc(cells, func(a, b box) int { return cmp.Compare(b.width(), a.width()) })
	var out []box
	for _, c := range cells {
		at, hits := 0, 0
		for k, col := range out {
			if across(col, c) > .3*min(c.width(), col.width()) {
				at = k
				hits++
			}
		}
		switch hits {
		case 0:
			out = append(out, c)
		case 1:
			out[at].x0, out[at].x1 = min(out[at].x0, c.x0), max(out[at].x1, c.x1)
		}
	}
	fromLeft(out)
	for i := 0; i+1 < len(out); i++ { // grown into each other
		if out[i].x1 > out[i+1].x0 {
			m := (out[i].x1 + out[i+1].x0) / 2
			out[i].x1, out[i+1].x0 = m, m
		}
	}
	return out
}

// stripes finds columns of whatever stands in lines: what lies between gaps that (nearly) all lines leave.
func stripes(ls []line, h float64) []box {
	type edge struct {
		x    float64
		step int
	}
	var edges []edge
	n := 0
	all := around(ls)
	for _, l := range ls {
		if len(l.runs) < 2 { // a heading, or a note
			continue
		}
		n++
		for _, r := range l.runs {
			edges = append(edges, edge{r.x0, 1}, edge{r.x1, -1})
		}
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Or(cmp.Compare(a.x, b.x), -cmp.Compare(a.step, b.step)) })
	few := n / 25
	var out []box
	depth := 0
	start, open := 0.0, false
	for _, e := range edges {
		depth += e.step
		switch {
		case !open && depth > few:
			start, open = e.x, true
		case open && depth <= few:
			b := box{start, all.y0, e.x, all.y1}
			if k := len(out); k > 0 && b.x0-out[k-1].x1 < .25*h {
				out[k-1].x1 = b.x1
			} else {
				out = append(out, b)
			}
			open = false
		}
	}
	return out
}

// within is the column that most of a box stands in; -1 if it stands in none.
func within(b box, cols []box) (at int) {
	at, most := -1, 0.0
	for c, col := range cols {
		if o := across(b, col); o > most {
			at, most = c, o
		}
	}
	return at
}

// closest is the column nearest to a box that stands in none; -1 if each is as far as the farthest may be.
func closest(b box, cols []box, farthest float64) (at int) {
	at = -1
	for c, col := range cols {
		if off := max(col.x0-b.x1, b.x0-col.x1); off < farthest {
			farthest, at = off, c
		}
	}
	return at
}

// supported drops columns that a single stray figure made and that have no head of their own.
func supported(cols []box, rows, above []line) (out []box) {
	const many = 8 // rows
	own := func(k int, b box) bool {
		return (k == 0 || across(b, cols[k-1]) < .2*b.width()) && (k+1 == len(cols) || across(b, cols[k+1]) < .2*b.width())
	}
	for k, c := range cols {
		seen := 0
		for _, l := range above {
			if slices.ContainsFunc(l.runs, func(r run) bool { return across(r.box, c) > .3*min(r.width(), c.width()) && own(k, r.box) }) {
				seen++
			}
		}
		for _, l := range rows {
			for i, r := range l.runs {
				if r.figured(i) && across(r.box, c) > .5*min(r.width(), c.width()) {
					seen++
					break
				}
			}
		}
		if seen >= 2 || len(rows) < many {
			out = append(out, c)
		}
	}
	return out
}

// besideLabels drops a first column that is that of the labels, some of which are years or other figures: "65+".
func besideLabels(cols []box, rows []line) []box {
	const few = 4 // one label in so many
	if len(cols) < 2 {
		return cols
	}
	labels, figures := 0, 0
	for _, l := range rows {
		if r := l.runs[0]; across(r.box, cols[0]) > 0 {
			label := !r.number || r.about || year(r.text)
			labels += flag(label)
			figures += flag(!label)
		}
	}
	if 2*labels > len(rows) && few*figures < labels {
		return cols[1:]
	}
	return cols
}

// mended joins neighbours that no row fills both of: a dash beside the figures of its column.
func mended(cols []box, rows []line, h float64) []box {
	for i := 0; i+1 < len(cols); i++ {
		a, b := cols[i], cols[i+1]
		if min(a.width(), b.width()) >= 1.2*h || b.x0-a.x1 >= 2.5*h {
			continue
		}
		both := slices.ContainsFunc(rows, func(l line) bool {
			in := 0
			for k, r := range l.runs {
				if r.figured(k) && (across(r.box, a) > 0 || across(r.box, b) > 0) {
					in++
				}
			}
			return in > 1
		})
		if !both {
			cols[i].x1 = b.x1
			cols = slices.Delete(cols, i+1, i+2)
			i--
		}
	}
	return cols
}

// worded adds columns of words that stand between those of figures or behind them.
func worded(cols []box, rows []line) []box {
	const longest = 8 // words of a cell
	words := columns(rows, func(r run, i int) bool {
		return i > 0 && !r.number && len(r.words) <= longest && !slices.ContainsFunc(cols, func(c box) bool { return across(c, r.box) > 0 })
	})
	for _, c := range words {
		seen := 0
		for _, l := range rows {
			for i, r := range l.runs {
				if i > 0 && !r.number && across(r.box, c) > .5*min(r.width(), c.width()) {
					seen++
				}
			}
		}
		if 3*seen >= len(rows) {
			cols = append(cols, c)
		}
	}
	fromLeft(cols)
	return cols
}
