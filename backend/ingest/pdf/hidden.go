package pdf

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// Manner is why a text on a page isn't seen.
type Manner uint8

// The manners of not being seen.
const (
	Blended   Manner = iota + 1 // it has the colour of what lies under it, as white on white
	Small                       // too small to read
	Outside                     // beside the part of the page that is shown
	Covered                     // under something that is drawn over it
	Invisible                   // drawn without ink, or so thin that nothing of it is seen
	Clipped                     // cut away
	Layered                     // on a layer that is switched off
)

// Manners counts them.
const Manners = int(Layered)

// Hidden is a run of text that isn't seen.
type Hidden struct {
	Manner
	Text string
	Box  // around it
}

// Sight tells whether text that isn't seen was looked for.
type Sight uint8

// Whether hidden text was looked for.
const (
	Looked    Sight = iota
	SecondEye       // not: the second reader doesn't say how a text is drawn
	Crowded         // not: there is too much on the page
	Undrawn         // not: the page could not be drawn
)

// MaxHidden is the largest number of runs of hidden text that are told of a page; those after it are told as one.
const MaxHidden = 10_000

const (
	tiny    = 1.55 // points: the letters of a word in a font of 2 points are less long than this, on average
	tinyBox = 2.6  // points: the whole of such a letter, with the room around it
	thinBox = .3   // points: letters narrower than this, on average, are drawn as a line
	shown   = 20   // of 255: by how much less ink and paper must differ for nobody to see it
	blank   = .5   // pixels: less ink is no measure
)

// word is glyphs in a row that stand in the same text object.
type word struct {
	from, to int // of the page's glyphs
	object   int // of the scene's texts; -1: not known
	box      Box
	letters  int
	reasons
	Manner // 0: it is seen
}

// look finds the characters of a page that nobody sees. It draws the page where something speaks against some of them.
type look struct {
	*scene
	d      *Document
	page   uint64
	text   uint64
	p      *Page
	index  []int32 // of each glyph, in pdfium's text
	object []int32 // of each glyph, in the scene; nil: not known yet
	words  []word
	begin  func() bool // asks whether the page may be drawn
	effort int         // pixels and pairs that may still be looked at
	mute   []bool      // texts of the scene that no glyph comes from, as another that stands there says the same
}

// find gives what is hidden, in the order of the page's glyphs, as a manner for each of them; nil if nothing is.
func (l *look) find() []Manner {
	any := l.suspect(l.p.Height)
	if l.overflow {
		l.p.Sight = Crowded
		return nil
	}
	gathered := any && l.gather()
	small := l.small()
	if gathered {
		l.glance()
		if l.words = slices.DeleteFunc(l.words, func(w word) bool { return w.reasons == 0 }); len(l.words) > 0 {
			l.judge()
		}
	}
	return l.manners(small)
}

// inkless tells whether a glyph is drawn without ink: how small it is says nothing then, as letters recognised in a
// picture have whatever size fits.
func (l *look) inkless(i int) bool {
	return l.object != nil && l.object[i] >= 0 && l.texts[l.object[i]].reasons&undrawn != 0
}

// small finds the words that are too small to be read. Which way they run doesn't matter.
func (l *look) small() (out []word) {
	unit := l.d.traits().unit
	for from := 0; from < len(l.p.Glyphs); from++ {
		g := &l.p.Glyphs[from]
		if blankRune(g.R) || g.Box == (Box{}) || l.inkless(from) || min(g.X1-g.X0, g.Y1-g.Y0)*unit >= tinyBox {
			continue
		}
		to, most, thin := from, 0.0, 0.0
		box := g.Box
		for ; to < len(l.p.Glyphs) && !blankRune(l.p.Glyphs[to].R); to++ {
			b := l.p.Glyphs[to].Box
			w, h := max(b.X1-b.X0, 0), max(b.Y1-b.Y0, 0)
			most, thin = max(most, w, h), thin+min(w, h)
			box = around(box, b)
		}
		const several = 4 // letters; fewer may be narrow
		n := float64(to - from)
		squeezed := n >= several && thin > 0 && thin*unit < thinBox*n
		if (most*unit < tinyBox || squeezed) && slices.ContainsFunc(l.p.Glyphs[from:to], spoken) && l.inkOf(from, to, unit, squeezed) {
			out = append(out, word{from: from, to: to, object: -1, box: box, Manner: Small})
		}
		from = to
	}
	return out
}

