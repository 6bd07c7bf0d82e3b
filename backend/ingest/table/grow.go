package table

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"lectern/backend/store"
)

// draft is a table that is being read.
type draft struct {
	*page
	lines     []line
	kinds     []kind
	floor     int // lines above this one belong to something else
	top       int // first line of the heads
	from, end int // first and last line of the rows
	columns   []box
	ranks     int  // columns that stand before the labels
	framed    bool // the lines from top to from are its heads, and all lines are its own
	parts     [][]headPart
	stub      []string
	section   *run // a heading that stands beside the heads
	units     store.Units
	unitsBox  box
	caption   []string
	captionAt box
	rows      []store.Row
	guessed   bool // which rows a label belongs to is no more than likely
}

// How far a table grows, in heights of a line unless said otherwise.
const (
	widestGap  = 5 // between its rows
	mostLoose  = 7 // lines without figures between two of its rows
	mostHeads  = 14
	headGap    = 2.5 // between the lines of its heads
	patience   = 40  // lines that are not looked at again
	titleLines = 4
)

// grow finds the tables of a zone from lines of figures.
func (g *page) grow(ls []line) {
	d := draft{page: g, lines: ls, kinds: kinds(ls, g.height)}
	for i := 0; i < len(ls); i++ {
		if d.kinds[i] != data {
			continue
		}
		end, n := d.grown(i)
		one := d
		one.from, one.end = i, end
		switch {
		case one.build(n):
			d.floor = end + 1
			i = end
		case end > i+patience:
			i = end
		}
	}
}

// grown follows a table from its first line of figures to its last, and counts them.
func (d *draft) grown(from int) (end, n int) {
	ls, h := d.lines, d.height
	end, n = from, 1
	left := ls[from].firstFigure()
	cols := columns(ls[from:from+1], run.figured)
	loose := 0
	for j := from + 1; j < len(ls); j++ {
		l := ls[j]
		gap := l.y0 - ls[j-1].y1
		if d.yearRow(j, gap) {
			d.kinds[j] = data
		}
		if gap > widestGap*h || loose > mostLoose {
			break
		}
		if d.kinds[j] == data {
			if !d.fits(l, cols, gap) {
				break
			}
			end, n, loose = j, n+1, 0
			cols = columns(ls[max(from, j-patience):j+1], run.figured)
			left = min(left, l.firstFigure())
			continue
		}
		loose++
		if d.ends(j, left) {
			break
		}
	}
	return end, n
}

// yearRow tells whether a line of years below a row is one too ("Year of maturity 2024 2027"), not the heads of what follows.
func (d *draft) yearRow(j int, gap float64) bool {
	ls, h := d.lines, d.height
	l := ls[j]
	if d.kinds[j] != periods || l.unitsLabel() || d.kinds[j-1] != data || gap > .8*h || l.runs[0].number || !worth(l.runs[0].text) || len(l.runs) < 2 ||
		math.Abs(l.runs[0].x0-ls[j-1].runs[0].x0) > h || period.MatchString(l.runs[0].text) && !lower(l.runs[0].words[len(l.runs[0].words)-1].text) {
		return false
	}
	if j+1 < len(ls) && d.kinds[j+1] == data {
		return ls[j+1].y0-l.y1 < gap+.3*h
	}
	return !slices.Contains(d.kinds[j+1:min(len(ls), j+4)], data)
}

// fits tells whether the figures of a line stand in the table's columns.
func (d *draft) fits(l line, cols []box, gap float64) bool {
	h := d.height
	if len(l.runs) == 1 { // a sum without a label; a page's number is none
		r := l.runs[0]
		for _, c := range cols {
			if math.Abs(c.x1-r.x1) < h && gap < 1.6*h && (len(r.text) > 3 || len(cols) == 1 && l.y1 < .85*d.down()) {
				return true
			}
		}
		return false
	}
	for k, r := range l.runs {
		for _, c := range cols {
			if r.figured(k) && across(c, r.box) > -.2*h {
				return true
			}
		}
	}
	return false
}

