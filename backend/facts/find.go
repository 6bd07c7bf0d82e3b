package facts

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"lectern/backend/cells"
	"lectern/backend/decimal"
	"lectern/backend/text"
)

// match is a cell that may be what a question asks for.
type match struct {
	*figure
	item      *item
	explained uint64  // words of the question that the cell's row, column and table have, and what stands before the table
	near      uint64  // those that its row and its column have
	own       float64 // how much of what its row and its column say is asked for
	time      float64
	sure      float64 // how surely the row is the item
	rest      float64 // what else than words speaks for it
	score     float64
}

// naming is another way in which rows or heads say words of the question.
type naming struct {
	words uint64
	item  *item
	terms []string // all of which a label has; nil for an item
}

// search looks cells up for words of a question.
type search struct {
	d       *Document
	asked   []asked
	bits    map[string]uint64 // terms → words of the question
	weights []float64
	namings []naming
	told    told
	content uint64          // the words that must be explained
	counted uint64          // the word that tells what is counted: shareholders of "how many shareholders"
	names   map[string]bool // terms of the question that the document is called by
	rates   uint64          // words that ask for no amount: rate, margin
	wide    bool            // cells that explain little are found, too
}

func newSearch(d *Document, words []asked, t told) *search {
	s := &search{d: d, asked: words, bits: map[string]uint64{}, names: map[string]bool{}, weights: make([]float64, len(words)), told: t}
	for i, w := range words {
		if !w.run {
			for _, t := range d.forms(w.term) {
				s.bits[t] |= 1 << i
			}
		}
		s.weights[i] = d.weight(w.term)
		if d.count[w.term] == 0 {
			s.weights[i] *= unknown
		}
		if w.own {
			s.names[w.term] = true
		}
		if w.asksRate() {
			s.rates |= 1 << i
		}
		if w.light {
			s.weights[i] *= lightly
		} else if !w.own {
			s.content |= 1 << i
		}
	}
	s.counted = s.content & s.countedWord()
	s.readNamings()
	return s
}

// countedWord is the first word behind "how many" or "number of".
func (s *search) countedWord() uint64 {
	if !s.told.counted {
		return 0
	}
	asks := false
	for i, a := range s.asked {
		if asks && !a.light && !a.own {
			return 1 << i
		}
		asks = asks || a.term == words().stem("many") || a.term == words().stem("number")
	}
	return 0
}

// unknown is what words count that no row and no head has: what they are of can't be told.
const unknown = .6

// lightly is what words count that need not be explained.
const lightly = .15

// readNamings finds the items that the words name, and the abbreviations that the document explains.
func (s *search) readNamings() {
	for _, i := range listed().order {
		for _, name := range i.asks {
			s.each(name, func(bits uint64) { s.namings = append(s.namings, naming{words: bits, item: s.bought(i)}) })
		}
	}
	slices.SortStableFunc(s.namings, func(a, b naming) int { return cmp.Compare(ones(b.words), ones(a.words)) })
	var kept []naming
	for _, n := range s.namings { // a longer name holds the shorter ones in it
		if !slices.ContainsFunc(kept, func(k naming) bool { return k.words&n.words != 0 && k.words != n.words }) {
			kept = append(kept, n)
		}
	}
	s.namings = kept
	for short, long := range s.d.aliases {
		s.each(long, func(bits uint64) { s.namings = append(s.namings, naming{words: bits, terms: []string{short}}) })
		s.each([]string{short}, func(bits uint64) { s.namings = append(s.namings, naming{words: bits, terms: long}) })
	}
}

// bought is the item that a question is of which asks what was spent on another one.
func (s *search) bought(i *item) *item {
	if s.told.spent && i.id == "ppe" {
		return listed().items["capex"]
	}
	return i
}

func ones(bits uint64) (n int) {
	for ; bits > 0; bits &= bits - 1 {
		n++
	}
	return n
}

// each calls for every place where terms stand in a run.
func (s *search) each(terms []string, found func(bits uint64)) {
	for i := 0; i+len(terms) <= len(s.asked); i++ {
		if slices.EqualFunc(terms, s.asked[i:i+len(terms)], func(t string, a asked) bool { return t == a.term }) {
			found((1<<len(terms) - 1) << i)
		}
	}
}

// said is what some terms say of the question.
type said struct {
	bits uint64
	had  float64 // weight of those that are asked for
	lack float64 // of the others
}

// aside counts what stands in brackets.
const aside = .25

