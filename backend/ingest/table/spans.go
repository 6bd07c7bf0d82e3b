package table

import (
	"math"
	"slices"
)

// spanner is the line drawn under a head that stands over several columns, where the head goes on in the lines between:
// of the nearest ones below it the narrowest that has it in its middle, with nothing between them but further lines of the
// same head.
func (d *draft) spanner(head run, at int, cols []box) (u box, ok bool) {
	h := head.height()
	nearest := func(ls []box, over float64) { // that reach so far over the head's ends, to either side
		for _, l := range ls {
			if l.y0 < head.y1-.35*h || l.y0 > d.lines[d.from].y0+.5*h || l.x0 > head.middle() || l.x1 < head.middle() || ok && l.y0 > u.y0+sameLine ||
				l.x0 > head.x0-over || l.x1 < head.x1+over {
				continue
			}
			held := l.x0 < head.x0+.5*h && l.x1 > head.x1-.5*h
			if !ok || l.y0 < u.y0-sameLine || held && l.width() < u.width() {
				u, ok = l, true
			}
		}
	}
	nearest(d.rules.level, math.Inf(-1))
	nearest(d.rules.pieces, 0) // a shorter one is the edge of a cell
	if j := d.rules.row(u); ok && j.width() > u.width() && centredOn(head, j) && !slices.ContainsFunc(d.lines[at].runs, func(r run) bool { return r.box != head.box && across(r.box, j) > 0 }) {
		u = j // it is broken between the columns
	}
	if !ok || u.x0 > head.x0+.5*h || u.x1 < head.x1-.5*h || len(under(u, cols, .5)) < 2 || !centredOn(head, u) {
		return u, false
	}
	for i := at; i < d.from && d.lines[i].centre() < u.y0; i++ {
		n := 0
		for _, r := range d.lines[i].runs {
			if across(r.box, u) <= 0 {
				continue
			}
			if n++; n > 1 || r.x0 < u.x0-.5*h || r.x1 > u.x1+.5*h || !centredOn(r, u) {
				return u, false
			}
		}
	}
	return u, true
}

// row is a level line with those beside it at small gaps.
func (r rules) row(u box) box {
	const gap = 9 // points
	for grown := true; grown; {
		grown = false
		for _, l := range r.level {
			if math.Abs(l.y0-u.y0) < sameLine && (l.x0 < u.x0 || l.x1 > u.x1) && l.x0 < u.x1+gap && l.x1 > u.x0-gap {
				u, grown = u.with(l), true
			}
		}
	}
	return u
}

// centredOn tells whether a head stands in the middle of the line drawn under it.
func centredOn(head run, u box) bool {
	return math.Abs(head.middle()-u.middle()) < .5*head.height()+.04*u.width()
}

// under are the columns of which a box overlaps a share of their width, or of its own.
func under(u box, cols []box, share float64) (out []int) {
	for c, b := range cols {
		if across(u, b) > share*min(b.width(), u.width()) {
			out = append(out, c)
		}
	}
	return out
}

// apart tells whether the nearest lines drawn below two neighbouring words are two at one height, one for each.
func (d *draft) apart(a, b box) bool {
	below := func(w box) (box, bool) {
		for _, u := range d.rules.level {
			if u.y0 > w.y1-.35*w.height() && u.y0 < d.lines[d.from].y0+.5*w.height() && u.x0 < w.middle() && u.x1 > w.middle() {
				return u, true
			}
		}
		return box{}, false
	}
	u, one := below(a)
	v, other := below(b)
	return one && other && u != v && math.Abs(u.y0-v.y0) < sameLine && u.x1 <= v.x0+.5 && a.x1 < u.x1+3 && b.x0 > v.x0-3
}

// underlined tells whether lines are drawn under heads of a line that stands a little higher above the next one.
func (d *draft) underlined(i int) bool {
	const farthest = 6 // heights of a line
	l, h := d.lines[i], d.height
	return d.top < d.from && d.lines[i+1].y0-l.y1 < farthest*h && slices.ContainsFunc(d.rules.level, func(u box) bool {
		return u.y0 > l.y1-.35*h && u.y0 < l.y1+.6*h && u.width() < .9*d.across() && slices.ContainsFunc(l.runs, func(r run) bool { return centredOn(r, u) && len(under(u, d.columns, .5)) > 1 })
	})
}