// inkOf tells whether the ink of a word that seems small is: fonts that don't tell their measures seem so too.
func (l *look) inkOf(from, to int, unit float64, squeezed bool) bool {
	at := uint64(l.in.out)
	f := l.in.function("FPDFText_GetCharBox") // left, right, bottom, top
	long, short, n := 0.0, 0.0, 0.0
	for i := from; i < to; i++ {
		if l.in.run(f, l.text, uint64(l.index[i]), at, at+8, at+16, at+24) == 0 {
			continue
		}
		x0, x1, y0, y1 := l.in.doubles()
		w, h := math.Abs(x1-x0), math.Abs(y1-y0)
		if w > 0 && h > 0 {
			long, short, n = long+max(w, h), short+min(w, h), n+1
		}
	}
	if squeezed {
		return n > 0 && short*unit < thinBox*n
	}
	return n > 0 && long*unit < tiny*n
}

// gather makes words of the glyphs that come from suspects, and tells whether there are any.
func (l *look) gather() bool {
	id := make(map[uint64]int32, len(l.texts))
	for i, t := range l.texts {
		id[t.handle] = int32(i)
	}
	l.mute = make([]bool, len(l.texts))
	for i := range l.mute {
		l.mute[i] = true
	}
	l.object = make([]int32, len(l.p.Glyphs))
	of := l.in.function("FPDFText_GetTextObject")
	for i := range l.p.Glyphs {
		l.object[i] = -1
		if g := &l.p.Glyphs[i]; blankRune(g.R) || i >= len(l.index) {
			continue
		}
		if k, ok := id[l.in.run(of, l.text, uint64(l.index[i]))]; ok {
			l.object[i], l.mute[k] = k, false
		}
	}
	for from := 0; from < len(l.p.Glyphs); from++ {
		k := l.object[from]
		if k < 0 || l.texts[k].reasons == 0 {
			continue
		}
		w := word{from: from, to: from, object: int(k), box: l.p.Glyphs[from].Box, reasons: l.texts[k].reasons}
		for w.to < len(l.p.Glyphs) && l.object[w.to] == k && !blankRune(l.p.Glyphs[w.to].R) {
			w.box = around(w.box, l.p.Glyphs[w.to].Box)
			if spoken(l.p.Glyphs[w.to]) {
				w.letters++
			}
			w.to++
		}
		l.words = append(l.words, w)
		from = w.to - 1
	}
	return len(l.words) > 0
}

// scale is with how many pixels a point is drawn, for the words to be seen well.
func (l *look) scale(region Box) float64 {
	const (
		high         = 16.0     // pixels of a usual word
		least, most  = 1.0, 2.8 // 72 and 200 dots an inch
		enough       = 3_000_000
		atLeast, one = .3, 1.0
	)
	var heights []float64
	for _, w := range l.words {
		heights = append(heights, max(min(w.box.X1-w.box.X0, w.box.Y1-w.box.Y0), one))
	}
	slices.Sort(heights)
	s := min(max(high/heights[len(heights)/4], least), most)
	for s > atLeast && area(region)*s*s > enough {
		s *= .9
	}
	return s
}

// region is the part of the page that holds the words, with what stands around them.
func (l *look) region(words []word) Box {
	b := words[0].box
	for _, w := range words {
		b = around(b, w.box)
	}
	const margin = 12.0
	return Box{max(b.X0-margin, 0), max(b.Y0-margin, 0), min(b.X1+margin, l.p.Width), min(b.Y1+margin, l.p.Height)}
}

// glance clears the words whose colour is plainly another than that of what lies under them, and against which nothing
// else speaks. One small picture does that for most pages with white text on dark heads.
func (l *look) glance() {
	const only, least, share = pale | pictured, 60, .75
	open := slices.DeleteFunc(slices.Clone(l.words), func(w word) bool { return w.reasons&^only != 0 || !l.texts[w.object].plain })
	if len(open) == 0 {
		return
	}
	region := l.region(open)
	l.active(func(*textObject) bool { return false })
	under, ok := l.draw(region, max(l.scale(region)/3, .3), true)
	l.active(func(*textObject) bool { return true })
	if !ok {
		return
	}
	for i := range l.words {
		w := &l.words[i]
		t := &l.texts[w.object]
		l.spend(under.size(w.box))
		if w.reasons&^only == 0 && t.plain && under.unlike(w.box, t.colour, least) >= share {
			w.reasons = 0
		}
	}
}

