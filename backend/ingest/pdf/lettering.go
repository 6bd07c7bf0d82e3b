package pdf

import (
	"math"
	"slices"
)

// A page draws more than text: scans, charts, diagrams, letters that were made outlines. What these say isn't among the page's
// characters, so the page without its text is drawn and searched for rows of marks, as letters stand in. A photo, a logo, a
// rule and a band of colour have few or none. What the marks say isn't found out here; that nobody has read them is.

const (
	pictureLeast = .03 // share of the page that a picture needs to be looked at: a smaller one is a logo or a bullet
	outlines     = 25  // paths of a letter's size that are looked at: as many may be letters that were made outlines
)

// worthLooking tells whether what is drawn besides text may hold letters. It is cheap, and lets few pages of prose and tables pass.
func (s *scene) worthLooking(p *Page) bool {
	if s.overflow || p.Width*p.Height <= 0 {
		return false
	}
	covered, small := 0.0, 0
	for _, q := range s.paints {
		switch {
		case q.picture:
			covered += overlap(q.box, Box{X1: p.Width, Y1: p.Height})
		case q.letter:
			small++
		}
	}
	return covered >= pictureLeast*p.Width*p.Height || small >= outlines || p.Drawn && len(s.texts) == 0
}

// pictured looks at what is drawn besides text.
func (l *look) pictured() {
	const scale, pixels = 100.0 / 72, 1_500_000 // 100 dots an inch, less on a sheet larger than two pages
	const faintest = .002                       // share of the pixels: less ink than a rule or two is none
	l.active(func(*textObject) bool { return false })
	c, ok := l.draw(Box{X1: l.p.Width, Y1: l.p.Height}, min(scale, math.Sqrt(pixels/(l.p.Width*l.p.Height))), true)
	l.active(func(*textObject) bool { return true })
	if !ok {
		return
	}
	l.spend(c.width * c.height)
	ink, n := c.ink()
	marks := c.marks(ink)
	rows := inRows(marks)
	if up := inRows(turned(marks)); len(up) > len(rows) {
		rows = turned(up)
	}
	l.p.Flat = len(rows) == 0 && float64(n) < faintest*float64(len(ink))
	l.p.Lettering = c.told(rows, c.read(l.p.Glyphs))
}

// read is where the page's characters stand, pixel by pixel: letters of a picture that lie under them were read, as those of a scan
// with a layer of text.
func (c canvas) read(glyphs []Glyph) []bool {
	out := make([]bool, c.width*c.height)
	for _, g := range glyphs {
		x0, y0, x1, y1 := c.pixelsOf(g.Box)
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				out[y*c.width+x] = true
			}
		}
	}
	return out
}

// told counts the marks that are more than a page's furniture: what stands at its upper and lower edges is a head that was drawn, and
// what covers little of it a name beside a logo.
func (c canvas) told(rows []mark, read []bool) (n int) {
	const edge, least = .09, .025 // shares of the page's height, and of the page
	var all mark
	for _, m := range rows {
		if float64(m.y1) < edge*float64(c.height) || float64(m.y0) > (1-edge)*float64(c.height) || read[(m.y0+m.y1)/2*c.width+(m.x0+m.x1)/2] {
			continue
		}
		if n++; n == 1 {
			all = m
		}
		all = mark{min(all.x0, m.x0), min(all.y0, m.y0), max(all.x1, m.x1), max(all.y1, m.y1)}
	}
	if float64((all.x1-all.x0)*(all.y1-all.y0)) < least*float64(c.width*c.height) {
		return 0
	}
	return n
}

