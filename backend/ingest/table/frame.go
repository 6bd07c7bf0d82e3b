package table

import (
	"math"
	"slices"

	"lectern/backend/store"
)

// What a frame of level lines is made of: one above a table, one under its heads, one below it.
const (
	frameWidth  = 60.0 // points
	sameEnd     = 4.0  // points that the ends of its lines may differ by
	frameHeads  = 6    // lines of heads
	mostRows    = 5000 // lines of a page
	mostBetween = 80   // lines between two of its lines
	tabularRows = .5   // share of its lines that have several runs
	labelShare  = .15  // of its width, that labels have at least
)

// frames finds the tables between level lines of one width, most of them in papers.
func (g *page) frames() {
	if len(g.rules.level) > mostLines || len(g.lines) > mostRows {
		return
	}
	var used []box
	for i, top := range g.rules.level {
		if top.width() < frameWidth || slices.Contains(used, top) {
			continue
		}
		same := []box{top}
		for _, l := range g.rules.level[i+1:] {
			if l.y0 > same[len(same)-1].y0+2 && math.Abs(l.x0-top.x0) < sameEnd && math.Abs(l.x1-top.x1) < sameEnd {
				same = append(same, l)
			}
		}
		if len(same) < 3 {
			continue
		}
		if n := g.frame(same); n > 1 {
			used = append(used, same[:n-1]...)
		}
	}
}

// inside are the lines of the page between two heights, as far as they stand over a width.
func (g *page) inside(b box) []line {
	var out []line
	for _, l := range g.lines {
		if l.centre() <= b.y0 || l.centre() >= b.y1 {
			continue
		}
		if kept, ok := l.only(func(r run) bool { return r.middle() > b.x0-2 && r.middle() < b.x1+2 }); ok {
			out = append(out, kept)
		}
	}
	return out
}

// stretch is what lies between two lines of a frame.
func stretch(a, b box) box { return box{a.x0, a.y1, a.x1, b.y0} }

// frame reads a table that begins at the first of some lines, and gives how many of them it takes; 0 if there is none.
func (g *page) frame(rs []box) int {
	if over, ok := g.headsOver(rs); ok {
		rs = slices.Insert(slices.Clone(rs), 0, over)
	}
	heads := g.inside(stretch(rs[0], rs[1]))
	if len(heads) == 0 || len(heads) > frameHeads || slices.ContainsFunc(heads, func(l line) bool { return len(l.runs) == 1 && l.prose() }) {
		return 0
	}
	if slices.Contains(kinds(heads, g.height), data) || rs[1].y0-rs[0].y1 > float64(frameHeads+3)*1.6*g.height {
		return 0
	}
	last, rows, several, lone := 1, 0, 0, 0
	for k := 1; k+1 < len(rs); k++ {
		part := g.inside(stretch(rs[k], rs[k+1]))
		n, prose := 0, 0
		if rows > 0 && g.begins(part) {
			break
		}
		for _, l := range part {
			if len(l.runs) > 1 {
				n++
			} else if l.prose() && l.x0 < rs[0].x0+labelShare*rs[0].width() { // not in a column behind the labels
				prose++
			}
		}
		if len(part) > mostBetween || prose > 1+n/4 || 2*prose > len(part) && len(part) > 0 {
			break
		}
		if n == 0 && rows > 0 {
			lone++
			if lone > 2 {
				break
			}
		}
		rows, several, last = rows+len(part), several+n, k+1
	}
	separated := last-1 >= several // a line under each row
	if last < 2 || float64(several) < tabularRows*float64(rows)*.6 && !separated || several < 2 {
		return 0
	}
	return g.framedTable(rs[:last+1], heads)
}

