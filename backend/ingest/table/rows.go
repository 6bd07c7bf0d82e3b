package table

import (
	"slices"
	"strings"

	"lectern/backend/store"
)

// open is what further rows may stand under: a heading, or a row that they are indented from.
type open struct {
	left  float64
	text  string
	head  bool
	bold  bool
	inner bool // rows indented under it have come
}

// reader puts a table's lines into rows.
type reader struct {
	*draft
	labels    float64 // where labels end
	labelLeft float64 // and begin
	split     float64 // where labels of groups end; 0: there are none
	centred   bool    // labels are: where they begin says nothing
	groups    []group
	stack     []open
	wait      *run // a label without figures that may go on; its box is that of its last line
	waiting   box  // of all its lines
	rows      []store.Row
	bold      bool    // the label of the row that is read is in bold type
	last      box     // of the row before
	usual     float64 // gap between two rows
}

// read puts runs into columns, joins labels that go over several lines, and finds what each row stands under.
func (d *draft) read() {
	ls, h := d.lines, d.height
	if !d.framed {
		// Headings directly above the first row, below the heads.
		for d.from > max(0, d.floor) && d.from > d.top && d.heading(d.from-1, d.left()+h) && ls[d.from].y0-ls[d.from-1].y1 < 1.2*h {
			d.from--
		}
		for d.top == d.from && d.from > d.floor && d.heading(d.from-1, d.left()+h) && ls[d.from].y0-ls[d.from-1].y1 < .6*h && len(d.rows) == 0 && strings.HasSuffix(ls[d.from-1].text(), ":") {
			d.from--
			d.top--
		}
		if e := d.end + 1; e < len(ls) && d.heading(e, d.left()+h) && ls[e].y0-ls[d.end].y1 < .5*h && lower(ls[e].runs[0].text) && !footnote.MatchString(ls[e].runs[0].text) {
			d.end = e
		}
	}
	r := reader{draft: d, labelLeft: d.left()}
	for _, l := range ls[d.from : d.end+1] {
		if first := l.runs[min(d.ranks, len(l.runs)-1)]; !first.number && first.x1 < d.left()+h {
			r.labels, r.labelLeft = max(r.labels, first.x1), min(r.labelLeft, first.x0)
		}
	}
	r.centred = d.centred()
	gaps := make([]float64, 0, d.end-d.from)
	for i := d.from + 1; i <= d.end; i++ {
		gaps = append(gaps, ls[i].y0-ls[i-1].y1)
	}
	r.usual = median(gaps)
	if at, ok := d.groupedAt(); ok {
		r.split, r.labelLeft = at, at
	}
	if d.section != nil {
		r.emit(store.Row{Label: d.section.text, Notes: d.section.notes}, d.section.box, d.section.x0)
	}
	for i := d.from; i <= d.end; i++ {
		if l, ok := r.grouping(ls[i]); ok {
			r.line(l, d.kinds[i])
		}
	}
	r.flush()
	d.rows = r.rows
	if groups := append(d.beside(), r.groups...); len(groups) > 0 && len(d.rows) > 0 {
		d.distribute(groups)
	}
}

// centred tells whether the rows' labels stand in the middle of their column.
func (d *draft) centred() bool {
	const same, several = 1.5, 3 // points, labels
	var lefts, middles []float64
	for i, l := range d.lines[d.from : d.end+1] {
		if first := l.runs[0]; d.kinds[d.from+i] == data && !first.number && first.x1 < d.left()+d.height {
			lefts, middles = append(lefts, first.x0), append(middles, first.middle())
		}
	}
	return len(lefts) >= several && slices.Max(middles)-slices.Min(middles) < same && slices.Max(lefts)-slices.Min(lefts) > 3*same
}

// grouping takes the label of a group out of a line; false if nothing else is in it.
func (r *reader) grouping(l line) (line, bool) {
	first := l.runs[0]
	if r.split == 0 || first.x1 > r.split {
		return l, true
	}
	if n := len(r.groups); n > 0 && len(l.runs) == 1 && first.y0-r.groups[n-1].y1 < .4*r.height && first.y0 > r.groups[n-1].y1-.4*r.height { // it goes on
		r.groups[n-1].text, r.groups[n-1].box = glued(r.groups[n-1].text, first.text), r.groups[n-1].with(first.box)
		return l, false
	}
	r.groups = append(r.groups, group{first.box, first.text, first.notes})
	kept := line{runs: l.runs[1:], leaders: l.leaders}
	kept.box = around(kept.runs)
	return kept, len(kept.runs) > 0
}

