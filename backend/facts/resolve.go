package facts

import (
	"regexp"
	"slices"

	"lectern/backend/decimal"
)

// reading works a question out over a document.
type reading struct {
	d      *Document
	q      *question
	main   when    // that counts where nothing else is said
	trust  float64 // of all that was found so far
	used   bool    // a definition of the question was
	adds   bool    // what was spent over several years is asked for
	strict bool    // a formula may name only what is known: no rows of any table
	deep   int     // formulas within formulas
}

// deepest is how many formulas may be within each other; an item and its part may be worked out from one another.
const deepest = 6

// trusts lowers how sure the answer is.
func (r *reading) trusts(p float64) { r.trust = min(r.trust, p) }

// leaf makes a figure a part of a formula.
func leaf(m *match, i *item) *node {
	v := m.base()
	for of := range m.figure.row.items {
		if i == nil && (of.kind == kindCost || of.kind == kindOutflow) {
			i = of
		}
	}
	if i != nil && (i.kind == kindCost || i.kind == kindOutflow) && !m.credited() {
		v = v.Abs()
	}
	return &node{match: m, value: v}
}

// credited tells whether brackets round a cost say that some of it came back: its label tells of both, or is of what was
// restructured, and the costs beside it stand without brackets.
func (m *match) credited() bool {
	if m.value.Sign() >= 0 || !bothWays.MatchString(m.row.written) {
		return false
	}
	costs, bracketed := 0, 0
	for _, r := range m.table.rows {
		for i := range r.items {
			for _, f := range r.cells {
				if r != m.row && f.column == m.column && i.kind == kindCost {
					costs++
					if f.value.Sign() < 0 {
						bracketed++
					}
				}
			}
		}
	}
	return 2*bracketed < costs || costs == 0 && !m.table.isStatement()
}

var bothWays = regexp.MustCompile(`(?i)\((?:recover(?:y|ies)|credits?|benefits?|gains?|reversals?)\)|\brestructuring\b`)

// item finds a statement's line at a time.
func (r *reading) item(i *item, w when) (*node, float64) {
	var best *match
	sure := 0.0
	for _, statement := range i.places() {
		for _, t := range r.d.tables {
			rank := t.rank[statement]
			const ranks = 6
			if rank == 0 || rank > ranks {
				continue
			}
			for _, row := range t.rows {
				p := row.items[i]
				if p == 0 {
					continue
				}
				for _, f := range row.cells {
					fit := r.d.calendar.fits(w, f) * p * t.worth(i) * r.q.told.version.suits(t.columns[f.column].told)
					if statement != i.statement {
						fit *= .93
					}
					if fit > sure {
						best, sure = &match{figure: f, item: i, sure: p}, fit
					}
				}
			}
		}
	}
	if best == nil || best.table.rank[i.statement] != 1 {
		if n, p := r.children(i, w); n != nil {
			return n, p
		}
	}
	if best != nil {
		n := leaf(best, i)
		if i.kind == kindTax {
			n.value = r.taxSign(n.value, w)
		}
		return n, sure
	}
	if i.from == "" {
		return nil, 0
	}
	n, trust, err := r.worked(i.from, w)
	if err != nil || len(n.leaves()) == 0 {
		return nil, 0
	}
	const indirect = .9
	return n, trust * indirect
}

// childrenAt is how sure the sum of what stands under an item's heading in its own statement is.
const childrenAt = .9

// children sums what stands under an item's heading in its statement, where the heading has no figures itself.
func (r *reading) children(i *item, w when) (*node, float64) {
	t := r.d.statement(i.statement)
	if t == nil {
		return nil, 0
	}
	for k, row := range t.rows {
		if row.items[i] == 0 || len(row.cells) > 0 {
			continue
		}
		var parts []*node
		for _, child := range t.rows[k+1:] {
			above := t.part.Rows[child.at].Parents
			if len(above) == 0 || above[len(above)-1] != t.part.Rows[row.at].Label || child.label == nil {
				break
			}
			sum := t.part.Rows[child.at].Total || t.part.Rows[child.at].Label == "" || child.label[0] == "total"
			for _, f := range child.cells {
				if r.d.calendar.fits(w, f) < 1 {
					continue
				}
				if sum {
					return leaf(&match{figure: f, item: i, sure: 1}, i), 1
				}
				parts = append(parts, leaf(&match{figure: f, item: i, sure: childrenAt}, i))
			}
		}
		if len(parts) > 1 {
			return join("+", parts...), childrenAt
		}
	}
	return nil, 0
}

// places are the statements that an item stands in, its own first.
func (i *item) places() []string {
	switch i.id {
	case "da", "depreciation", "amortization", "sbc":
		return []string{cashFlows, incomeStatement}
	case "net_income", "interest_expense", "restructuring":
		return []string{incomeStatement, cashFlows}
	}
	return []string{i.statement}
}

