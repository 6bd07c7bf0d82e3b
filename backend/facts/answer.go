package facts

import (
	"regexp"
	"slices"
	"strings"

	"lectern/backend/decimal"
	"lectern/backend/text"
)

// Confident is from which confidence on a figure is given as the answer.
const Confident = .5

// worked is a figure that was found or worked out.
type solution struct {
	node     *node
	kind     string // of a result that is no amount; "" tells it as its cells do
	trust    float64
	variants []decimal.Decimal // of other books
}

// answer finds what a question asks for in a document; nil if nothing is near.
func (d *Document) answer(q *question) (*solution, []match) {
	if strings.Contains(q.text, "=") { // an equation that can't be read
		return nil, nil
	}
	r := &reading{d: d, q: q, trust: 1}
	main := mainClause(q.text)
	whens := q.timesIn(main)
	if len(whens) == 0 {
		whens = q.timesIn(q.text)
	}
	main, whens = q.whenDue(main, whens)
	if len(whens) > 0 {
		r.main = slices.MaxFunc(whens, func(a, b when) int { return a.year - b.year })
	} else {
		r.main = d.calendar.lasting(text.Lasting(main))
	}
	words := q.askedIn(main, d)
	q.told.spent = q.told.spent && spendsApart(q.text, words)
	if out := r.byDefinition(main, words); out != nil {
		return out, nil
	}
	s := newSearch(d, words, q.told)
	for _, try := range []func(string, *search, []when) *solution{r.byShare, r.byRatio, r.byPair, r.byFormula, r.byTimes} {
		if out := try(main, s, whens); out != nil {
			if len(q.defined) > 0 && !r.used || out.node != nil && out.node.countsTwice() {
				return nil, nil
			}
			return out, nil
		}
	}
	apart := d.calendar.several(whens)
	if at := r.itemAt(s); at != nil && !apart && len(q.defined) == 0 && !worksOut.MatchString(main) {
		if n, sure := at(r.main); n != nil && sure*s.suitsItem(n) >= itemEnough {
			return &solution{node: n, kind: "", trust: sure}, nil
		}
	}
	found := s.find(r.main)
	if len(found) == 0 || len(q.defined) > 0 { // what is defined must count
		return nil, found
	}
	sure := s.assess(&found[0], found[1:])
	if apart || worksOut.MatchString(main) && !tellsChange.MatchString(found[0].row.written+" "+strings.Join(found[0].table.columns[found[0].column].heads, " ")) {
		sure *= tied
	}
	return &solution{node: r.plain(&found[0]), trust: sure}, found
}

// spendsApart tells whether a text says that something was paid with other words than those of the document's name, which
// may be "Best Buy".
func spendsApart(text string, words []asked) bool {
	for _, w := range words {
		if w.own {
			text = strings.Replace(text, w.text, " ", 1)
		}
	}
	return spending.MatchString(text)
}

// itemEnough is how sure a statement's line must be for no other table to be looked into.
const itemEnough = .8

// itemAt gives the item that the words name, and nothing else, at a time; nil if they name none.
func (r *reading) itemAt(s *search) func(when) (*node, float64) {
	var items []*item
	for _, n := range s.namings {
		if n.item != nil && s.content != 0 && s.content&^n.words == 0 && !slices.Contains(items, n.item) {
			items = append(items, n.item)
		}
	}
	if len(items) == 0 {
		return nil
	}
	return func(w when) (best *node, sure float64) {
		for _, i := range items {
			n, p := r.item(i, w)
			switch {
			case n == nil:
			case best != nil && !sameResult(best, n): // earnings per share, basic or diluted
				return best, min(sure, p) * tied
			case p > sure:
				best, sure = n, p
			}
		}
		if best != nil && r.q.told.spent && best.match != nil {
			best.value = best.value.Abs()
		}
		return best, sure
	}
}

func sameResult(a, b *node) bool {
	x, err := a.work()
	y, err2 := b.work()
	return err == nil && err2 == nil && x.Cmp(y) == 0
}

// suitsItem tells how well an item's unit is what the question wants.
func (s *search) suitsItem(n *node) float64 {
	if n.match == nil {
		return 1
	}
	return s.suits(n.match)
}

// plain is a figure as it is told: without a sign where the question asks for what was spent, or where brackets only say that the
// row is taken off.
func (r *reading) plain(m *match) *node {
	n := leaf(m, m.item)
	if n.value.Sign() < 0 && (r.q.told.spent || m.takenOff()) {
		n.value = n.value.Abs()
	}
	return n
}

// takenOff tells whether brackets round a figure say no more than its label: a gain among the expenses, what was paid among the
// cash flows, what was written off until now.
func (m *match) takenOff() bool {
	label := m.row.written
	switch {
	case accumulated.MatchString(label), gain.MatchString(label) && !loss.MatchString(label):
		return true
	}
	return m.table.rank[cashFlows] > 0 && outgoing.MatchString(label)
}

