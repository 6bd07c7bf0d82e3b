package facts

import (
	"regexp"
	"slices"

	"lectern/backend/decimal"
	"lectern/backend/text"
)

var (
	asShareOf    = regexp.MustCompile(`(?i)\bas (?:an? )?(?:%|percent|percentage|share|proportion|fraction|part) of\b|\b(?:divided by|relative to)\b|(?:\b|\s)% of\b|\bin (?:percent|%) of\b|\s/\s`)
	shareOf      = regexp.MustCompile(`(?i)\b(?:what|which)?\s*\b(?:percent(?:age)?|%|share|proportion|fraction|portion) of\b`)
	ofWhich      = regexp.MustCompile(`(?i)\b(?:from|due to|in|by|at|for|that is|that are|which is|which are)\b`)
	verbs        = regexp.MustCompile(`(?i)\b(?:was|were|is|are|came|come|went|go|goes|stood|stand|did|does|do|fell|consisted|made|comes|represented|accounted|had|has|have|belonged|lay|lies)\b`)
	ratioTo      = regexp.MustCompile(`(?i)\b(?:ratio|quotient)\b`)
	sums         = regexp.MustCompile(`(?i)\s(?:plus|\+)\s|\b(?:together|combined|sum of|total of|in total|altogether)\b`)
	beats        = regexp.MustCompile(`(?i)\b(?:beat|beats|outperforms?|exceeds?|over|above|than|versus|against|compared (?:with|to)|between)\b`)
	conjoined    = regexp.MustCompile(`(?i)\s(?:and|plus|\+|&)\s`)
	timesCovered = regexp.MustCompile(`(?i)\bhow (?:many times|often) (?:did |does |do |was |were |is |are )?(.+?) (?:cover|exceed)(?:s|ed)? (.+)`)
	toWord       = regexp.MustCompile(`(?i)\bto\b`)
)

// byShare works out what part one figure is of another.
func (r *reading) byShare(main string, s *search, whens []when) *solution {
	part, whole := "", ""
	kind := kindPercent
	if m := asShareOf.FindStringIndex(main); m != nil {
		part, whole = main[:m[0]], main[m[1]:]
		if m[1]-m[0] > 0 && !r.q.told.percent && !percents.MatchString(main[m[0]:m[1]]) && regexpShare.FindString(main[m[0]:m[1]]) == "" {
			kind = kindRatio
		}
	} else if m := shareOf.FindStringIndex(main); m != nil {
		if direct := s.find(r.main); len(direct) > 0 && direct[0].unit.Name == "%" && s.assess(&direct[0], direct[1:]) >= Confident {
			return nil // a row tells the share itself
		}
		rest := main[m[1]:]
		switch v, of := verbs.FindStringIndex(rest), ofWhich.FindStringIndex(rest); {
		case len(r.contentOf(main[:m[0]])) > 0: // Europe's share of net sales
			part, whole = main[:m[0]], rest
		case v != nil:
			whole, part = rest[:v[0]], main[:m[0]]+" "+rest[v[1]:]
		case of != nil: // share of net sales from Europe
			whole, part = rest[:of[0]], main[:m[0]]+" "+rest[of[1]:]
		default:
			return nil
		}
	} else if m := timesCovered.FindStringSubmatch(main); m != nil && r.areItems(m[1], m[2]) { // how many times did income cover interest
		part, whole, kind = m[1], m[2], kindRatio
	} else if m := toWord.FindStringIndex(main); m != nil && (ratioTo.MatchString(main) || len(whens) < 2 && r.areItems(main[:m[0]], main[m[1]:])) {
		part, whole, kind = main[:m[0]], main[m[1]:], kindRatio
	} else {
		return nil
	}
	switch {
	case r.q.told.percent:
		kind = kindPercent
	case ratioTo.MatchString(main):
		kind = kindRatio
	}
	at := func(w when) (*node, float64) {
		before := r.main
		r.main = w
		defer func() { r.main = before }()
		a, b, sure := r.twoOf(s, part, whole)
		if a == nil {
			return nil, 0
		}
		return join("/", a, b), sure
	}
	if out := r.overYears(main, whens, kind, at); out != nil && out.node != nil {
		return out
	}
	n, sure := at(r.main)
	if n == nil {
		return nil
	}
	out := &solution{node: n, kind: kind, trust: sure}
	if v, err := out.node.work(); err != nil || kind == kindPercent && v.Abs().Cmp(decimal.New(1, 0)) > 0 && asShareOf.FindString(main) == "" {
		return nil // a part is no more than the whole
	}
	return out
}

