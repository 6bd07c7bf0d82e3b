package pdf

import (
	"encoding/binary"
	"math"
)

// A suspect is a text object that something speaks against being seen. What speaks against it is cheap to find out and
// proves nothing: white text stands on dark heads, and what is drawn over a text may be a frame. Only pages with suspects
// are drawn, and what is drawn decides: see look.

// reasons are what speaks against a text's being seen.
type reasons uint8

const (
	undrawn  reasons = 1 << iota // its render mode draws nothing
	pale                         // it is almost white, or has almost the colour of what is painted under it
	pictured                     // a picture or a blend lies under it, which may have its colour
	faint                        // it is drawn through a mask, or almost transparent, or mixed with what lies under it
	covered                      // something is painted over it
	clipped                      // it stands outside what it is clipped to
	layered                      // it is marked as a part of a layer, which may be switched off
)

const (
	maxObjects = 200_000    // of a page, those inside forms too
	maxPairs   = 30_000_000 // of a text and something painted that are compared
	deepest    = 12         // forms inside forms
	bands      = 64         // that a page is cut into, so that few paints are compared with a text
)

// textObject is a text object of a page.
type textObject struct {
	handle uint64
	at     int // its turn in the order of drawing
	box    Box // on the page as it is shown
	colour [3]uint8
	plain  bool // the colour is its only one
	off    bool // it isn't drawn now
	reasons
}

// paint is something drawn that isn't text.
type paint struct {
	at      int
	box     Box
	colour  [3]uint8
	plain   bool // it has that one colour
	picture bool
	letter  bool // it is as large as one, and no box: letters that were made outlines are
}

// scene is what a page draws.
type scene struct {
	in          *instance
	page        *Page
	view        view
	texts       []textObject
	paints      []paint
	others      []uint64 // what is drawn but neither text nor a form
	objects     int
	clips       map[uint32]Box // what is clipped to, by its address in pdfium's memory
	drawings    map[states]drawing
	asked       int    // drawings
	last        states // of the object before
	lastDrawing drawing
	lastClip    uint32
	lastClipBox Box
	layers      bool            // the file has layers
	marks       map[uint64]bool // whether a mark is a layer's, by its address
	overflow    bool            // there is more than is looked at
	pictured    float64         // square points that pictures cover
	traced      int             // parts of paths that were looked at
	icon        bool            // what is drawn now is a part of a small form, whose lines are no table's
}

// matrix is a PDF matrix.
type matrix [6]float64

var identity = matrix{1, 0, 0, 1, 0, 0}

// then is the matrix that does m first and n after it.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

// bounds is the box around a box that was moved by the matrix: left, top, right, bottom in the file's directions.
func (m matrix) bounds(x0, y0, x1, y1 float64) (float64, float64, float64, float64) {
	if m == identity {
		return x0, y0, x1, y1
	}
	ax, ay := m[0]*x0+m[2]*y0+m[4], m[1]*x0+m[3]*y0+m[5]
	bx, by := m[0]*x1+m[2]*y0+m[4], m[1]*x1+m[3]*y0+m[5]
	cx, cy := m[0]*x0+m[2]*y1+m[4], m[1]*x0+m[3]*y1+m[5]
	dx, dy := m[0]*x1+m[2]*y1+m[4], m[1]*x1+m[3]*y1+m[5]
	return min(ax, bx, cx, dx), min(ay, by, cy, dy), max(ax, bx, cx, dx), max(ay, by, cy, dy)
}

// place is where bounds in a form's directions are on the page as it is shown.
func (s *scene) place(b [4]float64, m matrix) Box {
	return s.view.place(m.bounds(b[0], b[3], b[2], b[1]))
}