// heading tells whether a line is a single text beside the figures.
func (d *draft) heading(i int, right float64) bool {
	l := d.lines[i]
	if d.kinds[i] == data || len(l.runs) != 1 || l.x1 >= right || l.prose() {
		return false
	}
	_, _, units := unitsOf(l.text())
	return !units
}

// line reads one line.
func (r *reader) line(l line, k kind) {
	h, cols := r.height, r.columns
	if u, only, ok := unitsOf(l.text()); ok && only && k == other && u.Exponent > 0 { // units between the heads and the rows
		r.unitsIn(l.text(), l.box)
		if r.wait == nil {
			return
		}
	}
	var row store.Row
	at := l.box
	label, left := "", r.left()
	var labelRun *run
	for i := range l.runs {
		one := &l.runs[i]
		c := r.column(one, i)
		if c < 0 {
			if label == "" {
				left, labelRun = one.x0, one
			}
			label = glued(label, one.text)
			row.Notes = append(row.Notes, one.notes...)
			continue
		}
		r.cell(&row, one, c)
	}
	row.Label = label
	if label == "" && len(l.runs) == 1 && !l.runs[0].number && r.between(l.runs[0]) { // a heading in the middle
		r.flush()
		r.stack = r.stack[:0]
		r.emit(store.Row{Label: l.runs[0].text, Notes: l.runs[0].notes}, l.box, r.labelLeft)
		return
	}
	r.bold = labelRun != nil && labelRun.words[0].bold
	if len(row.Cells) == 0 && labelRun != nil {
		r.unfilled(l, *labelRun, row, label)
		return
	}
	if r.wait != nil && !strings.HasSuffix(r.wait.text, ":") {
		switch gap := l.y0 - r.wait.y1; {
		case labelRun != nil && r.goesOn(*r.wait, *labelRun, gap):
			row.Label = glued(r.wait.text, row.Label)
			row.Notes = append(r.wait.notes, row.Notes...)
			left, at = r.waiting.x0, at.with(r.waiting)
			r.wait = nil
		case labelRun == nil && gap < .5*h && 2*len(row.Cells) > len(cols): // the figures stand a little lower than their label
			row.Label, row.Notes = r.wait.text, r.wait.notes
			left, at = r.waiting.x0, at.with(r.waiting)
			r.wait = nil
		}
	}
	r.flush()
	r.emit(row, at, left)
}

// between tells whether a text stands in the middle of the table, over what is below it.
func (r *reader) between(one run) bool {
	cols := r.columns
	left, right := r.labelLeft, cols[len(cols)-1].x1
	off := one.middle() - (left+right)/2
	return len(cols) > 1 && max(off, -off) < .06*(right-left) || len(cols) > 2 && one.width() > 1.5*cols[0].width() && max(off, -off) < .15*(right-left)
}

// unfilled reads a line without figures: a heading, or a part of a label.
func (r *reader) unfilled(l line, one run, row store.Row, label string) {
	one.text, one.notes, one.box = label, row.Notes, l.box
	n := len(r.rows)
	switch {
	case r.wait != nil && r.goesOn(*r.wait, one, one.y0-r.wait.y1):
		r.wait.text = glued(r.wait.text, one.text)
		r.wait.notes = append(r.wait.notes, one.notes...)
		r.wait.box, r.waiting = one.box, r.waiting.with(one.box)
	case r.wait == nil && n > 0 && len(r.rows[n-1].Cells) > 0 && r.tail(one, r.sheetBox(r.rows[n-1].Box)):
		last := &r.rows[n-1]
		last.Label = glued(last.Label, strings.TrimSuffix(one.text, ":"))
		last.Notes = append(last.Notes, one.notes...)
		last.Box = r.out(r.sheetBox(last.Box).with(one.box))
		if k := len(r.stack); k > 0 && !r.stack[k-1].head {
			r.stack[k-1].text = last.Label
		}
	default:
		r.flush()
		r.wait, r.waiting = &one, one.box
	}
}

// sheetBox brings a stored box back to the turned page.
func (r *reader) sheetBox(b store.Box) box { return r.in(layoutBox(b)) }

