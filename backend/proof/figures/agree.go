package figures

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"lectern/backend/text"
)

// rowIndex is what the pages that a sentence is held against have, with how telling their words are.
type rowIndex struct {
	rows  []*row
	told  []*telling     // sentences with figures
	count map[string]int // in how many rows a word stands: of their labels, heads and captions
	label map[string]bool
	known map[string]bool // words of labels, heads, captions and sentences with figures
}

// pageWords are the words of a page's rows and sentences, found once.
type pageWords struct {
	told []*telling
}

// prepared finds the words of a page's rows, heads and sentences.
func (s *Source) prepared() *pageWords {
	s.once.Do(func() {
		l := words()
		captions := map[int][]string{}
		for i, t := range s.page.Tables {
			captions[i] = l.termsOf(t.Caption, s.language, false)
		}
		for _, r := range s.rows {
			r.terms, r.context = setOf(l.termsOf(inBrackets.ReplaceAllString(r.label, " "), s.language, true)), map[string]bool{}
			if all := setOf(l.termsOf(r.label, s.language, true)); len(r.terms) == 0 {
				r.terms = all
			} else { // what stands in brackets explains
				maps.Copy(r.context, all)
			}
			if len(r.terms) > 1 {
				delete(r.terms, "total")
			}
			r.changes = text.PeriodOf(r.label).Change
			for _, p := range r.parents {
				for _, w := range l.termsOf(string(p), s.language, true) {
					r.context[w] = true
				}
			}
			if len(r.cells) > 0 && r.cells[0].cell != nil {
				for _, w := range captions[r.cells[0].cell.Table] {
					r.context[w] = true
				}
			}
			for _, h := range r.cells {
				if h.cell != nil {
					h.head = setOf(l.termsOf(h.cell.Head, s.language, false))
				}
			}
		}
		for _, p := range s.prose {
			if len(p.figures) > mostTold || tabular(p) {
				continue
			}
			own := make([]*asked, len(p.figures))
			for i, f := range p.figures {
				at := max(0, min(f.Start-p.start, len(p.text)))
				own[i] = &asked{Figure: f, when: p.dates[i], ahead: p.text[:at], behind: p.text[max(at, min(f.End-p.start, len(p.text))):]}
			}
			t := tellingOf(p.text, s.language, own, p.start)
			for i, c := range t.claims {
				c.place = p.held[i]
			}
			s.pageWords.told = append(s.pageWords.told, t)
		}
	})
	return &s.pageWords
}

// mostTold is how many figures a sentence of a page has at most; with more it is a table's.
const mostTold = 24

// prose is a sentence of a page with its figures.
type prose struct {
	text    string
	start   int
	figures []text.Figure
	held    []*held
	dates   []dated
}

// tabular tells whether a sentence is lines of a table: many figures and few of the small words that join others.
func tabular(p prose) bool {
	const many, few = 3, .2
	if len(p.figures) < many {
		return false
	}
	n, quiet := 0, 0
	for w := range fieldsOf(p.text) {
		n++
		if words().quiet[w] {
			quiet++
		}
	}
	return n > 0 && float64(quiet) < few*float64(n)
}

// indexOf puts pages together.
func indexOf(sources []*Source) *rowIndex {
	x := &rowIndex{count: map[string]int{}, label: map[string]bool{}, known: map[string]bool{}}
	for _, s := range sources {
		x.told = append(x.told, s.prepared().told...)
		for _, t := range s.told {
			maps.Copy(x.known, t.all)
		}
		for _, r := range s.rows {
			if len(r.cells) == 0 || len(r.terms) == 0 {
				continue
			}
			x.rows = append(x.rows, r)
			for w := range r.terms {
				x.count[w]++
				x.label[w] = true
			}
			for w := range r.context {
				x.label[w] = true
				if !r.terms[w] {
					x.count[w]++
				}
			}
			for _, h := range r.cells {
				for w := range h.head {
					x.label[w] = true
				}
			}
		}
	}
	maps.Copy(x.known, x.label)
	return x
}

// weight is how much a word tells: the rarer the more.
func (x *rowIndex) weight(w string) float64 {
	return math.Log(float64(len(x.rows)+2)/float64(x.count[w]+1)) + .3
}

// labelWeight is that of a word of a label: "change" and "year" tell little.
func (x *rowIndex) labelWeight(w string) float64 {
	const little = .2
	if words().light[w] {
		return little * x.weight(w)
	}
	return x.weight(w)
}

// covered is the share of a row's label that the sentence has, weighted: its own words most, those of other figures least.
func (c *claim) covered(r *row) float64 {
	const rest, others = .85, .45
	had, all := 0., 0.
	for w := range r.terms {
		i := c.of.index.labelWeight(w)
		all += i
		switch {
		case c.own[w]:
			had += i
		case c.of.all[w] && !c.others[w]:
			had += rest * i
		case c.of.all[w]:
			had += others * i
		}
	}
	if all == 0 {
		return 0
	}
	return had / all
}

