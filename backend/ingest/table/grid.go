package table

import (
	"math"
	"slices"
	"strings"

	"lectern/backend/store"
)

// What a grid of drawn lines is made of.
const (
	touching   = 2.5 // points between the end of a line and the one that it meets
	samePlace  = 2.5 // points between lines that are drawn twice
	wallShare  = .6  // of a cell's side that must be drawn
	mostLines  = 600 // in either direction: a grid with more is a picture
	mostWords  = 60  // of a cell on average: with more it is a page's layout
	leastFull  = .3  // share of cells where something stands
	openBorder = 10  // points that lines reach beyond the outermost that they cross
)

// grids finds the tables whose cells are drawn.
func (g *page) grids() {
	if len(g.rules.level) > mostLines || len(g.rules.upright) > mostLines || len(g.lines) > mostRows {
		return
	}
	for _, part := range g.rules.crossing() {
		gr, ok := newGrid(part, g.height)
		if !ok {
			continue
		}
		gr.page = g
		for _, l := range g.lines {
			for _, r := range l.runs {
				for _, w := range r.words {
					gr.put(w)
				}
			}
		}
		if t, ok := gr.table(); ok {
			g.tables = append(g.tables, t)
			g.taken = append(g.taken, t.box)
		}
	}
}

// grid are cells between drawn lines. A cell over several rows or columns is kept at its upper left corner.
type grid struct {
	*page
	xs, ys []float64
	cell   [][]*gridCell
}

type gridCell struct {
	row, column int
	rows, cols  int
	words       []word
}

// newGrid makes a grid of lines that meet, if they enclose at least two columns and two rows. Lines of text are so high.
func newGrid(r rules, high float64) (*grid, bool) {
	r = r.attached()
	r.level = bands(r.level, high)
	g := &grid{xs: places(r.upright, box.middle), ys: places(r.level, box.centre)}
	if len(g.xs) < 2 || len(g.ys) < 3 {
		return nil, false
	}
	left, right, top, bottom := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, l := range r.level {
		left, right = min(left, l.x0), max(right, l.x1)
	}
	for _, l := range r.upright {
		top, bottom = min(top, l.y0), max(bottom, l.y1)
	}
	g.xs = opened(g.xs, left, right)
	g.ys = opened(g.ys, top, bottom)
	if len(g.xs) < 3 {
		return nil, false
	}
	g.divide(r)
	return g, true
}

// put puts a word into its cell, if it stands in the grid.
func (g *grid) put(w word) {
	x := slices.IndexFunc(g.xs, func(x float64) bool { return x > w.middle() }) - 1
	y := slices.IndexFunc(g.ys, func(y float64) bool { return y > w.centre() }) - 1
	if x < 0 || y < 0 {
		return
	}
	c := g.cell[y][x]
	c.words = append(c.words, w)
}

// each goes through the cells, each once.
func (g *grid) each(fn func(c *gridCell)) {
	for y := range g.cell {
		for x, c := range g.cell[y] {
			if c.row == y && c.column == x {
				fn(c)
			}
		}
	}
}

// table reads the grid; false if it is none: a frame around text, a form, a drawing.
func (g *grid) table() (t found, ok bool) {
	g.pack()
	g.spaced()
	g.split()
	full, all, n := 0, 0, 0
	columns, rows := map[int]bool{}, map[int]int{}
	g.each(func(c *gridCell) {
		all++
		if len(c.words) > 0 {
			full++
			n += len(c.words)
			columns[c.column] = true
			rows[c.row]++
		}
	})
	broad := 0 // rows with several cells
	for _, cells := range rows {
		broad += flag(cells > 1)
	}
	if g.crowded() || len(columns) < 2 || broad < 2 || float64(full) < leastFull*float64(all) || n > mostWords*full {
		return t, false
	}
	d := &draft{page: g.page}
	heads := g.headRows()
	if heads == 1 && g.headsAbove() {
		heads = 0
	}
	if heads == len(g.cell) {
		return t, false
	}
	d.readGrid(g, heads)
	if len(d.rows) == 0 || g.form(d) || d.asks() || d.listed() {
		return t, false
	}
	area := box{g.xs[0], g.ys[0], g.xs[len(g.xs)-1], g.ys[len(g.ys)-1]}
	t = d.enclosed(area)
	t.drawn = true
	if heads == 1 && !g.bold(0) {
		one := &draft{page: g.page}
		if one.readGrid(&grid{page: g.page, xs: g.xs, ys: g.ys[:2], cell: g.cell[:1]}, 0); len(one.rows) > 0 {
			t.headRow = &one.rows[0]
		}
	}
	return t, true
}