// headsOver finds the heads of a table with a line under each row, where they stand over the first of them: it gives the
// edge above them.
func (g *page) headsOver(rs []box) (edge box, ok bool) {
	const several = 5 // lines
	if len(rs) < several {
		return edge, false
	}
	for i := 1; i < len(rs)-1; i++ { // a row between each two
		if len(g.inside(stretch(rs[i], rs[i+1]))) > 3 {
			return edge, false
		}
	}
	above := g.inside(box{rs[0].x0, rs[0].y0 - 4*g.height, rs[0].x1, rs[0].y0})
	if len(above) == 0 {
		return edge, false
	}
	l := above[len(above)-1]
	first := g.inside(stretch(rs[0], rs[1])) // a row, over whose second cell a head may stand alone
	alone := len(l.runs) == 1 && len(first) == 1 && len(first[0].runs) > 1 && l.x0 > first[0].runs[0].x1 && across(l.box, first[0].runs[1].box) > 0
	if len(l.runs) < 2 && !alone || l.prose() || l.kind() == data || rs[0].y0-l.y1 > .6*g.height {
		return edge, false
	}
	y := l.y0 - 1
	for i := len(above) - 2; i >= 0 && alone && above[i+1].y0-above[i].y1 < .5*g.height && len(above[i].runs) == 1 && above[i].x0 > first[0].runs[0].x1; i-- {
		y = above[i].y0 - 1
	}
	return box{rs[0].x0, y, rs[0].x1, y}, true
}

// begins tells whether lines hold the heads of another table, or announce one.
func (g *page) begins(part []line) bool {
	ks := kinds(part, g.height)
	for i, l := range part {
		if ks[i] == periods && l.runs[0].number || lead.MatchString(l.text()) {
			return true
		}
	}
	return false
}

// framedTable reads the table between level lines.
func (g *page) framedTable(rs []box, heads []line) int {
	top, bottom := rs[0], rs[len(rs)-1]
	area := box{top.x0, top.y0, top.x1, bottom.y1}
	body := g.inside(stretch(rs[1], bottom))
	if n := len(heads) - 1; n > 0 && inMiddle(heads[n], area) && slices.ContainsFunc(g.rules.level, func(u box) bool {
		return u.centre() > heads[n-1].centre() && u.centre() < heads[n].centre() && u.width() > .9*area.width()
	}) {
		if _, _, units := unitsOf(heads[n].text()); !units {
			body, heads = slices.Insert(body, 0, heads[n]), heads[:n]
		}
	}
	left := math.Inf(1)
	for _, l := range body {
		if l.kind() == data {
			left = min(left, l.firstFigure())
		}
	}
	for len(body) > 2 && (body[0].kind() == periods && body[0].runs[0].number || body[0].kind() == other && body[0].runs[0].x0 > left-6*g.height && !inMiddle(body[0], area)) { // heads with a line through them
		heads, body = append(heads, body[0]), body[1:]
	}
	body = signed(body)
	cols := stripes(slices.Concat(body, heads[len(heads)-1:]), g.height)
	if cols = beneath(cols, heads[len(heads)-1], body, g.height); len(cols) < 2 {
		cols = stripes(body, g.height)
	}
	if len(cols) < 2 {
		return 0
	}
	if contents(len(cols)-1, body) || crowded(body, cols) || listing(body) {
		return 0
	}
	d := &draft{page: g, framed: true, lines: slices.Concat(heads, body)}
	d.kinds = kinds(d.lines, g.height)
	d.from, d.end = len(heads), len(heads)+len(body)-1
	d.columns = cols[1:]
	figures, bare := 0, 0
	for _, l := range body {
		for i, r := range l.runs {
			switch {
			case i > 0 && r.number:
				figures++
			case i == 0 && r.number && !year(r.text):
				bare++
			}
		}
	}
	if 5*bare > 2*len(body) { // the labels stand outside: these are lines under figures
		return 0
	}
	if len(cols) > 2 && 2*figures >= len(body) && labelsSecond(body, cols) {
		d.columns = cols[2:]
	}
	d.heads()
	separated := len(rs)-3 >= len(body)/3 && len(rs) > 4
	if figures*3 >= len(body) && !separated {
		d.read()
	} else {
		d.readWrapped(rs)
	}
	if len(d.rows) < 2 || d.sparse() || d.asks() || d.listed() {
		return 0
	}
	area.y1 = min(area.y1, body[len(body)-1].y1+g.height)
	t := d.enclosed(area)
	if len(heads) <= 2 && len(d.rows) > 0 {
		t.headRow = d.asRow(heads)
	}
	if !g.better(t) {
		return 0
	}
	return len(rs)
}

