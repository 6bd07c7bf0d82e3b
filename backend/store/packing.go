package store

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"unicode/utf8"

	"lectern/backend/messages"
)

// The boxes of a page's characters are packed one after the other, nearly all of them into one byte, and these deflated: a
// character of one height mostly is as wide as it was before, begins where the one before ended, and behind a space at the
// same distance as behind the last one, give or take one unit that rounding makes.
//
//	noPlace     the zero box
//	near + n    the width and the distance are as expected, give or take one: n = 3·(width + 1) + distance + 1
//	far + n     the width is so, n = width + 1, and the distance follows
//	other + n   the distance is so, n = distance + 1, and the width follows
//	unlike      width and distance follow
//	row         the upper and lower edge follow, and then one of the above; all others have those of the one before
//
// Whatever follows is a varint. In front of all stands boxesMark, which tells the packing.
const (
	boxesMark = 8
	noBox     = 0
	near      = 1
	far       = near + 9
	other     = far + 3
	unlike    = other + 3
	newRow    = unlike + 1
)

// expected is what is known of boxes by those before.
type expected struct {
	last   Box
	placed bool              // the one before has a place
	gap    uint16            // the distance behind the last zero box
	widths map[uint64]uint16 // by character and height
}

func (e *expected) key(r rune, b Box) uint64 { return uint64(r)<<16 | uint64(b.Y1-b.Y0) }

func (e *expected) step() uint16 {
	if e.placed {
		return 0
	}
	return e.gap
}

// learn takes a box up. What begins a line is at no distance from the one before.
func (e *expected) learn(key uint64, b Box) {
	if !e.placed && b.Y0 == e.last.Y0 {
		e.gap = b.X0 - e.last.X1
	}
	e.widths[key], e.last, e.placed = b.X1-b.X0, b, true
}

// PackBoxes writes the boxes of a text's characters, one for each.
func PackBoxes(text string, boxes []Box) []byte {
	codes := make([]byte, 0, 2*len(boxes))
	e := expected{widths: map[uint64]uint16{}}
	i := 0
	for _, r := range text {
		if i == len(boxes) {
			break
		}
		b := boxes[i]
		if i++; b == (Box{}) {
			codes = append(codes, noBox)
			e.placed = false
			continue
		}
		b.X1 = max(b.X0, b.X1)
		if b.Y0 != e.last.Y0 || b.Y1 != e.last.Y1 {
			codes = append(codes, newRow)
			codes = binary.AppendUvarint(codes, uint64(b.Y0))
			codes = binary.AppendUvarint(codes, uint64(b.Y1))
		}
		key := e.key(r, b)
		width, step := b.X1-b.X0, b.X0-e.last.X1 // modulo 65,536
		w, s := width-e.widths[key]+1, step-e.step()+1
		switch {
		case w <= 2 && s <= 2:
			codes = append(codes, near+byte(3*w+s))
		case w <= 2:
			codes = binary.AppendVarint(append(codes, far+byte(w)), int64(int16(step)))
		case s <= 2:
			codes = binary.AppendUvarint(append(codes, other+byte(s)), uint64(width))
		default:
			codes = binary.AppendUvarint(append(codes, unlike), uint64(width))
			codes = binary.AppendVarint(codes, int64(int16(step)))
		}
		e.learn(key, b)
	}
	out := bytes.NewBuffer([]byte{boxesMark})
	p := packers.Get().(*flate.Writer)
	defer packers.Put(p)
	p.Reset(out)
	if _, err := p.Write(codes); err != nil || p.Close() != nil { // a buffer takes whatever it is given
		return nil
	}
	return out.Bytes()
}

var errBoxes = messages.Error("store.places-damaged")

// unpackBoxes reads what PackBoxes wrote for a text.
func unpackBoxes(text string, packed []byte) ([]Box, error) {
	n := utf8.RuneCountInString(text)
	if len(packed) == 0 || packed[0] != boxesMark {
		return unpackEarlier(packed, n)
	}
	const longest = 16 // bytes of a box
	from := bytes.NewReader(packed[1:])
	codes, err := io.ReadAll(io.LimitReader(flate.NewReader(from), int64(longest*n+1)))
	if err != nil || from.Len() > 0 {
		return nil, errBoxes
	}
	in := numbers{rest: codes}
	out := make([]Box, 0, n)
	e := expected{widths: map[uint64]uint16{}}
	for _, r := range text {
		code, b := in.byte(), e.last
		if code == newRow {
			b.Y0, b.Y1 = in.uint16(), in.uint16()
			if code = in.byte(); code == noBox {
				return nil, errBoxes
			}
		}
		if code == noBox {
			out = append(out, Box{})
			e.placed = false
			continue
		}
		key := e.key(r, b)
		width, step := e.widths[key], e.step()
		switch {
		case code < far:
			width += uint16(code-near)/3 - 1
			step += uint16(code-near)%3 - 1
		case code < other:
			width += uint16(code-far) - 1
			step = uint16(in.signed())
		case code < unlike:
			step += uint16(code-other) - 1
			width = in.uint16()
		case code == unlike:
			width, step = in.uint16(), uint16(in.signed())
		default:
			return nil, errBoxes
		}
		b.X0 = e.last.X1 + step
		b.X1 = b.X0 + width
		out = append(out, b)
		e.learn(key, b)
	}
	if in.bad || len(in.rest) > 0 {
		return nil, errBoxes
	}
	return out, nil
}

// numbers reads varints. What isn't there, or is too large, makes it bad and reads as zero.
type numbers struct {
	rest []byte
	bad  bool
}

func (in *numbers) byte() byte {
	if len(in.rest) == 0 {
		in.bad = true
		return 0
	}
	b := in.rest[0]
	in.rest = in.rest[1:]
	return b
}

func (in *numbers) uint16() uint16 {
	v, size := binary.Uvarint(in.rest)
	if size <= 0 || v > boxScale {
		in.bad, in.rest = true, nil
		return 0
	}
	in.rest = in.rest[size:]
	return uint16(v)
}

func (in *numbers) signed() int64 {
	v, size := binary.Varint(in.rest)
	if size <= 0 {
		in.bad, in.rest = true, nil
		return 0
	}
	in.rest = in.rest[size:]
	return v
}
