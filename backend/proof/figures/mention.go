package figures

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"lectern/backend/text"
)

// said is a name of rows or columns that stands in a sentence.
type said struct {
	name       name
	row        bool // it names rows; it may name columns as well
	column     bool
	start, end int
}

// saidIn finds the names of the pages' rows and columns in a sentence, the longest where one holds another.
func saidIn(body string, s stretch, sources []*Source) (out []said) {
	ts := tokens(body[s.start:s.end])
	for i := range ts {
		for _, source := range sources {
			for _, c := range source.names[ts[i].word] {
				n, ok := runs(ts[i:], c.name)
				if !ok {
					continue
				}
				out = append(out, said{c.name, c.row, !c.row, s.start + ts[i].start, s.start + ts[i+n-1].end})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b said) int { return cmp.Or(a.start-b.start, b.end-a.end) })
	kept := out[:0]
	for _, m := range out {
		if n := len(kept); n > 0 && m.end <= kept[n-1].end {
			if m.start == kept[n-1].start && m.end == kept[n-1].end {
				kept[n-1].row, kept[n-1].column = kept[n-1].row || m.row, kept[n-1].column || m.column
			}
			continue
		}
		kept = append(kept, m)
	}
	return kept
}

// runs tells whether words begin with a name, and of how many it is.
func runs(ts []token, n name) (count int, ok bool) {
	for w := range strings.FieldsSeq(string(n)) {
		if count == len(ts) || ts[count].word != w {
			return 0, false
		}
		count++
	}
	return count, count > 0
}

var (
	binding   = regexp.MustCompile(`(?i)^[*_)]{0,3} ?(?:of|in|for|from|on|to|at|as|an|für|der|des|in|aus|bei)\b[^,;:.()]{0,18}$|^(?:の|だった|であった|的)$`)
	adjoining = regexp.MustCompile(`^[^,;:.()\d]{0,8}$`)
)

// assign gives each figure of a sentence the names that go with it: those that follow it at once ("5 million of net
// sales"), those between the figure before and it, and what the figure before it had, where it has none of its own.
func assign(body string, s stretch, figures []text.Figure, names []said) [][]said {
	out := make([][]said, len(figures))
	if len(figures) == 0 {
		return out
	}
	names = slices.DeleteFunc(slices.Clone(names), func(m said) bool {
		return slices.ContainsFunc(figures, func(f text.Figure) bool { return f.Start < m.end && m.start < f.End })
	})
	if rows := before(names, figures); len(rows) > 1 && len(rows) == len(figures) {
		for k := range figures {
			out[k] = []said{rows[k]}
		}
		return out
	}
	used := make([]bool, len(names))
	for k, f := range figures {
		from, to := s.start, s.end
		if k > 0 {
			from = figures[k-1].End
		}
		if k+1 < len(figures) {
			to = figures[k+1].Start
		}
		at := f.End
		for i, m := range names {
			if m.start < at || m.end > to {
				continue
			}
			gap := body[at:m.start]
			if at == f.End && !binding.MatchString(gap) || at > f.End && !adjoining.MatchString(gap) {
				break
			}
			out[k], used[i], at = append(out[k], m), true, m.end
		}
		bound := slices.ContainsFunc(out[k], func(m said) bool { return m.row })
		for i, m := range names {
			if m.start >= from && m.end <= f.Start && !used[i] && !(bound && m.row) {
				out[k] = append(out[k], m)
			}
		}
		if k > 0 {
			out[k] = append(out[k], inherited(out[k-1], out[k])...)
		}
	}
	return out
}

// before are the names of rows if all of them stand before the first figure.
func before(names []said, figures []text.Figure) (rows []said) {
	for _, m := range names {
		if !m.row || !m.name.telling() {
			continue
		}
		if m.end > figures[0].Start {
			return nil
		}
		rows = append(rows, m)
	}
	return rows
}

// inherited are the names of the kinds that a figure lacks.
func inherited(from, to []said) (out []said) {
	rows := slices.ContainsFunc(to, func(m said) bool { return m.row })
	columns := slices.ContainsFunc(to, func(m said) bool { return m.column && !m.row })
	for _, m := range from {
		if m.row && !rows || !m.row && !columns {
			out = append(out, m)
		}
	}
	return out
}
