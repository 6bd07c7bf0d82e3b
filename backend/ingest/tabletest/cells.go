package tabletest

import "strings"

// drawCell sets a cell and gives what is true of it.
func (t *table) drawCell(i int, b block) Cell {
	p, c := t.p, b.from-1
	cell := t.cells[i][c]
	left, right := t.x[b.from], t.x[b.to]
	way := t.aligned(t.align, c)
	if b.to-b.from > 1 {
		way, cell.Span = 'c', b.to-b.from
	}
	left += t.start(way, b)
	top := p.y + t.room()
	if b.deep > 1 {
		top += t.reach(i, func(k int) bool { return k < i+b.deep }) / 2
	}
	if t.low && len(b.lines) == 1 && b.deep == 1 {
		top += t.leading() * float64(len(t.labelled(t.m.rows[i]))-1)
		p.bold = t.heavy(t.m.rows[i])
	}
	for k, line := range b.lines {
		base := top + t.leading()*float64(k+1) - t.size*.3
		text := line
		if k == 0 && !t.apart {
			text = cell.sign + line
		}
		x := t.edge(way, left, right, text) + t.hang(way, c, line)
		cell.Box = cell.Box.union(p.text(x, base, text))
		cell.Wide = cell.Box
		if k == 0 && t.apart && cell.sign != "" {
			cell.Wide = cell.Box.union(p.text(left+t.pad*.6, base, strings.TrimSpace(cell.sign)))
		}
		if k == len(b.lines)-1 {
			cell.Wide = cell.Wide.union(t.setNotes(cell.Notes, 'l', x-1, right, base, text))
		}
	}
	t.truth.Box = t.truth.Box.union(cell.Wide)
	return cell.Cell
}

// hang is how far a figure is moved to the right so that its digits stand under the others'.
func (t *table) hang(way byte, c int, s string) float64 {
	switch {
	case way == 'd':
		if t.cells == nil || !strings.ContainsAny(s, "0123456789") {
			return -t.frac[c] / 2
		}
		return t.p.measure(t.behind(s)) - t.frac[c]
	case way == 'r' && strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") && strings.ContainsAny(s, "0123456789"):
		return t.p.measure(")")
	}
	return 0
}

// reached are the cells of rows above that go on in this one.
func (t *table) reached(i int) (out []Cell) {
	for c, s := range t.m.rows[i].cells {
		if s != "^" {
			continue
		}
		from := i
		for from > 0 && t.m.rows[from].cells[c] == "^" {
			from--
		}
		cell := t.cells[from][c].Cell
		cell.Spread = true
		out = append(out, cell)
	}
	return out
}