// ends tells whether a line without figures can't be within a table whose figures begin at left.
func (d *draft) ends(j int, left float64) bool {
	const sentence = 7 // words that reach over the figures
	ls, h := d.lines, d.height
	l := ls[j]
	over, longest := 0, 0
	for _, r := range l.runs {
		if r.x1 > left+.5*h {
			over++
			if r.x0 < left {
				longest = max(longest, len(r.words), wideLetters(r.text)/3)
			}
		}
	}
	aside := l.runs[0].x0 > left-2*h && (over >= 2 || period.MatchString(l.text()))
	return d.kinds[j] == periods && over > 0 || longest >= sentence || aside ||
		footnote.MatchString(l.runs[0].text) && len(l.runs[0].words) > 3 || lead.MatchString(l.text()) || over >= 2 && d.opens(j)
}

// opens tells whether a line of texts over the columns opens another table, rather than being a row of words.
func (d *draft) opens(j int) bool {
	ls := d.lines
	if ls[j].runs[0].x0 < ls[max(j-1, 0)].runs[0].x0+3 && !period.MatchString(ls[j].text()) {
		return false
	}
	for k := j + 1; k < min(len(ls), j+4); k++ {
		if d.kinds[k] == periods {
			return true
		}
		if d.kinds[k] == data {
			return period.MatchString(ls[j].text())
		}
	}
	return false
}

// firstFigure is where a line's figures begin, its label not counted.
func (l line) firstFigure() float64 {
	for i, r := range l.runs {
		if i > 0 && r.figured(i) {
			return r.x0
		}
	}
	return l.runs[len(l.runs)-1].x0
}

// build reads the table of the lines from from to end, n of them with figures, and what stands above them. It gives
// false if they are none.
func (d *draft) build(n int) bool {
	var rows []line
	for i := d.from; i <= d.end; i++ {
		if d.kinds[i] == data {
			rows = append(rows, d.lines[i])
		}
	}
	h := d.height
	cols := columns(rows, run.figured)
	cols = mended(supported(cols, rows, d.lines[max(d.floor, d.from-6):d.from]), rows, h)
	cols = besideLabels(cols, rows)
	if len(cols) == 0 || !enough(rows, cols, n) {
		return false
	}
	ranked := labelled(rows, cols)
	if ranked {
		cols = cols[1:]
	}
	figures := len(cols)
	first := cols[0]
	d.columns = worded(cols, rows)
	if ranked && len(d.columns) > 1 && d.columns[0] != first && d.ranked(rows) {
		d.columns = d.columns[1:] // those words are the labels, and the figures before them a column
		var ranks box
		for _, l := range rows {
			ranks = ranks.with(l.runs[0].box)
		}
		d.columns = slices.Insert(d.columns, 0, ranks)
		d.ranks = 1
	}
	d.columns = d.headed()
	if at, ok := d.second(); ok {
		return d.halves(at)
	}
	d.heads()
	d.read()
	d.title()
	body := d.lines[d.from : d.end+1]
	if contents(figures, body) {
		return true // read, and done with
	}
	if len(d.rows) == 0 || d.chart(rows) || d.listed() {
		return false
	}
	d.page.tables = append(d.page.tables, d.found())
	return true
}

// labelled tells whether the first column of figures holds the rows' labels: years, or small numbers.
func labelled(rows []line, cols []box) bool {
	if len(cols) < 2 {
		return false
	}
	bare, firsts := 0, 0
	for _, l := range rows {
		r := l.runs[0]
		if across(r.box, cols[0]) > 0 {
			bare++
		}
		if r.number && (year(r.text) || len(r.text) < 3 || old(r.text)) {
			firsts++
		}
	}
	return 10*bare >= 6*len(rows) && 10*firsts >= 6*bare
}

// old tells whether a text can be a year before 1900, in a column of years.
func old(t string) bool { return len(t) == 4 && t[0] == '1' && strings.Trim(t, "0123456789") == "" }

// left is where the columns beside the labels begin.
func (d *draft) left() float64 {
	if d.ranks < len(d.columns) {
		return d.columns[d.ranks].x0
	}
	return d.columns[0].x0
}

// ranked tells whether the figures that rows begin with are places in an order, or numbers of the rows.
func (d *draft) ranked(rows []line) bool {
	n := 0
	for _, l := range rows {
		if r := l.runs[0]; r.number && !year(r.text) && len(r.text) < 4 && len(l.runs) > 1 && worth(l.runs[1].text) {
			n++
		}
	}
	return 5*n >= 4*len(rows)
}