// ruledOff tells whether a line is drawn through the whole table below a line of text.
func (d *draft) ruledOff(i int) bool {
	l, below := d.lines[i], d.lines[i+1]
	return slices.ContainsFunc(d.rules.level, func(u box) bool {
		return u.centre() > l.centre() && u.centre() < below.centre() && u.width() > .9*d.columns[len(d.columns)-1].x1-.9*l.x0
	})
}

// sharedOut shares the columns over which one line is drawn below several heads out among those, if each has a head of its
// own already.
func (d *draft) sharedOut(heads []run, cols []box) [][]int {
	if len(heads) < 2 {
		return nil
	}
	all := around(heads)
	h := heads[0].height()
	for _, u := range d.rules.level {
		if u.y0 < all.y1-.35*h || u.y0 > all.y1+.6*h || u.x0 > all.x0+h || u.x1 < all.x1-h {
			continue
		}
		over := under(u, cols, .5)
		if len(over) <= len(heads) || slices.ContainsFunc(over, func(c int) bool { return len(d.parts[c]) == 0 }) {
			return nil
		}
		shared, _ := share(heads, cols, over[0], over[len(over)-1])
		return shared
	}
	return nil
}

// widenFree lets a head that stands beside its own columns stand over those next to them too, if no other head of the line
// does and it is then in the middle.
func widenFree(heads []run, over [][]int, cols []box, first int) {
	const beside, off = .3, .12 // of the width
	owner := make([]int, len(cols))
	for c := range owner {
		owner[c] = -1
	}
	for i, at := range over {
		for _, c := range at {
			owner[c] = i
		}
	}
	for i, at := range over {
		if len(at) == 0 {
			continue
		}
		lo, hi := slices.Min(at), slices.Max(at)
		best := math.Abs(heads[i].middle() - (cols[lo].x0+cols[hi].x1)/2)
		if best < beside*(cols[hi].x1-cols[lo].x0) {
			continue
		}
		from, to := lo, hi
		for a := lo; a >= first && (a == lo || owner[a] < 0); a-- {
			for b := hi; b < len(owner) && (b == hi || owner[b] < 0); b++ {
				x0, x1 := cols[a].x0, cols[b].x1
				if away := math.Abs(heads[i].middle() - (x0+x1)/2); away < best-2 && away < off*(x1-x0) {
					best, from, to = away, a, b
				}
			}
		}
		over[i] = over[i][:0]
		for c := from; c <= to; c++ {
			over[i] = append(over[i], c)
			owner[c] = i
		}
	}
}

// block is a head with the lines directly above and below it that have the same middle, or end where it does.
func (d *draft) block(head run, at int) box {
	const near, edge = .5, .12 // of a line's height
	h := head.height()
	out := head.box
	aligned := func(r box) bool {
		return math.Abs(r.middle()-head.middle()) < near*h || math.Abs(r.x1-head.x1) < edge*h
	}
	for _, step := range []int{-1, 1} {
		last := head.box
		for i := at + step; i >= d.floor && i < d.from; i += step {
			var same *run
			for k := range d.lines[i].runs {
				if r := &d.lines[i].runs[k]; across(r.box, last) > 0 && aligned(r.box) {
					same = r
				}
			}
			if same == nil || max(same.y0-last.y1, last.y0-same.y1) > near*h || slices.ContainsFunc(d.rules.pieces, func(u box) bool {
				return u.x0 < head.middle() && u.x1 > head.middle() && u.centre() > min(same.centre(), last.centre()) && u.centre() < max(same.centre(), last.centre())
			}) {
				break
			}
			out, last = out.with(same.box), same.box
		}
	}
	return out
}

// nearer tells whether a head stands in the middle of some columns, and clearly not in that of others.
func nearer(head run, wide, narrow []int, cols []box) bool {
	const centred = .1 // of the width
	off := func(over []int) (float64, float64) {
		if len(over) == 0 {
			return math.Inf(1), 0
		}
		x0, x1 := cols[over[0]].x0, cols[over[len(over)-1]].x1
		return math.Abs(head.middle() - (x0+x1)/2), x1 - x0
	}
	far, width := off(wide)
	own, _ := off(narrow)
	return far < centred*width+.3*head.height() && own > far+head.height()
}

// walls are where lines are drawn through a line of text from above to below.
func (d *draft) walls(l box) (out []float64) {
	for _, u := range d.rules.upright {
		if u.y0 < l.centre() && u.y1 > l.centre() {
			out = append(out, u.middle())
		}
	}
	return out
}

