package pdfout

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	extended "github.com/yuin/goldmark/extension/ast"
)

// setter walks a document and sets its blocks one below the other.
type setter struct {
	*page
	source []byte
	level  int // of the last bookmark, from 0; a level may not be skipped
	marked bool

	figures []Figure
}

// frame is the column that a block stands in.
type frame struct {
	left, width float64
	tight       bool // no gaps between paragraphs
	muted       bool
}

func (f frame) in(by float64) frame {
	f.left, f.width = f.left+by, max(f.width-by, 2*listIndent)
	return f
}

func (s *setter) blocks(n ast.Node, f frame) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		s.block(c, f)
	}
}

func (s *setter) block(n ast.Node, f frame) {
	body := style{size: bodySize, muted: f.muted}
	switch n := n.(type) {
	case *ast.Heading:
		s.heading(n, f)
	case *ast.Paragraph, *ast.TextBlock:
		s.lines(s.break_(s.inline(n, body), f.width), f.left, bodySize*leading)
		if !f.tight {
			s.gap(paragraphGap)
		}
	case *ast.List:
		s.list(n, f)
	case *ast.Blockquote:
		s.bars = append(s.bars, f.left)
		quoted := f.in(quoteIndent)
		quoted.muted = true
		s.blocks(n, quoted)
		s.bars = s.bars[:len(s.bars)-1]
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		if g := s.figureOf(n); g != nil {
			s.figure(g, f)
		} else if at, ok := s.evidenceOf(n); ok {
			s.evidence(at, f)
		} else {
			s.code(n, f)
		}
	case *ast.ThematicBreak:
		s.need(2 * paragraphGap)
		s.pdf.SetDrawColor(205, 211, 219)
		s.pdf.Line(f.left, s.y+paragraphGap, f.left+f.width, s.y+paragraphGap)
		s.advance(2 * paragraphGap)
	case *extended.Table:
		s.table(n, f)
	case *ast.HTMLBlock:
	default:
		s.blocks(n, f)
	}
}

// break_ breaks text into lines with the fonts of the page.
func (s *setter) break_(pieces []piece, width float64) []line {
	return breakLines(faced(pieces, s.language), width, s.measure)
}

// lines sets lines below each other, and leaves no single one of several behind at the foot or the head of a page.
func (s *setter) lines(ls []line, left, height float64) {
	const keep = 2
	for i, l := range ls {
		rest := len(ls) - i
		switch {
		case i == 0 && rest > keep:
			s.need(keep * height)
		case rest == keep && i > 0 && s.left() < keep*height:
			s.need(keep * height)
		default:
			s.need(height)
		}
		s.line(l, left, height)
		s.advance(height)
	}
}

var headingSizes = []float64{19, 14, 11.5, 10.5, 10.5, 10.5}

func (s *setter) heading(n *ast.Heading, f frame) {
	size := headingSizes[min(n.Level, len(headingSizes))-1]
	const tighter = 1.35
	height := size * tighter
	ls := s.break_(s.inline(n, style{size: size, bold: true}), f.width)
	if len(ls) == 0 {
		return
	}
	above, below := size*.9, size*.35
	if n.Level > 2 {
		above = size * .6
	}
	if s.need(above + float64(len(ls))*height + below + s.stays(n.NextSibling(), f)); !s.atTop() {
		s.advance(above)
	}
	text := ""
	for _, l := range ls {
		for _, p := range l.pieces {
			text += p.text
		}
	}
	s.level = s.bookmark(text, n.Level-1)
	for _, l := range ls {
		s.need(height)
		s.line(l, f.left, height)
		s.advance(height)
	}
	if n.Level == 2 {
		s.pdf.SetDrawColor(205, 211, 219)
		s.pdf.SetLineWidth(.6)
		s.pdf.Line(f.left, s.y+1.5, f.left+f.width, s.y+1.5)
	}
	s.advance(below + 2)
}

// bookmark sets one at a level, or as near to it as the one before allows, and tells at which.
func (s *setter) bookmark(text string, level int) int {
	if !s.marked {
		level = 0
	} else {
		level = min(level, s.level+1)
	}
	s.marked = true
	s.pdf.Bookmark(text, level, s.y)
	return level
}

func (s *setter) list(n *ast.List, f frame) {
	number := n.Start
	inner := f.in(listIndent)
	inner.tight = n.IsTight
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		marker := "•"
		if n.IsOrdered() {
			marker = fmt.Sprintf("%d.", number)
			number++
		}
		const fewest = 2
		s.need(fewest * bodySize * leading)
		m := piece{text: marker, style: style{size: bodySize, muted: true}}
		m.width = s.measure(m)
		s.line(line{[]piece{m}, m.width}, f.left+max(0, listIndent-6-m.width), bodySize*leading)
		s.blocks(item, inner)
		if item.FirstChild() == nil {
			s.advance(bodySize * leading)
		}
		if n.IsTight {
			s.gap(itemGap)
		}
	}
	if n.IsTight && !f.tight {
		s.gap(paragraphGap - itemGap)
	}
}

// code sets lines as they are, on grey; longer ones are cut.
func (s *setter) code(n ast.Node, f frame) {
	const inset, tighter = 8.0, 1.45
	height := codeSize * tighter
	var out []line
	text := n.Lines()
	for i := range text.Len() {
		at := text.At(i)
		row := strings.ReplaceAll(strings.TrimRight(string(at.Value(s.source)), "\n"), "\t", "    ")
		row = strings.ReplaceAll(row, " ", "\u00a0") // kept at both ends, and no place to break
		ls := s.break_([]piece{{text: row, style: style{size: codeSize, code: true}}}, f.width-2*inset)
		if len(ls) == 0 {
			ls = []line{{}}
		}
		out = append(out, ls...)
	}
	s.gap(itemGap)
	for i, l := range out {
		const keep = 2
		if s.need(height); len(out)-i == keep {
			s.need(keep*height + inset)
		}
		top, bottom := 0.0, 0.0
		if i == 0 {
			top = inset / 2
		}
		if i == len(out)-1 {
			bottom = inset / 2
		}
		s.pdf.SetFillColor(244, 246, 248)
		s.pdf.Rect(f.left, s.y, f.width, top+height+bottom+.3, "F")
		s.advance(top)
		for j := range l.pieces {
			l.pieces[j].code = true
		}
		s.line(l, f.left+inset, height)
		s.advance(height + bottom)
	}
	s.gap(paragraphGap)
}
