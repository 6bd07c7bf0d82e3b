package facts

import (
	"slices"
	"strings"
	"unicode"

	"lectern/backend/decimal"
)

// What makes an answer doubtful, as what its confidence is multiplied with.
const (
	elsewhere   = .3  // a word of the question isn't explained, but stands in other rows, or is a name
	openWord    = .45 // a word of the question isn't explained
	commonWord  = .6  // the same of one that is no name, and says nothing of its neighbours
	plainWord   = .75 // the same where names are written with capitals
	tied        = .45 // another cell fits as well, and says something else
	nearlyTied  = .48
	stated      = .8 // but this one is a statement's line
	byTheWay    = .97
	closeScore  = .97
	nearScore   = .93
	farScore    = .7
	leastNear   = .5 // of the question is explained by row and column
	mostlyAbove = .5 // less is
	alone       = .9 // no other cell comes near
	half        = .5
	farOff      = .35
	aloneOpen   = .6
	aloneCommon = .85
	leastOwn    = .35 // of what row and column say must be asked for
	unsureTable = .8
)

// best is the cell that is most likely meant, with how sure that is.
func (s *search) best(w when) (*match, float64) {
	found := s.find(w)
	if len(found) == 0 {
		return nil, 0
	}
	m := &found[0]
	return m, s.assess(m, found[1:])
}

// assess tells how sure a cell is the one that is meant, beside the others that were found.
func (s *search) assess(m *match, others []match) float64 {
	if s.content == 0 {
		return 0
	}
	next, rival := 0.0, (*match)(nil) // the score of the best one that says something else
	for _, o := range others {
		if !sameFigure(&o, m) {
			next, rival = o.score/m.score, &o
			break
		}
	}
	apart := m.item == nil && next < farOff && m.own >= half && s.isSingled(m)
	sure := m.time * m.sure * s.suits(m) * s.openWords(m.explained, apart, m.row)
	if s.coverOf(m.near, s.content) < leastNear && !m.figure.row.timed {
		sure *= mostlyAbove
	}
	if !m.table.part.Sure(m.cell) {
		sure *= unsureTable
	}
	if s.unaskedRow(m) || len(m.row.label) == 0 && !m.row.timed {
		sure *= tied
	}
	if s.told.soon && !m.tells(withinYear) && !m.tells(current) {
		sure *= elsewhere
	}
	if m.item == nil && s.saysOther(m) || s.putOff(m) {
		sure *= elsewhere
	}
	if s.oneSided(m) || m.item == nil && (s.isAnother(m) || s.oneOfKinds(m)) {
		sure *= tied
	}
	if m.item == nil && slices.Contains(m.row.label, "not") && s.bits["not"] == 0 { // declared and not paid
		sure *= tied
	}
	if m.item != nil && s.onlyMentioned(m) {
		sure *= tied
	}
	if s.otherCaption(m) {
		sure *= elsewhere
	}
	if m.item == nil && m.near&s.content != s.content && s.namesItem() {
		sure *= half // what is asked for has a name of its own, and this row isn't called so
	}
	if m.table.foreign && m.explained&^m.near&s.content == 0 { // nothing says that another entity is meant
		sure *= tied
	}
	if m.item == nil && !s.told.spent && m.table.rank[cashFlows] > 0 && slices.ContainsFunc(m.row.label, func(t string) bool { return words().flow[t] && s.bits[t] == 0 }) {
		sure *= half
	}
	if m.item != nil && m.item.statement == balanceSheet && m.table.rank[cashFlows] > 0 && !s.told.spent { // what changed it
		sure *= tied
	}
	switch {
	case next >= closeScore:
		sure *= tied
	case next >= nearScore && m.table.isStatement() && !rival.table.isStatement() && s.content&^m.near == 0:
		sure *= stated
	case next >= nearScore:
		sure *= nearlyTied
	}
	if m.item == nil {
		trust := ownTrust(m.own)
		if next < farScore && m.own >= half {
			trust = max(trust, alone)
		}
		sure *= trust
	}
	return sure
}

// sameFigure tells whether two cells say the same: the same amount, or the same digits, where one table doesn't surely tell
// what it counts in.
func sameFigure(a, b *match) bool {
	const digits = 1000
	if a.base().Abs().Cmp(b.base().Abs()) == 0 {
		return true
	}
	if roundsTo(a, b) || roundsTo(b, a) {
		return true
	}
	return (!a.unit.Sure || !b.unit.Sure) && a.value.Abs().Cmp(b.value.Abs()) == 0 && a.value.Abs().Cmp(decimal.New(digits, 0)) > 0
}

// roundsTo tells whether a figure is another one, told in a larger unit: $1,716 million of $1,716,109 thousand.
func roundsTo(fine, coarse *match) bool {
	power := coarse.power()
	if power <= fine.power() || fine.value.Sign() == 0 {
		return false
	}
	return fine.base().Abs().Shift(-power).Round(max(-coarse.value.Exponent(), 0)).Cmp(coarse.value.Abs()) == 0
}