// agrees tells from 0 to 1 how well a row, and a cell of it unless that is nil, is what a figure is said to be of: how much
// of the label the sentence has, times how much of what the sentence says is in label, parents, caption and heads.
func (c *claim) agrees(r *row, h *held) float64 {
	l := c.covered(r)
	if l == 0 {
		return 0
	}
	const rest = .35
	had, all := 0., 0.
	for w := range c.of.words {
		if !c.of.index.label[w] || c.others[w] {
			continue
		}
		i := c.of.index.weight(w)
		if !c.own[w] {
			i *= rest
		}
		all += i
		if r.terms[w] || r.context[w] || h != nil && h.head[w] {
			had += i
		}
	}
	if all == 0 {
		return l / 2
	}
	return l * had / all
}

// named is the plain share of a row's label that the sentence has.
func (c *claim) named(r *row) float64 {
	had, all := 0., 0.
	for w := range r.terms {
		i := c.of.index.labelWeight(w)
		all += i
		if c.of.all[w] {
			had += i
		}
	}
	return had / all
}

// when a place is of, compared with what the sentence says.
type timing int

const (
	timeUnknown timing = iota
	timeSame
	timeOther
)

func (c *claim) time(h *held) timing {
	p := h.period
	if p.Change {
		return timeUnknown
	}
	// a quarter's column tells nothing of a whole year's figure, and the other way round
	if p.Months != 0 && p.Months != 12 && !c.of.quarter && len(c.when.Years) > 0 && h.partOfYear() {
		return timeOther
	}
	if c.when.Clash(p) != "" {
		if c.fiscal(h) {
			return timeUnknown
		}
		return timeOther
	}
	if len(c.when.Years) == 0 || len(p.Years) == 0 || !c.when.said {
		return timeUnknown
	}
	return timeSame
}

// fiscal tells whether a year may be another's name: the quarters of fiscal 2024 end in 2023.
func (c *claim) fiscal(h *held) bool {
	if len(c.when.Years) == 0 || len(h.period.Years) == 0 {
		return false
	}
	if h.row != nil && slices.ContainsFunc(h.row.cells, func(o *held) bool { return slices.Contains(o.period.Years, c.when.Years[0]) }) {
		return false
	}
	december := h.period.End == 0 || h.period.End == 12
	d := c.when.Years[0] - h.period.Years[0]
	return !december && (d == 1 || d == -1)
}

func isShare(unit string) bool { return unit == text.Percent || unit == text.Points }

// kindred tells whether a cell is of a sort with which a figure can be compared.
func (c *claim) kindred(h *held) bool {
	switch {
	case c.Unit == text.Times || h.unit == text.Times:
		return c.Unit == h.unit
	case c.Unit == text.Points:
		return isShare(h.unit) && (c.role != change || h.period.Change || h.row != nil && h.row.changes || h.unit == text.Points)
	case c.Unit == text.Percent || isShare(h.unit):
		return isShare(c.Unit) == isShare(h.unit)
	case text.IsMoney(c.Unit) && text.IsMoney(h.unit):
		return text.SameMoney(c.Unit, h.unit)
	}
	return true
}

// equals tells whether a place has a figure's value, whatever its sign.
func (c *claim) equals(h *held) bool {
	for i, size := range h.sizes {
		if c.near(size, math.Pow10(h.last+h.power[i])) {
			return true
		}
	}
	return !c.Scaled && c.near(h.value.Abs().Float(), math.Pow10(h.last))
}

// near tells whether a number, the last digit of which counts so much, may be that of a figure.
func (c *claim) near(v, digit float64) bool {
	for _, p := range c.powersTried() {
		value, half := c.value*p, c.half*p
		slack := c.slack(value, half)
		if digit > 2.02*half { // the page is the coarser one
			slack += digit / 2
		}
		if math.Abs(value-v) <= slack+1e-9*v {
			return true
		}
	}
	return false
}

func (c *claim) powersTried() []float64 {
	out := make([]float64, 0, 2)
	for _, p := range c.powers {
		out = append(out, math.Pow10(p))
	}
	if len(out) == 0 {
		return []float64{1}
	}
	return out
}

// slack is how far a figure may be from what it was rounded from.
func (c *claim) slack(value, half float64) float64 {
	const loose, most = 3, .04
	if c.About {
		return max(half*loose, value*most)
	}
	return half * 1.02
}

// place is where a figure may be from.
type place struct {
	held   *held
	agrees float64 // time apart
	score  float64
	time   timing
}

// places are the cells that have a figure's value, and those that have another, the best first.
func (c *claim) places() (same, other []place) {
	const least, otherTime, unknownTime = .15, .45, .93
	for _, r := range c.of.index.rows {
		if !shares(r.terms, c.of.all) {
			continue
		}
		for _, h := range r.cells {
			if !c.kindred(h) {
				continue
			}
			equal := c.equals(h)
			if !equal && (h.period.Change || r.changes) != (c.role == change) && c.Unit == text.Percent {
				continue
			}
			a := c.agrees(r, h)
			if a < least {
				continue
			}
			p := place{h, a, a, c.time(h)}
			switch {
			case p.time == timeUnknown:
				p.score *= unknownTime
			case p.time == timeOther && equal:
				p.score *= otherTime
			case p.time == timeOther:
				p.score = 0
			}
			if equal {
				same = append(same, p)
			} else {
				other = append(other, p)
			}
		}
	}
	best := func(a, b place) int { return cmp.Compare(b.score, a.score) }
	slices.SortStableFunc(same, best)
	slices.SortStableFunc(other, best)
	return same, other
}

func shares(a, b map[string]bool) bool {
	for w := range a {
		if b[w] {
			return true
		}
	}
	return false
}
