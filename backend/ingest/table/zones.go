package table

import (
	"maps"
	"slices"
)

// What tells columns of prose apart.
const (
	proseWords  = 4   // words that a run of prose has at least
	proseLines  = 7   // such runs on either side of a gutter
	zoneLines   = 10  // lines of a page that is cut
	zoneWidth   = 150 // points
	zoneDepth   = 2   // cuts of cuts
	gutterSteps = 3.0 // points
)

// zones takes columns of prose apart, so that what stands beside a table in another column isn't read as its rows. The
// first zone is of what runs over several columns.
func zones(ls []line, depth int) [][]line {
	all := around(ls)
	if len(ls) < zoneLines || depth > zoneDepth || all.width() < zoneWidth {
		return [][]line{ls}
	}
	at, ok := between(ls, all)
	if !ok {
		return [][]line{ls}
	}
	over := make([]bool, len(ls)) // it runs over the gutter
	prose := make([]bool, len(ls))
	for i, l := range ls {
		for _, r := range l.runs {
			over[i] = over[i] || r.x0 < at-2 && r.x1 > at+2
			prose[i] = prose[i] || len(r.words) >= proseWords
		}
		prose[i] = prose[i] && !over[i]
	}
	// near tells whether the next line that tells anything runs over the gutter.
	near := func(i, step int) bool {
		for k := i; k >= 0 && k < len(ls); k += step {
			if over[k] || prose[k] {
				return over[k]
			}
		}
		return false
	}
	whole := make([]bool, len(ls)) // it stays in one
	for i, l := range ls {
		sides := 0
		for _, r := range l.runs {
			sides |= 1 << flag(r.middle() < at)
		}
		whole[i] = over[i] || !prose[i] && sides == 3 && (near(i, -1) || near(i, 1))
	}
	var full, left, right []line
	for i, l := range ls {
		if whole[i] || i > 0 && i+1 < len(ls) && whole[i-1] && whole[i+1] && !prose[i] {
			full = append(full, l)
			continue
		}
		if part, ok := l.only(func(r run) bool { return r.middle() < at }); ok {
			left = append(left, part)
		}
		if part, ok := l.only(func(r run) bool { return r.middle() >= at }); ok {
			right = append(right, part)
		}
	}
	out := append([][]line{full}, zones(left, depth+1)...)
	return append(out, zones(right, depth+1)...)
}

// between finds the gutter: prose ends shortly before it and begins shortly after it, and little crosses it.
func between(ls []line, all box) (at float64, ok bool) {
	var prose []box
	for _, l := range ls {
		for _, r := range l.runs {
			if len(r.words) >= proseWords {
				prose = append(prose, r.box)
			}
		}
	}
	best := 0
	for x := all.x0 + .25*all.width(); x < all.x0+.75*all.width(); x += gutterSteps {
		left, right, over := 0, 0, 0
		for _, b := range prose {
			switch {
			case b.x1 <= x && b.x1 > x-.25*all.width():
				left++
			case b.x0 >= x && b.x0 < x+.12*all.width():
				right++
			case b.x0 < x && b.x1 > x:
				over++
			}
		}
		if worth := min(left, right) - over; left >= proseLines && right >= proseLines && 5*over < 2*(left+right) && worth > best {
			best, at = worth, x
		}
	}
	if best == 0 {
		return beside(ls, all)
	}
	return at, true
}

// beside finds a column of running text beside something else: its lines begin at one place, most of them end at one,
// and they don't stand at the heights of what is beside them.
func beside(ls []line, all box) (at float64, ok bool) {
	const (
		near  = 2.0 // points
		fewer = .6  // share of the lines that end at one place, or that stand at the heights of those beside them
	)
	starts := map[int]int{}
	for _, l := range ls {
		for _, r := range l.runs {
			if len(r.words) >= proseWords && (r.x0 > all.x0+.3*all.width() || r.x1 < all.x0+.7*all.width()) {
				starts[int(r.x0/near)]++
			}
		}
	}
	best := 0
	for _, x := range slices.Sorted(maps.Keys(starts)) {
		n := starts[x] + starts[x+1]
		if n < proseLines || n <= best {
			continue
		}
		from := float64(x) * near
		ends := map[int]int{}
		most, right, level, other, over := 0, 0.0, 0, 0, 0
		for _, l := range ls {
			for _, r := range l.runs {
				if r.x0 >= from && r.x0 < from+2*near && len(r.words) >= proseWords {
					k := int(r.x1 / near)
					if ends[k]++; ends[k]+ends[k+1] > most {
						most = ends[k] + ends[k+1]
					}
					right = max(right, r.x1)
				}
			}
		}
		if float64(most) < fewer*float64(n) {
			continue
		}
		edge := from - near
		if from < all.x0+.3*all.width() { // it is the one on the left
			edge = right + near
		}
		for _, l := range ls {
			for i, r := range l.runs {
				if r.x0 < edge-near && r.x1 > edge+near {
					over++
				}
				if i > 0 && (r.x0 >= edge) != (l.runs[i-1].x0 >= edge) {
					other++
					if a, b := r, l.runs[i-1]; a.y1-b.y1 < .8 && b.y1-a.y1 < .8 {
						level++
					}
				}
			}
		}
		if other > 0 && float64(level) < fewer*float64(other) && 5*over < n {
			best, at, ok = n, edge, true
		}
	}
	return at, ok
}
