package tabletest

import (
	"slices"
	"strings"
)

// draw sets the units' line, the heads and the rows, on as many pages as are asked for.
func (t *table) draw() {
	t.truth.Caption = t.caption
	t.columnsTrue()
	if t.line != "" && t.lineAt != below {
		x := t.x[0]
		if t.lineAt == right {
			x = t.x[len(t.x)-1] - t.p.measure(t.line) - 2
		}
		t.p.y += t.leading()
		t.truth.Box = t.truth.Box.union(t.p.text(x, t.p.y-t.size*.3, t.line))
		t.p.gap(3)
	}
	t.drawHeads()
	from := 0
	for _, cut := range append(slices.Clone(t.cut), len(t.m.rows)) {
		if from > 0 {
			t.turn()
		}
		t.drawRows(from, cut)
		from = cut
	}
	if t.line != "" && t.lineAt == below {
		t.p.y += t.leading() + 2
		t.p.text(t.x[0], t.p.y-t.size*.3, t.line)
	}
	t.close()
}

// close notes the part that stands on this page.
func (t *table) close() {
	if t.or != nil {
		other := t.or(t.truth.copied())
		t.truth.Or = &other
	}
	last := t.p.last()
	last.Tables = append(last.Tables, t.truth)
}

func (t Table) copied() Table {
	t.Columns, t.Rows = slices.Clone(t.Columns), slices.Clone(t.Rows)
	for i := range t.Rows {
		t.Rows[i].Cells = slices.Clone(t.Rows[i].Cells)
	}
	return t
}

// turn goes on on a new page.
func (t *table) turn() {
	t.close()
	name, kind := t.p.last().Name, t.p.last().Kind
	t.p.set(t.face, t.size, false)
	x := t.p.x
	t.p.page(strings.TrimPrefix(name, t.p.name+"/")+", continued", kind)
	t.p.x = x
	t.p.set(t.face, t.size, false)
	t.truth = Table{Stub: t.truth.Stub, Columns: t.truth.Columns, Continues: true}
	if t.again {
		t.drawHeads()
	}
}

