package table

import (
	"cmp"
	"math"
	"slices"

	"lectern/backend/ingest/layout"
	"lectern/backend/store"
)

// box is a part of a page in points, from its upper left corner, turned so that most of its text runs to the right.
type box struct{ x0, y0, x1, y1 float64 }

func (b box) width() float64  { return b.x1 - b.x0 }
func (b box) height() float64 { return b.y1 - b.y0 }
func (b box) middle() float64 { return (b.x0 + b.x1) / 2 }
func (b box) centre() float64 { return (b.y0 + b.y1) / 2 }
func (b box) empty() bool     { return b == box{} }

func (b box) with(o box) box {
	switch {
	case b.empty():
		return o
	case o.empty():
		return b
	}
	return box{min(b.x0, o.x0), min(b.y0, o.y0), max(b.x1, o.x1), max(b.y1, o.y1)}
}

// across is how far two boxes overlap from left to right, and down from top to bottom; below zero they lie apart.
func across(a, b box) float64 { return min(a.x1, b.x1) - max(a.x0, b.x0) }
func down(a, b box) float64   { return min(a.y1, b.y1) - max(a.y0, b.y0) }

// holds tells whether the middle of another box lies within this one.
func (b box) holds(o box) bool {
	return o.middle() >= b.x0 && o.middle() <= b.x1 && o.centre() >= b.y0 && o.centre() <= b.y1
}

// placed is what stands in a box: words, runs, lines, boxes themselves.
type placed interface{ place() box }

func (b box) place() box { return b }

func around[T placed](all []T) (b box) {
	for _, x := range all {
		b = b.with(x.place())
	}
	return b
}

// fromLeft and fromTop put what stands on a page in order.
func fromLeft[T placed](all []T) {
	slices.SortStableFunc(all, func(a, b T) int { return cmp.Compare(a.place().x0, b.place().x0) })
}

func fromTop[T placed](all []T) {
	slices.SortStableFunc(all, func(a, b T) int { return cmp.Compare(a.place().centre(), b.place().centre()) })
}

// median of numbers; 0 of none. It sorts them.
func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return v[len(v)/2]
}

// turn is how a page must be turned for its text to run to the right.
type turn int

const (
	upright turn = iota
	upwards      // its text runs up the page
	downwards
)

// turned finds how most of a page's text runs.
func turned(p layout.Page) turn {
	var right, up, below float64
	for _, l := range p.Lines {
		first, last := -1, -1
		for i, r := range l.Runes {
			if r != ' ' {
				if first < 0 {
					first = i
				}
				last = i
			}
		}
		if last <= first {
			continue
		}
		a, b := l.Boxes[first], l.Boxes[last]
		dx := math.Abs(float64(b.X0)-float64(a.X0)) / layout.Whole * p.Width
		dy := (float64(b.Y0) - float64(a.Y0)) / layout.Whole * p.Height
		switch {
		case dx >= math.Abs(dy):
			right += dx
		case dy < 0:
			up -= dy
		default:
			below += dy
		}
	}
	switch {
	case up > right && up > below:
		return upwards
	case below > right:
		return downwards
	}
	return upright
}

// sheet is a page's place in both directions.
type sheet struct {
	turn
	width, height float64 // of the page as it is shown
}

// in brings a box from the page to the turned one.
func (s sheet) in(b layout.Box) box {
	x0, x1 := float64(b.X0)/layout.Whole*s.width, float64(b.X1)/layout.Whole*s.width
	y0, y1 := float64(b.Y0)/layout.Whole*s.height, float64(b.Y1)/layout.Whole*s.height
	switch s.turn {
	case upwards:
		return box{s.height - y1, x0, s.height - y0, x1}
	case downwards:
		return box{y0, s.width - x1, y1, s.width - x0}
	}
	return box{x0, y0, x1, y1}
}

// out brings a box back.
func (s sheet) out(b box) store.Box {
	if b.empty() {
		return store.Box{}
	}
	switch s.turn {
	case upwards:
		b = box{b.y0, s.height - b.x1, b.y1, s.height - b.x0}
	case downwards:
		b = box{s.width - b.y1, b.x0, s.width - b.y0, b.x1}
	}
	share := func(v, of float64) uint16 {
		if of <= 0 {
			return 0
		}
		return uint16(min(max(v/of, 0), 1)*layout.Whole + .5)
	}
	return store.Box{X0: share(b.x0, s.width), Y0: share(b.y0, s.height), X1: share(b.x1, s.width), Y1: share(b.y1, s.height)}
}

// across and down are the turned page's sides.
func (s sheet) across() float64 {
	if s.turn == upright {
		return s.width
	}
	return s.height
}

func (s sheet) down() float64 {
	if s.turn == upright {
		return s.height
	}
	return s.width
}
