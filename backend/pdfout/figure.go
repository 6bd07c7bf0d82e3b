package pdfout

import (
	"strconv"
	"strings"

	"codeberg.org/go-pdf/fpdf"
	"github.com/yuin/goldmark/ast"
)

// Figure is a drawing that stands in the text, where a block of code between fences has the words "figure" and its number,
// from 0. It is drawn as wide as the column at most.
type Figure struct {
	Width, Height float64
	Shapes        []Shape
}

// Shape is an area, a line, or a text, in points from the top left corner of its figure.
type Shape struct {
	Points []Point // of an area's outline, or of a line
	Line   float64 // how thick the line is; 0: an area
	Color  Color
	Text   string  // at its one point: where its baseline begins, or its middle or end is
	Size   float64 // of the text
	Bold   bool
	Anchor string // of the text: "start", "middle" or "end"
}

// Point is a place in a figure.
type Point struct{ X, Y float64 }

// Color is a colour of red, green and blue.
type Color struct{ R, G, B int }

// figureOf is the figure that a block of code stands for.
func (s *setter) figureOf(n ast.Node) *Figure {
	block, ok := n.(*ast.FencedCodeBlock)
	if !ok || block.Info == nil {
		return nil
	}
	number, ok := strings.CutPrefix(string(block.Info.Value(s.source)), "figure ")
	at, err := strconv.Atoi(number)
	if !ok || err != nil || at < 0 || at >= len(s.figures) {
		return nil
	}
	return &s.figures[at]
}

func (s *setter) figure(g *Figure, f frame) {
	scale := min(1, f.width/g.Width)
	s.gap(paragraphGap)
	s.need(g.Height * scale)
	for _, shape := range g.Shapes {
		s.shape(shape, f.left, s.y, scale)
	}
	s.advance(g.Height * scale)
	s.gap(paragraphGap)
}

func (s *setter) shape(g Shape, left, top, scale float64) {
	at := func(p Point) fpdf.PointType { return fpdf.PointType{X: left + p.X*scale, Y: top + p.Y*scale} }
	switch {
	case g.Text != "":
		s.word(g, at(g.Points[0]), scale)
	case g.Line > 0:
		s.pdf.SetDrawColor(g.Color.R, g.Color.G, g.Color.B)
		s.pdf.SetLineWidth(g.Line * scale)
		for i := 1; i < len(g.Points); i++ {
			a, b := at(g.Points[i-1]), at(g.Points[i])
			s.pdf.Line(a.X, a.Y, b.X, b.Y)
		}
	default:
		outline := make([]fpdf.PointType, len(g.Points))
		for i, p := range g.Points {
			outline[i] = at(p)
		}
		s.pdf.SetFillColor(g.Color.R, g.Color.G, g.Color.B)
		s.pdf.Polygon(outline, "F")
	}
}

func (s *setter) word(g Shape, at fpdf.PointType, scale float64) {
	pieces := faced([]piece{{text: printable(g.Text), style: style{size: g.Size * scale, bold: g.Bold}}}, s.language)
	width := 0.0
	for _, c := range pieces {
		width += s.measure(c)
	}
	x := at.X - width*map[string]float64{"middle": .5, "end": 1}[g.Anchor]
	s.pdf.SetTextColor(g.Color.R, g.Color.G, g.Color.B)
	for _, c := range pieces {
		wide := s.measure(c)
		s.pdf.Text(x, at.Y, s.font(c))
		x += wide
	}
}
