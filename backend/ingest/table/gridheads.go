package table

import (
	"slices"
)

// headsAbove tells whether a line with a text over most columns stands directly above the grid.
func (g *grid) headsAbove() bool {
	for _, l := range g.lines {
		if gap := g.ys[0] - l.y1; gap < -.3*g.height || gap > g.height {
			continue
		}
		over := map[int]bool{}
		for _, r := range l.runs {
			for x := 0; x+1 < len(g.xs); x++ {
				if r.x0 > g.xs[x]-touching && r.x1 < g.xs[x+1]+touching {
					over[x] = true
				}
			}
		}
		if len(over) > 1 && 2*len(over) > len(g.xs)-1 {
			return true
		}
	}
	return false
}

// headRows counts the rows at the top that are heads: up to the first with figures under a head; where there are no
// figures, the first, if it is set apart by its type or is the only one without digits.
func (g *grid) headRows() int {
	cols := len(g.xs) - 1
	titles := 0 // rows of a single cell over all columns
	for titles+2 < len(g.cell) && g.cell[titles][0].cols == cols && len(g.cell[titles][0].words) > 0 {
		titles++
	}
	if titles > 0 {
		rest := &grid{page: g.page, xs: g.xs, ys: g.ys[titles:], cell: g.cell[titles:]}
		rest.number()
		n := rest.headRows()
		g.number()
		if n > 0 {
			return titles + n
		}
		return 0
	}
	figures := func(y int) int {
		n := 0
		for x := 1; x < cols; x++ {
			if c := g.cell[y][x]; c.column == x && c.row == y {
				if r := c.run(); r.number && !r.none && !year(r.text) {
					n++
				}
			}
		}
		return n
	}
	filled := func(y int) (n int) {
		for x, c := range g.cell[y] {
			if c.column == x && len(c.words) > 0 {
				n++
			}
		}
		return n
	}
	first := 0
	for first < len(g.cell) && figures(first) == 0 {
		first++
	}
	if first < len(g.cell) && first <= 4 {
		heads := first
		heading := func(y int) bool { // it stands over no figure of the first row that has some
			return !slices.ContainsFunc(g.cell[first], func(c *gridCell) bool {
				return c.column > 0 && c.row == first && len(g.cell[y][c.column].words) > 0 && c.run().number
			})
		}
		for heads > 1 && (filled(heads-1) <= 1 || heading(heads-1)) { // headings above the first row of figures
			heads--
		}
		if first > 0 && heads == 0 {
			heads = 1
		}
		spans := slices.ContainsFunc(g.cell[0], func(c *gridCell) bool { return c.cols > 1 || c.rows > 1 })
		for heads > 1 && (g.bold(0) && !g.bold(heads-1) || !spans && !g.bold(heads-1) && len(g.cell[heads-1][0].words) > 0) {
			heads--
		}
		return heads
	}
	if first < len(g.cell) || len(g.cell) < 2 { // figures, but far below
		return min(1, len(g.cell)-1)
	}
	words := func(y int) float64 {
		n := 0
		for x, c := range g.cell[y] {
			if c.column == x {
				n += len(c.words)
			}
		}
		return float64(n) / float64(max(filled(y), 1))
	}
	rest := 0.0
	for y := 1; y < len(g.cell); y++ {
		rest += words(y) / float64(len(g.cell)-1)
	}
	strong := 0 // rows in bold type
	for strong < len(g.cell) && g.bold(strong) {
		strong++
	}
	switch {
	case strong > 0 && strong <= 4 && strong < len(g.cell):
		return strong
	case words(0) < .5*rest && filled(0) > 1, cols >= 3 && filled(0) >= cols-1 && words(0) <= 4:
		return 1
	}
	return 0
}

// bold tells whether most words of a row are.
func (g *grid) bold(y int) bool {
	n, all := 0, 0
	for _, c := range g.cell[y] {
		for _, w := range c.words {
			all++
			n += flag(w.bold)
		}
	}
	return all > 0 && 2*n > all
}
