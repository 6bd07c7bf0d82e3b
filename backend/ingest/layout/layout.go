// Package layout makes lines of a page's characters, in the order in which a person reads them: column by column, with
// footnotes behind the text that they belong to, and what runs along every page's edge told apart.
//
// Readers mostly give characters in that order already. So their order stands, and is changed only where the boxes
// show that it can't be meant.
package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"lectern/backend/ingest/pdf"
)

// Role is what a line is on its page.
type Role uint8

// The roles of lines.
const (
	Body  Role = iota
	Head       // it runs along the upper edge of several pages
	Foot       // it runs along their lower edge
	Note       // a footnote
	Aside      // it runs upwards or downwards
)

// Line is a line of a page, or the part of one that stands in a column.
type Line struct {
	Runes  []rune
	Boxes  []Box   // of each rune; that of a space is the gap
	Box            // of all
	Size   float64 // the usual height of its characters, as a share of the page's height
	Bold   bool
	Turned bool // it runs upwards or downwards, other than most of its page
	Gap    bool // something empty stands between it and the line before
	Role   Role
}

// Box is a part of a page, as shares of 65,535 of its width and height.
type Box struct{ X0, Y0, X1, Y1 uint16 }

// Shape is something drawn that is no line.
type Shape struct {
	Box
	Kind pdf.ShapeKind
}

// Whole is the far edge of a page.
const Whole = 65535

// Page is a page taken apart.
type Page struct {
	Lines         []Line  // in reading order
	Pictured      []Line  // what was recognised in pictures beside them
	Rules         []Box   // lines that are drawn: thin in one direction
	Shapes        []Shape // what else is drawn
	Width, Height float64 // in points
	Unmapped      int     // characters of which the file doesn't say what they are
}

// Read takes a page apart.
func Read(p pdf.Page) Page {
	out := Page{Width: p.Width, Height: p.Height}
	l := collector{width: p.Width, height: p.Height, runes: make([]rune, 0, len(p.Glyphs)), boxes: make([]Box, 0, len(p.Glyphs))}
	l.newline()
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		if g.Flags&pdf.Unmapped != 0 {
			out.Unmapped++
		}
		switch g.R {
		case '\n':
			l.newline()
		case ' ':
			l.space()
		default:
			l.glyph(g)
		}
	}
	l.newline()
	if out.Unmapped > 0 && coded(p.Glyphs) {
		out.Unmapped = 0
	}
	lines := reordered(l.lines)
	lines = notesLast(lines)
	markGaps(lines)
	if len(lines) > 0 {
		out.Lines = make([]Line, 0, len(lines))
	}
	for _, line := range lines {
		out.Lines = append(out.Lines, line.packed(p.Width, p.Height))
	}
	for _, r := range p.Rules {
		out.Rules = append(out.Rules, packed(pdf.Box(r), p.Width, p.Height))
	}
	for _, x := range p.Shapes {
		out.Shapes = append(out.Shapes, Shape{packed(x.Box, p.Width, p.Height), x.Kind})
	}
	return out
}

// coded tells of a page whose codes are the characters themselves, as many files say in one range from 0000 to FFFF, which pdfium
// doesn't take: what it calls unknown reads as a language does. Were the codes numbers of glyphs, they would not happen to be
// letters of one script, with those among them that every text is full of.
func coded(glyphs []pdf.Glyph) bool {
	const kana, hanzi, cyrillic = .15, .05, .5 // shares that texts have at least
	var letters, ofKana, ofHanzi, ofCyrillic float64
	for i := range glyphs {
		r := glyphs[i].R
		if glyphs[i].Flags&pdf.Unmapped == 0 || !unicode.IsLetter(r) {
			continue
		}
		letters++
		switch {
		case unicode.Is(unicode.Hiragana, r):
			ofKana++
		case unicode.Is(unicode.Cyrillic, r):
			ofCyrillic++
		case strings.ContainsRune("的一是不了在有人这這中大来上国國", r): // the most frequent ones: some eighth of a text
			ofHanzi++
		}
	}
	return letters > 0 && (ofKana >= kana*letters || ofHanzi >= hanzi*letters || ofCyrillic >= cyrillic*letters)
}

// Characters counts a page's characters without spaces, and those of them that can't be text: U+FFFD, control characters
// but for the mark of a hyphen, and private use but for the bullets that old fonts have there.
func (p Page) Characters() (all, strange int) {
	for _, l := range p.Lines {
		for _, r := range l.Runes {
			switch {
			case r == ' ':
				continue
			case r > ' ' && r < 0x7F:
			case r == 2, r == 0xF0B7, r == 0xF0A7:
			case r == unicode.ReplacementChar, unicode.IsControl(r), unicode.Is(unicode.Co, r):
				strange++
			}
			all++
		}
	}
	return all, strange
}

