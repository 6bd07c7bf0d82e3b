package table

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/ingest/layout"
)

// word is what stands between spaces or jumps.
type word struct {
	box
	text   string
	raised bool // smaller and higher than what it follows: the mark of a footnote
	bold   bool
}

// words cuts a page's lines into words. Dots that lead the eye are left out; what holds some is told by leaders. A line that
// runs upwards or downwards is one word of turned.
func words(lines []layout.Line, at sheet) (out, turned []word, leaders []box) {
	for _, l := range lines {
		if l.Turned {
			if b := at.in(l.Box); b.height() > b.width() {
				turned = append(turned, word{box: b, text: strings.TrimSpace(string(l.Runes)), bold: l.Bold})
				continue
			}
		}
		w, text := word{bold: l.Bold}, []rune(nil)
		var last box
		flush := func() {
			if len(text) > 0 {
				w.text = string(text)
				out = append(out, w)
			}
			w, text = word{bold: l.Bold}, text[:0]
		}
		for i, r := range l.Runes {
			if unicode.IsSpace(r) || r == '\u00AD' || r == '\u200B' || l.Boxes[i] == (layout.Box{}) {
				flush()
				continue
			}
			if r == 2 || r == '\uFFFE' { // a hyphen at a line's end
				r = '-'
			}
			b := at.in(l.Boxes[i])
			if led(l.Runes, i) {
				flush()
				leaders = append(leaders, b)
				continue
			}
			if len(text) > 0 {
				h := max(last.height(), 1)
				gap := b.x0 - last.x1
				small := b.height() < .82*h && b.y1 < last.y1-.08*h && b.y0 < last.y0+.5*h
				large := w.raised && b.height() > 1.2*h
				switch {
				case gap > .5*h, gap < -.7*h, down(b, last) < .3*min(b.height(), last.height()):
					flush()
				case r == '$' && strings.ContainsRune("0123456789)-—–%", text[len(text)-1]), text[len(text)-1] == '—' && unicode.IsDigit(r):
					flush() // that of the next column
				case small && !unicode.IsUpper(r), large:
					flush()
					w.raised = small
				}
			}
			text = append(text, r)
			w.box = w.with(b)
			last = b
		}
		flush()
	}
	return out, turned, leaders
}

// led tells whether a character is one of a row of dots.
func led(runes []rune, i int) bool {
	switch runes[i] {
	case '…', '‥', '․':
		return true
	case '.', '·':
	default:
		return false
	}
	dot := func(k int) bool { return k >= 0 && k < len(runes) && runes[k] == runes[i] }
	gap := func(k int) bool { return k >= 0 && k < len(runes) && runes[k] == ' ' }
	slash := func(k int) bool { return k >= 0 && k < len(runes) && (runes[k] == '/' || runes[k] == '\\') }
	if dot(i+1) && slash(i+2) || dot(i-1) && slash(i+1) { // the folder above
		return false
	}
	return dot(i-1) || dot(i+1) || dot(i-2) && gap(i-1) || dot(i+2) && gap(i+1)
}

// run is words without a wide gap between them: what stands in a cell, a label, a line of prose.
type run struct {
	box
	words  []word
	text   string
	notes  []string // marks of footnotes
	own    box      // of the text, without them
	number bool     // a figure, or a sign that there is none
	figure
}

// runOf is words as a run.
func runOf(ws ...word) run {
	r := run{words: ws, box: around(ws)}
	r.read()
	return r
}

// cut takes a run apart between words.
func (r run) cut(apart func(a, b word) bool) (out []run) {
	from := 0
	for i := 1; i <= len(r.words); i++ {
		switch {
		case i < len(r.words) && !apart(r.words[i-1], r.words[i]):
		case from == 0 && i == len(r.words):
			return []run{r}
		default:
			out, from = append(out, runOf(r.words[from:i]...)), i
		}
	}
	return out
}

