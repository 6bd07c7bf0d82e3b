package ingest

import (
	"slices"

	"lectern/backend/store"
	"lectern/backend/text"
)

const (
	passageSize  = text.Longest // a sentence always fits
	passageLeast = 80           // shorter pieces join a neighbour, whatever its size
	passageSmall = passageSize / 5
	passageSlack = passageSize / 5 // what a piece may exceed the size by to take a small one in

	tableSize = passageSize // of a table in one passage: rows say little without the others
)

// piece is a run of sentences on the way to becoming a passage.
type piece struct {
	store.Span
	weight    int
	sentences []store.Span // of a paragraph
	table     int          // see store.Passage
	rows      store.Span
}

// pack makes a page's passages: paragraphs together as long as they fit, a paragraph that is too long sentence by
// sentence, and small pieces with a neighbour.
func pack(page store.Page, seats []tableSpan) []store.Passage {
	var packed []piece
	add := func(p piece) {
		if n := len(packed); n > 0 && (packed[n-1].table == 0 || p.table == 0) && packed[n-1].weight+p.weight <= passageSize {
			packed[n-1] = union(packed[n-1], p)
		} else {
			packed = append(packed, p)
		}
	}
	for _, paragraph := range paragraphs(page, seats) {
		switch {
		case paragraph.table > 0 && paragraph.weight <= tableSize:
			paragraph.rows.End = len(seats[paragraph.table-1].rows)
			add(paragraph)
		case paragraph.table > 0:
			for _, part := range divided(page, paragraph, seats[paragraph.table-1]) {
				add(part)
			}
		case paragraph.weight <= passageSize:
			add(paragraph)
		default:
			for _, s := range paragraph.sentences {
				add(piece{Span: s, weight: text.Weigh(page.Text[s.Start:s.End])})
			}
		}
	}
	packed = absorb(packed)
	out := make([]store.Passage, len(packed))
	for i, p := range packed {
		out[i] = store.Passage{Page: page.Number, Span: p.Span, Table: p.table, Rows: p.rows}
	}
	return out
}

// divided is a table that is too long as several pieces of whole rows.
func divided(page store.Page, whole piece, s tableSpan) (out []piece) {
	one := piece{Span: whole.Span, table: whole.table}
	add := func() {
		one.weight = text.Weigh(page.Text[one.Start:one.End])
		out = append(out, one)
	}
	for i, r := range s.rows {
		if r.End > 0 && i > one.rows.Start && text.Weigh(page.Text[one.Start:r.End]) > tableSize {
			one.End, one.rows.End = r.Start, i
			add()
			one = piece{Span: store.Span{Start: r.Start, End: whole.End}, table: whole.table, rows: store.Span{Start: i}}
		}
	}
	one.rows.End = len(s.rows)
	add()
	return out
}

func union(a, b piece) piece {
	out := piece{Span: store.Span{Start: a.Start, End: b.End}, weight: a.weight + b.weight + 1, table: a.table, rows: a.rows}
	if b.table > 0 {
		out.table, out.rows = b.table, b.rows
	}
	return out
}

// paragraphs groups sentences between empty lines, and those of a table.
func paragraphs(page store.Page, seats []tableSpan) []piece {
	var out []piece
	first := 0
	own := slices.DeleteFunc(slices.Clone(page.Sentences), func(s store.Span) bool { return s.Start < page.Body.Start || s.End > page.Body.End })
	for i, s := range own {
		p := piece{Span: s, weight: text.Weigh(page.Text[s.Start:s.End])}
		p.table = 1 + slices.IndexFunc(seats, func(t tableSpan) bool { return t.Start <= s.Start && s.Start < t.End })
		if n := len(out); n > 0 && p.table == out[n-1].table && (p.table > 0 || !gap(page.Text[out[n-1].End:s.Start])) {
			p = union(out[n-1], p)
			out = out[:n-1]
		} else {
			first = i
		}
		p.sentences = own[first : i+1]
		out = append(out, p)
	}
	return out
}

func gap(between string) bool {
	lines := 0
	for i := range len(between) {
		if between[i] == '\n' {
			lines++
		}
	}
	return lines > 1
}

// absorb joins small pieces to the one before, or to the one after if there is none.
func absorb(in []piece) []piece {
	var out []piece
	for i, p := range in {
		n := len(out)
		switch {
		case n == 0:
			out = append(out, p)
		case p.table > 0 && out[n-1].table > 0: // two tables are never one
			out = append(out, p)
		case p.weight < passageLeast, out[n-1].weight < passageLeast && i == 1:
			out[n-1] = union(out[n-1], p)
		case p.weight < passageSmall && out[n-1].weight+p.weight <= passageSize+passageSlack:
			out[n-1] = union(out[n-1], p)
		default:
			out = append(out, p)
		}
	}
	return out
}
