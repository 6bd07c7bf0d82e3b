package figures

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/decimal"
	"lectern/backend/store"
	"lectern/backend/text"
)

// mostMends is how many figures of a text are tried to be put right: beyond, it is another text that is wanted.
const mostMends = 12

// mends tells of each figure that a place speaks against what would put it right: all places that certainly are meant say
// the same, it can be written as the sentence writes it, and the figure that is then there stands on the pages.
func (r Request) mends(read []*asked, found []Finding) {
	tried := 0
	for i, f := range found {
		m, ok := read[i].mend()
		if !Accused(f) || !ok || tried == mostMends {
			continue
		}
		tried++
		if r.holds(f, m) {
			found[i].Mend = &m
		}
	}
}

// offer notes what a place that is meant would have stand for the figure.
func (a *asked) offer(kind string, h *held) {
	m := store.Mend{Start: a.DigitsAt[0], End: a.DigitsAt[1]}
	switch kind {
	case Scale:
		a.rescaled(&m, h)
	case Calculated:
		m.Now = a.recomputed(h)
	default:
		m.Now = a.rewritten(h)
		if a.equal(h) {
			return // it is where the figure itself stands
		}
	}
	a.offers = append(a.offers, m)
}

// mend is what is offered, if it is one thing.
func (a *asked) mend() (m store.Mend, ok bool) {
	for i, o := range a.offers {
		if o.Now == "" || i > 0 && o != m {
			return m, false
		}
		m = o
	}
	m.Was = a.wording(m)
	return m, len(a.offers) > 0 && m.Was != m.Now
}

// wording is what stands in the text where a mend would.
func (a *asked) wording(m store.Mend) string {
	from := m.Start - a.Start
	if from < 0 || m.End < m.Start || m.End-a.Start > len(a.Text) {
		return ""
	}
	return a.Text[from : m.End-a.Start]
}

// equal tells whether a place has the figure's value, as it is written.
func (a *asked) equal(h *held) bool {
	return slices.ContainsFunc(h.power, func(at int) bool {
		return slices.ContainsFunc(a.powers, func(p int) bool { return a.Readings[0].Value.Shift(p).Cmp(h.value.Abs().Shift(at)) == 0 })
	})
}

// rewritten is a place's figure as the sentence would write it: at its scale, with no more digits, and its marks. "" if
// that isn't certain: the place's scale isn't told, or it is less exact than the sentence can say.
func (a *asked) rewritten(h *held) string {
	r := a.Readings[0]
	if len(h.power) > 1 && !h.sure || len(a.powers) == 0 {
		return ""
	}
	counted := a.Power + a.powers[0] // what one of the written digits stands for
	d, places := h.value.Abs().Shift(h.power[0]-counted), max(0, a.Power-r.Last)
	if h.last+h.power[0] > counted || d.Round(places).Sign() == 0 && d.Sign() != 0 {
		return ""
	}
	m := store.Mend{Start: a.DigitsAt[0], End: a.DigitsAt[1]}
	return text.WrittenLike(d.Round(places), a.wording(m), places, a.language)
}

// recomputed is by how much a place's row changed since the year before, as the sentence would write it. "" if it went the
// other way, or its cells are too coarse to say.
func (a *asked) recomputed(h *held) string {
	d := yearBefore(h)
	if a.claim == nil || d == nil || len(a.powers) == 0 {
		return ""
	}
	v, ok := pairing{now: h, then: d}.change(a.claim)
	t, told := a.claim.trend()
	if !ok || !told || t.Judges() || t.Up() != (v > 0) || h.value.Sign() != d.value.Sign() {
		return ""
	}
	r := a.Readings[0]
	counted := a.Power + a.powers[0] // what one of the written digits stands for
	places := max(0, a.Power-r.Last)
	half := func(of *held) float64 { return math.Pow10(of.last+of.power[0]) / 2 }
	slack := half(h) + half(d)
	if a.Unit == text.Percent && h.unit != text.Percent {
		slack = 100 * slack / math.Abs(d.inBase())
	}
	least, most := shownAs(v-slack, counted, places), shownAs(v+slack, counted, places)
	rounded, err := decimal.Parse(least)
	if least != most || err != nil || rounded.Sign() == 0 {
		return ""
	}
	m := store.Mend{Start: a.DigitsAt[0], End: a.DigitsAt[1]}
	return text.WrittenLike(rounded, a.wording(m), places, a.language)
}

// shownAs is a number without its sign, counted in a power of ten, with some places.
func shownAs(v float64, power, places int) string {
	return strconv.FormatFloat(math.Abs(v)/math.Pow10(power), 'f', places, 64)
}

// rescaled keeps the digits, and puts the word for the place's scale in the place of the sentence's.
func (a *asked) rescaled(m *store.Mend, h *held) {
	rest := a.Text[min(len(a.Text), m.End-a.Start):]
	_, taken := text.ScaleWord(rest, a.language, text.IsMoney(a.Unit))
	word := strings.TrimLeft(rest[:taken], " -\n")
	m.Start, m.End = m.End+taken-len(word), m.End+taken
	if h.sure {
		m.Now = text.ScaleLike(word, h.power[0])
	}
}

// holds tells whether a figure stands on the pages once it is put right.
func (r Request) holds(f Finding, m store.Mend) bool {
	more := len(m.Now) - len(m.Was)
	before := func(at int) int {
		if at > m.Start {
			return at - more
		}
		return at
	}
	then, cited := r, r.Cited
	then.Mends, then.Text = false, r.Text[:m.Start]+m.Now+r.Text[m.End:]
	then.Cited = func(start, end int) []*Source { return cited(before(start), before(end)) }
	return slices.ContainsFunc(Audit(then), func(g Finding) bool {
		return g.Start == f.Start && (g.Verdict == Quoted || g.Verdict == Computed) && !g.Doubt
	})
}
