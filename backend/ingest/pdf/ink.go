package pdf

import "math"

// A scan often carries its text in letters without ink, put over the picture by whoever recognised them. They are what
// the page shows, so they are no hidden text. Whether letters stand in a picture where the words are is told from the
// picture alone, without any of the page's texts, line by line: there is ink inside the words, in strokes, and less of it
// above, below and between them.

// sign is what the picture says of a line of words without ink.
type sign uint8

const (
	nothing sign = iota // it is blank there
	unclear             // there is something, which doesn't look like letters
	letters
)

// row is words of one line, without a shown one between them.
type row struct {
	words []int // of look.words
	box   Box
	count int // letters and digits
	ink   profile
}

// Whoever recognised letters may have put them a little too high or too low, but all of a page's alike: so the place at
// which most of them stand on ink is sought first.
const (
	shifts = 6  // steps up and down
	step   = .1 // of a line's height
)

// layer clears the hidden words that stand for letters of a picture.
func (l *look) layer(hidden []int, bare canvas) {
	rows := l.rows(hidden)
	var good [2*shifts + 1]int
	all, best := 0, shifts
	for i := range rows {
		r := &rows[i]
		r.ink = l.profile(r, bare)
		all += r.count
		for k := range good {
			if r.ink.sign(k-shifts) == letters {
				good[k] += r.count
			}
		}
	}
	const enough = 3 // lines that can agree; in a photo one or two find something like letters somewhere
	for k := range good {
		if len(rows) < enough {
			break
		}
		if off, least := max(k-shifts, shifts-k), max(best-shifts, shifts-best); good[k] > good[best] || good[k] == good[best] && off < least {
			best = k
		}
	}
	const most, few = .6, 4
	honest := all > 0 && float64(good[best]) >= most*float64(all) // a page that was recognised; what is unclear on it was recognised too
	for _, r := range rows {
		at := max(r.ink.sign(best-shifts), r.ink.sign(best-shifts-1), r.ink.sign(best-shifts+1))
		if at == letters || at == unclear && (r.count == 0 || honest) || honest && r.count < few {
			for _, k := range r.words {
				l.words[k].Manner = 0
			}
		}
	}
}

// upward tells whether words run up or down the page.
func (l *look) upward(words []int) bool {
	up, across := 0.0, 0.0
	for _, k := range words {
		for i := l.words[k].from + 1; i < l.words[k].to; i++ {
			a, b := l.p.Glyphs[i-1].Box, l.p.Glyphs[i].Box
			up += math.Abs(b.Y0 + b.Y1 - a.Y0 - a.Y1)
			across += math.Abs(b.X0 + b.X1 - a.X0 - a.X1)
		}
	}
	return up > across
}

// rows makes lines of words that follow each other.
func (l *look) rows(hidden []int) (rows []row) {
	for _, k := range hidden {
		w := l.words[k]
		if n := len(rows); n > 0 {
			last := &rows[n-1]
			p := l.words[last.words[len(last.words)-1]]
			up := l.upward([]int{k}) && l.upward(last.words)
			if l.beside(p.box, w.box, up) && p.to+3 >= w.from {
				last.words, last.box, last.count = append(last.words, k), around(last.box, w.box), last.count+w.letters
				continue
			}
		}
		rows = append(rows, row{words: []int{k}, box: w.box, count: w.letters})
	}
	return rows
}

// beside tells whether two words stand on one line, near each other.
func (l *look) beside(a, b Box, up bool) bool {
	if up {
		a, b = Box{a.Y0, a.X0, a.Y1, a.X1}, Box{b.Y0, b.X0, b.Y1, b.X1}
	}
	h := min(a.Y1-a.Y0, b.Y1-b.Y0)
	gap := max(b.X0-a.X1, a.X0-b.X1)
	return min(a.Y1, b.Y1)-max(a.Y0, b.Y0) > h/2 && gap < 3*max(h, 1)
}

// profile is the ink of the picture where a row of words stands, by the row's own height.
type profile struct {
	count    int     // letters and digits
	high     float64 // of the row, in pixels
	top      float64 // where the row begins
	contrast float64
	inside   []float64    // share of ink where words stand, of each line of pixels
	between  [3][]float64 // and where gaps between words do, a little to the left, there, and to the right; nil: there are none
	strokes  []int        // changes from paper to ink
}

// profile looks at the picture where a row of words stands, and around it.
func (l *look) profile(r *row, c canvas) profile {
	up := l.upward(r.words)
	h := r.box.Y1 - r.box.Y0
	if up {
		h = r.box.X1 - r.box.X0
	}
	g := c.greys(Box{r.box.X0 - h, r.box.Y0 - h, r.box.X1 + h, r.box.Y1 + h}, up)
	l.spend(len(g.grey) + 1)
	p := profile{count: r.count, high: h * c.scale}
	if g.width < 4 || g.height < 4 {
		return p
	}
	p.top = (r.box.Y0)*c.scale - c.y - float64(g.y)
	if up {
		p.top = r.box.X0*c.scale - c.x - float64(g.x)
	}
	var limit uint8
	limit, p.contrast = g.limit()
	const word, gap = 1, 2
	columns := make([]uint8, g.width) // what stands in a column
	gaps := 0
	for n, k := range r.words {
		x0, x1 := g.columns(l.words[k].box, c, up)
		if n > 0 {
			p0, p1 := g.columns(l.words[r.words[n-1]].box, c, up)
			if p0 > x0 {
				p0, p1, x0, x1 = x0, x1, p0, p1
			}
			for x := p1 + 1; x < x0-1; x++ {
				columns[x] = gap
				gaps++
			}
			x0, x1 = g.columns(l.words[k].box, c, up)
		}
		for x := x0; x < x1; x++ {
			columns[x] = word
		}
	}
	p.inside, p.strokes = make([]float64, g.height), make([]int, g.height)
	if gaps > 0 {
		for i := range p.between {
			p.between[i] = make([]float64, g.height)
		}
	}
	aside := max(int(p.high/5), 1)
	for y := range g.height {
		var dark, all [gap + 1]int
		before := false
		for x, of := range columns {
			now := g.at(x, y) < limit
			all[of]++
			if now {
				dark[of]++
			}
			if of == word && now && !before {
				p.strokes[y]++
			}
			before = now && of == word
		}
		p.inside[y] = float64(dark[word]) / float64(max(all[word], 1))
		for i, between := range p.between {
			if between == nil {
				break
			}
			n := 0
			for x, of := range columns {
				if at := x + (i-1)*aside; of == gap && at >= 0 && at < g.width && g.at(at, y) < limit {
					n++
				}
			}
			between[y] = float64(n) / float64(max(all[gap], 1))
		}
	}
	return p
}