// Letters is the share of a page's characters that are letters of a script, from 0 to 1.
func (p Page) Letters(script *unicode.RangeTable) float64 {
	all, of := 0, 0
	for _, l := range p.Lines {
		for _, r := range l.Runes {
			if r != ' ' {
				all++
				if unicode.Is(script, r) {
					of++
				}
			}
		}
	}
	return float64(of) / float64(max(all, 1))
}

// Odd tells whether most characters of a page are neither letters nor digits.
func (p Page) Odd() bool {
	all, plain := 0, 0
	for _, l := range p.Lines {
		for _, r := range l.Runes {
			if r != ' ' {
				all++
				if unicode.IsLetter(r) || unicode.IsDigit(r) {
					plain++
				}
			}
		}
	}
	return 2*plain < all
}

// line is a line that is being put together, in points.
type line struct {
	runes []rune
	boxes []Box
	pdf.Box
	size   float64 // median height of its characters
	bold   bool
	turned bool
	role   Role
	gap    bool
}

func (l line) height() float64 { return l.Y1 - l.Y0 }
func (l line) middle() float64 { return (l.Y0 + l.Y1) / 2 }

// collector makes lines of characters in the reader's order.
type collector struct {
	width, height float64 // of the page
	lines         []line
	current       line
	last          pdf.Box
	blank         bool // a space is due before the next character
	bold          int
	heights       []float64 // of the line's characters
	mixed         bool      // they differ
	runes         []rune    // room for those of the lines to come
	boxes         []Box
}

func (c *collector) space() { c.blank = true }

func (c *collector) newline() {
	if n := len(c.current.runes); n > 0 {
		if len(c.heights) > 0 {
			if c.mixed {
				slices.Sort(c.heights)
			}
			c.current.size = c.heights[len(c.heights)/2]
		}
		c.current.bold = 2*c.bold > n
		c.runes, c.boxes = c.current.runes[n:], c.current.boxes[n:]
		c.current.runes, c.current.boxes = joined(c.current.runes, c.current.boxes)
		c.lines = append(c.lines, c.current)
	}
	c.current, c.blank, c.bold = line{runes: c.runes, boxes: c.boxes}, false, 0
	c.heights, c.mixed = c.heights[:0], false
}

// glyph adds a character. One that stands wholly below or above the line, and to the left, begins another, whether or
// not a line's end was announced; so does one that runs in another direction.
func (c *collector) glyph(g *pdf.Glyph) {
	l, b := &c.current, g.Box
	turned := g.Flags&pdf.Turned != 0
	if b.X1 <= b.X0 && b.Y1 <= b.Y0 { // it has no place of its own
		b = pdf.Box{X0: c.last.X1, Y0: c.last.Y0, X1: c.last.X1, Y1: c.last.Y1}
	}
	h := b.Y1 - b.Y0
	if len(l.runes) > 0 && (l.turned != turned ||
		!turned && h > 0 && l.height() > 0 && (b.Y0 >= l.Y1 || b.Y1 <= l.Y0) && b.X0 < c.last.X0-2*h) {
		c.newline()
		l = &c.current
	}
	place := packed(b, c.width, c.height)
	if c.blank && len(l.runes) > 0 {
		gap := packed(pdf.Box{X0: min(c.last.X1, b.X0), X1: max(c.last.X1, b.X0)}, c.width, c.height)
		l.runes, l.boxes = append(l.runes, ' '), append(l.boxes, Box{gap.X0, place.Y0, gap.X1, place.Y1})
		c.tall(h)
	}
	c.blank = false
	if len(l.runes) == 0 {
		l.Box, l.turned = b, turned
	}
	l.runes, l.boxes = append(l.runes, g.R), append(l.boxes, place)
	c.tall(h)
	l.grow(b)
	if g.Flags&pdf.Bold != 0 {
		c.bold++
	}
	c.last = b
}

// grow makes the line's box hold another. The usual comparisons take half as long as min and max.
func (l *line) grow(b pdf.Box) {
	if b.X0 < l.X0 {
		l.X0 = b.X0
	}
	if b.Y0 < l.Y0 {
		l.Y0 = b.Y0
	}
	if b.X1 > l.X1 {
		l.X1 = b.X1
	}
	if b.Y1 > l.Y1 {
		l.Y1 = b.Y1
	}
}