// headed adds columns where nothing stands but a head, beside heads of other columns.
func (d *draft) headed() []box {
	cols := d.columns
	for i := d.from - 1; i >= max(d.floor, d.from-3); i-- {
		l := d.lines[i]
		var empty []box
		over := 0
		for _, r := range l.runs {
			if r.x0 < d.left()-d.height {
				continue
			}
			whole := d.block(r, i)
			if slices.ContainsFunc(cols, func(c box) bool { return across(c, whole) > 0 }) {
				over++
			} else if (r.number || len(r.words) < 3) && r.x1 < cols[len(cols)-1].x1 {
				empty = append(empty, r.box)
			}
		}
		if len(empty) > 0 && over >= 2 && over+len(empty) >= len(cols) && over >= len(cols)-d.ranks-1 {
			cols = append(slices.Clone(cols), empty...)
			fromLeft(cols)
			break
		}
	}
	return cols
}

// second finds where a second table stands beside the first: a column of words without a head, with columns of figures
// on both sides.
func (d *draft) second() (at float64, ok bool) {
	for k := d.ranks + 1; k+1 < len(d.columns); k++ {
		c := d.columns[k]
		if c.x0-d.columns[k-1].x1 < 1.5*d.height {
			continue
		}
		words, figures, rows, left := 0, 0, 0, math.Inf(1)
		for i := d.from; i <= d.end; i++ {
			for _, r := range d.lines[i].runs {
				if across(r.box, c) > .5*min(r.width(), c.width()) {
					rows++
					if !r.number && worth(r.text) {
						words++
						left = min(left, r.x0)
					} else {
						figures++
					}
				}
			}
		}
		if words < 2 || figures > 0 || 2*rows < d.end-d.from+1 {
			continue
		}
		before, behind, over, titles := 0, 0, 0, 0
		for i := d.from - 1; i >= max(d.floor, d.from-5) && d.lines[i+1].y0-d.lines[i].y1 < headGap*d.height; i-- {
			l := d.lines[i]
			if l.prose() {
				break
			}
			for _, r := range l.runs {
				switch {
				case math.Abs(r.x0-left) < 3 && l.runs[0].x0 < d.left()-d.height:
					titles++ // beside the other's
				case across(r.box, c) > 0:
					over++
				case r.x0 > c.x1:
					behind++
				case r.x1 > d.left():
					before++
				}
			}
		}
		if over == 0 && behind > 0 && before > 0 && (titles > 1 || behind == before) {
			return left - 1, true
		}
	}
	return 0, false
}

// halves reads what stands on either side as a table of its own.
func (d *draft) halves(at float64) bool {
	done := false
	first := max(d.floor, d.from-mostHeads)
	for side := range 2 {
		half := draft{page: d.page}
		from, end := -1, -1
		n := 0
		for i := first; i <= d.end; i++ {
			l, ok := d.lines[i].only(func(r run) bool { return (r.x0 >= at) == (side == 1) })
			if !ok {
				continue
			}
			half.lines = append(half.lines, l)
			if i >= d.from && l.kind() == data {
				if from < 0 {
					from = len(half.lines) - 1
				}
				end = len(half.lines) - 1
				n++
			}
		}
		if from < 0 {
			continue
		}
		half.kinds, half.from, half.end = kinds(half.lines, d.height), from, end
		done = half.build(n) || done
	}
	return done
}

// enough tells whether there are labels beside the figures, and figures below each other.
func enough(rows []line, cols []box, n int) bool {
	labels, cells, nones := 0, 0, 0
	for _, l := range rows {
		r := l.runs[0]
		labels += flag(l.named() || r.number && (r.about || len(r.text) < 4 && len(l.runs) > 2 && worth(l.runs[1].text)))
		for i, r := range l.runs {
			switch {
			case !r.figured(i):
			case r.none:
				nones++
			default:
				cells++
			}
		}
	}
	if 2*labels < n || 5*cells < nones {
		return false
	}
	return cells >= 3 || n >= 2 && len(cols) == 1 && cells >= 2
}

// named tells whether a line begins with a label: words, or a year.
func (l line) named() bool {
	r := l.runs[0]
	return !r.number && worth(r.text) || year(r.text) || old(r.text) && len(l.runs) > 1
}

// worth tells whether a text can be a label.
func worth(t string) bool {
	letters := 0
	for _, r := range t {
		if unicode.IsLetter(r) {
			letters++
			if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
				letters++
			}
		}
	}
	return letters >= 2 || letters == 1 && strings.Contains(t, "=") || strings.ContainsAny(t, "<>≤≥") || letters == 1 && len(t) == 1
}
