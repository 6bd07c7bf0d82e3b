package table

import (
	"math"
	"slices"
	"strings"

	"lectern/backend/store"
)

// readWrapped puts the lines of a table of texts into rows: those between two drawn lines, if most rows have some, else
// those up to the next that begins in the first column or stands farther off.
func (d *draft) readWrapped(rs []box) {
	body := d.lines[d.from : d.end+1]
	ruled := len(rs)-3 >= len(body)/4 && len(rs) > 4
	var row [][]run
	var at box
	gaps := make([]float64, 0, len(body))
	for i := 1; i < len(body); i++ {
		gaps = append(gaps, body[i].y0-body[i-1].y1)
	}
	usual := median(gaps)
	flush := func() {
		if row == nil {
			return
		}
		var out store.Row
		for c, rs := range row {
			if len(rs) == 0 {
				continue
			}
			one := rs[0]
			for _, r := range rs[1:] {
				one.text, one.own = glued(one.text, r.text), one.own.with(r.own)
				one.notes = append(one.notes, r.notes...)
				one.number = false
			}
			if c == 0 {
				out.Label, out.Notes = one.text, one.notes
				continue
			}
			out.Cells = append(out.Cells, d.cellOf(&one, c-1))
		}
		out.Box = d.out(at)
		if !d.unitsRow(out, at) {
			d.rows = append(d.rows, out)
		}
		row, at = nil, box{}
	}
	left := d.columns[0].x0
	all := around(body)
	for i, l := range body {
		if c := d.nearest(l.runs[0]); d.framed && inMiddle(l, all) && (c < 0 || math.Abs(l.x0-d.columns[c].x0) > d.height) {
			flush()
			d.rows = append(d.rows, store.Row{Label: l.runs[0].text, Notes: l.runs[0].notes, Box: d.out(l.box)})
			continue
		}
		begins := row == nil
		if !begins {
			crossed := slices.ContainsFunc(rs, func(r box) bool { return r.centre() > body[i-1].centre() && r.centre() < l.centre() })
			gap := l.y0 - body[i-1].y1
			first := l.runs[0].x0 < left-d.height*.5
			begins = crossed || !ruled && (gap > usual+.35*d.height || first && (gap > usual-.1*d.height && !d.continues(row, l)))
		}
		if begins {
			flush()
			row = make([][]run, len(d.columns)+1)
		}
		at = at.with(l.box)
		for _, r := range l.runs {
			c := d.nearest(r) + 1
			row[c] = append(row[c], r)
		}
	}
	flush()
}

// unitsRow tells whether a first row only says what the table counts in, and takes that.
func (d *draft) unitsRow(row store.Row, at box) bool {
	if len(d.rows) > 0 || row.Label != "" || len(row.Cells) != 1 {
		return false
	}
	text := row.Cells[0].Text
	_, only, ok := unitsOf(text)
	if ok = ok && only; ok {
		d.unitsIn(text, at)
	}
	return ok
}

// continues tells whether a line goes on with the row before it: it begins in lower case, or fills only what wraps.
func (d *draft) continues(row [][]run, l line) bool {
	if len(row) == 0 || len(row[0]) == 0 {
		return false
	}
	first := l.runs[0]
	return lower(first.text) || len(l.runs) == 1 && len(d.columns) > 1 && strings.HasSuffix(row[0][len(row[0])-1].text, ",")
}

// nearest is the column that a run stands in, or nearest to; -1 for the labels.
func (d *draft) nearest(r run) int {
	best := within(r.box, d.columns)
	if best < 0 && r.x0 > d.columns[0].x0 {
		best = closest(r.box, d.columns, math.Inf(1))
	}
	if best >= 0 && r.x0 < d.columns[0].x0-d.height && best == 0 && r.middle() < d.columns[0].x0 {
		return -1
	}
	return best
}