// crowded tells whether lines aren't those of cells: more than a few hold several figures, words stand across them, or a
// sign stands alone that belongs to the figure in the next.
func (g *grid) crowded() bool {
	const few = 20 // one in so many
	n, all, signs, words, over := 0, 0, 0, 0, 0
	g.each(func(c *gridCell) {
		if len(c.words) == 0 {
			return
		}
		all++
		for _, w := range c.words {
			words++
			over += flag(w.x0 < g.xs[c.column]-touching || w.x1 > g.xs[c.column+c.cols]+touching)
		}
		figures, most := 0, 0
		for _, l := range lines(slices.Clone(c.words), nil) {
			beside := 0
			for _, r := range l.runs {
				beside += flag(r.number)
				if (opening(r.text) && !r.number || closing(r.text)) && !c.broken() {
					signs++
				}
			}
			most = max(most, beside)
			figures += flag(len(l.runs) == 1 && l.runs[0].number && !l.runs[0].none)
		}
		if most > 1 || figures > 1 && !c.broken() {
			n++
		}
	})
	if g.unwalled() {
		return true
	}
	for _, row := range g.cell {
		for x := 0; x+1 < len(row); x++ {
			if row[x] != row[x+1] && len(row[x].words) == 1 && strings.Contains("$€£¥", row[x].words[0].text) && row[x+1].run().number {
				return true
			}
		}
	}
	return few*n > all || signs > 1 || few*over > words
}

// unwalled tells whether the lines between heads aren't drawn: a cell over several columns has texts far apart in them.
func (g *grid) unwalled() (found bool) {
	const first = 4 // rows
	g.each(func(c *gridCell) {
		if c.row >= first || c.cols < 3 {
			return
		}
		n := 0
		for _, l := range lines(slices.Clone(c.words), nil) {
			for i := 1; i < len(l.runs); i++ {
				if l.runs[i].x0-l.runs[i-1].x1 > 2*g.height {
					n++
					break
				}
			}
		}
		found = found || n > 1
	})
	return found
}

// broken tells whether a cell holds a single figure that goes over lines.
func (c *gridCell) broken() bool {
	const long = 8 // digits
	text := ""
	for i, w := range c.words {
		if i == 0 && len(w.text) < long {
			return false
		}
		text += w.text
	}
	_, ok := readFigure(text)
	return ok
}

// outside are the page's lines above and below a box, as far as they stand over it.
func (g *page) outside(b box) []line {
	var out []line
	for _, l := range g.lines {
		if l.centre() > b.y0 && l.centre() < b.y1 {
			continue
		}
		if kept, ok := l.only(func(r run) bool { return across(r.box, b) > 0 }); ok {
			out = append(out, kept)
		}
	}
	return out
}

// run reads a cell: its lines in one.
func (c *gridCell) run() (r run) {
	if len(c.words) == 0 {
		return r
	}
	ls := lines(slices.Clone(c.words), nil)
	for _, l := range ls {
		for _, one := range l.runs {
			if r.words == nil {
				r = one
				continue
			}
			r.words = append(slices.Clone(r.words), one.words...)
			r.notes = append(r.notes, one.notes...)
			r.text = glued(r.text, one.text)
			r.box, r.own = r.with(one.box), r.own.with(one.own)
		}
	}
	if len(ls) > 1 || len(ls[0].runs) > 1 {
		r.number = false
		if single(r.text) {
			r.figure, r.number = readFigure(r.text)
		}
	}
	return r
}