// isStatement tells whether a table is the best one of its kind of statement.
func (t *table) isStatement() bool {
	return t.rank[incomeStatement] == 1 || t.rank[balanceSheet] == 1 || t.rank[cashFlows] == 1
}

// unaskedRow tells whether a row says something, and nothing of what is asked for: its column alone explains that.
func (s *search) unaskedRow(m *match) bool {
	if m.item != nil || m.row.timed || (s.read(m.row.label, m.row.aside).bits|s.bitsIn(slices.Concat(m.row.above, m.row.beside, m.row.short)))&s.content != 0 {
		return false
	}
	return slices.ContainsFunc(m.row.label, func(t string) bool { return !words().filler[t] && !s.names[t] && !s.d.called[t] })
}

// namesItem tells whether all that is asked for is the name of one item.
func (s *search) namesItem() bool {
	return slices.ContainsFunc(s.namings, func(n naming) bool { return n.item != nil && s.content&^n.words == 0 })
}

// otherCaption tells whether words that only the caption explains are said of another item there than the question names:
// "assets" of "Capital expenditures for the acquisition of long-lived assets".
func (s *search) otherCaption(m *match) bool {
	return m.explained&^m.near&s.content != 0 && s.areOthers(itemsIn(m.table.caption))
}

// onlyMentioned tells whether a line of the whole company leaves words of the question to what stands before its table, and that is
// a long text, which mentions much.
func (s *search) onlyMentioned(m *match) bool {
	const long = 16
	return m.explained&^m.near&s.content != 0 && len(m.table.caption) > long
}

// areOthers tells whether items are none that the question names.
func (s *search) areOthers(items []*item) bool {
	return len(items) > 0 && !slices.ContainsFunc(s.namings, func(n naming) bool { return slices.Contains(items, n.item) })
}

// itemsIn are the items that terms name, by the longest of their names in each place.
func itemsIn(terms []string) (out []*item) {
	longest := 0
	for at := range terms {
		for _, i := range listed().order {
			for _, name := range i.asks {
				if len(name) > 1 && len(name) >= longest-at && len(terms)-at >= len(name) && slices.Equal(name, terms[at:at+len(name)]) {
					out, longest = append(out, i), at+len(name)
				}
			}
		}
	}
	return out
}

// ownTrust is how sure a cell is of whose row and column so much is asked for.
func ownTrust(own float64) float64 {
	const enough = .75
	switch {
	case own >= enough:
		return 1
	case own < leastOwn:
		return own
	}
	return leastOwn + (1-leastOwn)*(own-leastOwn)/(enough-leastOwn)
}

// openWords is what words cost that nothing explains. One in small letters, in a question that writes names with capitals,
// is no name.
func (s *search) openWords(explained uint64, alone bool, rows ...*row) float64 {
	open, common, plain := openWord, commonWord, plainWord
	if alone { // no other row comes near: they say it in other words
		open, common, plain = aloneOpen, aloneCommon, aloneCommon
	}
	names := false
	for _, a := range s.asked {
		names = names || strings.ContainsFunc(a.text, unicode.IsUpper)
	}
	sure := 1.0
	for _, a := range s.unexplained(explained) {
		switch {
		case words().turned[a.term]:
			sure *= elsewhere
		case words().to[a.term] && slices.ContainsFunc(rows, (*row).tellsDividends):
			sure *= byTheWay
		case s.d.count[a.term] == 0 && s.d.everywhere(a):
			sure *= byTheWay
		case s.d.count[a.term] > 0, a.name, strings.ContainsAny(a.term, "0123456789"), s.d.namesThing(a.text):
			sure *= elsewhere
		case a.within: // sales of umbrellas
			sure *= openWord
		case !ascii(a.text) || s.told.foreign || s.narrows(a, explained):
			sure *= open
		case names:
			sure *= plain
		case !s.d.tells(a.text):
			sure *= open
		default:
			sure *= common
		}
	}
	return sure
}

// isSingled tells whether a row's label has a word of the question that hardly any other row or head has.
func (s *search) isSingled(m *match) bool {
	const seldom = 5
	return slices.ContainsFunc(m.row.label, func(t string) bool { return s.bits[t]&s.content != 0 && s.d.count[t] <= seldom })
}

// narrows tells whether a word stands right before one that is explained, and so says which of these is meant: digital sales.
// It narrows what is counted, too, if it is that.
func (s *search) narrows(a asked, explained uint64) bool {
	next := a.end + 1 // where the next word stands; light ones between don't part them: adjusted net sales
	for i, o := range s.asked {
		switch {
		case o.start == a.start && s.counted&(1<<i) != 0:
			return true
		case o.start == next && o.light:
			next = o.end + 1
		case o.start == next && explained&(1<<i) != 0:
			return true
		}
	}
	return false
}

func ascii(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}

// tellsDividends tells whether a row is of dividends, which nobody but shareholders gets.
func (r *row) tellsDividends() bool {
	return slices.Contains(r.label, words().stem("dividends"))
}