// judge decides by drawing whether the words are seen.
func (l *look) judge() {
	region := l.region(l.words)
	scale := l.scale(region)
	var drawn []int
	for i, w := range l.words {
		if w.reasons&undrawn != 0 {
			l.words[i].Manner = Invisible
		} else {
			drawn = append(drawn, i)
		}
	}
	if len(drawn) > 0 && !l.compare(drawn, scale) {
		return
	}
	l.twins()
	var hidden []int
	for i := range l.words {
		if m := l.words[i].Manner; m == Blended || m == Covered || m == Invisible {
			hidden = append(hidden, i)
		}
	}
	if len(hidden) == 0 {
		return
	}
	l.active(func(*textObject) bool { return false })
	bare, ok := l.draw(region, scale, true)
	if !ok {
		return
	}
	l.layer(hidden, bare)
}

// compare draws the page with and without words, and finds those whose ink makes no difference.
func (l *look) compare(drawn []int, scale float64) bool {
	const apart = pale | pictured // these are left out by themselves: they may stand over what is covered
	words := make([]word, len(drawn))
	for i, k := range drawn {
		words[i] = l.words[k]
	}
	region := l.region(words)
	all, ok := l.draw(region, scale, true)
	if !ok {
		return false
	}
	suspects := map[*textObject]reasons{}
	for _, w := range words {
		suspects[&l.texts[w.object]] = w.reasons
	}
	muted := map[*textObject]bool{}
	for i := range l.texts {
		t := &l.texts[i]
		muted[t] = l.mute[i] && t.reasons&undrawn == 0
	}
	rounds := []func(reasons) bool{
		func(r reasons) bool { return r != 0 && r&^apart == 0 },
		func(r reasons) bool { return r&^apart != 0 },
	}
	rounds = slices.DeleteFunc(rounds, func(now func(reasons) bool) bool {
		return !slices.ContainsFunc(words, func(w word) bool { return now(w.reasons) })
	})
	without := make([]canvas, len(rounds))
	for i, now := range rounds {
		l.active(func(t *textObject) bool { return !now(suspects[t]) && !muted[t] })
		if without[i], ok = l.draw(region, scale, true); !ok {
			return false
		}
	}
	for i, now := range rounds {
		alone, ok := l.alone(region, scale, func(t *textObject) bool { return now(suspects[t]) })
		if !ok {
			return false
		}
		for _, k := range drawn {
			if w := &l.words[k]; now(w.reasons) {
				l.spend(all.size(w.box))
				w.Manner = l.manner(w, all, without[i], alone)
			}
		}
	}
	return true
}

// manner tells how a word is hidden, by the pictures of the page as it is, without the word, and of the word alone.
func (l *look) manner(w *word, all, without, alone canvas) Manner {
	contrast, ink := all.contrast(without, alone, w.box)
	switch {
	case ink < blank: // nothing of it is to be seen even alone: it is cut away, or its font has no such letters
		switch {
		case all.differs(without, w.box, shown):
			return 0
		case w.reasons&layered != 0:
			return Layered
		case w.reasons&clipped != 0:
			return Clipped
		case w.reasons&faint != 0:
			return Invisible
		case w.reasons&pale != 0 && l.texts[w.object].plain && without.unlike(w.box, l.texts[w.object].colour, shown) < .1:
			return Blended
		}
		return 0
	case contrast >= shown:
		return 0
	case w.reasons&covered != 0:
		return Covered
	case w.reasons&clipped != 0:
		return Clipped
	case w.reasons&(pale|pictured) != 0:
		return Blended
	}
	return Invisible
}

// twins clears words that another text shows at the same place, of which pdfium gives the letters once.
func (l *look) twins() {
	const same = .7
	var quiet []Box
	for k, t := range l.texts {
		if l.mute[k] && t.reasons == 0 {
			quiet = append(quiet, t.box)
		}
	}
	for i := range l.words {
		w := &l.words[i]
		if w.Manner == 0 {
			continue
		}
		l.spend(len(quiet))
		if slices.ContainsFunc(quiet, func(b Box) bool { return overlap(b, w.box) >= same*area(w.box) }) {
			w.Manner = 0
		}
	}
}

// enough is how much is looked at on one page: some seconds' worth.
const enough = 500_000_000

// spend ends the look where a page is made to take for ever.
func (l *look) spend(effort int) {
	if l.effort -= effort; l.effort < 0 {
		panic(trap{errCrowded})
	}
}

