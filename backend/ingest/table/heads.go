package table

import (
	"math"
	"regexp"
	"slices"
	"strings"
)

// heads reads upwards from the first row: lines that stand over the columns are heads.
func (d *draft) heads() {
	ls, h := d.lines, d.height
	cols := slices.Clone(d.columns) // widened by the lowest heads
	d.parts = make([][]headPart, len(cols))
	left := d.left()
	labels, labelLeft := 0.0, left // where the labels end and begin
	for _, l := range ls[d.from : d.end+1] {
		if r := l.runs[0]; r.x1 < left+h {
			labels, labelLeft = max(labels, r.x1), min(labelLeft, r.x0)
		}
	}
	limit := max(d.floor, d.from-mostHeads)
	d.top = d.from
	var groups [][]int // columns under one head in the line below
	skipped := 0
	for i := d.from - 1; i >= limit; i-- {
		l := ls[i]
		if !d.framed && (ls[i+1].y0-l.y1 > headGap*h && !d.underlined(i) || l.prose() && (l.runs[0].x1 > left || len(l.runs) == 1)) {
			break
		}
		over, beside := d.overColumns(i, cols, left, labels, labelLeft)
		if !d.framed && len(over) == 0 && d.top < d.from && d.ruledOff(i) {
			break
		}
		crossing := !d.framed && len(l.runs) == 1 && l.runs[0].x0 < left-2*h && l.runs[0].x0 < labels && l.runs[0].x1 > left && (i+1 == d.from || d.block(l.runs[0], i) == l.runs[0].box)
		if !d.framed && d.titleLine(over, beside, left, labelLeft) {
			break
		}
		if len(over) == 0 && l.x1 > left && !crossing { // units between heads
			text := l.text()
			if r := l.runs[0]; d.top == d.from && len(l.runs) > 1 && strings.HasSuffix(r.text, ":") { // the first part's heading beside them
				d.section, text = &l.runs[0], strings.TrimSpace(strings.TrimPrefix(text, r.text))
			}
			d.stub, d.top = append([]string{text}, d.stub...), i
			d.unitsIn(text, l.box)
			continue
		}
		if !d.framed && d.kinds[i] == data && len(over) > 0 && l.runs[0].x1 < left && figuresOnly(over) {
			break // a row with its label
		}
		if !d.framed && d.kinds[i] == data && !l.small() && d.top == d.from && l.runs[0].x1 < left && len(over) > 0 && over[0].number {
			break // a row that fell off
		}
		if len(over) == 0 || crossing || !d.framed && d.kinds[i] == data && d.top < d.from && len(over) < 2 {
			if d.top == d.from && !d.framed { // a heading between the heads and the first row
				if _, only, ok := unitsOf(l.text()); ok && only && len(l.runs) == 1 {
					d.stub = append([]string{l.text()}, d.stub...)
					d.unitsIn(l.text(), l.box)
				}
				if skipped++; skipped > 3 && (skipped > 8 || l.x1 > left) {
					break
				}
				continue
			}
			if d.framed || len(over) == 0 && ls[i+1].y0-l.y1 < .6*h && i > limit && !crossing && ls[i-1].x1 > left { // a label beside several lines of heads
				d.besides(beside)
				continue
			}
			break
		}
		d.besides(beside)
		to := d.assign(over, i, cols)
		widen(to, groups)
		groups = nil
		placed := make([]int, len(cols)) // parts of this line, which go before those of the lines below
		for k, at := range to {
			if len(at) > 1 {
				groups = append(groups, at)
			}
			for _, c := range at {
				d.parts[c] = slices.Insert(d.parts[c], placed[c], headPart{over[k].text, slices.Min(at), len(at)})
				placed[c]++
				if len(at) == 1 && len(d.parts[c]) == 1 {
					cols[c].x0, cols[c].x1 = min(cols[c].x0, over[k].x0), max(cols[c].x1, over[k].x1)
				}
			}
		}
		d.top = i
	}
}

// besides takes what stands over the labels.
func (d *draft) besides(rs []run) {
	for _, r := range slices.Backward(rs) {
		d.stub = append([]string{r.text}, d.stub...)
		d.unitsIn(r.text, r.box)
	}
}

// figuresOnly tells whether several runs, or the only one, are figures, and none is a year.
func figuresOnly(rs []run) bool {
	n := 0
	for _, r := range rs {
		if year(r.text) {
			return false
		}
		n += flag(r.number && !r.none)
	}
	return n > 1 || n == 1 && len(rs) == 1
}