// columnsTrue notes what stands over each column.
func (t *table) columnsTrue() {
	n := t.columns()
	t.truth.Columns = make([]Column, n)
	for c := range n {
		col := Column{Heads: []string{}, Spare: t.spare}
		for _, level := range t.m.heads {
			at := c + 1
			for at > 0 && at < len(level) && level[at] == "<" {
				at--
			}
			if at < len(level) && level[at] != "" && level[at] != "^" {
				text, notes := marked(level[at])
				col.Heads = append(col.Heads, strings.ReplaceAll(text, `\`, " "))
				col.Spare = append(slices.Clone(col.Spare), notes...)
			}
		}
		t.truth.Columns[c] = col
	}
	var parts []string
	for _, level := range t.m.heads {
		if level[0] != "" && level[0] != "^" {
			parts = append(parts, strings.ReplaceAll(level[0], `\`, " "))
		}
	}
	t.truth.Stub = strings.Join(parts, " ")
}

// block is a head or cell in the columns from..to, set in lines.
type block struct {
	from, to int // columns, the labels' is 0
	lines    []string
	notes    []string
	deep     int // levels or rows that it reaches down
}

func (t *table) drawHeads() {
	levels := t.m.heads
	t.p.bold = !t.thin
	blocks := make([][]block, len(levels))
	heights := make([]float64, len(levels))
	for i, level := range levels {
		for c := 0; c < len(level); c++ {
			s := level[c]
			if s == "<" || s == "^" {
				continue
			}
			b := block{from: c, to: c + 1, deep: 1}
			for b.to < len(level) && level[b.to] == "<" {
				b.to++
			}
			for i+b.deep < len(levels) && c < len(levels[i+b.deep]) && levels[i+b.deep][c] == "^" {
				b.deep++
			}
			s, b.notes = marked(s)
			if s != "" {
				b.lines = t.p.wrap(strings.ReplaceAll(s, `\`, "\n"), t.x[b.to]-t.x[b.from]-t.side())
			}
			blocks[i] = append(blocks[i], b)
			switch {
			case t.upward(b, i+b.deep == len(levels)):
				heights[i] = max(heights[i], t.p.measure(strings.Join(b.lines, " "))+8)
			case b.deep == 1:
				heights[i] = max(heights[i], float64(len(b.lines))*t.leading())
			}
		}
		heights[i] += 2 * t.room()
	}
	for i, row := range blocks {
		for _, b := range row {
			height := 0.0
			for k := range b.deep {
				height += heights[i+k]
			}
			t.drawHead(b, height, i+b.deep == len(blocks))
		}
		t.divide(heights[i])
		t.p.y += heights[i]
	}
	if t.rules&book != 0 && len(levels) > 0 {
		top := t.p.y
		for _, h := range heights {
			top -= h
		}
		t.across(top, 1)
		t.across(t.p.y, .6)
		t.p.gap(2)
	}
	t.p.bold = false
}

// drawHead sets a head at the bottom of its place.
func (t *table) drawHead(b block, height float64, leaf bool) {
	p := t.p
	left, right := t.x[b.from], t.x[b.to]
	if t.rules&grid != 0 {
		p.pdf.SetLineWidth(.5)
		p.pdf.Rect(left, p.y, right-left, height, "D")
	}
	if t.upward(b, leaf) {
		t.drawUpward((left+right)/2, p.y+height-4, strings.Join(b.lines, " "))
		return
	}
	base := p.y + height - t.room() - t.size*.3 - float64(len(b.lines)-1)*t.leading()
	way := byte('l')
	if b.from > 0 {
		way = t.aligned(t.align, b.from-1)
		if t.over != "" {
			way = t.aligned(t.over, b.from-1)
		}
		if b.to-b.from > 1 {
			way = 'c'
		}
	}
	left += t.start(way, b)
	for i, l := range b.lines {
		at := t.setLine(way, left, right, base+float64(i)*t.leading(), l)
		t.truth.Box = t.truth.Box.union(at)
		if i == len(b.lines)-1 {
			t.setNotes(b.notes, way, left, right, base+float64(i)*t.leading(), l)
		}
	}
	if t.rules&spans != 0 && b.to-b.from > 1 && !leaf && len(b.lines) > 0 {
		p.line(left+t.pad*.6, p.y+height, right-1, p.y+height, .5)
	}
}

// upward tells whether a head runs upwards.
func (t *table) upward(b block, leaf bool) bool { return t.upwards && leaf && b.from > 0 }

// drawUpward sets a head upwards from a place.
func (t *table) drawUpward(x, y float64, s string) {
	t.p.pdf.TransformBegin()
	t.p.pdf.TransformRotate(90, x, y)
	t.p.text(x, y+t.size*.3, s)
	t.p.pdf.TransformEnd()
	t.truth.Box = t.truth.Box.union(Box{x - t.size/2, y - t.p.measure(s), x + t.size/2, y})
}

// side is the empty width within a column.
func (t *table) side() float64 {
	if t.rules&(grid|frames) != 0 {
		return 8
	}
	return min(t.pad, 10)
}

// start is the empty width before words in a column behind the labels'.
func (t *table) start(way byte, b block) float64 {
	if way != 'l' || b.from == 0 || t.rules&(grid|frames) != 0 {
		return 0
	}
	return min(t.pad, 10) - 1
}

// room is the empty height above and under a row.
func (t *table) room() float64 {
	if t.rules&(grid|rowwise) != 0 {
		return 3
	}
	return 1
}

func (t *table) across(y, width float64) { t.p.line(t.x[0], y, t.x[len(t.x)-1], y, width) }

// edge is where a line begins in a column.
func (t *table) edge(way byte, left, right float64, s string) float64 {
	inset := 4.0
	if t.rules&(grid|frames|shades) == 0 {
		inset = 1
	}
	switch w := t.p.measure(s); way {
	case 'r', 'd':
		return right - inset - w
	case 'c':
		return (left + right - w) / 2
	}
	return left + inset
}

func (t *table) setLine(way byte, left, right, base float64, s string) Box {
	return t.p.text(t.edge(way, left, right, s), base, s)
}

// setNotes sets marks behind a line, raised if they are bare, and gives their place.
func (t *table) setNotes(notes []string, way byte, left, right, base float64, s string) (at Box) {
	p := t.p
	x := t.edge(way, left, right, s) + p.measure(s)
	for _, n := range notes {
		if strings.HasPrefix(n, "(") || strings.HasPrefix(n, "[") || strings.HasPrefix(n, "*") {
			at = at.union(p.text(x+1, base, n))
			x += p.measure(n) + 1
			continue
		}
		size := p.size
		p.size = size * .62
		at = at.union(p.text(x+.3, base-size*.36, n))
		x += p.measure(n)
		p.size = size
	}
	return at
}
