package pdf

import (
	"encoding/binary"
	"math"

	"github.com/tetratelabs/wazero/api"
)

// Filings set every letter as an object of its own, thousands a page, and each call of pdfium costs as much as the rest of
// what is done for one. So what most objects have in common is asked for once, and told by the addresses of their states,
// which pdfium shares between them; and where an object stands is read from its memory. Where in an object these lie is
// found by asking for the first ones in both ways, and asked again now and then: if the answers differ, calls do it all.

// states are the addresses of an object's states that its colours and its blending depend on.
type states [3]uint32

// drawing is what objects with the same states share. A colour that isn't plain is a pattern's.
type drawing struct {
	fill      [3]uint8
	fillAlpha uint8
	plainFill bool
	mixed     bool // it is blended, masked or not opaque
}

// offsets say where in an object its states and its place lie.
type offsets struct {
	clip   uint64 // the first of the states; 0: not known
	rect   uint64 // 0: not known
	tested int    // objects that were asked for in both ways
	seen   int
	wrong  bool
	apart  bool // objects share no states that could be told

	kinds    [5]struct{ sign, kind uint32 } // an object's first word tells its kind
	kindless bool                           // it doesn't
}

const (
	objectBytes = 160 // of an object's memory that are looked at
	trusted     = 16  // objects after which an offset is believed
	again       = 512 // objects of which one is tested again
)

// objectCalls are pdfium's functions that are called for every object.
type objectCalls struct {
	object, kind, bounds, mode, fill, stroke, mixed, drawMode, clip, marks, marked, segments, segment, segmentKind, point api.Function
}

func (in *instance) objectCalls() objectCalls {
	f := in.function
	return objectCalls{
		f("FPDFPage_GetObject"), f("FPDFPageObj_GetType"), f("FPDFPageObj_GetBounds"), f("FPDFTextObj_GetTextRenderMode"), f("FPDFPageObj_GetFillColor"),
		f("FPDFPageObj_GetStrokeColor"), f("FPDFPageObj_HasTransparency"), f("FPDFPath_GetDrawMode"), f("FPDFPageObj_GetClipPath"), f("FPDFPageObj_CountMarks"), f("FPDFPageObj_GetMark"),
		f("FPDFPath_CountSegments"), f("FPDFPath_GetPathSegment"), f("FPDFPathSegment_GetType"), f("FPDFPathSegment_GetPoint"),
	}
}

// kind is an object's. All of a kind begin with the same word, the address of their functions.
func (in *instance) kind(f objectCalls, o uint64) uint64 {
	w := &in.offsets
	w.seen++
	sign := binary.LittleEndian.Uint32(in.read(uint32(o), 4))
	for i := range w.kinds {
		k := &w.kinds[i]
		switch {
		case w.kindless:
		case k.sign == sign && w.seen%again != 0:
			return uint64(k.kind)
		case k.sign == sign:
			kind := in.run(f.kind, o)
			w.kindless = kind != uint64(k.kind)
			return kind
		case k.sign == 0:
			k.sign, k.kind = sign, uint32(in.run(f.kind, o))
			return uint64(k.kind)
		}
	}
	return in.run(f.kind, o)
}

// bounds are where an object stands, in its form's directions: left, bottom, right, top.
func (in *instance) bounds(f objectCalls, o uint64) (b [4]float64, ok bool) {
	at := uint64(in.out)
	if in.run(f.bounds, o, at, at+4, at+8, at+12) == 0 {
		return b, false
	}
	b[0], b[1], b[2], b[3] = in.floats()
	return b, true
}

// where is bounds for text objects, of which there are many.
func (in *instance) where(f objectCalls, o uint64) (b [4]float64, ok bool) {
	w := &in.offsets
	if w.wrong || w.tested < trusted || w.seen%again == 0 {
		if b, ok = in.bounds(f, o); ok && !w.wrong {
			w.test(in.read(uint32(o), objectBytes), b)
		}
		return b, ok
	}
	return floatsAt(in.read(uint32(o), objectBytes), w.rect), true
}

// test finds where a place lies in an object, or whether it lies where it did.
func (w *offsets) test(memory []byte, b [4]float64) {
	if w.rect == 0 {
		if b[0] == b[2] || b[1] == b[3] { // zeros lie anywhere
			return
		}
		for at := uint64(0); at+16 <= uint64(len(memory)); at += 4 {
			if floatsAt(memory, at) == b {
				w.rect, w.tested = at, 1
				return
			}
		}
		w.wrong = true
		return
	}
	if floatsAt(memory, w.rect) != b {
		w.wrong = true
	}
	w.tested++
}

func floatsAt(memory []byte, at uint64) (b [4]float64) {
	for i := range b {
		b[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(memory[at+4*uint64(i):])))
	}
	return b
}

// stated gives the addresses of an object's states, and of what it is clipped to. In pdfium they follow each other: the
// clip, the line style, the colours, the text state and the general state.
func (in *instance) stated(f objectCalls, o uint64) (s states, clip uint32) {
	w := &in.offsets
	if w.clip == 0 {
		w.clip = in.run(f.clip, o) - o
		if w.clip > objectBytes-20 { // it isn't a part of the object: each is told by itself
			w.clip, in.apart = objectBytes, true
		}
	}
	if in.apart {
		return states{uint32(o)}, uint32(o)
	}
	m := in.read(uint32(o+w.clip), 20)
	word := binary.LittleEndian.Uint32
	return states{word(m[4:]), word(m[8:]), word(m[16:])}, word(m)
}

// colour reads an object's colour with fill or stroke. Where it has none of its own, as with a pattern, plain is false.
func (in *instance) colour(f api.Function, o uint64) (rgb [3]uint8, alpha uint8, plain bool) {
	at := uint64(in.out) + 16
	if in.run(f, o, at, at+4, at+8, at+12) == 0 {
		return rgb, 255, false
	}
	b := in.read(uint32(at), 16)
	return [3]uint8{b[0], b[4], b[8]}, b[12], true
}

// drawing is how an object is drawn.
func (s *scene) drawing(f objectCalls, o uint64, of states) (d drawing) {
	s.asked++
	if s.asked > 1 && of == s.last && s.asked%again != 0 && !s.in.apart { // as the one before, mostly
		return s.lastDrawing
	}
	s.last = of
	defer func() { s.lastDrawing = d }()
	if d, known := s.drawings[of]; known && s.asked%again != 0 && !s.in.apart {
		return d
	}
	d.fill, d.fillAlpha, d.plainFill = s.in.colour(f.fill, o)
	d.mixed = s.in.run(f.mixed, o) != 0
	if old, known := s.drawings[of]; known && old != d {
		s.in.apart = true
	}
	s.drawings[of] = d
	return d
}
