package pdf

import (
	"encoding/binary"
	"math"
	"slices"
	"unicode/utf16"
)

// Glyph is one character of a page. A space has no size, and stands where the reader saw one.
type Glyph struct {
	R rune // '\n' where the reader saw a line's end; U+0002 for a hyphen there
	Flags
	Box
}

// Box is a part of a page: in points from its upper left corner, as the page is shown.
type Box struct{ X0, Y0, X1, Y1 float64 }

// Flags are what else is known of a glyph.
type Flags uint8

// The flags of a glyph.
const (
	Turned Flags = 1 << iota // it runs upwards or downwards, other than most of its page
	Bold
	Unmapped // the file doesn't say which character it is
)

// view is how a page is shown: the part that can be seen, and how it is turned.
type view struct {
	left, top, right, bottom float64 // in the file's own directions, y growing upwards
	turn                     uint64  // quarters, clockwise
}

func (in *instance) view(page uint64) (v view) {
	in.call("FPDF_GetPageBoundingBox", page, uint64(in.out))
	v.left, v.top, v.right, v.bottom = in.floats()
	v.turn = in.call("FPDFPage_GetRotation", page) & 3
	return v
}

// size is the page's width and height as it is shown.
func (v view) size() (width, height float64) {
	width, height = v.right-v.left, v.top-v.bottom
	if v.turn%2 == 1 {
		width, height = height, width
	}
	return width, height
}

// place brings a box to the page as it is shown.
func (v view) place(x0, y0, x1, y1 float64) Box {
	if x0 > x1 {
		x0, x1 = x1, x0
	}
	if y0 > y1 {
		y0, y1 = y1, y0
	}
	x0, x1, y0, y1 = x0-v.left, x1-v.left, v.top-y1, v.top-y0
	w, h := v.right-v.left, v.top-v.bottom
	switch v.turn {
	case 1:
		return Box{h - y1, x0, h - y0, x1}
	case 2:
		return Box{w - x1, h - y1, w - x0, h - y0}
	case 3:
		return Box{y0, w - x1, y1, w - x0}
	}
	return Box{x0, y0, x1, y1}
}

// characters are a page's glyphs in pdfium's order.
type characters struct {
	glyphs  []Glyph
	index   []int32 // of each in pdfium's text
	outside []rune  // those that stand beside the visible page
}

// glyphs reads a page's characters, into the room of others.
func (in *instance) glyphs(c *characters, text uint64, v view) error {
	n := int(int32(in.call("FPDFText_CountChars", text)))
	if n > MaxChars {
		return ErrTooMuch
	}
	out, index := slices.Grow(c.glyphs[:0], max(n, 0)), slices.Grow(c.index[:0], max(n, 0))
	c.outside = c.outside[:0]
	width, height := v.size()
	hidden := false // characters outside the page were left out since the last one
	var cut cut
	var manner manner
	ask := in.mannerOf(text, v)
	box := in.function("FPDFText_GetLooseCharBox")
	for i, r := range in.runes(text, max(n, 0)) {
		switch r {
		case 0, '\r':
			continue
		case '\n', ' ':
			out, index = append(out, Glyph{R: r}), append(index, int32(i))
			manner.known = false
			c.outside = cut.end(c.outside, r)
			continue
		}
		g := Glyph{R: r}
		if in.run(box, text, uint64(i), uint64(in.out)) != 0 {
			x0, y1, x1, y0 := in.floats()
			g.Box = v.place(x0, y0, x1, y1)
			if g.X1 < 0 || g.X0 > width || g.Y1 < 0 || g.Y0 > height {
				hidden, cut.outside = true, append(cut.outside, r)
				continue
			}
		}
		if hidden {
			out, index = append(out, Glyph{R: '\n'}), append(index, int32(i))
			hidden, manner.known = false, false
		}
		cut.shown = true
		if utf16.IsSurrogate(r) { // pdfium gives the halves one after the other
			if last := len(out) - 1; last >= 0 && utf16.IsSurrogate(out[last].R) {
				if whole := utf16.DecodeRune(out[last].R, r); whole != '\uFFFD' {
					out[last].R = whole
					continue
				}
			}
		}
		if !manner.known || manner.Flags&Turned != 0 && !below(out[len(out)-1].Box, g.Box) { // a word is written in one manner: asking for every character would take as long as reading it
			manner = ask(i)
		}
		g.Flags = manner.Flags
		out, index = append(out, g), append(index, int32(i))
	}
	c.outside = cut.end(c.outside, '\n')
	c.glyphs, c.index = upright(out), index
	return nil
}

// cut is a word at the edge of the page: of one that begins on it, or ends there, what lies beside the page is nothing to
// speak of.
type cut struct {
	outside []rune
	shown   bool
}

// end ends the word, and adds it to those that stand wholly outside, with what comes after it.
func (c *cut) end(words []rune, after rune) []rune {
	if len(c.outside) > 0 && !c.shown {
		words = append(append(words, c.outside...), after)
	}
	c.outside, c.shown = c.outside[:0], false
	return words
}

// below tells whether two boxes stand one above the other, as the characters of a word that runs upwards do.
func below(a, b Box) bool {
	return 2*(min(a.X1, b.X1)-max(a.X0, b.X0)) > min(a.X1-a.X0, b.X1-b.X0)
}

// runes are the n characters of a page. pdfium gives them all at once, but leaves out some that can't be text:
// where it did, each is asked for.
func (in *instance) runes(text uint64, n int) []rune {
	out := make([]rune, n)
	at := in.allocate(2*n + 2)
	defer in.call("free", uint64(at))
	if in.call("FPDFText_GetText", text, 0, uint64(n), uint64(at)) == uint64(n)+1 {
		units := in.read(at, uint32(2*n))
		for i := range out {
			r := rune(binary.LittleEndian.Uint16(units[2*i:]))
			if r == 0xFFFE { // a hyphen at a line's end
				r = 2
			}
			out[i] = r
		}
		return out
	}
	one := in.function("FPDFText_GetUnicode")
	for i := range out {
		out[i] = rune(uint32(in.run(one, text, uint64(i))))
	}
	return out
}

// manner is how a word is written.
type manner struct {
	known bool
	Flags
}

// mannerOf asks how the character at a place is written.
func (in *instance) mannerOf(text uint64, v view) func(i int) manner {
	const bold = 600 // FPDFText_GetFontWeight
	unmapped, turn, weight := in.function("FPDFText_HasUnicodeMapError"), in.function("FPDFText_GetCharAngle"), in.function("FPDFText_GetFontWeight")
	return func(i int) manner {
		m := manner{known: true}
		if in.run(unmapped, text, uint64(i)) == 1 {
			m.Flags |= Unmapped
		}
		angle := float64(math.Float32frombits(uint32(in.run(turn, text, uint64(i)))))
		if across := angle != 0 && math.Abs(math.Sin(angle)) > 0.7; across != (v.turn%2 == 1) {
			m.Flags |= Turned
		}
		if int32(in.run(weight, text, uint64(i))) >= bold {
			m.Flags |= Bold
		}
		return m
	}
}

// upright says of a page most of whose characters run the same way that they aren't turned.
func upright(glyphs []Glyph) []Glyph {
	turned, all := 0, 0
	for _, g := range glyphs {
		if g.R != ' ' && g.R != '\n' {
			all++
			if g.Flags&Turned != 0 {
				turned++
			}
		}
	}
	if 2*turned > all {
		for i := range glyphs {
			if r := glyphs[i].R; r != ' ' && r != '\n' {
				glyphs[i].Flags ^= Turned
			}
		}
	}
	return glyphs
}
