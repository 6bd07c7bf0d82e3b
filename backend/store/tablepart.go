package store

import (
	"errors"
	"strings"
	"unicode"
)

// TablePart is what a passage is of a table.
type TablePart struct {
	Table
	From, To  int   // the passage's rows, by their index
	Sentences []int // of each of these rows, the index into Text.Sentences of the one that it stands in; -1: not found
	Outside   []int // indexes of the sentences before and after the table
}

// Part finds the table that a passage is of; ok is false for one that is none, or that is gone.
func (ts *Tables) Part(r Ref) (part TablePart, ok bool, err error) {
	err = ts.view(func(b buckets) error {
		var ps []Passage
		if err := getJSON(b.get("passages"), r.Document, &ps); errors.Is(err, ErrNotFound) {
			return nil
		} else if err != nil {
			return err
		}
		if r.Passage < 0 || r.Passage >= len(ps) || ps[r.Passage].Table == 0 {
			return nil
		}
		p := ps[r.Passage]
		var page Page
		if err := getJSON(b.get("pages"), pageKey(r.Document, p.Page), &page); err != nil {
			return err
		}
		tables, err := b.tables(r.Document, p.Page)
		if err != nil || p.Table > len(tables) {
			return err
		}
		part, ok = partOf(p, page, tables[p.Table-1]), true
		return nil
	})
	return part, ok, err
}

func partOf(p Passage, page Page, t Table) TablePart {
	part := TablePart{Table: t, From: max(p.Rows.Start, 0), To: min(p.Rows.End, len(t.Rows))}
	var words []map[string]int
	for _, s := range page.Sentences {
		if s.Start < p.Span.Start || s.End > p.Span.End || s.Start >= s.End {
			continue
		}
		if t.Span.End > t.Span.Start && (s.End <= t.Span.Start || s.Start >= t.Span.End) {
			part.Outside = append(part.Outside, len(words))
		}
		words = append(words, counted(page.Text[s.Start:s.End]))
	}
	from := 0
	for i := part.From; i < part.To; i++ {
		at := rowAt(t.Rows[i], words, from)
		if at >= 0 {
			from = at
		}
		part.Sentences = append(part.Sentences, at)
	}
	return part
}

// counted are the words and numbers of a text: "$ 81,288" and "$81,288" are one.
func counted(text string) map[string]int {
	out := map[string]int{}
	for _, f := range strings.Fields(text) {
		if f = strings.TrimFunc(f, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }); f != "" {
			out[f]++
		}
	}
	return out
}

// RowIn is the index of the sentence that says most of a row, at least half of its words; -1 if none does.
func RowIn(r Row, sentences []string) int {
	var words []map[string]int
	for _, s := range sentences {
		words = append(words, counted(s))
	}
	return rowAt(r, words, 0)
}

// rowAt is the first sentence from an index on, or before it, that has most of a row's words; -1 if none has half.
func rowAt(r Row, sentences []map[string]int, from int) int {
	text := r.Label
	for _, c := range r.Cells {
		text += " " + c.Text
	}
	wanted := counted(text)
	best, most, all := -1, 0, 0
	for _, n := range wanted {
		all += n
	}
	for k := range sentences {
		at := (from + k) % len(sentences)
		n := 0
		for w, times := range wanted {
			n += min(times, sentences[at][w])
		}
		if n > most && 2*n >= all {
			best, most = at, n
		}
	}
	return best
}
