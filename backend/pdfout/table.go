package pdfout

import (
	extended "github.com/yuin/goldmark/extension/ast"
)

const (
	cellSide, cellAbove = 6.0, 4.0
	cellSize            = 9.0
	cellLeading         = cellSize * 1.5
)

// table sets a table as wide as it needs, at most as the column. Its head is repeated on every page.
func (s *setter) table(n *extended.Table, f frame) {
	var rows [][][]piece
	for r := n.FirstChild(); r != nil; r = r.NextSibling() {
		_, head := r.(*extended.TableHeader)
		var row [][]piece
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			row = append(row, s.inline(c, style{size: cellSize, bold: head, muted: f.muted}))
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 || len(rows[0]) == 0 {
		return
	}
	widths := s.columns(rows, f.width)
	s.gap(itemGap)
	set := func(row [][]piece, head bool) (cells [][]line, height float64) {
		tallest := 1
		for i := range widths {
			var ls []line
			if i < len(row) {
				ls = s.break_(row[i], widths[i]-2*cellSide)
			}
			cells, tallest = append(cells, ls), max(tallest, len(ls))
		}
		return cells, float64(tallest)*cellLeading + 2*cellAbove
	}
	for i, row := range rows {
		cells, height := set(row, i == 0)
		if i == 0 {
			const below = 2
			s.need(height + below*cellLeading)
		} else if height > s.left() && !s.atTop() {
			s.next()
			head, h := set(rows[0], true)
			s.row(head, n.Alignments, widths, f.left, h, true)
		}
		s.row(cells, n.Alignments, widths, f.left, height, i == 0)
	}
	s.advance(paragraphGap)
}

// row draws a row. One that is taller than what is left of the page goes on on the next.
func (s *setter) row(cells [][]line, align []extended.Alignment, widths []float64, left, height float64, head bool) {
	total := 0.0
	for _, w := range widths {
		total += w
	}
	if head {
		s.pdf.SetFillColor(240, 243, 246)
		s.pdf.Rect(left, s.y, total, min(height, s.left()), "F")
	}
	s.advance(cellAbove)
	for i := 0; ; i++ {
		any := false
		for _, c := range cells {
			any = any || i < len(c)
		}
		if !any && i > 0 {
			break
		}
		s.need(cellLeading)
		x := left
		for j, c := range cells {
			if i < len(c) {
				at := x + cellSide
				if j < len(align) && align[j] == extended.AlignRight {
					at = x + widths[j] - cellSide - c[i].width
				} else if j < len(align) && align[j] == extended.AlignCenter {
					at = x + (widths[j]-c[i].width)/2
				}
				s.line(c[i], at, cellLeading)
			}
			x += widths[j]
		}
		s.advance(cellLeading)
	}
	s.advance(cellAbove)
	s.pdf.SetDrawColor(205, 211, 219)
	s.pdf.SetLineWidth(.5)
	s.pdf.Line(left, s.y, left+total, s.y)
}

// columns shares the room out: each as wide as its longest cell if that fits, else at least as its longest word and
// the rest by what they'd like.
func (s *setter) columns(rows [][][]piece, room float64) []float64 {
	n := 0
	for _, r := range rows {
		n = max(n, len(r))
	}
	least, liked := make([]float64, n), make([]float64, n)
	for _, row := range rows {
		for i, cell := range row {
			whole := 0.0
			for _, c := range clusters(cell) {
				w := 0.0
				for _, p := range c.pieces {
					w += s.measure(p)
				}
				least[i] = max(least[i], w+2*cellSide)
				whole += w
				if c.space {
					whole += s.measure(piece{text: " ", style: style{size: cellSize}})
				}
			}
			liked[i] = max(liked[i], whole+2*cellSide+1)
		}
	}
	sum, sumLeast := 0.0, 0.0
	for i := range n {
		least[i] = min(least[i]+1, room/float64(n))
		sum, sumLeast = sum+liked[i], sumLeast+least[i]
	}
	if sum <= room {
		return liked
	}
	out := make([]float64, n)
	for i := range n {
		out[i] = least[i]
		if sum > sumLeast {
			out[i] += (room - sumLeast) * max(0, liked[i]-least[i]) / (sum - sumLeast)
		}
	}
	return out
}