// readGrid makes rows and columns of the grid.
func (d *draft) readGrid(g *grid, heads int) {
	cols := len(g.xs) - 1
	d.columns = make([]box, cols-1)
	d.parts = make([][]headPart, cols-1)
	for x := 1; x < cols; x++ {
		d.columns[x-1] = box{g.xs[x], g.ys[0], g.xs[x+1], g.ys[len(g.ys)-1]}
	}
	for y := range heads {
		for x, c := range g.cell[y] {
			r := c.run()
			switch {
			case r.text == "" || c.row != y:
			case x == 0:
				if c.cols == cols { // over all columns: its title
					d.caption = append(d.caption, r.text)
				} else {
					d.stub = append(d.stub, r.text)
				}
				d.unitsIn(r.text, r.box)
			case c.cols == cols:
			case c.column == 0 && x > 0:
				d.parts[x-1] = append(d.parts[x-1], headPart{r.text, 0, c.cols - 1})
			default:
				d.parts[x-1] = append(d.parts[x-1], headPart{r.text, c.column, c.cols})
			}
		}
	}
	var parents []string
	for y := heads; y < len(g.cell); y++ {
		var row store.Row
		at := box{g.xs[0], g.ys[y], g.xs[cols], g.ys[y+1]}
		if c := g.cell[y][0]; c.cols == cols || len(c.words) > 0 && g.alone(y) { // a heading
			if r := c.run(); r.text != "" && c.row == y {
				parents = []string{strings.TrimRight(r.text, ":： ")}
				d.rows = append(d.rows, store.Row{Label: r.text, Notes: r.notes, Box: d.out(at)})
			}
			continue
		}
		r := g.cell[y][0].run()
		row.Label, row.Notes, row.Parents = r.text, r.notes, slices.Clone(parents)
		for x := 1; x < cols; x++ {
			c := g.cell[y][x]
			if c.column != x {
				continue
			}
			one := c.run()
			if one.text == "" {
				continue
			}
			cell := d.cellOf(&one, x-1)
			if c.cols > 1 {
				cell.Span = c.cols
			}
			row.Cells = append(row.Cells, cell)
		}
		if row.Label == "" && len(row.Cells) == 0 {
			continue
		}
		row.Box = d.out(at)
		if !d.unitsRow(row, at) {
			d.rows = append(d.rows, row)
		}
	}
}

// alone tells whether only the first cell of a row holds something, in a table most of whose rows hold more.
func (g *grid) alone(y int) bool {
	for x, c := range g.cell[y] {
		if x > 0 && c.column == x && len(c.words) > 0 {
			return false
		}
	}
	return true
}

// enclosed is a table whose rows and heads were read within a box, with what stands above and below that.
func (d *draft) enclosed(area box) found {
	inside := d.caption
	d.caption = nil
	d.lines = d.outside(area)
	d.top = slices.IndexFunc(d.lines, func(l line) bool { return l.centre() > area.y0 })
	if d.top < 0 {
		d.top = len(d.lines)
	}
	// The table takes the place of a line.
	labels := box{area.x0, area.y0, d.left() - 1, area.y1}
	d.kinds = slices.Insert(kinds(d.lines, d.height), d.top, other)
	d.lines = slices.Insert(d.lines, d.top, line{box: area, runs: []run{{box: labels}}})
	d.from, d.end = d.top, d.top
	if !slices.ContainsFunc(d.parts, func(p []headPart) bool { return len(p) > 0 }) && len(d.columns) > 1 { // its heads may stand above it
		d.framed = false
		d.heads()
	}
	d.title()
	d.caption = append(d.caption, inside...)
	t := d.found()
	t.box = area
	return t
}
