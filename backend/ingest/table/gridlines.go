package table

import (
	"math"
	"slices"
)

// crossing groups the lines that meet.
func (r rules) crossing() []rules {
	n := len(r.level)
	group := make([]int, n+len(r.upright))
	for i := range group {
		group[i] = i
	}
	var root func(i int) int
	root = func(i int) int {
		for group[i] != i {
			group[i] = group[group[i]]
			i = group[i]
		}
		return i
	}
	for i, a := range r.level {
		for k, b := range r.upright {
			if b.middle() > a.x0-touching && b.middle() < a.x1+touching && a.centre() > b.y0-touching && a.centre() < b.y1+touching {
				group[root(i)] = root(n + k)
			}
		}
	}
	parts := map[int]*rules{}
	var order []int
	part := func(i int) *rules {
		at := root(i)
		if parts[at] == nil {
			parts[at] = &rules{}
			order = append(order, at)
		}
		return parts[at]
	}
	for i, l := range r.level {
		p := part(i)
		p.level = append(p.level, l)
	}
	for k, l := range r.upright {
		p := part(n + k)
		p.upright = append(p.upright, l)
	}
	out := make([]rules, 0, len(order))
	for _, at := range order {
		out = append(out, *parts[at])
	}
	return out
}

// attached are the lines but for those of boxes around the text in a cell, which end a little before the cell on either
// side.
func (r rules) attached() rules {
	const inset = 14.0 // points
	away := func(x, y, step float64) bool {
		off := math.Inf(1)
		for _, u := range r.upright {
			if d := (u.middle() - x) * step; d > .2 && y > u.y0-touching && y < u.y1+touching { // not its own
				off = min(off, d)
			}
		}
		return off > touching && off < inset
	}
	var out rules
	edges := map[int]bool{} // of those boxes, in fifths of a point
	for _, l := range r.level {
		if away(l.x0, l.centre(), -1) && away(l.x1, l.centre(), 1) {
			edges[int(5*l.x0)], edges[int(5*l.x1)] = true, true
			continue
		}
		out.level = append(out.level, l)
	}
	if 3*len(out.level) < len(r.level) {
		return r
	}
	for _, u := range r.upright {
		if x := int(5 * u.middle()); !edges[x] && !edges[x-1] && !edges[x+1] {
			out.upright = append(out.upright, u)
		}
	}
	return out
}

// bands leaves out what is drawn around lines of text, not cells: between two lines that run through, pieces closer
// together than a line of text is high, or in a few columns as close as such lines.
func bands(ls []box, high float64) []box {
	const (
		through, few = .8, .5   // shares of the width
		apart, tight = .8, 1.35 // heights of a text
	)
	width := around(ls).width()
	ys := places(ls, box.centre)
	at := make([]int, len(ls))
	sum := make([]float64, len(ys))
	for i, l := range ls {
		at[i] = slices.IndexFunc(ys, func(y float64) bool { return l.centre()-y <= samePlace })
		sum[at[i]] += l.width()
	}
	drop := make([]bool, len(ys))
	for from := 0; from < len(ys); {
		to := from + 1
		for to < len(ys) && sum[to] < through*width {
			to++
		}
		close, narrow := false, to > from+1
		for y := from + 1; y < to; y++ {
			close = close || y > from+1 && ys[y]-ys[y-1] < apart*high
			narrow = narrow && sum[y] < few*width && ys[y]-ys[y-1] < tight*high
		}
		close = close || narrow
		for y := from + 1; y < to && close && to < len(ys); y++ {
			drop[y] = true
		}
		from = to
	}
	out := make([]box, 0, len(ls))
	for i, l := range ls {
		if !drop[at[i]] {
			out = append(out, l)
		}
	}
	return out
}

// places are where lines stand, each place once.
func places(ls []box, of func(box) float64) (out []float64) {
	all := make([]float64, len(ls))
	for i, l := range ls {
		all[i] = of(l)
	}
	slices.Sort(all)
	for _, x := range all {
		if n := len(out); n == 0 || x-out[n-1] > samePlace {
			out = append(out, x)
		}
	}
	return out
}

// opened adds the ends of lines that reach beyond the outermost ones across.
func opened(at []float64, from, to float64) []float64 {
	if at[0]-from > openBorder {
		at = slices.Insert(at, 0, from)
	}
	if to-at[len(at)-1] > openBorder {
		at = append(at, to)
	}
	return at
}

// divide finds which cells have no wall between them: those are one.
func (g *grid) divide(r rules) {
	rows, cols := len(g.ys)-1, len(g.xs)-1
	wall := func(ls []box, at float64, of func(box) float64, from, to float64, ends func(box) (float64, float64)) bool {
		drawn := 0.0
		for _, l := range ls {
			if math.Abs(of(l)-at) > samePlace {
				continue
			}
			a, b := ends(l)
			drawn += max(0, min(b, to)-max(a, from))
		}
		return drawn >= wallShare*(to-from)
	}
	taken := make([][]bool, rows)
	g.cell = make([][]*gridCell, rows)
	for i := range rows {
		taken[i], g.cell[i] = make([]bool, cols), make([]*gridCell, cols)
	}
	level := func(l box) (float64, float64) { return l.x0, l.x1 }
	upright := func(l box) (float64, float64) { return l.y0, l.y1 }
	for i := range rows {
		for k := range cols {
			if taken[i][k] {
				continue
			}
			c := &gridCell{row: i, column: k, rows: 1, cols: 1}
			for k+c.cols < cols && !taken[i][k+c.cols] && !wall(r.upright, g.xs[k+c.cols], box.middle, g.ys[i], g.ys[i+1], upright) {
				c.cols++
			}
			for i+c.rows < rows && !wall(r.level, g.ys[i+c.rows], box.centre, g.xs[k], g.xs[k+c.cols], level) {
				c.rows++
			}
			for y := i; y < i+c.rows; y++ {
				for x := k; x < k+c.cols; x++ {
					taken[y][x], g.cell[y][x] = true, c
				}
			}
		}
	}
}