// ink is the pixels that are unlike the paper around them, lighter or darker, and how many there are. The paper is the shade that most
// of a small block has; where there is none, as in a photo, all is ink, but none that letters are made of.
func (c canvas) ink() (ink []bool, n int) {
	const block, unlike, paperLeast = 24, 70, .5 // pixels; of 255; share of a block
	grey := make([]uint8, c.width*c.height)
	for i := range grey {
		p := c.pixels[depth*i:][:depth]
		grey[i] = uint8((int(p[0]) + 5*int(p[1]) + 2*int(p[2])) / 8)
	}
	ink = make([]bool, len(grey))
	for top := 0; top < c.height; top += block {
		for left := 0; left < c.width; left += block {
			var shades [16]int
			right, bottom := min(left+block, c.width), min(top+block, c.height)
			for y := top; y < bottom; y++ {
				for x := left; x < right; x++ {
					shades[grey[y*c.width+x]>>4]++
				}
			}
			paper := 0
			for shade, n := range shades {
				if n >= shades[paper] {
					paper = shade
				}
			}
			all, like := (right-left)*(bottom-top), 0
			for _, n := range shades[max(paper-1, 0):min(paper+2, len(shades))] {
				like += n
			}
			if float64(like) < paperLeast*float64(all) {
				n += all
				continue
			}
			middle := paper<<4 + 8
			for y := top; y < bottom; y++ {
				for x := left; x < right; x++ {
					at := y*c.width + x
					if ink[at] = int(grey[at]) > middle+unlike || int(grey[at]) < middle-unlike; ink[at] {
						n++
					}
				}
			}
		}
	}
	return ink, n
}

// mark is ink that hangs together, in pixels.
type mark struct{ x0, y0, x1, y1 int }

// marks finds the ink that hangs together and has the size of a letter or of a few that touch, by their left edges. It uses the ink up.
func (c canvas) marks(ink []bool) (out []mark) {
	const low, high, wide = 5, 22, 40 // pixels
	var stack []int
	for x := range c.width {
		for y := range c.height {
			if !ink[y*c.width+x] {
				continue
			}
			m, n := mark{x, y, x, y}, 0
			stack = append(stack[:0], y*c.width+x)
			ink[y*c.width+x] = false
			for len(stack) > 0 {
				at := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				px, py := at%c.width, at/c.width
				m = mark{min(m.x0, px), min(m.y0, py), max(m.x1, px), max(m.y1, py)}
				n++
				for ny := max(py-1, 0); ny <= min(py+1, c.height-1); ny++ {
					for nx := max(px-1, 0); nx <= min(px+1, c.width-1); nx++ {
						if ink[ny*c.width+nx] {
							ink[ny*c.width+nx] = false
							stack = append(stack, ny*c.width+nx)
						}
					}
				}
			}
			w, h := m.x1-m.x0+1, m.y1-m.y0+1
			if max(w, h) <= wide && min(w, h) <= high && max(w, h) >= low && n < w*h { // one that fills its box is a square, or a bar
				out = append(out, m)
			}
		}
	}
	return out
}

// turned is marks with their sides exchanged: what is written along the page's side runs as lines do then.
func turned(marks []mark) []mark {
	out := make([]mark, len(marks))
	for i, m := range marks {
		out[i] = mark{m.y0, m.x0, m.y1, m.x1}
	}
	slices.SortFunc(out, func(a, b mark) int { return a.x0 - b.x0 })
	return out
}

// inRows are the marks that stand in rows of several, as high as each other and no farther apart than a letter is wide.
func inRows(marks []mark) (out []mark) {
	const several = 3
	before, length := make([]int, len(marks)), make([]int, len(marks)) // of the row that ends here
	last := make([]bool, len(marks))
	for i := range marks {
		before[i] = -1
	}
	for i, m := range marks {
		length[i]++
		last[i] = true
		if k := m.next(marks[i+1:]); k >= 0 && length[i] > length[i+1+k] {
			before[i+1+k], length[i+1+k], last[i] = i, length[i], false
		}
	}
	for i := range marks {
		if last[i] && length[i] >= several {
			for k := i; k >= 0; k = before[k] {
				out = append(out, marks[k])
			}
		}
	}
	return out
}

// next is which of the marks after it stands beside it in its row; -1 if none does.
func (m mark) next(after []mark) int {
	const low, high = 5, 22 // pixels of a letter's height
	tall := m.y1 - m.y0 + 1
	if tall < low || tall > high {
		return -1
	}
	for k, o := range after {
		if o.x0 > m.x1+tall {
			break
		}
		other := o.y1 - o.y0 + 1
		both := min(m.y1, o.y1) - max(m.y0, o.y0) + 1
		if other >= low && other <= high && o.x0 > m.x0 && o.x1 > m.x1 && 2*both > max(tall, other) {
			return k
		}
	}
	return -1
}
