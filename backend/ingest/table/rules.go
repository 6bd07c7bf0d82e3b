package table

import (
	"cmp"
	"math"
	"slices"

	"lectern/backend/ingest/layout"
)

// rules are the lines that are drawn on a page, their pieces put together, each kind from the upper left on.
type rules struct {
	level, upright []box
	pieces         []box // of level ones, as drawn
}

const (
	thin     = 3.5 // points: what is thicker is no line
	shortest = 4.0 // points
	sameLine = 1.2 // points that the pieces of a line may lie apart, across its direction
	nearEnd  = .8  // points between its pieces
)

func drawn(all []layout.Box, at sheet) (r rules) {
	for _, one := range all {
		switch b := at.in(one); {
		case b.height() < thin && b.width() > shortest:
			r.level = append(r.level, b)
		case b.width() < thin && b.height() > shortest:
			r.upright = append(r.upright, flip(b))
		}
	}
	r.pieces = slices.Clone(r.level)
	r.level, r.upright = whole(r.level), whole(r.upright)
	for i := range r.upright {
		r.upright[i] = flip(r.upright[i])
	}
	return r
}

// flip changes the directions of a box.
func flip(b box) box { return box{b.y0, b.x0, b.y1, b.x1} }

// whole puts the pieces of level lines together, which many programs draw cell by cell.
func whole(pieces []box) (out []box) {
	slices.SortFunc(pieces, func(a, b box) int { return cmp.Or(cmp.Compare(a.centre(), b.centre()), cmp.Compare(a.x0, b.x0)) })
	for from := 0; from < len(pieces); {
		to := from + 1
		for to < len(pieces) && pieces[to].centre()-pieces[to-1].centre() < .3 && pieces[to].centre()-pieces[from].centre() < sameLine {
			to++
		}
		same := pieces[from:to]
		fromLeft(same)
		for i, p := range same {
			if n := len(out); i > 0 && p.x0 < out[n-1].x1+nearEnd {
				out[n-1] = out[n-1].with(p)
			} else {
				out = append(out, p)
			}
		}
		from = to
	}
	return out
}

// under is the line drawn under a head, as far as it says what the head stands over. Where it is broken at every column,
// it is the widest run of pieces that has the head in its middle and no other head above it.
func (r rules) under(head box, left, widest float64, others []run) (box, bool) {
	h := head.height()
	at := slices.IndexFunc(r.level, func(l box) bool {
		return l.y0 > head.y1-.35*h && l.y0 < head.y1+.6*h && l.x0 < head.middle() && l.x1 > head.middle() && l.x0 > left-9*h && l.width() < widest
	})
	if at < 0 {
		return head, false
	}
	best := r.level[at]
	for i := at; i >= 0 && r.joined(i, at); i-- {
		for j := at; j < len(r.level) && r.joined(at, j); j++ {
			b := box{r.level[i].x0, best.y0, r.level[j].x1, best.y1}
			if b.width() <= best.width() || math.Abs(b.middle()-head.middle()) > 4+.015*b.width() {
				continue
			}
			if !slices.ContainsFunc(others, func(o run) bool { return o.box != head && across(o.box, b) >= 3 }) {
				best = b
			}
		}
	}
	return best, best.x0 < head.x0+3 && best.x1 > head.x1-3
}

// joined tells whether the pieces from i to j lie at one height with small gaps.
func (r rules) joined(i, j int) bool {
	const gap = 9 // points
	for ; i < j; i++ {
		a, b := r.level[i], r.level[i+1]
		if math.Abs(a.y0-b.y0) > sameLine || b.x0-a.x1 < -1 || b.x0-a.x1 > gap {
			return false
		}
	}
	return true
}
