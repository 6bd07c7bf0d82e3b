package tabletest

import (
	"strings"
)

// drawRows sets some of the rows and notes what is true of them.
func (t *table) drawRows(from, to int) {
	p := t.p
	if t.rules&frames != 0 {
		defer t.frame(p.y)
	}
	for i := from; i < to; i++ {
		e := t.m.rows[i]
		height := t.height(i)
		t.ground(i-from, height)
		at := t.drawLabel(i, e)
		row := t.row(i, e)
		row.at = at
		for _, b := range t.blocks(i) {
			t.enclose(b)
			row.Cells = append(row.Cells, t.drawCell(i, b))
		}
		t.divide(height)
		p.bold = false
		row.Cells = append(row.Cells, t.reached(i)...)
		p.y += height
		if len(row.Cells) > 0 {
			t.truth.Rows = append(t.truth.Rows, row)
		}
	}
	if t.rules&book != 0 {
		t.across(p.y+1, 1)
	}
}

// enclose draws a box round each line of a cell, a little smaller than the cell.
func (t *table) enclose(b block) {
	const inset = 5
	if t.rules&texts == 0 {
		return
	}
	for k := range b.lines {
		t.p.pdf.Rect(t.x[b.from]+inset, t.p.y+t.room()+t.leading()*float64(k), t.x[b.to]-t.x[b.from]-2*inset, t.leading(), "D")
	}
}

// divide draws lines between groups of heads through what is so high.
func (t *table) divide(height float64) {
	if t.rules&walls == 0 {
		return
	}
	for c, s := range t.m.heads[0] {
		if c > 0 && s != "<" {
			t.p.line(t.x[c], t.p.y, t.x[c], t.p.y+height, .5)
		}
	}
}