// goesOn tells whether a label's line is continued by the next one, whose first word had no room in it.
func (r *reader) goesOn(a, b run, gap float64) bool {
	h := r.height
	full := a.x1+b.words[0].width()+.1*h > r.labels
	if lower(b.text) {
		return gap < .5*h || full && gap < .8*h
	}
	return full && gap < .4*h && b.x0 > a.x0-2 && a.x1 > r.labelLeft+.6*(r.left()-r.labelLeft)
}

// tail tells whether a line goes on with the label of the row above, which has its figures already.
func (r *reader) tail(b run, row box) bool {
	gap := b.y0 - row.y1
	return lower(b.text) && gap < .5*r.height && !strings.HasSuffix(b.text, ":")
}

// column is the column that a run stands in; -1 for a label.
func (r *reader) column(one *run, i int) int {
	cols := r.columns
	at := within(one.box, cols)
	switch {
	case at < 0 && (one.number && i > 0): // beside its column
		at = closest(one.box, cols, 1.5*r.height)
	case at == 0 && i == 0 && !one.number && one.x0 < cols[0].x0-r.height: // a long label
		return -1
	case at >= 0 && !one.number && i == 0 && len(one.words) > 5 && one.x1 > cols[at].x1+2*r.height:
		return -1
	}
	return at
}

// cell puts a run into a row.
func (r *reader) cell(row *store.Row, one *run, c int) {
	if n := len(row.Cells); n > 0 && row.Cells[n-1].Column == c {
		last := &row.Cells[n-1]
		last.Text = glued(last.Text, one.text)
		last.Value, last.None = "", false
		last.Box = r.out(r.sheetBox(last.Box).with(one.own))
		return
	}
	row.Cells = append(row.Cells, r.cellOf(one, c))
}

// cellOf is a run as a cell; its value is told when it is known how the table writes decimals.
func (d *draft) cellOf(one *run, c int) store.Cell {
	cell := store.Cell{Column: c, Text: one.text, Notes: one.notes, Box: d.out(one.own)}
	if one.number {
		cell.None = one.none
		cell.Units = one.units(d.china)
	}
	return cell
}

// units are those that stand beside a figure.
func (f figure) units(china bool) store.Units {
	u := store.Units{Currency: f.currency, Exponent: f.scale, Percent: f.percent}
	if china && u.Currency == "JPY" {
		u.Currency = "CNY"
	}
	return u
}

// flush makes a label that waited a heading.
func (r *reader) flush() {
	if r.wait == nil {
		return
	}
	w, bold := *r.wait, r.bold
	r.wait, r.bold = nil, r.wait.words[0].bold
	r.emit(store.Row{Label: w.text, Notes: w.notes}, r.waiting, r.waiting.x0)
	r.bold = bold
}

// emit adds a row under what it stands under.
func (r *reader) emit(row store.Row, at box, left float64) {
	const same = 2.5 // points that two rows of one depth may differ by
	heading := len(row.Cells) == 0
	if r.split > 0 || r.centred {
		left = r.labelLeft
	}
	sum := !heading && (row.Label == "" || total.MatchString(row.Label))
	apart := !r.last.empty() && at.y0-r.last.y1 > r.usual+.8*r.height
	for len(r.stack) > 0 {
		s := r.stack[len(r.stack)-1]
		switch {
		case !heading && s.head && !s.inner && left <= s.left+same && (apart && len(r.rows) > 0 && len(r.rows[len(r.rows)-1].Cells) > 0 || r.bold && s.bold):
		case heading && s.head && year(s.text) && !year(row.Label) && left > s.left-same: // all that follows is of that year
			goto found
		case heading && left <= s.left+same && !(s.head && !s.inner && left > s.left-same && strings.HasSuffix(s.text, ":") && !strings.HasSuffix(row.Label, ":")):
		case !heading && left < s.left-same, !heading && !s.head && left <= s.left+same:
		case !heading && s.head && s.inner && left <= s.left+same: // back at the heading's own depth
		case sum && !s.head:
		default:
			goto found
		}
		r.stack = r.stack[:len(r.stack)-1]
	}
found:
	if n := len(r.stack); n > 0 && left > r.stack[n-1].left+same {
		r.stack[n-1].inner = true
	}
	for _, s := range r.stack {
		row.Parents = append(row.Parents, strings.TrimRight(s.text, ":： "))
	}
	row.Box = r.out(at)
	r.rows = append(r.rows, row)
	if row.Label != "" && !sum {
		r.stack = append(r.stack, open{left: left, text: row.Label, head: heading, bold: r.bold})
	}
	r.last = at
}