// text takes down a text object, with what can be told of it alone.
func (s *scene) text(f objectCalls, o uint64, m matrix, of reasons) {
	const invisible, clip, strokes, clips = 3, 7, 1, 4 // render modes; those from clips on are shown, and clip
	const light, faintest = 230, 40                    // of 255
	t := textObject{handle: o, at: s.objects, reasons: of}
	mode := s.in.run(f.mode, o)
	states, clipping := s.in.stated(f, o)
	d := s.drawing(f, o, states)
	alpha := d.fillAlpha
	switch t.colour, t.plain = d.fill, d.plainFill; mode {
	case invisible, clip:
		t.reasons |= undrawn
	case strokes, strokes + clips:
		t.colour, alpha, t.plain = s.in.colour(f.stroke, o)
	case 0, clips:
	default: // filled and outlined: it has two colours
		_, second, _ := s.in.colour(f.stroke, o)
		t.plain, alpha = false, max(alpha, second)
	}
	if min(t.colour[0], t.colour[1], t.colour[2]) >= light || !t.plain {
		t.reasons |= pale
	}
	if alpha <= faintest || d.mixed {
		t.reasons |= faint
	}
	if s.layers && s.layer(f, o) {
		t.reasons |= layered
	}
	b, ok := s.in.where(f, o)
	if !ok {
		return
	}
	t.box = s.place(b, m)
	if clipping != 0 {
		if c, ok := s.clip(f, o, clipping, m); ok && 4*overlap(t.box, c) < 3*area(t.box) {
			t.reasons |= clipped
		}
	}
	s.texts = append(s.texts, t)
}

// clip is the box that an object is clipped to. Many objects share what they are clipped to, and asking for it takes
// many calls; so it is kept by its address.
func (s *scene) clip(f objectCalls, o uint64, address uint32, m matrix) (Box, bool) {
	if address == s.lastClip {
		return s.lastClipBox, s.lastClipBox != (Box{})
	}
	if b, known := s.clips[address]; known {
		s.lastClip, s.lastClipBox = address, b
		return b, b != (Box{})
	}
	const most = 400 // points of a path
	clip := s.in.run(f.clip, o)
	segment, point := s.in.function("FPDFClipPath_GetPathSegment"), s.in.function("FPDFPathSegment_GetPoint")
	all := [4]float64{math.Inf(-1), math.Inf(-1), math.Inf(1), math.Inf(1)}
	found := false
	for i := range min(int(int32(s.in.call("FPDFClipPath_CountPaths", clip))), most) {
		n := int(int32(s.in.call("FPDFClipPath_CountPathSegments", clip, uint64(i))))
		if n < 1 || n > most {
			continue
		}
		x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
		for k := range n {
			p := s.in.run(segment, clip, uint64(i), uint64(k))
			if p != 0 && s.in.run(point, p, uint64(s.in.out), uint64(s.in.out)+4) != 0 {
				x, y, _, _ := s.in.floats()
				x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
			}
		}
		all = [4]float64{max(all[0], x0), max(all[1], y0), min(all[2], x1), min(all[3], y1)}
		found = true
	}
	var b Box
	if found {
		b = Box{X0: -1, Y0: -1, X1: -1, Y1: -1} // nothing is left
		if all[0] < all[2] && all[1] < all[3] {
			b = s.place(all, m)
		}
	}
	s.clips[address] = b
	return b, found
}

// layer tells whether an object belongs to a layer. The objects of a paragraph share its marks.
func (s *scene) layer(f objectCalls, o uint64) bool {
	const most = 16
	for i := range min(int(int32(s.in.run(f.marks, o))), most) {
		mark := s.in.run(f.marked, o, uint64(i))
		is, known := s.marks[mark]
		if !known {
			is = s.in.utf16(func(at, n uint64) uint64 {
				s.in.call("FPDFPageObjMark_GetName", mark, at, n, uint64(s.in.out))
				return uint64(binary.LittleEndian.Uint32(s.in.read(s.in.out, 4)))
			}) == "OC"
			s.marks[mark] = is
		}
		if is {
			return true
		}
	}
	return false
}