var regexpShare = regexp.MustCompile(`(?i)share|proportion|fraction|part`)

// twoOf finds the amounts of two parts of a question. Items of the statements are looked for by themselves; other rows must
// be of one table and of one column or row, and explain the question together.
func (r *reading) twoOf(s *search, first, second string) (a, b *node, sure float64) {
	one, two := r.q.askedIn(first, r.d), r.q.askedIn(second, r.d)
	x, sureX := r.itemAlone(one)
	y, sureY := r.itemAlone(two)
	if x != nil && y != nil && !isPercent(x) && !isPercent(y) {
		return x, y, min(sureX, sureY)
	}
	m, n, trust := newSearch(r.d, append(slices.Clone(one), two...), s.told).together(r, one, two, true)
	if m != nil && y != nil && y.match != nil && !sameFigure(n, y.match) { // the whole is a line of the statements, and this table is of a part
		m, n, trust = nil, nil, 0
	}
	if m == nil || trust < Confident { // each by itself, where it is surely meant
		x, sureX = r.amount(one)
		y, sureY = r.amount(two)
		if x != nil && y != nil && !isPercent(x) && !isPercent(y) && min(sureX, sureY) > trust && ofOneMeasure(x, y) {
			return x, y, min(sureX, sureY)
		}
	}
	if m == nil {
		return nil, nil, 0
	}
	return r.plain(m), r.plain(n), trust
}

// ofOneMeasure tells whether a row's figure may be a part of a line of the statements: something about it says what that line
// is of, as the revenue of a segment, and not its goodwill; and the table has no other whole.
func ofOneMeasure(part, whole *node) bool {
	x, y := part.match, whole.match
	if x == nil || y == nil || x.item != nil || y.item == nil || x.table == y.table {
		return true
	}
	for _, r := range x.table.rows {
		for _, f := range r.cells {
			if r != x.row && r.items[y.item] > 0 && f.column == x.column && f.base().Cmp(y.base()) != 0 {
				return false
			}
		}
	}
	said := slices.Concat(x.row.label, x.row.above, x.row.group, x.table.caption, x.table.columns[x.column].head)
	return slices.ContainsFunc(y.item.asks, func(name []string) bool {
		return slices.ContainsFunc(name, func(t string) bool { return !words().filler[t] && slices.Contains(said, t) })
	})
}

// amount is the figure that words name, though a part of it is asked for.
func (r *reading) amount(words []asked) (*node, float64) {
	before := r.q.told
	defer func() { r.q.told = before }()
	r.q.told.percent, r.q.told.share = false, false
	return r.named(words, r.main)
}

// contentOf are the words of a part of a question that must be explained.
func (r *reading) contentOf(part string) []asked {
	return slices.DeleteFunc(r.q.askedIn(part, r.d), func(a asked) bool { return a.light || a.own })
}

// areItems tells whether two parts of a question name a line of the statements each, and nothing else.
func (r *reading) areItems(one, two string) bool {
	a, _ := r.itemAlone(r.q.askedIn(one, r.d))
	b, _ := r.itemAlone(r.q.askedIn(two, r.d))
	return a != nil && b != nil
}

