package figures

import (
	"strings"

	"lectern/backend/text"
)

// verdict is the match that a figure is, if there is one, and what is wrong with it.
type verdict struct {
	found *match
	kind  string // "" if nothing is wrong
	named *held  // what the row or column that the sentence names has instead
	weak  bool   // nothing but the number ties it to the page
	notes []string
}

// carries counts the names that go with a figure and are those of a cell's row or column.
func (a *asked) carries(h *held) (count int) {
	if a.given != "" && h.row.isCalled(a.given) {
		count++
	}
	for _, n := range a.names {
		if n.row && h.row.isCalled(n.name) || n.column && h.under(n.name) {
			count++
		}
	}
	return count
}

func (h *held) under(n name) bool {
	for _, head := range h.heads {
		if head == n {
			return true
		}
	}
	return false
}

// judge decides on the best match.
func (a *asked) judge(all []*match) (v verdict) {
	if len(all) == 0 {
		return v
	}
	v.found = all[0]
	if v.found.cost > 0 {
		v.kind = v.found.faults[0]
		return v
	}
	free := all
	for i, m := range all {
		if m.cost > 0 {
			free = all[:i]
			break
		}
	}
	if alternative := a.otherRow(free, &v); alternative != nil {
		v.kind, v.named = OtherRow, alternative
		return v
	}
	if alternative := a.otherColumn(free, &v); alternative != nil {
		v.kind, v.named = OtherRow, alternative
		return v
	}
	v.weak = a.carries(v.found.held) == 0 && !a.tied(v.found.held)
	if !v.weak {
		return v
	}
	for _, m := range all[len(free):] { // the named row has it, but for one thing
		if len(m.faults) == 1 && a.carries(m.held) > 0 {
			v.found, v.kind, v.weak = m, m.faults[0], false
			return v
		}
	}
	if alternative := a.meant(); alternative != nil {
		v.kind, v.named = OtherRow, alternative
		return v
	}
	v.found.note(NumberOnly)
	return v
}

// rowNames are the names of rows that go with a figure; only the one that was handed over, if the pages have it.
func (a *asked) rowNames(v *verdict) (out []name) {
	if a.given != "" {
		if a.anyCalled(a.given) {
			return []name{a.given}
		}
		v.notes = append(v.notes, RowUnknown)
	}
	for _, n := range a.names {
		if n.row && n.name.telling() {
			out = append(out, n.name)
		}
	}
	return out
}

func (a *asked) anyCalled(n name) bool {
	for _, s := range a.sources {
		for _, r := range s.rows {
			if r.isCalled(n) {
				return true
			}
		}
	}
	return false
}

// otherRow looks for a row that the sentence names word for word while it names none of those that have the figure. It
// gives what the named row has.
func (a *asked) otherRow(free []*match, v *verdict) *held {
	names := a.rowNames(v)
	if len(names) == 0 {
		return nil
	}
	best := 0.0
	for _, m := range free {
		if m.row == nil {
			if a.toldOf(m.held, names) {
				v.found = m
				return nil
			}
			continue
		}
		for _, n := range names {
			if m.row.isCalled(n) || a.within(n, m.row) || a.given == "" && n.words() < 2 && m.under(n) {
				v.found = m
				return nil
			}
		}
		best = max(best, m.row.name.cover(a.words))
	}
	for i := len(names) - 1; i >= 0; i-- {
		n := names[i]
		const reworded, close = .3, .6
		short := a.given == "" && n.words() < 2
		if short && (best >= close || best >= reworded && len(names) > 1) {
			continue
		}
		if h := a.called(n); h != nil && (!short || sameTable(h, free)) {
			return h
		}
	}
	return nil
}

// within tells whether a name is part of a longer label that the sentence means: it has all of the label's words, or most
// of them and some besides the name's.
func (a *asked) within(n name, r *row) bool {
	if a.given != "" || !r.name.holds(n) {
		return false
	}
	const most = .6
	cover := r.name.cover(a.words)
	words := func(n name) float64 { return float64(strings.Count(string(n), " ") + 1) }
	return cover == 1 || cover >= most && cover*words(r.name) > words(n)+.5
}

// sameTable tells whether a figure stands in the table of one of some others.
func sameTable(h *held, as []*match) bool {
	for _, m := range as {
		if m.source == h.source && m.cell != nil && h.cell != nil && m.cell.Table == h.cell.Table {
			return true
		}
	}
	return false
}

// toldOf tells whether running text about the same thing has the figure.
func (a *asked) toldOf(h *held, names []name) bool {
	around := wordsOf(h.around(200))
	for _, n := range names {
		if n.cover(around) == 1 {
			return true
		}
	}
	shared := 0
	for w := range a.words {
		if around[w] && !digit(w[0]) {
			shared++
		}
	}
	const enough = 4
	return a.given == "" && shared >= enough
}

// called finds the figure of the row with a name, of the time that the sentence gives.
func (a *asked) called(n name) (best *held) {
	score := -1
	for _, s := range a.sources {
		for _, r := range s.rows {
			if len(r.cells) == 0 {
				continue
			}
			short, line := n.words() < 2, r.cells[0].cell == nil
			if !r.isCalled(n) || len(r.cells) < 2 && (line || short) || line && short { // a page's foot: "Report 1 / 2"
				continue
			}
			for _, h := range r.cells {
				if a.when.Clash(h.period) != "" || h.period.Change && len(a.when.Years) > 0 || a.odd(h) {
					continue
				}
				c := 2 * a.carries(h)
				if h.period.Known() {
					c++
				}
				if c > score {
					best, score = h, c
				}
			}
		}
	}
	return best
}

// odd tells whether a figure is of another sort than a cell: a share against an amount.
func (a *asked) odd(h *held) bool {
	share := func(u string) bool { return u == text.Percent || u == text.Points || u == text.Times }
	return h.unit != "" && a.Unit != "" && share(h.unit) != share(a.Unit)
}

// otherColumn looks for a head that the sentence names while those over the figure are others.
func (a *asked) otherColumn(free []*match, v *verdict) *held {
	var names []name
	for _, n := range a.names {
		if n.column {
			names = append(names, n.name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	named := a.carries(v.found.held)
	for _, m := range free {
		if m.cell == nil {
			return nil
		}
		for _, n := range names {
			if m.under(n) || m.row.isCalled(n) {
				if a.carries(m.held) >= named {
					v.found = m
				}
				return nil
			}
		}
	}
	for _, h := range v.found.row.cells {
		for _, n := range names {
			if h.under(n) && a.when.Clash(h.period) == "" && !a.odd(h) {
				return h
			}
		}
	}
	return nil
}

// tied tells whether a sentence and what stands round a figure share words.
func (a *asked) tied(h *held) bool {
	const some, enough = .34, 2
	if h.row != nil {
		if max(h.row.name.cover(a.words), h.row.bare.cover(a.words)) >= some {
			return true
		}
		for _, n := range append(h.heads, h.row.parents...) {
			if n.cover(a.words) == 1 {
				return true
			}
		}
		return false
	}
	shared := 0
	for w := range wordsOf(h.around(200)) {
		if a.words[w] && !digit(w[0]) {
			shared++
		}
	}
	return shared >= enough
}
