package table

import (
	"cmp"
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
	width := around(ls, func(l box) box { return l }).width()
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

// put puts a word into its cell, if it stands in the grid.
func (g *grid) put(w word) {
	if w.x1 < g.xs[0] || w.x0 > g.xs[len(g.xs)-1] || w.y1 < g.ys[0] || w.y0 > g.ys[len(g.ys)-1] {
		return
	}
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
	if g.crowded() || len(columns) < 2 || broad < 2 || full < 4 || float64(full) < leastFull*float64(all) || n > mostWords*full {
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
		fit := 0
		for _, a := range heights[1] {
			if slices.ContainsFunc(heights[0], func(b float64) bool { return math.Abs(a-b) < .35*g.height }) {
				fit++
			}
		}
		if float64(fit) < aligned*float64(len(heights[1])) || len(heights[1])*2 < len(heights[0]) || !g.figures(y) {
			continue
		}
		g.cut(y, heights[1])
		y += len(heights[1]) - 1
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
	bold := func(y int) bool {
		n, all := 0, 0
		for _, c := range g.cell[y] {
			for _, w := range c.words {
				all++
				n += flag(w.bold)
			}
		}
		return all > 0 && 2*n > all
	}
	first := 0
	for first < len(g.cell) && figures(first) == 0 {
		first++
	}
	if first < len(g.cell) && first <= 4 {
		heads := first
		for heads > 1 && filled(heads-1) <= 1 { // headings above the first row of figures
			heads--
		}
		if first > 0 && heads == 0 {
			heads = 1
		}
		spans := slices.ContainsFunc(g.cell[0], func(c *gridCell) bool { return c.cols > 1 || c.rows > 1 })
		for heads > 1 && (bold(0) && !bold(heads-1) || !spans && !bold(heads-1) && len(g.cell[heads-1][0].words) > 0) {
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
	for strong < len(g.cell) && bold(strong) {
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
			case c.column == 0 && c.cols == cols:
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

// form tells whether a grid is a form to be filled in: hardly anything stands beside its labels.
func (g *grid) form(d *draft) bool {
	cells, rows := 0, 0
	for _, r := range d.rows {
		if r.Label != "" {
			rows++
		}
		cells += len(r.Cells)
	}
	return 2*cells < rows
}

// asks tells whether most labels are questions or sentences, with a single answer beside them: those of a form that was
// filled in.
func (d *draft) asks() bool {
	const sentence = 8 // words
	n, all := 0, 0
	for _, r := range d.rows {
		if len(r.Cells) > 0 && r.Label != "" {
			all++
			n += flag(len(strings.Fields(r.Label)) >= sentence || strings.HasSuffix(r.Label, "?") || strings.HasSuffix(r.Label, ":"))
		}
	}
	figures := slices.ContainsFunc(d.rows, func(r store.Row) bool {
		return slices.ContainsFunc(r.Cells, func(c store.Cell) bool { f, ok := readFigure(c.Text); return ok && len(f.digits) > 2 })
	})
	return len(d.columns) == 1 && 2*n > all && !figures
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
