package ingest

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/store"
)

// tableSpan is where a table stands in its page's text: whole, and each of its rows. A table whose text isn't one run of the
// page's has no tableSpan: its rows stand among other lines.
type tableSpan struct {
	store.Span
	rows []store.Span
}

// seatShare is the share of a run's characters that must stand in a table for the run to be the table's.
const seatShare = .9

// tableSpans finds where a page's tables stand in its text, by the places of its characters, and tells each table its own.
func tableSpans(page store.Page, boxes []store.Box, tables []store.Table) []tableSpan {
	out := make([]tableSpan, len(tables))
	if len(tables) == 0 {
		return out
	}
	for i, t := range tables {
		out[i].rows = make([]store.Span, len(t.Rows))
	}
	within := make([]int, len(tables)) // bytes
	k := 0
	last := 0 // the table of the character before: mostly this one's too
	for at, r := range page.Text {
		b := boxes[k]
		k++
		if b == (store.Box{}) || at < page.Body.Start || at >= page.Body.End {
			continue
		}
		if last >= len(tables) || !in(tables[last].Box, b) {
			last = slices.IndexFunc(tables, func(t store.Table) bool { return in(t.Box, b) })
		}
		if last < 0 {
			last = len(tables)
			continue
		}
		size := utf8.RuneLen(r)
		grow(&out[last].Span, at, size)
		within[last] += size
		if row := slices.IndexFunc(tables[last].Rows, func(row store.Row) bool { return in(row.Box, b) }); row >= 0 {
			grow(&out[last].rows[row], at, size)
		}
	}
	for i := range out {
		all := 0
		for _, r := range page.Text[out[i].Start:out[i].End] {
			if !unicode.IsSpace(r) {
				all += utf8.RuneLen(r)
			}
		}
		if all == 0 || float64(within[i]) < seatShare*float64(all) || !ordered(out[i].rows) {
			out[i] = tableSpan{}
			continue
		}
		tables[i].Span = out[i].Span
	}
	return out
}

// in tells whether the middle of a box lies in another.
func in(b, one store.Box) bool {
	x, y := (int(one.X0)+int(one.X1))/2, (int(one.Y0)+int(one.Y1))/2
	return x >= int(b.X0) && x <= int(b.X1) && y >= int(b.Y0) && y <= int(b.Y1)
}

func grow(s *store.Span, at, size int) {
	if s.End == 0 {
		s.Start = at
	}
	s.End = at + size
}

// ordered tells whether rows follow each other in the text, each in one run.
func ordered(rows []store.Span) bool {
	end := 0
	for _, r := range rows {
		if r.End == 0 {
			continue
		}
		if r.Start < end {
			return false
		}
		end = r.End
	}
	return true
}

// seated makes each row of a page's tables a sentence.
func seated(page *store.Page, seats []tableSpan) {
	for _, s := range seats {
		if s.End == 0 {
			continue
		}
		var kept []store.Span
		rows := slices.DeleteFunc(slices.Clone(s.rows), func(r store.Span) bool { return r.End == 0 })
		for _, one := range page.Sentences {
			switch {
			case one.End <= s.Start || one.Start >= s.End:
				kept = append(kept, one)
			case len(rows) > 0 && one.End <= rows[0].Start: // a line of heads
				kept = append(kept, one)
			case one.Start < s.Start: // begins before the table
				if cut := strings.TrimRightFunc(page.Text[one.Start:s.Start], unicode.IsSpace); cut != "" {
					kept = append(kept, store.Span{Start: one.Start, End: one.Start + len(cut)})
				}
			}
			if one.Start < s.End && one.End > s.End { // goes on behind it
				rest := page.Text[s.End:one.End]
				if cut := strings.TrimLeftFunc(rest, unicode.IsSpace); cut != "" {
					kept = append(kept, store.Span{Start: one.End - len(cut), End: one.End})
				}
			}
		}
		kept = append(kept, rows...)
		slices.SortFunc(kept, func(a, b store.Span) int { return a.Start - b.Start })
		page.Sentences = kept
	}
}