// taxSign gives a tax the sign of an expense: that with which income before taxes becomes net income.
func (r *reading) taxSign(v decimal.Decimal, w when) decimal.Decimal {
	before, _ := r.item(listed().items["pretax"], w)
	net, _ := r.item(listed().items["net_income"], w)
	if before == nil || net == nil || before.match == nil || net.match == nil {
		return v
	}
	added, err := before.value.Add(v)
	taken, err2 := before.value.Sub(v)
	const part = 20 // what is left after taxes may be shared with others, and with what was given up
	least, err3 := net.value.Abs().Quo(decimal.New(part, 0))
	off := added.Distance(net.value)
	if err == nil && err2 == nil && err3 == nil && off.Cmp(taken.Distance(net.value)) < 0 && off.Cmp(least) <= 0 {
		return v.Neg()
	}
	return v
}

// worked works a formula over items out at a time, with how sure its least sure figure is.
func (r *reading) worked(formula string, w when) (*node, float64, error) {
	trust := 1.0
	if r.deep++; r.deep > deepest {
		r.deep--
		return nil, 0, errUnreadable
	}
	defer func() { r.deep-- }()
	p := parser{tokens: r.q.lex(formula)}
	p.figure = func(words string, _ []when, way rune) (*node, error) {
		i := listed().items[words]
		if i == nil {
			return nil, errUnreadable
		}
		n, sure := r.overTime(way, w, nil, func(w when) (*node, float64) { return r.item(i, w) })
		if n == nil {
			return nil, errNoRow
		}
		trust = min(trust, sure)
		return n, nil
	}
	n, err := p.formula()
	return n, trust, err
}

// overTime takes an average of two balances, a change, the last balance, or just the figure.
func (r *reading) overTime(way rune, w when, times []when, at func(when) (*node, float64)) (*node, float64) {
	if len(times) > 0 {
		w = slices.MaxFunc(times, func(a, b when) int { return a.year - b.year })
	}
	before := w.earlier(1)
	if len(times) > 1 {
		before = slices.MinFunc(times, func(a, b when) int { return a.year - b.year })
	}
	switch way {
	case 'p':
		return at(before)
	case 'a', 'c':
		now, sure := at(w)
		last, other := at(before)
		if now == nil || last == nil {
			return nil, 0
		}
		if way == 'c' {
			return join("-", now, last), min(sure, other)
		}
		return join("/", join("+", now, last), constant(2)), min(sure, other)
	case 'o':
		n, sure := at(w)
		if n == nil {
			const without = .95
			return &node{none: true, value: decimal.New(0, 0)}, without
		}
		return n, sure
	}
	return at(w)
}

// called finds what words of a formula in the question name.
func (r *reading) called(words string, times []when, way rune) (*node, error) {
	asked := r.q.askedIn(words, r.d)
	n, sure := r.overTime(way, r.main, times, func(w when) (*node, float64) { return r.named(asked, w) })
	if n == nil {
		return nil, errNoRow
	}
	r.trusts(sure)
	return n, nil
}

// named is the figure that a name stands for: another definition, an item, a ratio, or a row of any table.
func (r *reading) named(words []asked, w when) (*node, float64) {
	terms := termsBut(words)
	for _, d := range r.q.defined {
		if len(d.name) > 0 && slices.Equal(d.name, terms) {
			n, err := r.defined(d, w)
			if err == nil {
				return n, 1
			}
		}
	}
	s := newSearch(r.d, words, r.q.told)
	for _, n := range s.namings {
		if n.item != nil && s.content&^n.words == 0 {
			if found, sure := r.item(n.item, w); found != nil {
				return found, sure
			}
		}
	}
	if ratio, bits := s.ratio(); ratio != nil && s.content&^bits == 0 {
		if n, sure, err := r.worked(ratio.formula, w); err == nil {
			return n, sure
		}
	}
	if r.strict {
		return nil, 0
	}
	if m, sure := s.best(w); m != nil {
		return leaf(m, m.item), sure
	}
	return nil, 0
}

// termsBut are the terms of words, but for those of the document's name.
func termsBut(words []asked) (out []string) {
	for _, w := range words {
		if !w.own {
			out = append(out, w.term)
		}
	}
	return out
}

// defined works out what the question defines.
func (r *reading) defined(d definition, w when) (*node, error) {
	if r.deep > deepest {
		return nil, errUnreadable
	}
	before := r.main
	r.main, r.used = w, true
	r.deep++
	defer func() { r.main, r.deep = before, r.deep-1 }()
	p := parser{tokens: r.q.lex(d.formula), figure: r.called}
	return p.formula()
}

// ratio is the longest name of a ratio among the words.
func (s *search) ratio() (found *ratio, words uint64) {
	for _, r := range listed().ratios {
		for _, name := range r.asks {
			s.each(name, func(bits uint64) {
				if ones(bits) > ones(words) {
					found, words = r, bits
				}
			})
		}
	}
	return found, words
}