func (s *search) read(terms, brackets []string) (out said) {
	if len(brackets) > 0 {
		out = s.read(brackets, nil)
		out.had, out.lack = out.had*aside, out.lack*aside*aside
	}
	var named uint64
	for _, n := range s.namings {
		if n.terms != nil && !slices.ContainsFunc(n.terms, func(t string) bool { return !slices.Contains(terms, t) }) {
			named |= n.words
			out.bits |= n.words
		}
	}
	for i, t := range terms {
		if slices.Contains(terms[:i], t) {
			continue
		}
		w := s.d.weight(t)
		bits := s.bits[t]
		switch {
		case bits != 0:
			out.bits |= bits
			out.had += w
		case named != 0 && slices.ContainsFunc(s.namings, func(n naming) bool { return slices.Contains(n.terms, t) }):
			out.had += w
		case s.names[t]:
			out.had += w
		case s.d.called[t]:
		case s.told.spent && words().paying[t]:
			out.had += w * lightly
		case words().filler[t]:
			out.lack += w * lightly
		default:
			out.lack += w
		}
	}
	return out
}

// bitsIn are the words of the question that terms are.
func (s *search) bitsIn(terms []string) (out uint64) {
	for _, t := range terms {
		out |= s.bits[t]
	}
	return out
}

const (
	aboveCounts = .3 // of what stands above a row
	leastScore  = .03
)