var (
	accumulated = regexp.MustCompile(`(?i)\baccumulated (?:depreciation|amorti[sz]ation)|\ballowances? for\b`)
	gain        = regexp.MustCompile(`(?i)^(?:net )?gains?\b`)
	loss        = regexp.MustCompile(`(?i)\bloss(?:es)?\b`)
	outgoing    = regexp.MustCompile(`(?i)\bcontributions\b|^(?:payments?|purchases?|repayments?|additions|acquisitions?)\b`)
)

var (
	asking      = regexp.MustCompile(`(?i)\b(?:what|how|which|calculate|compute|determine|find)\b`)
	worksOut    = regexp.MustCompile(`(?i)\b(?:by how (?:much|many)|growth|grow|grew|grown|cagr|difference|fewer|how many more|how much more|increased?|decreased?|declined?|ratio|as an? (?:%|percent|percentage|share|proportion) of|together|combined|sum|how many (?:times|days|weeks|months|years)|how often|times (?:as|over|its|their)|multiple of|cover(?:s|ed|age)?|turn(?:s|ed)? over|per employee|per store|for (?:each|every)|relative to)\b`)
	tellsChange = regexp.MustCompile(`(?i)change|growth|increase|decrease|decline|variance|%|percent|ratio|combined|difference|net of|rate`)
	framing     = regexp.MustCompile(`(?i)^[^.?!]*?\b(?:answer|question|based|basing|using|use|utili[sz]ing|information|analyst|assum(?:e|ing)|according|primarily|relying|looking|considering|drawing|referring|adopting|taking|judging|given|data|details)\b[^.?!]*?[:,]\s*`)
)

// mainClause is the sentence that asks, without what says how to go about it.
func mainClause(s string) string {
	main, score := s, -1
	for _, span := range text.Sentences(s) {
		p := s[span.Start:span.End]
		n := 0
		if asking.MatchString(p) {
			n += 2
		}
		if strings.Contains(p, "?") {
			n++
		}
		if strings.TrimSpace(p) != "" && n > score {
			main, score = p, n
		}
	}
	if m := framing.FindString(main); m != "" && asking.MatchString(main[len(m):]) {
		main = main[len(m):]
	}
	return main
}

// byTimes works a figure out over several times: growth, difference, average, sum.
func (r *reading) byTimes(main string, s *search, whens []when) *solution {
	r.adds = totalling.MatchString(main) && slices.ContainsFunc(s.namings, func(n naming) bool {
		return n.item != nil && (n.item.kind == kindCost || n.item.kind == kindOutflow)
	})
	var first *match
	if growing.MatchString(main) || changing.MatchString(main) || compound.MatchString(main) {
		t := s.told // percent is of the change
		t.percent = false
		s = newSearch(r.d, r.q.askedIn(percents.ReplaceAllString(growthWords.ReplaceAllString(main, " "), " "), r.d), t)
	}
	if at := r.itemAt(s); at != nil {
		if out := r.overYears(main, whens, "", at); out != nil {
			return out
		}
	}
	return r.overYears(main, whens, "", func(w when) (*node, float64) {
		if first != nil {
			if m := sameRow(s, first, w); m != nil {
				return r.plain(m), s.assess(m, nil)
			}
		}
		m, sure := s.best(w)
		if m == nil {
			return nil, 0
		}
		if first == nil {
			first = m
		}
		return r.plain(m), sure
	})
}

// totalling asks for a sum over years where what is asked for was spent: total capital expenditures 2017 and 2018. Other totals are
// lines of the statements.
var totalling = regexp.MustCompile(`(?i)^\W*(?:the )?total\b`)

// sameRow is the cell of the same row, or of the same column, at another time.
func sameRow(s *search, m *match, w when) *match {
	found := s.find(w)
	for i := range found {
		if f := &found[i]; f.table == m.table && (f.row == m.row && sameHeads(f, m) || f.column == m.column && slices.Equal(f.row.label, m.row.label)) {
			return f
		}
	}
	for i := range found {
		if f := &found[i]; f.table == m.table && f.row == m.row {
			return f
		}
	}
	return nil
}

func sameHeads(a, b *match) bool {
	return slices.Equal(a.table.columns[a.column].head, b.table.columns[b.column].head)
}

// unitName is what a result is counted in.
func (s *solution) unitName() string {
	switch s.kind {
	case kindPercent:
		return text.Percent
	case kindRatio:
		return text.Times
	case kindDays:
		return Days
	case kindPoints:
		return text.Points
	}
	for _, l := range s.node.leaves() {
		return l.match.unit.Name
	}
	return ""
}