// itemAlone is the item that words name, if they name nothing else.
func (r *reading) itemAlone(words []asked) (*node, float64) {
	s := newSearch(r.d, words, r.q.told)
	for _, n := range s.namings {
		if n.item != nil && s.content&^n.words == 0 {
			return r.item(n.item, r.main)
		}
	}
	if ratio, bits := s.ratio(); ratio != nil && s.content&^bits == 0 {
		if n, sure, err := r.worked(ratio.formula, r.main); err == nil {
			return n, sure
		}
	}
	return nil, 0
}

// together finds two cells of one table, in one column or one row, of which the first has the words of the first part, the
// second those of the second, and which explain all words between them; amounts are no percentages.
func (s *search) together(r *reading, first, second []asked, amounts bool) (a, b *match, sure float64) {
	s.told, s.wide = told{exponent: -1, spent: s.told.spent, counted: s.told.counted, version: s.told.version}, true
	found := s.find(r.main)
	one, two := s.bitsOf(first), s.bitsOf(second)
	found = slices.DeleteFunc(found, func(m match) bool {
		return amounts && m.unit.Name == text.Percent || !s.meets(&m, one) && !s.meets(&m, two)
	})
	const most = 600
	found = found[:min(len(found), most)]
	best := 0.0
	for i := range found {
		x := &found[i]
		if !s.meets(x, one) {
			continue
		}
		for k := range found {
			y := &found[k]
			if !x.beside(y) || !s.meets(y, two) || amounts && y.near&s.content&one&^two != 0 { // a whole says no more than that
				continue
			}
			score := s.cover(x.explained|y.explained) * (x.own + y.own) / 2 * min(x.time, y.time)
			score *= s.suits(x) * s.suits(y)
			if x.column == y.column && !slices.Equal(x.row.above, y.row.above) || amounts && x.near&s.content&two == 0 {
				score *= otherGroup
			}
			if score > best {
				best, a, b = score, x, y
			}
		}
	}
	if a == nil {
		return nil, nil, 0
	}
	if s.saysOther(a) || s.saysOther(b) {
		return nil, nil, 0
	}
	sure = s.openWords(a.explained|b.explained, false) * ownTrust(min(a.own, b.own)) * min(a.time, b.time)
	if !a.table.part.Sure(a.cell) || !b.table.part.Sure(b.cell) {
		sure *= unsureTable
	}
	if a.unheaded() && b.unheaded() {
		sure *= tied
	}
	return a, b, sure
}

// unheaded tells whether nothing says what a cell's column is of, and its row has figures in others.
func (m *match) unheaded() bool {
	return m.table.columns[m.column].headless() && len(m.row.cells) > 1
}

// beside tells whether two cells stand in one column, or one row, of a table.
func (m *match) beside(o *match) bool {
	return m.figure != o.figure && m.table == o.table && (m.column == o.column || m.row == o.row) && m.row.timed == o.row.timed
}

// otherGroup is what two cells of a column are worth that stand under other headings.
const otherGroup = .9

// bitsOf are the words of a part that the search knows by their places.
func (s *search) bitsOf(part []asked) (out uint64) {
	for _, a := range part {
		if !a.light && !a.own {
			out |= s.bits[a.term]
		}
	}
	return out
}

// meets tells whether a cell's row and column explain all of some words.
func (s *search) meets(m *match, words uint64) bool {
	return words != 0 && words&s.content&^m.near == 0
}

