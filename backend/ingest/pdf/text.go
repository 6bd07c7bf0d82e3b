package pdf

import (
	"strings"
	"unicode/utf16"
)

// text assembles a page's characters in pdfium's order: those that the visible page shows, as FPDFText_GetBoundedText
// would, and with the gaps between lines, which only the characters' boxes tell.
func (in *instance) text(page, text uint64) (string, error) {
	n := int(int32(in.call("FPDFText_CountChars", text)))
	if n > MaxChars {
		return "", ErrTooMuch
	}
	out := uint64(in.out)
	in.call("FPDF_GetPageBoundingBox", page, out)
	left, top, right, bottom := in.floats()
	turn := in.call("FPDFPage_GetRotation", page) & 3
	var l layout
	hidden := false // characters outside the page were left out since the last one
	for i := range max(n, 0) {
		r := rune(uint32(in.call("FPDFText_GetUnicode", text, uint64(i))))
		switch r {
		case 0, '\r':
			continue
		case '\n':
			l.newline()
			continue
		case ' ':
			l.space()
			continue
		}
		if in.call("FPDFText_GetLooseCharBox", text, uint64(i), out) == 0 {
			l.glyph(r, l.last)
			continue
		}
		x0, y1, x1, y0 := in.floats()
		x0, x1, y0, y1 = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
		if x1 < left || x0 > right || y1 < bottom || y0 > top {
			hidden = true
			continue
		}
		if hidden {
			l.newline()
			hidden = false
		}
		switch turn { // to the page as it is shown, y growing downwards
		case 0:
			y0, y1 = -y1, -y0
		case 1:
			x0, y0, x1, y1 = y0, x0, y1, x1
		case 2:
			x0, x1 = -x1, -x0
		case 3:
			x0, y0, x1, y1 = -y1, -x1, -y0, -x0
		}
		l.glyph(r, box{x0, y0, x1, y1})
	}
	return l.String(), nil
}

type box struct{ x0, y0, x1, y1 float64 }

func (b box) height() float64 { return b.y1 - b.y0 }

// line is a line of text and the room that it takes.
type line struct {
	runes []rune
	box
}

// layout collects characters into lines, and lines into paragraphs.
type layout struct {
	lines   []line
	current line
	last    box
	blank   bool // a space is due before the next character
}

func (l *layout) space() { l.blank = true }

func (l *layout) newline() {
	if len(l.current.runes) > 0 {
		l.lines = append(l.lines, l.current)
	}
	l.current = line{}
	l.blank = false
}

// glyph adds a character. One that stands wholly below or above the line, and to the left, begins another, whether or
// not a line break was announced; in a line that is turned the characters follow each other.
func (l *layout) glyph(r rune, b box) {
	c := &l.current
	if h := b.height(); len(c.runes) > 0 && h > 0 && c.height() > 0 && (b.y0 >= c.y1 || b.y1 <= c.y0) && b.x0 < l.last.x0-2*h {
		l.newline()
	}
	if l.blank && len(c.runes) > 0 {
		c.runes = append(c.runes, ' ')
	}
	l.blank = false
	if len(c.runes) == 0 {
		c.box = b
	}
	c.runes = append(c.runes, r)
	c.x0, c.y0, c.x1, c.y1 = min(c.x0, b.x0), min(c.y0, b.y0), max(c.x1, b.x1), max(c.y1, b.y1)
	l.last = b
}

// String writes the lines, with an empty one where a paragraph ends: a jump back up the page, a gap wider than the
// page's usual one by a third, or a change of size by a fifth.
func (l *layout) String() string {
	l.newline()
	usual := l.leading()
	var s strings.Builder
	for i, line := range l.lines {
		if i > 0 {
			s.WriteByte('\n')
			if l.lines[i-1].apart(line, usual) {
				s.WriteByte('\n')
			}
		}
		for k := 0; k < len(line.runes); k++ {
			r := line.runes[k]
			if utf16.IsSurrogate(r) && k+1 < len(line.runes) {
				r = utf16.DecodeRune(r, line.runes[k+1])
				k++
			}
			s.WriteRune(r)
		}
	}
	return s.String()
}

// step is how far the next line lies below this one, in heights of the smaller; 0 when it isn't below.
func (a line) step(b line) float64 {
	h := min(a.height(), b.height())
	d := (b.y0+b.y1)/2 - (a.y0+a.y1)/2
	if h <= 0 || d <= h/2 {
		return 0
	}
	return d / h
}

// leading is the step that the page's lines keep most often, to a tenth of the height; the smallest of equals.
func (l *layout) leading() float64 {
	const most = 4 // heights: farther lines don't belong together
	var count [10*most + 1]int
	for i := 1; i < len(l.lines); i++ {
		if s := l.lines[i-1].step(l.lines[i]); s > 0 && s < most {
			count[int(s*10)]++
		}
	}
	best := 12
	for s, n := range count {
		if n > count[best] {
			best = s
		}
	}
	return float64(best)/10 + 0.05
}

func (a line) apart(b line, usual float64) bool {
	if min(a.height(), b.height()) <= 0 {
		return false
	}
	s := a.step(b)
	if s == 0 { // beside: a cell of the same row, or a jump up to the next column
		return b.y1 < a.y0
	}
	tall, low := max(a.height(), b.height()), min(a.height(), b.height())
	return s > usual*4/3 || tall > low*6/5
}