// band is the lines of pixels between two shares of the row's height.
func (p profile) band(from, to float64) (int, int) {
	y0 := min(max(int(p.top+from*p.high), 0), len(p.inside))
	return y0, max(y0, min(int(math.Ceil(p.top+to*p.high)), len(p.inside)))
}

// sign tells what stands where the words do, so many steps lower.
func (p profile) sign(down int) sign {
	const least = 24 // of 255: less is the paper's grain
	if p.contrast < least {
		return nothing
	}
	shift := float64(down) * step
	y0, y1 := p.band(.3+shift, .75+shift)
	in := mean(p.inside[y0:y1])
	gaps, most := 1.0, 0.0 // the least ink of gaps, and the most
	for _, between := range p.between {
		if between != nil {
			share := mean(between[y0:y1])
			gaps, most = min(gaps, share), max(most, share)
		}
	}
	above, aboveMost := p.valley(-.35+shift, .2+shift)
	below, belowMost := p.valley(.75+shift, 1.35+shift)
	valleys := (above + below) / 2
	if light := 1 - (aboveMost+belowMost)/2; 1-in-light > in-valleys { // light letters on dark
		in, gaps, valleys = 1-in, 1-most, light
	}
	const (
		faintest, little, full = .015, .04, .8 // shares of ink
		often                  = .3            // strokes of a letter
	)
	strokes := 0
	for _, n := range p.strokes[y0:y1] {
		strokes += n
	}
	switch {
	case in < faintest:
		return nothing
	case in < little, in > full, in < 2*valleys+.01:
		return unclear
	case p.between[0] != nil && in < 1.2*gaps:
		return unclear
	case float64(strokes) < often*float64(max(p.count, 1)*(y1-y0)):
		return unclear
	}
	return letters
}

// valley is the least ink and the most of some lines of pixels, of which a few count together.
func (p profile) valley(from, to float64) (least, most float64) {
	y0, y1 := p.band(from, to)
	thick := max(int(p.high/10), 1)
	least, most = 1, 0
	for y := y0; y+thick <= y1; y++ {
		share := mean(p.inside[y : y+thick])
		least, most = min(least, share), max(most, share)
	}
	return least, most
}

func mean(of []float64) float64 {
	sum := 0.0
	for _, x := range of {
		sum += x
	}
	return sum / float64(max(len(of), 1))
}

// greys are a part of a canvas in shades of grey, a line of text running to the right.
type greys struct {
	x, y          int
	width, height int
	grey          []uint8
	up            bool
}

func (c canvas) greys(b Box, up bool) greys {
	x0, y0, x1, y1 := c.pixelsOf(b)
	g := greys{x: x0, y: y0, width: max(x1-x0, 0), height: max(y1-y0, 0), up: up}
	if up {
		g.width, g.height = g.height, g.width
	}
	g.grey = make([]uint8, g.width*g.height)
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			at := depth * (y*c.width + x)
			v := uint8((int(c.pixels[at]) + 2*int(c.pixels[at+1]) + int(c.pixels[at+2])) / 4)
			if up {
				g.grey[(x-x0)*g.width+y-y0] = v
			} else {
				g.grey[(y-y0)*g.width+x-x0] = v
			}
		}
	}
	return g
}

func (g greys) at(x, y int) uint8 { return g.grey[y*g.width+x] }

// columns are those that a box covers.
func (g greys) columns(b Box, c canvas, up bool) (from, to int) {
	x0, y0, x1, y1 := c.pixelsOf(b)
	if up {
		x0, x1 = y0-g.y, y1-g.y
	} else {
		x0, x1 = x0-g.x, x1-g.x
	}
	return min(max(x0, 0), g.width), min(max(x1, 0), g.width)
}

// limit parts dark from light (Otsu 1979), and tells how far the two lie apart.
func (g greys) limit() (limit uint8, contrast float64) {
	var count [256]int
	sum := 0.0
	for _, v := range g.grey {
		count[v]++
		sum += float64(v)
	}
	n := float64(len(g.grey))
	best, low, lowSum := -1.0, 0.0, 0.0
	for v := range 255 {
		low += float64(count[v])
		lowSum += float64(v * count[v])
		if low == 0 || low == n {
			continue
		}
		a, b := lowSum/low, (sum-lowSum)/(n-low)
		if between := low * (n - low) * (b - a) * (b - a); between > best {
			best, limit, contrast = between, uint8(v+1), b-a
		}
	}
	return limit, contrast
}