// painted takes down something drawn that isn't text, and tells whether it is filled.
func (s *scene) painted(f objectCalls, o, kind uint64, b Box) bool {
	const least = 2.0 // points: thinner hides nothing, and lies behind nothing
	if b.X1-b.X0 < least || b.Y1-b.Y0 < least {
		return false
	}
	p := paint{at: s.objects, box: b, picture: kind == objectImage}
	if kind == objectPath {
		at := uint64(s.in.out) + 16
		if s.in.run(f.drawMode, o, at, at+4) == 0 || binary.LittleEndian.Uint32(s.in.read(uint32(at), 4)) == 0 {
			return false // an outline
		}
		var alpha uint8
		if p.colour, alpha, p.plain = s.in.colour(f.fill, o); alpha == 0 {
			return false
		}
		const large, box = 30.0, 5 // points; pieces of a box's outline
		p.letter = max(b.X1-b.X0, b.Y1-b.Y0) <= large && int32(s.in.run(f.segments, o)) > box
	}
	s.paints = append(s.paints, p)
	return true
}

// inside takes down what a form draws.
func (s *scene) inside(f objectCalls, form uint64, m matrix, of reasons, depth int) {
	if depth > deepest {
		s.overflow = true
		return
	}
	if s.in.run(f.mixed, form) != 0 {
		of |= faint
	}
	m = s.in.matrix(form).then(m)
	object := s.in.function("FPDFFormObj_GetObject")
	for i := range max(int(int32(s.in.call("FPDFFormObj_CountObjects", form))), 0) {
		if s.objects++; s.objects > maxObjects {
			s.overflow = true
			return
		}
		o := s.in.run(object, form, uint64(i))
		if o != 0 {
			s.object(f, o, s.in.kind(f, o), m, of, depth)
		}
	}
}

// object takes down an object that stands inside depth forms.
func (s *scene) object(f objectCalls, o, kind uint64, m matrix, of reasons, depth int) {
	switch kind {
	case objectText:
		s.text(f, o, m, of)
	case objectForm:
		if s.layers {
			of |= layered
		}
		s.page.Drawn = true
		was := s.icon
		s.icon = was || s.small(f, o, m)
		s.inside(f, o, m, of, depth+1)
		s.icon = was
	default:
		s.drawn(f, o, kind, m, depth)
	}
}

// cover takes down what annotations draw over the page.
func (s *scene) cover(boxes []Box) {
	for _, b := range boxes {
		s.objects++
		s.paints = append(s.paints, paint{at: s.objects, box: b})
	}
}

// suspect finds what speaks against texts in what is painted under and over them, and tells whether anything speaks
// against one.
func (s *scene) suspect(height float64) (any bool) {
	const near, halves = 60, .5
	var in [bands][]int32 // the paints that stand in a band
	band := func(y float64) int { return int(min(max(y/max(height, 1)*bands, 0), bands-1)) }
	for i, p := range s.paints {
		for k := band(p.box.Y0); k <= band(p.box.Y1); k++ {
			in[k] = append(in[k], int32(i))
		}
	}
	pairs := 0
	for i := range s.texts {
		t := &s.texts[i]
		whole := area(t.box)
		over := 0.0
		here := in[band((t.box.Y0+t.box.Y1)/2)]
		if pairs += len(here); pairs > maxPairs {
			s.overflow = true
			break
		}
		for _, k := range here {
			p := &s.paints[k]
			if p.box.X1 <= t.box.X0 || p.box.X0 >= t.box.X1 {
				continue
			}
			part := overlap(t.box, p.box)
			if part <= 0 {
				continue
			}
			switch {
			case p.at > t.at:
				over += part
			case !p.plain:
				t.reasons |= pictured
			case t.plain && distance(p.colour, t.colour) < near:
				t.reasons |= pale
			}
		}
		if whole > 0 && over >= halves*whole {
			t.reasons |= covered
		}
		any = any || t.reasons != 0
	}
	return any
}

// distance is how far two colours lie apart: the most that red, green or blue differ by.
func distance(a, b [3]uint8) int {
	d := 0
	for i := range a {
		d = max(d, int(a[i])-int(b[i]), int(b[i])-int(a[i]))
	}
	return d
}

func area(b Box) float64 { return max(b.X1-b.X0, 0) * max(b.Y1-b.Y0, 0) }

func overlap(a, b Box) float64 {
	w, h := min(a.X1, b.X1)-max(a.X0, b.X0), min(a.Y1, b.Y1)-max(a.Y0, b.Y0)
	return max(w, 0) * max(h, 0)
}