// beneath joins a stripe where nothing stands but a head with the one beside it that has none.
func beneath(cols []box, heads line, body []line, h float64) []box {
	const farthest = 3 // heights of a line
	over := func(l line, c box) bool {
		return slices.ContainsFunc(l.runs, func(r run) bool { return across(r.box, c) > 0 })
	}
	filled := func(c box) bool { return slices.ContainsFunc(body, func(l line) bool { return over(l, c) }) }
	for k := 1; k < len(cols); k++ {
		if filled(cols[k]) {
			continue
		}
		for _, o := range []int{k - 1, k + 1} {
			if o > 0 && o < len(cols) && filled(cols[o]) && !over(heads, cols[o]) && -across(cols[k], cols[o]) < farthest*h {
				cols[o] = cols[o].with(cols[k])
				cols = slices.Delete(cols, k, k+1)
				k--
				break
			}
		}
	}
	return cols
}

// signed leaves out who signed a table of figures below it.
func signed(body []line) []line {
	const several = 3 // lines
	last, n := -1, 0
	for i, l := range body {
		if l.kind() == data {
			last, n = i, n+1
		}
	}
	if 3*n >= len(body) && len(body)-1-last >= several {
		return body[:last+1]
	}
	return body
}

// crowded tells whether two figures stand side by side, not as close as those of one number, in a column of several rows.
func crowded(body []line, cols []box) bool {
	n := 0
	for _, l := range body {
		last, end := -1, 0.0
		for i, r := range l.runs {
			if !r.figured(i) {
				continue
			}
			at := slices.IndexFunc(cols, func(c box) bool { return across(c, r.box) > 0 })
			n += flag(at >= 0 && at == last && r.x0-end > r.height())
			last, end = at, r.x1
		}
	}
	return n > 1
}

// inMiddle tells whether a line is a single text in the middle of a table: the heading of what follows.
func inMiddle(l line, area box) bool {
	const off = .06 // of the table's width
	return len(l.runs) == 1 && math.Abs(l.middle()-area.middle()) < off*area.width() && l.width() < .6*area.width()
}

// asRow is lines of heads as a row of cells.
func (d *draft) asRow(heads []line) *store.Row {
	one := &draft{page: d.page, lines: heads, columns: d.columns, end: len(heads) - 1}
	one.readWrapped(nil)
	if len(one.rows) != 1 {
		return nil
	}
	return &one.rows[0]
}

// labelsSecond tells whether the labels are in the second column, and those of groups in the first: filled in a few rows.
func labelsSecond(body []line, cols []box) bool {
	first, second := 0, 0
	for _, l := range body {
		for _, r := range l.runs {
			switch {
			case across(r.box, cols[0]) > 0:
				first++
			case across(r.box, cols[1]) > 0 && !r.number && worth(r.text):
				second++
			}
		}
	}
	return 2*first < len(body) && first > 1 && 5*second > 4*len(body)
}

// better takes a table in place of those that were found where it stands, if it is more likely to be right than each.
func (g *page) better(t found) bool {
	t.finish(g)
	within := func(o found) bool {
		return down(o.box, t.box) > 0 && across(o.box, t.box) > .3*min(o.width(), t.width())
	}
	const good = .8
	several := 0
	for i := range g.tables {
		if o := &g.tables[i]; within(*o) {
			o.finish(g)
			if several += flag(o.Confidence >= good || o.drawn); several > 1 { // it is no more than what stands around them
				return false
			}
			if len(o.Columns) == len(t.Columns) && o.levels() > t.levels() && o.Confidence >= good && len(t.Rows) <= len(o.Rows)+1 { // heads stand above the frame
				return false
			}
			more := !o.drawn && len(t.Rows) > len(o.Rows)+1 && t.Confidence >= store.Sure && down(o.box, t.box) > .8*o.height()
			if (o.Confidence >= t.Confidence || o.drawn && o.Confidence >= store.Sure) && !more || o.width() > 1.3*t.width() {
				return false
			}
		}
	}
	g.tables = append(slices.DeleteFunc(g.tables, within), t)
	return true
}

// levels counts the heads of all columns.
func (t *found) levels() (n int) {
	for _, c := range t.Columns {
		n += len(c.Heads)
	}
	return n
}

// sparse tells whether hardly a row holds anything.
func (d *draft) sparse() bool {
	n := 0
	for _, r := range d.rows {
		n += flag(len(r.Cells) > 0)
	}
	return 2*n < len(d.rows) || n < 2
}