// labelled is a row's label in lines.
func (t *table) labelled(e entry) []string {
	width := t.x[1] - t.x[0] - t.side() - t.indent(e)
	if e.heading {
		width = t.x[len(t.x)-1] - t.x[0] - t.side()
	}
	t.p.bold = t.heavy(e)
	defer func() { t.p.bold = false }()
	return t.p.wrap(strings.ReplaceAll(e.label, `\`, "\n"), width)
}

func (t *table) heavy(e entry) bool { return !t.thin && (e.heading || e.total) }

func (t *table) height(i int) float64 {
	lines := len(t.labelled(t.m.rows[i]))
	for _, b := range t.blocks(i) {
		if b.deep == 1 {
			lines = max(lines, len(b.lines))
		}
	}
	return float64(lines)*t.leading() + 2*t.room()
}

// blocks are a row's cells, in lines.
func (t *table) blocks(i int) (out []block) {
	cells := t.m.rows[i].cells
	for c, s := range cells {
		if s == "" || s == "<" || s == "^" {
			continue
		}
		b := block{from: c + 1, to: c + 2, deep: 1}
		for b.to-1 < len(cells) && cells[b.to-1] == "<" {
			b.to++
		}
		for k := i + 1; k < len(t.m.rows) && c < len(t.m.rows[k].cells) && t.m.rows[k].cells[c] == "^"; k++ {
			b.deep++
		}
		text := t.cells[i][c].text
		b.lines = strings.Split(text, "\n")
		if t.cells[i][c].Value == "" {
			b.lines = t.p.wrap(text, t.x[b.to]-t.x[b.from]-t.side())
		}
		out = append(out, b)
	}
	return out
}

// ground draws what lies under a row, and the lines that belong to it.
func (t *table) ground(i int, height float64) {
	p, far := t.p, t.x[len(t.x)-1]
	if t.rules&shades != 0 && i%2 == 0 {
		p.pdf.SetFillColor(228, 234, 242)
		p.pdf.Rect(t.x[0], p.y, far-t.x[0], height, "F")
	}
	if t.rules&grid != 0 {
		t.boxed(i, height)
	}
	if t.rules&sums != 0 && t.m.rows[i].total {
		p.line(t.x[1]+t.pad*.6, p.y, far-1, p.y, .5)
	}
	if t.rules&rowwise != 0 {
		t.across(p.y+height, .3)
	}
}

// boxed draws the lines round a row's cells.
func (t *table) boxed(i int, height float64) {
	p, e := t.p, t.m.rows[i]
	p.pdf.SetLineWidth(.5)
	if e.heading {
		p.pdf.Rect(t.x[0], p.y, t.x[len(t.x)-1]-t.x[0], height, "D")
		return
	}
	down := func(k, c int) bool { // the cell in row k goes on in the row under it
		if k+1 >= len(t.m.rows) || t.m.rows[k+1].heading {
			return false
		}
		if c == 0 {
			return t.m.rows[k+1].label == "^"
		}
		return c-1 < len(t.m.rows[k+1].cells) && t.m.rows[k+1].cells[c-1] == "^"
	}
	p.line(t.x[0], p.y, t.x[0], p.y+height, .5)
	for c := 0; c+1 < len(t.x); c++ {
		if i == 0 || !down(i-1, c) {
			p.line(t.x[c], p.y, t.x[c+1], p.y, .5)
		}
		if !down(i, c) {
			p.line(t.x[c], p.y+height, t.x[c+1], p.y+height, .5)
		}
		if c < len(e.cells) && e.cells[c] == "<" {
			continue
		}
		p.line(t.x[c+1], p.y, t.x[c+1], p.y+height, .5)
	}
}

// frame draws the lines round the table, and between its columns, from a height down.
func (t *table) frame(top float64) {
	for _, x := range t.x {
		t.p.line(x, top, x, t.p.y, .4)
	}
	t.across(top, .4)
	t.across(t.p.y, .4)
}

// row is what is true of a row, but for its cells. It opens and closes parents.
func (t *table) row(i int, e entry) Row {
	label := e.label
	if label == "^" {
		label = t.above()
	}
	label = strings.ReplaceAll(label, `\`, " ")
	depth := e.indent + 1
	if e.heading && (i+1 == len(t.m.rows) || t.m.rows[i+1].indent <= e.indent) {
		depth-- // what follows is its own though it isn't indented
	}
	for len(t.parent) <= depth {
		t.parent = append(t.parent, "")
	}
	t.parent = t.parent[:depth+1]
	row := Row{Label: label, Notes: e.notes, Total: e.total}
	for _, p := range t.parent[:depth] {
		if p != "" {
			row.Parents = append(row.Parents, p)
		}
	}
	t.parent[depth] = label
	return row
}

// above is the label of the row above.
func (t *table) above() string {
	if n := len(t.truth.Rows); n > 0 {
		return t.truth.Rows[n-1].Label
	}
	return ""
}

func (t *table) drawLabel(i int, e entry) (at Box) {
	if e.label == "^" {
		return at
	}
	lines := t.labelled(e)
	t.p.bold = t.heavy(e)
	left := t.x[0] + t.indent(e)
	top := t.p.y + t.room()
	if rest := t.reach(i, func(k int) bool { return t.m.rows[k].label == "^" }); rest > 0 {
		top += rest / 2
	}
	for k, l := range lines {
		base := top + t.leading()*float64(k+1) - t.size*.3
		at = at.union(t.setLine('l', left, t.x[1], base, l))
		if k == len(lines)-1 {
			t.setNotes(e.notes, 'l', left, t.x[1], base, l)
			t.leader(left+t.p.measure(l)+6, t.x[1], base)
		}
	}
	t.truth.Box = t.truth.Box.union(at)
	return at
}

// leader sets dots from one place to another.
func (t *table) leader(from, to, base float64) {
	if n := int((to - from) / t.p.measure(".")); t.dots && n > 0 {
		t.p.text(from, base, strings.Repeat(".", n))
	}
}

// reach is the height of the rows under one that it goes on in.
func (t *table) reach(i int, on func(k int) bool) (height float64) {
	for k := i + 1; k < len(t.m.rows) && on(k); k++ {
		height += t.height(k)
	}
	return height
}