// titleLine tells whether the only text of a line is the title of the whole table, not a head.
func (d *draft) titleLine(over, beside []run, left, labelLeft float64) bool {
	cols := d.columns
	if len(over) != 1 || len(beside) > 0 || d.top == d.from || over[0].x0 >= cols[len(cols)-1].x0 || period.MatchString(over[0].text) {
		return false
	}
	o := over[0]
	_, ruled := d.rules.under(o.box, left, .9*d.across(), nil)
	off := math.Abs(o.middle() - (labelLeft+cols[len(cols)-1].x1)/2)
	return !ruled && off < .03*d.across() && len(o.words) > 1 && len(cols) > 1 || statement.MatchString(o.text)
}

// overColumns tells the runs of a line that stand over the columns from those that stand beside them, over the labels.
func (d *draft) overColumns(i int, cols []box, left, labels, labelLeft float64) (over, beside []run) {
	const longest = 9 // words of a head
	h, l := d.height, d.lines[i]
	l.runs = d.parted(l)
	several := len(l.runs) > 1 && l.runs[len(l.runs)-2].x1 > left
	for k, r := range l.runs {
		in := r.x1 > left && (r.x0 > left-6*h || r.middle() > left) || labels > 0 && r.x0 > labels-h && r.x1 > left-4*h
		if u, ok := d.rules.under(r.box, left, .9*d.across(), l.runs); ok && r.x0 > labels-h && u.x1 > left+h {
			in = true
		}
		if k == 0 && len(l.runs) > 1 && labels > 0 && math.Abs(r.x0-labelLeft) < .3*h && r.x0 < left-3*h { // it begins where the labels do
			in = false
		}
		if in {
			if _, only, ok := unitsOf(r.text); ok && only && len(r.text) > 1 {
				n := 0 // of one column, or of the table
				for _, c := range cols {
					if across(r.box, c) > 0 {
						n++
					}
				}
				middle := (cols[0].x0 + cols[len(cols)-1].x1) / 2
				in = n == 1 && (several || len(cols) == 1 || math.Abs(r.middle()-middle) > 4*h && !(len(l.runs) == 1 && len(d.parts[len(cols)-1]) > 0))
			}
		}
		if _, spans := d.spanner(r, i, cols); in && spans {
			over = append(over, r)
		} else if in && (len(r.words) <= longest || d.framed) {
			parts := d.cut(r, cols)
			if between := d.walled(l.runs, k, cols); len(between) > len(parts) ||
				len(between) > 1 && !slices.ContainsFunc(between, func(c int) bool { return len(d.parts[c]) == 0 }) {
				parts = []run{r}
			}
			over = append(over, parts...)
		} else {
			beside = append(beside, r)
		}
	}
	return over, beside
}

// cut takes a head that runs over several columns apart where a gap between words lies between columns, or between what
// different lines are drawn under.
func (d *draft) cut(r run, cols []box) []run {
	single := func(b box) int { // the one column without a head yet that a word stands over
		at := -1
		for c := range cols {
			if across(b, cols[c]) > .25*min(b.width(), cols[c].width()) {
				if at >= 0 || len(d.parts[c]) > 0 {
					return -1
				}
				at = c
			}
		}
		return at
	}
	if half := len(r.words) / 2; half > 0 && len(r.words) == 2*half && written(r.words[:half]) == written(r.words[half:]) { // two heads that say the same
		return []run{runOf(r.words[:half]...), runOf(r.words[half:]...)}
	}
	least := math.Inf(1)
	for i := 1; i < len(r.words); i++ {
		least = min(least, r.words[i].x0-r.words[i-1].x1)
	}
	return r.cut(func(a, b word) bool {
		gap := b.x0 - a.x1
		apart := single(a.box) >= 0 && single(b.box) >= 0 && single(a.box) != single(b.box)
		apart = apart || overOwn(a.box, b.box, cols) || d.apart(a.box, b.box)
		for k := 0; k+1 < len(cols) && !apart; k++ {
			apart = gap > .42*b.height() && (len(r.words) < 3 || gap > 1.4*least) &&
				min(cols[k+1].x0, b.x0) > max(cols[k].x1, a.x1)-1 && a.x1 > cols[k].x0 && b.x0 < cols[k+1].x1
		}
		return apart
	})
}

// overOwn tells whether two words stand in the middle of two neighbouring columns.
func overOwn(a, b box, cols []box) bool {
	const off = .18 // of the distance between the columns
	for k := 0; k+1 < len(cols); k++ {
		from, to := cols[k].middle(), cols[k+1].middle()
		if math.Abs(a.middle()-from) < off*(to-from) && math.Abs(b.middle()-to) < off*(to-from) {
			return true
		}
	}
	return false
}

