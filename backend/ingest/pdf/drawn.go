package pdf

import (
	"encoding/binary"
	"math"
	"slices"
)

// Rule is a line that is drawn, or the edge of a box: thin in one direction.
type Rule Box

// Shape is something drawn that is no such line.
type Shape struct {
	Box
	Kind ShapeKind
}

// ShapeKind is what a shape is.
type ShapeKind uint8

// The kinds of shapes.
const (
	Slope ShapeKind = iota // a path with slanted or curved parts: a curve, an arrow, a slice, a mark
	Block                  // a filled box
	Image                  // a picture
	ShapeKinds
)

const (
	MaxRules  = 20_000 // of one page that are looked at
	MaxShapes = 5_000  // the same
	maxTraced = 20_000 // parts of its paths that are looked at
)

// The kinds of page objects that are looked at: FPDF_PAGEOBJ_TEXT, _PATH, _IMAGE and _FORM.
const (
	objectText  = 1
	objectPath  = 2
	objectImage = 3
	objectForm  = 5
)

const (
	thin = 3.5 // points: what is thicker is no line
	long = 4.0 // points: what is shorter is none, either
)

// drawn reads the lines that are drawn on a page, the edges of its boxes and what other shapes there are, and how much of it
// pictures cover; and gives all that it draws.
func (in *instance) drawn(p *Page, page uint64, v view, layers bool) *scene {
	f := in.objectCalls()
	s := &scene{page: p, texts: in.texts[:0], paints: in.paints[:0], others: in.others[:0], in: in, view: v, clips: map[uint32]Box{}, drawings: map[states]drawing{}, marks: map[uint64]bool{}, layers: layers}
	for i := range max(int(int32(in.call("FPDFPage_CountObjects", page))), 0) {
		if s.objects++; s.objects > maxObjects {
			s.overflow = true
			break
		}
		if o := in.run(f.object, page, uint64(i)); o != 0 {
			s.object(f, o, in.kind(f, o), identity, 0, 0)
		}
	}
	if all := p.Width * p.Height; all > 0 {
		p.Pictures = min(s.pictured/all, 1)
	}
	in.texts, in.paints, in.others = s.texts, s.paints, s.others // room for the next page's
	return s
}

// drawn takes down something that is neither text nor a form, which stands inside depth forms.
func (s *scene) drawn(f objectCalls, o, kind uint64, m matrix, depth int) {
	p := s.page
	p.Drawn = true
	s.others = append(s.others, o)
	at, ok := s.in.bounds(f, o)
	if !ok {
		return
	}
	b := s.place(at, m)
	filled := s.painted(f, o, kind, b)
	switch w, h := b.X1-b.X0, b.Y1-b.Y0; {
	case s.objects > MaxRules:
	case kind == objectImage:
		seen := Box{max(b.X0, 0), max(b.Y0, 0), min(b.X1, p.Width), min(b.Y1, p.Height)}
		if depth == 0 {
			s.pictured += area(seen)
		}
		s.shape(seen, Image)
	case s.icon:
	case kind != objectPath:
	case w > long && h < thin, h > long && w < thin:
		s.rule(b)
	case w > long && h > long:
		s.path(f, o, m, b, filled)
	}
}

// small tells of a form that is an icon.
func (s *scene) small(f objectCalls, form uint64, m matrix) bool {
	const icon = 40 // points
	at, ok := s.in.bounds(f, form)
	b := s.place(at, m)
	return ok && b.X1-b.X0 < icon && b.Y1-b.Y0 < icon
}

func (s *scene) rule(b Box) {
	if len(s.page.Rules) < MaxRules {
		s.page.Rules = append(s.page.Rules, Rule(b))
	}
}

func (s *scene) edges(b Box) {
	if len(s.page.Rules)+4 <= MaxRules {
		s.page.Rules = append(s.page.Rules, Rule{b.X0, b.Y0, b.X1, b.Y0}, Rule{b.X0, b.Y1, b.X1, b.Y1}, Rule{b.X0, b.Y0, b.X0, b.Y1}, Rule{b.X1, b.Y0, b.X1, b.Y1})
	}
}