// tall notes a character's height.
func (c *collector) tall(h float64) {
	if h > 0 {
		c.heights = append(c.heights, h)
		c.mixed = c.mixed || h != c.heights[0]
	}
}

// markGaps finds where paragraphs end: at a jump back up the page, a gap wider than the page's usual one by a third, or
// a change of size by a fifth.
func markGaps(lines []line) {
	usual := leading(lines)
	for i := 1; i < len(lines); i++ {
		lines[i].gap = lines[i-1].role != lines[i].role || lines[i-1].apart(lines[i], usual)
	}
}

// step is how far the next line lies below this one, in heights of the smaller; 0 when it isn't below.
func (l line) step(next line) float64 {
	h := min(l.height(), next.height())
	d := next.middle() - l.middle()
	if h <= 0 || d <= h/2 {
		return 0
	}
	return d / h
}

// leading is the step that the page's lines keep most often, to a tenth of the height; the smallest of equals.
func leading(lines []line) float64 {
	const most = 4 // heights: farther lines don't belong together
	var count [10*most + 1]int
	for i := 1; i < len(lines); i++ {
		if s := lines[i-1].step(lines[i]); s > 0 && s < most {
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

func (l line) apart(next line, usual float64) bool {
	if min(l.height(), next.height()) <= 0 {
		return false
	}
	s := l.step(next)
	if s == 0 { // beside: a cell of the same row, or a jump up to the next column
		return next.Y1 < l.Y0
	}
	tall, low := max(l.height(), next.height()), min(l.height(), next.height())
	return s > usual*4/3 || tall > low*6/5
}

// packed is the line in shares of the page.
func (l line) packed(width, height float64) Line {
	out := Line{Runes: l.runes, Boxes: l.boxes, Bold: l.bold, Turned: l.turned, Gap: l.gap, Role: l.role, Box: packed(l.Box, width, height)}
	if height > 0 {
		out.Size = l.size / height
	}
	return out
}

// packed is a box in shares of the page.
func packed(b pdf.Box, width, height float64) Box {
	return Box{share(b.X0, width), share(b.Y0, height), share(b.X1, width), share(b.Y1, height)}
}

func share(x, whole float64) uint16 {
	s := x / whole
	switch {
	case whole > 0 && s >= 1:
		return Whole
	case whole > 0 && s > 0:
		return uint16(s*Whole + .5)
	}
	return 0
}

// notesLast moves footnotes behind the text: lines in the lower half that are smaller than the page's text and begin
// with a mark, with the lines of the same size that follow them.
func notesLast(lines []line) []line {
	usual := usualSize(lines)
	lowest := 0.0
	for _, l := range lines {
		lowest = max(lowest, l.Y1)
	}
	in := false
	var body, notes []line
	for _, l := range lines {
		small := l.size > 0 && l.size < .92*usual && l.Y0 > lowest/2 && !l.turned
		switch {
		case small && l.marked():
			in = true
		case !small:
			in = false
		}
		if in {
			l.role = Note
			notes = append(notes, l)
		} else {
			if l.turned {
				l.role = Aside
			}
			body = append(body, l)
		}
	}
	slices.SortStableFunc(body, func(a, b line) int { return cmp.Compare(boolInt(a.turned), boolInt(b.turned)) })
	at := slices.IndexFunc(body, func(l line) bool { return l.turned })
	if at < 0 {
		at = len(body)
	}
	return slices.Insert(body, at, notes...)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// marked tells whether a line begins like a footnote: a number or a sign, then a letter.
func (l line) marked() bool {
	i := 0
	for i < len(l.runes) && i < 3 && (l.runes[i] >= '0' && l.runes[i] <= '9' || l.runes[i] >= '¹' && l.runes[i] <= '³' || slices.Contains([]rune("*†‡§()"), l.runes[i])) {
		i++
	}
	if i == 0 || i == len(l.runes) {
		return false
	}
	if l.runes[i] == ' ' {
		i++
	}
	return i < len(l.runes) && (l.runes[i] >= 'A' && l.runes[i] <= 'Z' || l.runes[i] > 0x7f || l.runes[i] >= 'a' && l.runes[i] <= 'z')
}

// usualSize is the size that most of a page's characters have.
func usualSize(lines []line) float64 {
	count := map[int]int{}
	best := 0
	for _, l := range lines {
		k := int(l.size*10 + .5)
		if count[k] += len(l.runes); count[k] > count[best] {
			best = k
		}
	}
	return float64(best) / 10
}
