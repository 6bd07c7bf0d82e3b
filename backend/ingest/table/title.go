package table

import (
	"math"
	"slices"
	"strings"

	"lectern/backend/ingest/layout"
	"lectern/backend/store"
	"lectern/backend/text"
)

func layoutBox(b store.Box) layout.Box { return layout.Box(b) }

// unitsIn takes what a line above the rows says of the table's units, if none is known yet.
func (d *draft) unitsIn(text string, at box) bool {
	u, _, ok := unitsOf(text)
	if !ok || d.units != (store.Units{}) {
		return false
	}
	d.units, d.unitsBox = u, at
	d.units.From = store.UnitsTable
	return true
}

// title takes the lines above the heads, and the units from the nearest line that names them.
func (d *draft) title() {
	ls, h := d.lines, d.height
	last := d.top
	for i := d.top - 1; i >= max(d.floor, d.top-6); i-- {
		l := ls[i]
		gap := ls[i+1].y0 - l.y1
		if gap > 3*h && (len(d.caption) > 0 || gap > 6*h) || d.kinds[i] == data && len(l.runs) > 1 && !statement.MatchString(l.text()) {
			break
		}
		text := l.text()
		before := line{}
		if i > 0 {
			before = ls[i-1]
		}
		tail := before.prose() && l.y0-before.y1 < .5*h && len(l.runs) == 1
		if _, only, ok := unitsOf(text); ok && only {
			d.unitsIn(text, l.box)
			last = i
			continue
		}
		if (l.prose() || tail) && !statement.MatchString(text) {
			if tail && d.leads(text) {
				text = glued(before.text(), text)
			}
			if u, _, ok := unitsOf(text); ok && d.leads(text) && d.units == (store.Units{}) {
				d.units, d.unitsBox = u, l.box
				d.units.From = store.UnitsNote
			}
			if d.leads(text) && len(d.caption) == 0 {
				d.caption, d.captionAt = []string{text}, l.box
				last = i
			}
			if !d.captioned(i, last) {
				break
			}
			continue
		}
		d.unitsIn(text, l.box)
		d.caption = append([]string{text}, d.caption...)
		d.captionAt = d.captionAt.with(l.box)
		last = i
		if len(d.caption) >= titleLines {
			break
		}
	}
	for i, text := range d.caption { // what stands above its number belongs to something else
		if i > 0 && statement.MatchString(text) {
			d.caption = d.caption[i:]
			break
		}
	}
	for i := d.top - 1; i >= max(d.floor, d.top-patience) && d.units == (store.Units{}); i-- {
		if l := ls[i]; !l.prose() {
			d.unitsIn(l.text(), l.box)
		}
	}
	d.below()
	for _, m := range text.InBrackets.FindAllStringSubmatch(strings.Join(d.caption, " "), -1) {
		if d.units == (store.Units{}) && measure(m[1]) {
			d.units, d.unitsBox = store.Units{Text: m[1], From: store.UnitsTable}, d.captionAt
		}
	}
}

// captioned tells whether a line of prose above goes on upwards to a title ("Table 3: …" over several lines).
func (d *draft) captioned(i, last int) bool {
	if last != i+1 && last != d.top {
		return false
	}
	for k := i; k >= max(d.floor, i-4); k-- {
		if k < i && d.lines[k+1].y0-d.lines[k].y1 > .8*d.height {
			return false
		}
		if statement.MatchString(d.lines[k].text()) {
			d.caption = nil
			for j := k; j < d.top; j++ {
				if j > k && d.lines[j].y0-d.lines[j-1].y1 > 1.2*d.height {
					break
				}
				d.caption = append(d.caption, d.lines[j].text())
				d.captionAt = d.captionAt.with(d.lines[j].box)
			}
			return false
		}
	}
	return false
}

// leads tells whether a sentence announces what stands below it.
func (d *draft) leads(text string) bool {
	return strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：") || lead.MatchString(text)
}

// below looks under the table, for its title where that stands there, and for a note that says its units.
func (d *draft) below() {
	ls, h := d.lines, d.height
	const notes = 8 // lines
	if e := d.end + 1; e < len(ls) && !d.named() && numbered.MatchString(ls[e].text()) && ls[e].y0-ls[d.end].y1 < 3.5*h {
		d.caption = nil
		for k := e; k < min(len(ls), e+5); k++ {
			if k > e && (ls[k].y0-ls[k-1].y1 > .8*h || math.Abs(ls[k].height()-ls[e].height()) > .3*h) {
				break
			}
			d.caption = append(d.caption, ls[k].text())
			d.captionAt = d.captionAt.with(ls[k].box)
			if strings.HasSuffix(ls[k].text(), ".") {
				break
			}
		}
	}
	for k := d.end + 1; k < min(len(ls), d.end+1+notes) && d.units == (store.Units{}); k++ {
		if ls[k].y0-ls[k-1].y1 > 2.5*h || d.kinds[k] == data {
			break
		}
		text := strings.TrimLeft(ls[k].text(), "*†‡() ")
		text = strings.TrimRight(text, ".。")
		if u, only, ok := unitsOf(text); ok && only && !d.above(k) {
			d.units, d.unitsBox = u, ls[k].box
			d.units.From = store.UnitsNote
		}
	}
}

// above tells whether a line stands over another table.
func (d *draft) above(k int) bool {
	for i := k + 1; i < min(len(d.lines), k+7); i++ {
		if d.kinds[i] != other {
			return true
		}
	}
	return false
}

// named tells whether the caption is a numbered one.
func (d *draft) named() bool {
	return len(d.caption) > 0 && statement.MatchString(d.caption[0])
}

// absorb makes the first rows heads that have neither a label nor a figure: heads of several lines.
func (d *draft) absorb() {
	for len(d.rows) > 2 {
		r := d.rows[0]
		if r.Label != "" || len(r.Cells) == 0 || slices.ContainsFunc(r.Cells, func(c store.Cell) bool { _, figure := readFigure(c.Text); return figure }) {
			return
		}
		d.rows = d.rows[1:]
		if _, only, ok := unitsOf(r.Cells[0].Text); ok && only && len(r.Cells) == 1 {
			d.unitsIn(r.Cells[0].Text, d.in(layoutBox(r.Box)))
			continue
		}
		for _, c := range r.Cells {
			d.parts[c.Column] = append(d.parts[c.Column], headPart{c.Text, c.Column, 1})
		}
	}
}

// found is the table as it was read.
func (d *draft) found() found {
	d.absorb()
	t := found{columns: d.columns, guessed: d.guessed}
	t.Table = store.Table{
		Page: d.number, Caption: strings.Join(d.caption, "\n"), Stub: strings.Join(d.stub, " "), Units: d.units, Rows: d.rows, Columns: []store.Column{},
	}
	if d.units != (store.Units{}) {
		t.Units.Page, t.Units.Box = d.number, d.out(d.unitsBox)
	}
	t.bare = true
	for i, b := range d.columns {
		heads := joinHeads(d.parts[i])
		t.bare = t.bare && len(heads) == 0
		t.Columns = append(t.Columns, store.Column{Heads: heads, Units: headUnits(heads), Box: d.out(b)})
	}
	t.box = around(d.lines[d.top : d.end+1])
	for i := range t.Columns { // from the heads to the last row
		b := d.columns[i]
		t.Columns[i].Box = d.out(box{b.x0, t.y0, b.x1, t.y1})
	}
	return t
}