func (s *scene) shape(b Box, kind ShapeKind) {
	b = Box{max(b.X0, 0), max(b.Y0, 0), min(b.X1, s.page.Width), min(b.Y1, s.page.Height)}
	if len(s.page.Shapes) < MaxShapes && b.X1 > b.X0 && b.Y1 > b.Y0 {
		s.page.Shapes = append(s.page.Shapes, Shape{b, kind})
	}
}

// path takes down a path that is no single line: a box, several lines or boxes drawn at once, or a shape.
func (s *scene) path(f objectCalls, o uint64, m matrix, b Box, filled bool) {
	n := int(int32(s.in.run(f.segments, o)))
	if s.traced += n; n > maxTraced || s.traced > maxTraced {
		s.edges(b)
		return
	}
	const few = 5 // points of a box
	parts, slanted := s.subpaths(f, o, n, m)
	if slanted {
		s.shape(b, Slope)
		return
	}
	s.edges(b)
	switch {
	case n > few:
		for _, part := range parts {
			switch w, h := part.X1-part.X0, part.Y1-part.Y0; {
			case w > long && h < thin, h > long && w < thin:
				s.rule(part)
			case w > long && h > long && filled: // boxes that are drawn at once are some rows' shades: their edges divide no others
				s.shape(part, Block)
			}
		}
	case filled:
		s.shape(b, Block)
	}
}

// subpaths are the boxes around a path's parts, and whether any of it is slanted, goes up in steps, or is curved other than at a
// box's corners.
func (s *scene) subpaths(f objectCalls, o uint64, n int, m matrix) (parts []Box, slanted bool) {
	const line, move = 0, 2 // FPDF_SEGMENT_LINETO and _MOVETO
	const level = 1.0       // point by which a level line may rise
	const corner = 2.0      // points that a round corner may lie within its box
	const inner = 4         // corners of steps within their box; those of a box, or of a frame, lie on its edges
	m = s.in.matrix(o).then(m)
	at := uint64(s.in.out)
	var bends [][2]Box // where curves begin and end
	var turns []Box    // where lines end
	var of []int       // of each, its part
	var last Box
	control := 0
	for i := range n {
		segment := s.in.run(f.segment, o, uint64(i))
		if segment == 0 || s.in.run(f.point, segment, at, at+4) == 0 {
			continue
		}
		raw := s.in.read(s.in.out, 8)
		x, y := float64(math.Float32frombits(binary.LittleEndian.Uint32(raw))), float64(math.Float32frombits(binary.LittleEndian.Uint32(raw[4:])))
		kind := s.in.run(f.segmentKind, segment)
		point := s.place([4]float64{x, y, x, y}, m)
		if kind == move || len(parts) == 0 {
			parts, last = append(parts, point), point
			continue
		}
		b := &parts[len(parts)-1]
		*b = Box{min(b.X0, point.X0), min(b.Y0, point.Y0), max(b.X1, point.X1), max(b.Y1, point.Y1)}
		if kind != line {
			if control++; control%3 != 0 { // two points pull at a curve before the one at which it ends
				continue
			}
		} else {
			turns, of = append(turns, point), append(of, len(parts)-1)
		}
		if math.Abs(point.X0-last.X0) > level && math.Abs(point.Y0-last.Y0) > level {
			if kind == line {
				return nil, true
			}
			bends = append(bends, [2]Box{last, point})
		}
		last = point
	}
	within := func(p, b Box) bool {
		return p.X0 > b.X0+corner && p.X0 < b.X1-corner && p.Y0 > b.Y0+corner && p.Y0 < b.Y1-corner
	}
	steps := make([]int, len(parts))
	for i, p := range turns {
		if within(p, parts[of[i]]) {
			if steps[of[i]]++; steps[of[i]] >= inner {
				return nil, true
			}
		}
	}
	for _, bend := range bends {
		for _, p := range bend {
			if !slices.ContainsFunc(parts, func(b Box) bool { return !within(p, b) }) {
				return nil, true
			}
		}
	}
	return parts, false
}

// matrix is an object's own.
func (in *instance) matrix(o uint64) (m matrix) {
	if in.call("FPDFPageObj_GetMatrix", o, uint64(in.out)) == 0 {
		return identity
	}
	b := in.read(in.out, 24)
	for i := range m {
		m[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:])))
	}
	return m
}