// line is what stands at one height.
type line struct {
	box
	runs    []run
	leaders bool
}

// only is what a line keeps of its runs; false if that is nothing.
func (l line) only(keep func(r run) bool) (kept line, ok bool) {
	kept.leaders = l.leaders
	for _, r := range l.runs {
		if keep(r) {
			kept.runs, kept.box = append(kept.runs, r), kept.with(r.box)
		}
	}
	return kept, len(kept.runs) > 0
}

func (l line) text() string {
	parts := make([]string, len(l.runs))
	for i, r := range l.runs {
		parts[i] = r.text
	}
	return strings.Join(parts, " ")
}

// lines gathers words that stand at one height, and cuts each line at its gaps.
func lines(ws []word, leaders []box) []line {
	slices.SortStableFunc(ws, func(a, b word) int { // what is raised is as high as what it stands beside
		return cmp.Compare(a.centre()+float64(flag(a.raised))*.8*a.height(), b.centre()+float64(flag(b.raised))*.8*b.height())
	})
	type row struct {
		core  box
		words []word
	}
	var rows []*row
	const near = 16 // rows back that are looked at
	for _, w := range ws {
		var best *row
		most := .42 // share of the lower one's height
		for k := len(rows) - 1; k >= max(0, len(rows)-near); k-- {
			if share := down(rows[k].core, w.box) / max(min(rows[k].core.height(), w.height()), .1); share > most {
				best, most = rows[k], share
			}
		}
		if best == nil {
			best = &row{core: w.box}
			rows = append(rows, best)
		}
		best.words = append(best.words, w)
	}
	var out []line
	for _, r := range rows {
		fromLeft(r.words)
		l := line{runs: runs(r.words)}
		l.box = around(l.runs)
		l.leaders = slices.ContainsFunc(leaders, func(b box) bool { return down(b, r.core) > .5*b.height() })
		out = append(out, l)
	}
	fromTop(out)
	return joined(out)
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// joined puts a label and its figures together where they are set at slightly different heights.
func joined(ls []line) []line {
	out := ls[:0]
	for _, l := range ls {
		if n := len(out); n > 0 && down(out[n-1].box, l.box) > .15*min(l.height(), out[n-1].height()) && (figuresAlone(out[n-1], l) || figuresAlone(l, out[n-1])) {
			a := &out[n-1]
			a.runs = append(a.runs, l.runs...)
			fromLeft(a.runs)
			a.box = a.with(l.box)
			a.leaders = a.leaders || l.leaders
			continue
		}
		out = append(out, l)
	}
	return out
}

// figuresAlone tells whether a line is a single label and the other one figures to its right.
func figuresAlone(label, figures line) bool {
	if len(label.runs) != 1 || label.runs[0].number {
		return false
	}
	for _, r := range figures.runs {
		if !r.number || r.x0 < label.x1 {
			return false
		}
	}
	return true
}

// runs glues the words of a line that belong together: text up to a gap, signs to their figure, never two figures.
func runs(ws []word) []run {
	var out []run
	for _, w := range ws {
		if n := len(out); n > 0 && out[n-1].takes(&w) {
			r := &out[n-1]
			r.words = append(r.words, w)
			r.box = r.with(w.box)
			continue
		}
		out = append(out, run{box: w.box, words: []word{w}})
	}
	for i := range out {
		out[i].read()
	}
	return out
}

// How wide gaps may be, in heights of the words.
const (
	textGap   = .8  // between words of a text
	signGap   = 25  // between a currency's sign, set at a column's left, and its figure
	closeGap  = 5   // between a figure and what closes it
	groupGap  = .4  // between groups of a figure's digits
	markerGap = 1   // before the mark of a footnote
	columnGap = 2.5 // before one behind a figure: marks may have a place of their own
)

// figureWords are the words that a figure may have, its signs and groups counted.
const figureWords = 8

// takes tells whether a word goes on with the run.
func (r *run) takes(w *word) bool {
	last := r.words[len(r.words)-1]
	for i := len(r.words) - 1; i > 0 && last.raised; i-- {
		last = r.words[i-1]
	}
	if w.height() < .75*last.height() && w.y1 < last.y1-.15*last.height() && marker(w.text) {
		w.raised = true
	}
	h := max(w.height(), last.height())
	if w.raised {
		h = last.height()
	}
	gap := (w.x0 - r.x1) / max(h, .1)
	before := ""
	if len(r.words) <= figureWords {
		before = written(r.words)
	}
	isFigure, isNone := figured(before)
	next, nextNone := figured(w.text)
	switch {
	case w.raised && marker(w.text):
		return gap < markerGap || isFigure && gap < columnGap
	case isNone && strings.ContainsAny(w.text, "$€£¥￥₹"): // of the next column
		return false
	case isNone && next: // a minus that stands apart, if it isn't a cell
		return gap < .3 && before != "—"
	case opening(before) && (next || nextNone):
		return gap < signGap && strings.ContainsAny(before, "$€£¥￥₹(") || gap < textGap
	case closing(w.text) && (isFigure || isNone):
		return gap < closeGap
	case isFigure && strings.Trim(w.text, "*†‡") == "":
		return gap < textGap
	case isFigure && year(before) && len(w.text) > 2 && strings.Trim(w.text, "-–0123456789") == "" && year(before+w.text): // "2021 -22"
		return gap < textGap
	case isFigure && (w.text == "-" || w.text == "–" || w.text == "—" || w.text == "~" || w.text == "to") && gap < .45: // a range
		return true
	case isFigure && grouped(before, w.text):
		return gap < groupGap
	case isFigure && next && (w.text[0] == '(' && len(w.text) < 5 && marker(w.text) || strings.HasPrefix(w.text, "±")):
		return gap < .35 // the mark of a note, or a spread
	case isFigure && (next || nextNone || opening(w.text)):
		return false
	case (isFigure || isNone) && gap > .45 && !measured(w.text):
		return false
	case opening(w.text) && strings.ContainsAny(w.text, "$€£¥￥₹"), isNone && !strings.ContainsAny(before, "*"):
		return gap < .35
	}
	return gap < textGap
}

// written is words as a text, without raised ones.
func written(ws []word) string {
	if len(ws) == 1 && !ws[0].raised {
		return ws[0].text
	}
	var b strings.Builder
	for i, w := range ws {
		if w.raised {
			continue
		}
		if b.Len() > 0 && w.x0-ws[i-1].x1 > .08*w.height() && !(opening(b.String()) && beginsFigure(w.text)) && !(closing(w.text) && endsInDigit(b.String())) {
			b.WriteByte(' ')
		}
		b.WriteString(w.text)
	}
	return b.String()
}

func beginsFigure(s string) bool {
	s = strings.TrimLeft(s, "(["+minuses+"$€£¥")
	return s == "" || s[0] >= '0' && s[0] <= '9' || s[0] == '.'
}

func endsInDigit(s string) bool {
	return s != "" && s[len(s)-1] >= '0' && s[len(s)-1] <= '9'
}

func figured(t string) (isFigure, isNone bool) {
	f, ok := readFigure(t)
	return ok && !f.none, ok && f.none
}

// opening tells whether a text is only what stands before a figure.
func opening(t string) bool {
	if t == "" || len(t) > 8 {
		return false
	}
	t = strings.Trim(t, "(["+minuses+"— ")
	if t == "" {
		return true
	}
	_, n := money(t)
	return n > 0 && n == len(t)
}

// closing tells whether a text is only what stands behind a figure.
func closing(t string) bool {
	return t != "" && strings.Trim(t, ")]%％‰") == "" || t == "€" || t == "£"
}

// measured tells whether a word is one that may stand behind a figure as its unit.
func measured(t string) bool {
	var f figure
	return f.word(t) == len(t) || closing(t)
}

// grouped tells whether digits go on with those before: "1 577", "12 345 678,9".
func grouped(before, next string) bool {
	next = strings.TrimRight(next, ")%€")
	head, _, _ := strings.Cut(next, ",") // who groups with blanks writes decimals with a comma
	if len(head) != 3 || strings.Trim(head, "0123456789") != "" {
		return false
	}
	before = strings.TrimLeft(before, "("+minuses+"$€£¥ ")
	i := strings.LastIndexByte(before, ' ')
	last := before[i+1:]
	return strings.Trim(last, "0123456789") == "" && (i < 0 && len(last) <= 3 || i >= 0 && len(last) == 3) && last != "" && last[0] != '0'
}

// marker tells whether a text looks like the mark of a footnote.
func marker(t string) bool {
	t = strings.TrimRight(t, ",")
	if t == "" || len(t) > 12 {
		return false
	}
	if strings.Trim(t, "*†‡§¶#") == "" {
		return true
	}
	for part := range strings.SplitSeq(t, ",") {
		inner := strings.Trim(part, "()[]※*注")
		n := utf8.RuneCountInString(inner)
		switch {
		case n == 0, n > 2:
			return false
		case n == 1 && unicode.IsLower([]rune(inner)[0]), n == 1 && unicode.IsLetter([]rune(inner)[0]) && !unicode.IsUpper([]rune(inner)[0]):
		case strings.Trim(inner, "0123456789") == "":
		case part != inner && strings.Trim(inner, "ivx") == "":
		default:
			return false
		}
	}
	return true
}

// read finds the run's text, the marks behind it, and whether it is a figure.
func (r *run) read() {
	r.notes = nil
	ws := r.words
	for i, w := range ws {
		if w.raised && i > 0 {
			r.notes = append(r.notes, strings.Trim(w.text, ","))
		}
	}
	for len(ws) > 1 {
		w := ws[len(ws)-1]
		bracketed := len(w.text) > 2 && !strings.Contains(" (m) (s) (g) (t) (h) (l) ", " "+w.text+" ") && // which are measures
			strings.ContainsAny(w.text[:1], "([") && marker(w.text) && !opening(written(ws[:len(ws)-1]))
		if !w.raised && !bracketed && strings.Trim(w.text, "*†‡") != "" {
			break
		}
		if !w.raised {
			r.notes = slices.Insert(r.notes, 0, w.text)
		}
		ws = ws[:len(ws)-1]
	}
	if r.text = written(ws); r.text == "" {
		r.text = written(r.words)
	}
	if r.text == "" {
		r.text = r.words[0].text
	}
	r.own = box{}
	for _, w := range ws {
		if !w.raised || len(ws) == 1 {
			r.own = r.own.with(w.box)
		}
	}
	r.figure, r.number = readFigure(r.text)
	if at := strings.LastIndexAny(r.text, "(["); !r.number && at > 0 && r.text[at:] != "(s)" && r.text[at-1] != ' ' && len(r.text)-at <= 4 && marker(r.text[at:]) {
		r.notes = append(r.notes, r.text[at:]) // "Tax reform(b)"
		r.text = r.text[:at]
		r.figure, r.number = readFigure(r.text)
	}
	if !r.number { // "1,577(1)", "12*"
		cut := strings.TrimRight(r.text, "*†‡")
		if at := strings.LastIndexAny(cut, "(["); at > 0 && cut == r.text && marker(cut[at:]) {
			cut = strings.TrimRight(cut[:at], " ")
		}
		if f, ok := readFigure(cut); ok && cut != r.text && !f.none {
			r.notes = append(r.notes, strings.TrimSpace(r.text[len(cut):]))
			r.text, r.figure, r.number = cut, f, true
		}
	}
}

// figured tells whether a run is a figure, or where no label would be, a range or a sign for none.
func (r run) figured(i int) bool { return r.number && (i > 0 || !r.none && !r.about) }