// assign says which columns each head of a line stands over: by the line drawn under it, else by sharing the columns out
// so that each head stands in the middle of its own, else by what it overlaps, else by what is nearest.
func (d *draft) assign(heads []run, line int, cols []box) [][]int {
	const farthest = 40.0 // points
	out := make([][]int, len(heads))
	ruled, settled := false, 0
	for i, r := range heads {
		if u, ok := d.spanner(r, line, cols); ok {
			out[i], ruled = under(u, cols, .5), true
			continue
		}
		if between := d.walled(heads, i, cols); len(between) > 1 {
			out[i], ruled = between, true
			continue
		}
		reach := r.box
		if u, ok := d.rules.under(r.box, cols[0].x0, .9*d.across(), heads); ok && (i == 0 || heads[i-1].x1 < u.x0+3) && (i+1 == len(heads) || heads[i+1].x0 > u.x1-3) {
			reach = u
		}
		for c, b := range cols {
			if across(reach, b) > .35*min(b.width(), reach.width()) {
				out[i] = append(out[i], c)
			}
		}
		block := d.block(r, line)
		if wide := under(block, cols, .3); len(wide) > len(out[i]) && nearer(r, wide, out[i], cols) {
			out[i] = wide
		}
		settled += flag(block.height() > 1.5*r.height())
		ruled = ruled || len(out[i]) > 1 && reach.x1 > r.x1+6
		if len(out[i]) == 0 {
			if at := closest(r.box, cols, farthest); at >= 0 {
				out[i] = []int{at}
			}
		}
	}
	lo, hi, likely, dates := -1, -1, 2*len(heads) <= len(cols), true
	for c := range cols {
		if len(d.parts[c]) > 0 {
			if lo < 0 {
				lo = c
			}
			hi = c
		}
	}
	for i, r := range heads {
		dates = dates && period.MatchString(r.text)
		likely = likely && (len(out[i]) > 1 || period.MatchString(r.text))
	}
	if lo < 0 && likely && dates && len(heads) > 1 && (len(cols)-d.ranks)%len(heads) == 0 { // a year over each pair of columns
		even, _ := share(heads, cols, d.ranks, len(cols)-1)
		if even != nil && !slices.ContainsFunc(even, func(b []int) bool { return len(b) != len(even[0]) }) {
			return even
		}
	}
	if shared := d.sharedOut(heads, cols); shared != nil && !ruled {
		return shared
	}
	if ruled {
		widenFree(heads, out, cols, d.ranks)
	}
	if ruled || len(heads) >= len(cols) || lo < 0 || hi-lo+1 <= len(heads) {
		return out
	}
	if settled == len(heads) {
		return out
	}
	if len(heads) == 1 && !dates {
		if block := centred(heads[0].box, cols, lo, hi); len(block) > 0 {
			return [][]int{block}
		}
	}
	shared, _ := share(heads, cols, lo, hi)
	if shared == nil {
		return out
	}
	for i, block := range shared {
		const exact = .03 // of the width
		x0, x1 := cols[block[0]].x0, cols[block[len(block)-1]].x1
		middle := math.Abs(heads[i].middle()-(x0+x1)/2) < exact*(x1-x0)+.2*heads[i].height()
		if !likely && (len(shared) < 2 || len(block) != len(shared[0]) && !middle) {
			return out
		}
	}
	return shared
}

// headPart is a line of a head, and which columns it stands over.
type headPart struct {
	text         string
	first, count int
}

// joinHeads makes the lines over a column its heads: those that stand over the same columns are one.
func joinHeads(parts []headPart) []string {
	out := []string{}
	for i, p := range parts {
		if i > 0 && parts[i-1].first == p.first && parts[i-1].count == p.count {
			out[len(out)-1] = glued(out[len(out)-1], p.text)
			continue
		}
		out = append(out, p.text)
	}
	return out
}

// divided ends in a part of a plain word and its hyphen.
var divided = regexp.MustCompile(`(^|[\s(“"])\pL\pL+[,.;:)]?-$`)

// glued is a text that goes on in another line.
func glued(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	case strings.HasSuffix(a, "-") && lower(b) && len(a) > 1 && a[len(a)-2] != ' ':
		if divided.MatchString(a) && divided.MatchString(strings.Fields(b)[0]+"-") {
			return strings.TrimSuffix(a, "-") + b
		}
		return a + b // "ap-" and "southeast-1" of an address
	case ideographs(a[max(0, len(a)-3):]) && ideographs(b[:min(3, len(b))]):
		return a + b
	}
	return a + " " + b
}

// ideographs tells whether a text is one wide letter.
func ideographs(s string) bool { return len(s) == 3 && wideLetters(s) == 1 }