// find gives the cells that may be meant, the likeliest first.
func (s *search) find(w when) (out []match) {
	for _, t := range s.d.tables {
		context := s.read(t.caption, nil)
		heads := make([]said, len(t.columns))
		for i, c := range t.columns {
			heads[i] = s.read(c.head, c.aside)
			heads[i].bits |= s.bitsIn(c.over)
		}
		for _, r := range t.rows {
			if len(r.cells) > 0 {
				out = s.inRow(out, w, t, r, context, heads)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b match) int { return cmp.Compare(b.score, a.score) })
	s.look(out)
	return out
}

func (s *search) inRow(out []match, w when, t *table, r *row, context said, heads []said) []match {
	label, above := s.read(r.label, r.aside), s.read(r.above, nil)
	if short := s.bitsIn(r.short); short&s.content != 0 {
		label.had, label.lack = label.had+label.lack, 0
	}
	if label.bits&s.content != 0 && !s.areOthers(r.groupItems) {
		above.bits |= s.bitsIn(r.group)
	}
	item, sure := s.itemOf(r, &label, &above)
	for _, f := range r.cells {
		head := heads[f.column]
		own := label.bits | head.bits
		if (own|above.bits|boolBits(r.timed, context.bits))&s.content == 0 {
			continue
		}
		if own&s.content == 0 && !r.timed && (label.lack > 0 || above.bits&s.content == 0) {
			continue
		}
		m := match{figure: f, item: item, sure: sure, near: own | above.bits, explained: own | above.bits | context.bits}
		if m.time = s.d.calendar.fits(w, f); m.time == 0 {
			continue
		}
		had := label.had + head.had + aboveCounts*above.had
		if r.timed {
			had += aboveCounts * context.had
		}
		lack := label.lack + head.lack + aboveCounts*above.lack
		if had+lack > 0 {
			m.own = had / (had + lack)
		} else if r.timed {
			m.own = 1
		}
		m.rest = (.3 + .7*m.own) * m.time * s.suits(&m) * t.worth(item) * sure
		if s.told.spent && !slices.ContainsFunc(r.label, func(t string) bool { return words().paying[t] }) {
			m.rest *= notPaid
		}
		m.rest *= s.told.version.suits(t.columns[f.column].told)
		if s.counted&^m.near != 0 {
			m.rest *= otherCount
		}
		if item == nil && s.otherItem(r, label.bits) {
			m.rest *= anotherItem
		}
		s.weigh(&m)
		if m.score >= leastScore || s.wide {
			out = append(out, m)
		}
	}
	return out
}

// notPaid is what a row is worth that doesn't say that money was spent, where the question does.
const notPaid = .85

// otherCount is what a cell is worth whose row and column don't say what is counted.
const otherCount = .85

// anotherItem is what a row is worth that shares words with the item that is asked for, and is another one.
const anotherItem = .8

func (s *search) otherItem(r *row, bits uint64) bool {
	return len(r.items) > 0 && slices.ContainsFunc(s.namings, func(n naming) bool { return n.item != nil && bits&s.content&^n.words == 0 })
}

// weigh scores a match: by how much of the question it explains, and by what else speaks for it.
func (s *search) weigh(m *match) {
	cover := s.cover(m.near) + fromContext*(s.cover(m.explained)-s.cover(m.near))
	m.score = cover * cover * m.rest
}

// fromContext is what words count that stand only above a table.
const fromContext = .75

func boolBits(ok bool, bits uint64) uint64 {
	if ok {
		return bits
	}
	return 0
}

// itemOf tells which item that the question names a row is, and how surely. Its label and what stands above it then say
// what is asked for.
func (s *search) itemOf(r *row, label, above *said) (*item, float64) {
	var best *item
	sure := 0.0
	for _, n := range s.namings {
		if p := r.items[n.item]; n.item != nil && p > 0 {
			label.bits |= n.words
			if p > sure {
				best, sure = n.item, p
			}
		}
	}
	if best == nil {
		return nil, 1
	}
	label.had, label.lack = label.had+label.lack, 0
	above.lack = 0
	return best, sure
}

// look reads what stands before the tables of the likeliest cells, where that may explain more of the question.
func (s *search) look(found []match) {
	const most = 40
	var items uint64 // what a page tells of besides the table may be any line of the statements
	for _, n := range s.namings {
		if n.item != nil {
			items |= n.words
		}
	}
	for i := range found[:min(len(found), most)] {
		m := &found[i]
		if s.content&^m.explained == 0 {
			continue
		}
		if more := s.read(s.d.before(m.table), nil).bits &^ (m.explained | items); more != 0 {
			m.explained |= more
			s.weigh(m)
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { return cmp.Compare(b.score, a.score) })
}

// cover is how much of the question is explained.
func (s *search) cover(explained uint64) float64 { return s.coverOf(explained, ^uint64(0)) }

// coverOf is how much of some words is explained; 1 if there are none.
func (s *search) coverOf(explained, words uint64) float64 {
	sum, all := 0.0, 0.0
	for i, a := range s.asked {
		if a.own || words&(1<<i) == 0 {
			continue
		}
		all += s.weights[i]
		if explained&(1<<i) != 0 {
			sum += s.weights[i]
		}
	}
	if all == 0 {
		return 1
	}
	return sum / all
}

// suits tells how well a figure's unit is what the question wants.
func (s *search) suits(m *match) float64 {
	const hardly = .3
	if s.told.exponent > 0 && !m.unit.Sure && m.power() == 0 {
		return hardly
	}
	moneySaid := s.told.money || s.told.exponent >= 0
	name := m.unit.Name
	switch {
	case (s.told.percent || s.told.share) && text.IsMoney(name), s.told.share && m.row.tellsShares():
		return hardly
	case s.told.perShare && !m.row.perShare() && m.unit.Name != text.Percent && m.value.Exponent() >= 0:
		return hardly // a whole number: of the shares themselves
	case !s.told.percent && (s.told.money || s.told.exponent > 0) && name == text.Percent:
		return hardly
	case s.told.counted && (text.IsMoney(name) && !moneySaid && (m.table.signed || s.counted&^m.near != 0) || name == text.Percent && m.tellsPercent() || m.headed(percentHead)):
		return hardly
	case text.IsMoney(name) && s.rates&^m.near != 0:
		return hardly
	case s.told.percent && name != text.Percent && !m.tellsPercent():
		return hardly
	case s.told.counted && m.item != nil && m.item.kind == kindPerShare:
		return hardly
	case !s.told.percent && name == text.Percent && m.item != nil:
		return hardly
	}
	return 1
}

// tellsPercent tells whether a figure may be in percent where no sign says so: by what stands beside or over it, or else by
// its places.
func (m *match) tellsPercent() bool {
	const most = 100
	if inPercent.MatchString(m.row.written + " " + strings.Join(m.table.columns[m.column].heads, " ")) {
		return true
	}
	whole := m.value.Exponent() >= 0 || m.value.Abs().Cmp(decimal.New(most, 0)) > 0
	return !whole && !text.IsMoney(m.unit.Name)
}

// headed tells whether a figure's column says something.
func (m *match) headed(pattern *regexp.Regexp) bool {
	return pattern.MatchString(strings.Join(m.table.columns[m.column].heads, " "))
}

var percentHead = regexp.MustCompile(`(?i)%|\bper ?cent`)

// tells tells whether what stands beside or over a figure, or above its table, says something.
func (m *match) tells(pattern *regexp.Regexp) bool {
	return pattern.MatchString(m.row.written + " " + strings.Join(m.table.columns[m.column].heads, " ") + " " + m.table.part.Caption)
}

var inPercent = regexp.MustCompile(`(?i)%|\bper ?cent|\b(?:rates?|ratio|margin|share|proportion|yield|accuracy|weighting)\b`)

// perShare tells whether a row is of amounts a share.
func (r *row) perShare() bool {
	return cells.PerShare(r.written) || cells.PerShare(strings.Join(r.above, " "))
}

// tellsShares tells whether a row speaks of the shares of a company, which are no share of something.
func (r *row) tellsShares() bool { return strings.Contains(strings.ToLower(r.written), "per share") }

// worth is what a table's figures are worth beside equal ones: those of the statements come first.
func (t *table) worth(i *item) float64 {
	const other, later, odd, note = .8, .85, .85, .92
	worth := 1.0
	if t.doubtful {
		worth = odd
	}
	if i == nil {
		if t.rank[incomeStatement] != 1 && t.rank[balanceSheet] != 1 && t.rank[cashFlows] != 1 {
			worth *= note
		}
		return worth
	}
	rank := t.rank[i.statement]
	if rank == 0 {
		return worth * other
	}
	if rank > 1 {
		worth *= later
	}
	return worth
}

// unexplained are the words of the question that a cell leaves open, the lightest left out.
func (s *search) unexplained(explained uint64) (out []asked) {
	for i, a := range s.asked {
		if explained&(1<<i) == 0 && !a.light && !a.own {
			out = append(out, a)
		}
	}
	return out
}