// byPair works out the sum, the average or the difference of two figures.
func (r *reading) byPair(main string, s *search, whens []when) *solution {
	adds := sums.MatchString(main) || averages.MatchString(main)
	if adds && len(whens) < 2 {
		for _, at := range conjoined.FindAllStringIndex(main, -1) {
			a, b, sure := r.split(s, main[:at[0]], main[at[1]:])
			if a == nil || sure < Confident || a.match != nil && b.match != nil && a.match.unit.Name != b.match.unit.Name { // no sum of people and dollars
				continue
			}
			n := join("+", a, b)
			if averages.MatchString(main) && !sums.MatchString(main) {
				n = join("/", n, constant(2))
			}
			return &solution{node: n, trust: sure}
		}
	}
	if out := r.bothOutflows(main, s); out != nil && len(whens) < 2 {
		return out
	}
	if !differing.MatchString(main) && !pointsAsked.MatchString(main) || len(whens) > 1 {
		return nil
	}
	for _, at := range r.parted(main) {
		a, b, sure := r.split(s, main[:at[0]], main[at[1]:])
		if a == nil || sure < Confident {
			continue
		}
		out := &solution{node: join("-", a, b), trust: sure}
		if isPercent(a) || isPercent(b) || r.q.told.percent || pointsAsked.MatchString(main) {
			out.kind = kindPoints
		}
		return out
	}
	return nil
}

// parted are the places that part two figures which are compared: "than", or the "and" of "between A and B". What is more or
// less than a number names a group.
func (r *reading) parted(main string) (out [][]int) {
	for _, at := range beats.FindAllStringIndex(main, -1) {
		if !compared.MatchString(main[:at[0]]) || !threshold.MatchString(main[at[1]:]) {
			out = append(out, at)
		}
	}
	if at := between.FindStringIndex(main); at != nil {
		for _, and := range conjoined.FindAllStringIndex(main[at[1]:], -1) {
			out = append(out, []int{at[1] + and[0], at[1] + and[1]})
		}
	}
	return out
}

var (
	between   = regexp.MustCompile(`(?i)\bbetween\b`)
	compared  = regexp.MustCompile(`(?i)\b(?:more|less|fewer|greater|higher|lower|larger|smaller)\s*$`)
	threshold = regexp.MustCompile(`^\s*[$€£¥]?\d`)
)

// bothOutflows sums two lines of the cash flows that a question for what was spent names side by side.
func (r *reading) bothOutflows(main string, s *search) *solution {
	if !r.q.told.spent || !conjoined.MatchString(main) {
		return nil
	}
	var found []*item
	var named uint64
	for _, n := range s.namings {
		if n.item != nil && n.item.kind == kindOutflow && !slices.Contains(found, n.item) {
			found, named = append(found, n.item), named|n.words
		}
	}
	for i, a := range s.asked { // shareholders, to whom dividends go
		if words().to[a.term] {
			named |= 1 << i
		}
	}
	if len(found) != 2 || s.content&^named != 0 {
		return nil
	}
	a, sure := r.item(found[0], r.main)
	b, other := r.item(found[1], r.main)
	if a == nil || b == nil {
		return nil
	}
	return &solution{node: join("+", a, b), trust: min(sure, other) * byTheWay}
}

// split finds two figures that stand beside a word which joins them: what stands next to it tells them apart, and what is
// farther off may be of both.
func (r *reading) split(s *search, left, right string) (a, b *node, sure float64) {
	one, two := r.q.askedIn(left, r.d), r.q.askedIn(right, r.d)
	if a, sure := r.itemAlone(one); a != nil {
		if b, other := r.itemAlone(two); b != nil {
			return a, b, min(sure, other)
		}
	}
	x, y := r.lastContent(one), r.firstContent(two)
	if x == nil || y == nil {
		return nil, nil, 0
	}
	m, n, trust := newSearch(r.d, append(one, two...), s.told).together(r, x, y, false)
	if m == nil {
		return nil, nil, 0
	}
	return r.plain(m), r.plain(n), trust
}

// lastContent is the last word that must be explained, and that a row or a head has.
func (r *reading) lastContent(words []asked) []asked {
	for _, w := range slices.Backward(words) {
		if !w.light && !w.own && r.d.has(w.term) {
			return []asked{w}
		}
	}
	return nil
}

func (r *reading) firstContent(words []asked) []asked {
	for _, w := range words {
		if !w.light && !w.own && r.d.has(w.term) {
			return []asked{w}
		}
	}
	return nil
}
