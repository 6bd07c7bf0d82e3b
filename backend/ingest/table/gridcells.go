package table

import (
	"cmp"
	"math"
	"slices"
)

// pack drops rows and columns where nothing stands.
func (g *grid) pack() {
	rows, cols := make([]bool, len(g.cell)), make([]bool, len(g.xs)-1)
	g.each(func(c *gridCell) {
		if len(c.words) > 0 {
			rows[c.row], cols[c.column] = true, true
		}
	})
	for x := len(cols) - 1; x >= 0; x-- {
		if cols[x] {
			continue
		}
		for y := range g.cell {
			if c := g.cell[y][x]; c.row == y && c.cols > 0 {
				c.cols--
			}
			g.cell[y] = slices.Delete(g.cell[y], x, x+1)
		}
		g.xs = slices.Delete(g.xs, drop(x, len(cols)), drop(x, len(cols))+1)
	}
	for y := len(rows) - 1; y >= 0; y-- {
		if rows[y] {
			continue
		}
		g.cell = slices.Delete(g.cell, y, y+1)
		g.ys = slices.Delete(g.ys, drop(y, len(rows)), drop(y, len(rows))+1)
	}
	g.number()
}

// spaced joins neighbouring columns of which no row fills both: one is the space before the other, over which heads reach.
func (g *grid) spaced() {
	for x := 1; x+1 < len(g.xs)-1; x++ {
		both, over := false, false
		for _, row := range g.cell {
			a, b := row[x], row[x+1]
			both = both || a != b && len(a.words) > 0 && len(b.words) > 0
			over = over || a == b && len(a.words) > 0 && a.cols == 2
		}
		if both || !over {
			continue
		}
		for y, row := range g.cell {
			if len(row[x].words) == 0 {
				row[x] = row[x+1]
			}
			g.cell[y] = slices.Delete(row, x+1, x+2)
		}
		g.xs = slices.Delete(g.xs, x+1, x+2)
		g.number()
		x--
	}
}

// drop is which edge goes with a stripe: the inner one.
func drop(i, n int) int {
	if i == n-1 && i > 0 {
		return i + 1
	}
	return i
}

// number tells the cells where they stand.
func (g *grid) number() {
	seen := map[*gridCell]bool{}
	for y := range g.cell {
		for x, c := range g.cell[y] {
			if !seen[c] {
				seen[c] = true
				c.row, c.column, c.rows, c.cols = y, x, 1, 1
				continue
			}
			c.rows, c.cols = max(c.rows, y-c.row+1), max(c.cols, x-c.column+1)
		}
	}
}

// split takes a row apart whose cells hold a line for each of several rows: where only columns and heads are drawn.
func (g *grid) split() {
	const (
		several = 3  // lines in a cell
		aligned = .7 // share of the lines of a cell that stand beside one of another
	)
	for y := 0; y < len(g.cell); y++ {
		var heights [][]float64
		single := true
		for x, c := range g.cell[y] {
			if c.column != x || c.row != y {
				single = single && c.row == y
				continue
			}
			single = single && c.rows == 1
			var at []float64
			for _, l := range lines(slices.Clone(c.words), nil) {
				at = append(at, l.centre())
			}
			if len(at) > 0 {
				heights = append(heights, at)
			}
		}
		if !single || len(heights) < 2 {
			continue
		}
		slices.SortFunc(heights, func(a, b []float64) int { return cmp.Compare(len(b), len(a)) })
		if len(heights[1]) < several {
			continue
		}
		beside := func(a float64, others []float64) bool {
			return slices.ContainsFunc(others, func(b float64) bool { return math.Abs(a-b) < .35*g.height })
		}
		fit := 0
		for _, a := range heights[1] {
			fit += flag(beside(a, heights[0]))
		}
		if float64(fit) < aligned*float64(len(heights[1])) || len(heights[1])*2 < len(heights[0]) || !g.figures(y) {
			continue
		}
		at := slices.DeleteFunc(heights[0], func(a float64) bool { // a line that stands alone is the rest of the one above
			return !slices.ContainsFunc(heights[1:], func(other []float64) bool { return beside(a, other) })
		})
		g.cut(y, at)
		y += len(at) - 1
	}
}

// figures tells whether most lines of a row's cells, but the first, are figures.
func (g *grid) figures(y int) bool {
	n, all := 0, 0
	for x, c := range g.cell[y] {
		if c.column != x || x == 0 {
			continue
		}
		for _, l := range lines(slices.Clone(c.words), nil) {
			all++
			if l.runs[0].number {
				n++
			}
		}
	}
	return 2*n > all
}

// cut divides a row between the lines that stand at so many heights.
func (g *grid) cut(y int, at []float64) {
	edges := make([]float64, 0, len(at)-1)
	for i := 1; i < len(at); i++ {
		edges = append(edges, (at[i-1]+at[i])/2)
	}
	old := g.cell[y]
	fresh := make([][]*gridCell, len(at))
	for i := range fresh {
		fresh[i] = make([]*gridCell, len(old))
	}
	for x, c := range old {
		if c.column != x {
			for i := range fresh {
				fresh[i][x] = fresh[i][x-1]
			}
			continue
		}
		for i := range fresh {
			fresh[i][x] = &gridCell{}
		}
		for _, w := range c.words {
			i := 0
			for i < len(edges) && w.centre() > edges[i] {
				i++
			}
			fresh[i][x].words = append(fresh[i][x].words, w)
		}
	}
	g.cell = slices.Replace(g.cell, y, y+1, fresh...)
	g.ys = slices.Insert(g.ys, y+1, edges...)
	g.number()
}