// parted cuts a line's runs where lines are drawn between their words.
func (d *draft) parted(l line) []run {
	walls := d.walls(l.box)
	if len(walls) == 0 {
		return l.runs
	}
	var out []run
	for _, r := range l.runs {
		out = append(out, r.cut(func(a, b word) bool {
			return slices.ContainsFunc(walls, func(x float64) bool { return a.middle() < x && b.middle() > x })
		})...)
	}
	return out
}

// walled are the columns between the drawn lines on either side of a head, if it is the only one between them and stands in
// their middle.
func (d *draft) walled(heads []run, at int, cols []box) []int {
	head := heads[at].box
	if out := d.amid(heads, at, cols, d.walls(head)); len(out) > 1 {
		return out
	}
	lower := head // a line may be missing beside the upper heads
	lower.y0, lower.y1 = lower.y0+1.2*head.height(), lower.y1+1.2*head.height()
	return d.amid(heads, at, cols, append(d.walls(head), d.walls(lower)...))
}

// amid are the columns between the nearest of some places on either side of a head.
func (d *draft) amid(heads []run, at int, cols []box, walls []float64) (out []int) {
	const off = .15 // of the width
	lo, hi := math.Inf(-1), math.Inf(1)
	head := heads[at]
	for _, x := range walls {
		if x < head.middle() {
			lo = max(lo, x)
		} else {
			hi = min(hi, x)
		}
	}
	if lo < cols[0].x1 && hi > cols[len(cols)-1].x0 { // none, or those round the table
		return nil
	}
	for i, o := range heads {
		if i != at && o.middle() > lo && o.middle() < hi {
			return nil
		}
	}
	for c, b := range cols {
		if b.middle() > lo && b.middle() < hi {
			out = append(out, c)
		}
	}
	if len(out) > 0 {
		x0, x1 := cols[out[0]].x0, cols[out[len(out)-1]].x1
		if math.Abs(head.middle()-(x0+x1)/2) > off*(x1-x0)+.5*head.height() {
			return nil
		}
	}
	return out
}

// centred finds the fewest neighbouring columns that are as wide as a head that stands in their middle.
func centred(head box, cols []box, lo, hi int) (block []int) {
	const off = 4.0                     // points
	for _, c := range cols[lo : hi+1] { // it is that of one column
		if math.Abs(c.middle()-head.middle()) < off && head.width() < 1.15*c.width() {
			return nil
		}
	}
	for n := 2; n <= hi-lo+1; n++ {
		for at := lo; at+n-1 <= hi; at++ {
			b := box{x0: cols[at].x0, x1: cols[at+n-1].x1}
			if b.width() > .8*head.width() && math.Abs(b.middle()-head.middle()) < off {
				for c := at; c < at+n; c++ {
					block = append(block, c)
				}
				return block
			}
		}
	}
	return nil
}

// share cuts the columns from lo to hi into a block for each head, each head near the middle of its block: the cost is
// how far they are off it, in points. nil: there is no such cut.
func share(heads []run, cols []box, lo, hi int) (best [][]int, cost float64) {
	const most = 8 // heads of a line that are tried
	if len(heads) == 0 || len(heads) > most || hi-lo+1 < len(heads) {
		return nil, 0
	}
	cost = math.Inf(1)
	for at := lo; at <= hi-len(heads)+1; at++ {
		width := cols[at].x1 - cols[lo].x0
		off := math.Abs(heads[0].middle() - (cols[lo].x0+cols[at].x1)/2)
		if off > .12*width+8 || len(heads) == 1 && at != hi {
			continue
		}
		var rest [][]int
		more := 0.0
		if len(heads) > 1 {
			if rest, more = share(heads[1:], cols, at+1, hi); rest == nil {
				continue
			}
		}
		if off+more < cost {
			var first []int
			for c := lo; c <= at; c++ {
				first = append(first, c)
			}
			best, cost = append([][]int{first}, rest...), off+more
		}
	}
	return best, cost
}

// widen makes what a head stands over whole groups of the line below it.
func widen(to, groups [][]int) {
	for k := range to {
		for _, group := range groups {
			hit := slices.ContainsFunc(group, func(c int) bool { return slices.Contains(to[k], c) })
			taken := slices.ContainsFunc(group, func(c int) bool {
				for j, o := range to {
					if j != k && slices.Contains(o, c) {
						return true
					}
				}
				return false
			})
			if !hit || taken {
				continue
			}
			for _, c := range group {
				if !slices.Contains(to[k], c) {
					to[k] = append(to[k], c)
				}
			}
		}
	}
}