// manners spreads what was found over the glyphs.
func (l *look) manners(small []word) (out []Manner) {
	for _, w := range slices.Concat(l.words, small) {
		if w.Manner == 0 {
			continue
		}
		if out == nil {
			out = make([]Manner, len(l.p.Glyphs))
		}
		for i := w.from; i < w.to; i++ {
			if out[i] == 0 {
				out[i] = w.Manner
			}
		}
	}
	return out
}

// part takes what is hidden out of a page's glyphs, and gives it as texts. What another text shows at the same place, as
// the shadow of a title, isn't told.
func part(glyphs []Glyph, hidden []Manner) (seen []Glyph, out []Hidden) {
	if hidden == nil {
		return glyphs, nil
	}
	seen = glyphs[:0:0]
	var rest strings.Builder
	effort := 20_000_000 // glyphs that are compared
	for from := 0; from < len(glyphs); {
		if hidden[from] == 0 {
			seen = append(seen, glyphs[from])
			from++
			continue
		}
		to, last := from, from
		for ; to < len(glyphs) && (hidden[to] == hidden[from] || blankRune(glyphs[to].R)); to++ {
			if hidden[to] != 0 {
				last = to
			}
		}
		run := glyphs[from : last+1]
		effort -= len(glyphs)
		switch h := (Hidden{Manner: hidden[from], Text: said(run), Box: run[0].Box}); {
		case effort > 0 && doubled(run, glyphs, hidden):
		case len(out) < MaxHidden-2:
			for _, g := range run {
				h.Box = around(h.Box, g.Box)
			}
			out = append(out, h)
		default:
			rest.WriteString(h.Text + "\n")
		}
		if slices.ContainsFunc(run, func(g Glyph) bool { return g.R == '\n' }) || last+1 < len(glyphs) && len(seen) > 0 && apart(seen[len(seen)-1], glyphs[last+1]) {
			seen = append(seen, Glyph{R: '\n'})
		} else if last+1 < len(glyphs) && len(seen) > 0 && !touching(seen[len(seen)-1], glyphs[last+1]) {
			seen = append(seen, Glyph{R: ' '})
		}
		from = last + 1
	}
	if rest.Len() > 0 {
		out = append(out, Hidden{Manner: out[len(out)-1].Manner, Text: strings.TrimSpace(rest.String())})
	}
	return seen, out
}

// apart tells whether two glyphs stand on different lines.
func apart(a, b Glyph) bool {
	return !blankRune(a.R) && !blankRune(b.R) && (b.Y0 >= a.Y1 || b.Y1 <= a.Y0)
}

// touching tells whether a glyph follows another within a word.
func touching(a, b Glyph) bool {
	const gap = .2 // of the height
	return blankRune(a.R) || blankRune(b.R) || b.X0-a.X1 < gap*(a.Y1-a.Y0) && a.X0 < b.X0
}

// said is glyphs as a text.
func said(glyphs []Glyph) string {
	var b strings.Builder
	for _, g := range glyphs {
		b.WriteRune(g.R)
	}
	return strings.TrimSpace(b.String())
}

// doubled tells whether what a run of hidden glyphs says is shown at its place.
func doubled(run, glyphs []Glyph, hidden []Manner) bool {
	const most = 2_000 // glyphs of a title, and more
	var box Box
	n := 0
	for _, g := range run {
		if !blankRune(g.R) {
			if n == 0 {
				box = g.Box
			}
			box = around(box, g.Box)
			n++
		}
	}
	if n == 0 || n > most {
		return n == 0
	}
	h := (box.Y1 - box.Y0) / 3
	box = Box{box.X0 - h, box.Y0 - h, box.X1 + h, box.Y1 + h}
	var there, here strings.Builder
	for i, g := range glyphs {
		if hidden[i] == 0 && !blankRune(g.R) && g.X0 >= box.X0 && g.X1 <= box.X1 && g.Y0 >= box.Y0 && g.Y1 <= box.Y1 {
			there.WriteRune(g.R)
		}
	}
	for _, g := range run {
		if !blankRune(g.R) {
			here.WriteRune(g.R)
		}
	}
	return strings.Contains(there.String(), here.String())
}

// spoken tells whether a glyph is a letter or a digit: a line of underscores is low, but is drawn to be seen.
func spoken(g Glyph) bool { return unicode.IsLetter(g.R) || unicode.IsDigit(g.R) }

func blankRune(r rune) bool { return r == ' ' || r == '\n' }

func around(a, b Box) Box {
	if b == (Box{}) {
		return a
	}
	return Box{min(a.X0, b.X0), min(a.Y0, b.Y0), max(a.X1, b.X1), max(a.Y1, b.Y1)}
}
