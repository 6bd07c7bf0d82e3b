package figures

import (
	"math"
	"regexp"
	"slices"

	"lectern/backend/text"
)

// certain tells whether an explanation is one that a figure may be flagged for: only where the page's figure is plainly
// meant. A row of the same digits is met by chance on any page of figures, a figure may be worked out or read from a chart,
// and years are told in more ways than are read: of true sentences of natural prose one in five was flagged when every
// likeness counted (build/proof).
func (a *asked) certain(o option) bool {
	h := o.held
	switch o.kind {
	case Currency:
		return true
	case Percent: // in points shares change, of which a page may tell the change in percent
		return h.unit != "" && !(a.Unit == text.Points && a.tellsChange() && h.row.countsShares())
	case Scale:
		return h.sure && (a.namesRow(h) || a.tied(h))
	case Sign:
		if a.cell { // its row and its time are told
			return a.namesRow(h) && a.sameTime(h)
		}
		return a.Unit != "" && h.row != nil && (h.cell != nil || a.namesRow(h)) // what is only counted may be closed, sold or left
	case Rounding:
		return h.row != nil && !a.About && a.namesRow(h)
	case Year, Period:
		return h.row != nil && o.named != nil && a.when.said && !a.About && a.namesRow(h) && !beforehand.MatchString(a.ahead) && !compared.MatchString(a.behind)
	case OtherRow:
		return o.named != nil && h.row != nil && a.namesRow(o.named) && a.sameSize(o.named) && besideEachOther(o.named, h) && !a.mayBeOf(h.row, o.named.row)
	case Missing: // and the row that is named has something else
		return a.namesRow(h) && a.sameTime(h) && a.isOf(h)
	case Digits:
		return a.namesRow(h) && !a.odd(h) && a.sameTime(h) && a.sameSize(h)
	}
	return false
}

// besideEachOther tells whether two figures stand in one table, or in lines of one page where no table is read.
func besideEachOther(a, b *held) bool {
	if a.cell == nil && b.cell == nil {
		return a.source == b.source
	}
	return sameTable(a, []*match{{held: b}})
}

// namesRow tells whether a sentence names a figure's row in full, by two words or more, or by one that no other row of the
// pages is called by: Total, or the name of a segment, is that of many. A label that was handed over names it whatever it is.
func (a *asked) namesRow(h *held) bool {
	if h.row == nil || h.row.isOwner() {
		return false
	}
	if a.given != "" && h.row.isCalled(a.given) {
		return true
	}
	for _, n := range []name{h.row.name, h.row.bare} {
		if n != "" && n.cover(a.words) == 1 && (n.words() >= 2 || n.telling() && a.only(n)) {
			return true
		}
	}
	return false
}

// isOf tells whether a cell's row, or what stands over it, has all words for what a figure is of.
func (a *asked) isOf(h *held) bool {
	if a.given != "" || a.claim == nil {
		return true
	}
	for w := range a.claim.own {
		if !h.row.terms[w] && !h.row.context[w] && !h.head[w] {
			return false
		}
	}
	return true
}

// mayBeOf tells whether a row is named in full, too, or has one of the words for what a figure is of which the row that the
// sentence names hasn't.
func (a *asked) mayBeOf(r, named *row) bool {
	if a.given == "" && r.name != "" && r.name.cover(a.words) == 1 {
		return true
	}
	if a.given != "" || a.claim == nil {
		return false
	}
	for w := range a.claim.own {
		if r.terms[w] && !named.terms[w] && !words().light[w] {
			return true
		}
	}
	return false
}

// tellsChange tells whether a word says that the figure is by how much something changed.
func (a *asked) tellsChange() bool {
	if a.claim == nil {
		return false
	}
	return changeBehind.MatchString(a.claim.behind) || len(text.TrendsIn(a.claim.before())) > 0
}

// countsShares tells whether a row has shares, whatever its changes are told in.
func (r *row) countsShares() bool {
	return r != nil && slices.ContainsFunc(r.cells, func(h *held) bool { return isShare(h.unit) && !h.period.Change })
}

// only tells whether no more than one row of the pages is called by a name.
func (a *asked) only(n name) bool {
	rows := 0
	for _, s := range a.sources {
		for _, r := range s.rows {
			if len(r.cells) > 0 && (r.name == n || r.bare == n) {
				rows++
			}
		}
	}
	return rows == 1
}

// sameTime tells whether a figure of the page is of the time that the sentence gives, which both tell.
func (a *asked) sameTime(h *held) bool {
	return h.period.Known() && len(a.when.Years) > 0 && a.when.Clash(h.period) == ""
}

// sameSize tells whether a figure of the page may be one for which another was written: an amount is no amount a share.
func (a *asked) sameSize(h *held) bool {
	const most = 30 // times as much
	want := a.Readings[0].Value.Float()
	for _, size := range h.sizes {
		for _, p := range a.powers {
			if r := want * math.Pow10(p) / size; r < most && r > 1./most {
				return true
			}
		}
	}
	return false
}

var (
	// a figure that is what there was before: "to 5 million from 4 million". Its time is another than the sentence tells.
	beforehand = regexp.MustCompile(`(?i)(?:\b(?:from|against|versus|vs\.?|compared (?:with|to)|than|gegenüber|nach|von|verglichen mit|contre|de)\s+(?:the |about |around |roughly |nearly |rund |etwa |environ )*|から|に対し[、て]*)$`)
	// or one that is compared with such a one: the time behind both is that of the second.
	compared = regexp.MustCompile(`(?i)^[^;.]{0,60}?(?:\b(?:from|against|versus|vs\.?|compared (?:with|to)|than|gegenüber|nach|von|verglichen mit|contre)\b|に対し|から)[^;.]{0,40}?\d`)
)
