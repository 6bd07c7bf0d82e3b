package facts

import (
	"maps"
	"math/bits"
	"regexp"
	"slices"
	"strings"
)

// saysOther tells whether a row is of something else by words that the question lacks: what came together over the years, is only
// put off, or is left over of others; or whether it is of what is paid where what is earned is asked for.
func (s *search) saysOther(m *match) bool {
	unasked := func(t string) bool { return s.bits[words().stem(t)] == 0 }
	for _, t := range []string{"accumulated", "deferred", "decline", "declines", "rate"} {
		if unasked(t) && slices.Contains(m.row.label, words().stem(t)) && s.bitsIn(m.row.short) == 0 {
			return true
		}
	}
	cost, income := words().stem("expense"), words().stem("income")
	if s.bits[income] != 0 && s.bits[cost] == 0 && slices.Contains(m.row.label, cost) && !slices.Contains(m.row.label, income) { // interest income, of "interest expense"
		return true
	}
	if s.otherwiseHad(m) || s.otherStatistic(m) {
		return true
	}
	return unasked("other") && others.MatchString(m.row.written) || s.disposes(m) || s.fallsDue(m) || s.onlyOf(m)
}

// otherStatistic tells whether a cell is a statistic of what is asked for that the question doesn't say: its least, its largest.
func (s *search) otherStatistic(m *match) bool {
	only := func(terms []string) bool {
		return len(terms) > 0 && !slices.ContainsFunc(terms, func(t string) bool { return !words().statistic[t] || s.bits[t] != 0 })
	}
	return only(m.row.label) || only(m.table.columns[m.column].head)
}

// onlyOf tells whether all that a row has of a question, in the plural there, stands, in the singular, before what it is of:
// employees, of whom "Employee benefits" are no number.
func (s *search) onlyOf(m *match) bool {
	row := strings.Fields(m.row.written)
	if bits.OnesCount64(m.explained&s.content) > 1 {
		return false
	}
	for i := range max(len(row)-1, 0) {
		if next := termsOf(row[i+1]); len(next) == 1 && s.bits[next[0]] == 0 && !words().filler[next[0]] && slices.ContainsFunc(s.asked, func(a asked) bool { return strings.EqualFold(a.text, row[i]+"s") }) {
			return true
		}
	}
	return false
}

// putOff tells whether a cell is of taxes that are only put off, and the question isn't.
func (s *search) putOff(m *match) bool {
	return s.bits[words().stem("deferred")] == 0 && (m.tells(deferredTax) || deferredTax.MatchString(strings.Join(m.table.part.Rows[m.row.at].Parents, " ")))
}

var (
	deferredTax = regexp.MustCompile(`(?i)\bdeferred (?:income )?tax`)
	others      = regexp.MustCompile(`(?i)^all other\b`)
)

// disposes tells whether a row is of the sale of something where what is sold every day is asked for: sales, revenue.
func (s *search) disposes(m *match) bool {
	return s.bits[words().stem("sales")]&s.content&m.explained != 0 && disposal.MatchString(m.row.written) && !slices.ContainsFunc(s.asked, func(a asked) bool { return strings.EqualFold(a.text, "sale") })
}

// otherwiseHad tells whether a row lacks a participle that stands before what it is of, and that others have: paid memberships.
func (s *search) otherwiseHad(m *match) bool {
	for i, a := range s.asked[:max(len(s.asked)-1, 0)] {
		next := s.asked[i+1]
		if !participle.MatchString(a.text) || m.explained&(1<<i) != 0 || next.start != a.end+1 || m.near&(1<<(i+1)) == 0 {
			continue
		}
		if slices.ContainsFunc(s.d.tables, func(t *table) bool {
			return slices.ContainsFunc(t.rows, func(r *row) bool { return slices.Contains(r.label, a.term) && slices.Contains(r.label, next.term) })
		}) {
			return true
		}
	}
	return false
}

// participle tells how something is had; elsewhere in a question it only asks.
var participle = regexp.MustCompile(`(?i)^(?:paid|held|owned|used|earned)$`)

// fallsDue tells whether a figure is of what is to be paid in the years to come, and the question is of what is.
func (s *search) fallsDue(m *match) bool {
	if !dueHead.MatchString(strings.Join(m.table.columns[m.column].over, " ") + " " + strings.Join(m.table.columns[m.column].heads, " ")) {
		return false
	}
	return !slices.ContainsFunc(s.asked, func(a asked) bool { return due.MatchString(a.text) }) && !s.told.soon
}

var (
	disposal = regexp.MustCompile(`(?i)\b(?:on|from|for|of)(?: the)?[ -]sale\b|\bsale of\b`)
	dueHead  = regexp.MustCompile(`(?i)\bpayments? due\b|\bdue (?:by|in) period\b|\bless than (?:1|one) year\b|\b(?:after|more than) (?:\d|three|five) years\b`)
	due      = regexp.MustCompile(`(?i)^(?:due|owe[ds]?|owing|pay(?:able|ments?)?|obligations?|obliged|contractual|contracts?|commitments?|committed|matur\w+|fall|falls|falling|future|purchase|remaining)$`)
)

// isAnother tells whether a row is a line of the statements, and the question names another one.
func (s *search) isAnother(m *match) bool {
	said := s.bitsIn(m.row.label)
	if above := s.bitsIn(slices.Concat(m.row.above, m.row.beside)) &^ said & s.content; above != 0 && s.content&^(said|above) == 0 {
		return false // what stands above says what the row's own name leaves open: cash paid for › income taxes
	}
	if len(m.row.items) == 0 || !s.namesItem() && !slices.ContainsFunc(s.namings, func(n naming) bool { return n.item != nil && n.words&s.content&^said != 0 }) {
		return false
	}
	items := slices.Collect(maps.Keys(m.row.items))
	return s.areOthers(items) && !(s.told.perShare && slices.ContainsFunc(items, func(i *item) bool { return i.kind == kindPerShare }))
}

// oneOfKinds tells whether a row is one of several kinds of what is asked for, such as service cost and interest cost where the
// question says cost, by a word that the question lacks.
func (s *search) oneOfKinds(m *match) bool {
	own := s.unaskedIn(m.row)
	if len(own) != 1 {
		return false
	}
	bits := s.bitsIn(m.row.label)
	for _, o := range m.table.rows {
		if o == m.row || len(o.cells) == 0 || s.bitsIn(o.label) != bits || !slices.Equal(o.above, m.row.above) {
			continue
		}
		if other := s.unaskedIn(o); len(other) == 1 && other[0] != own[0] {
			return true
		}
	}
	return false
}

// unaskedIn are the terms of a row that nobody asks for.
func (s *search) unaskedIn(r *row) (out []string) {
	for _, t := range r.label {
		if s.bits[t] == 0 && !words().filler[t] && !s.names[t] && !s.d.called[t] && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// oneSided tells whether a row is only of what is due soon, or only of what is due later, and the question is of both; or whether
// a row is of both where the question is of one.
func (s *search) oneSided(m *match) bool {
	told := slices.Concat(m.row.label, m.row.above)
	for i := 0; i+1 < len(sides); i += 2 {
		one, other := sides[i], sides[i+1]
		if (s.bits[one] == 0) != (s.bits[other] == 0) && slices.Contains(told, one) && slices.Contains(told, other) {
			return true
		}
	}
	if s.told.soon || slices.ContainsFunc(sides, func(t string) bool { return s.bits[t] != 0 }) {
		return false
	}
	written := func(r *row) string { return strings.ToLower(strings.ReplaceAll(sided.FindString(r.written), "-", " ")) }
	side := written(m.row)
	if side == "" {
		return false
	}
	rest := withoutSide(m.row.written)
	for _, t := range s.d.tables {
		for _, r := range t.rows {
			if o := written(r); o != "" && o != side && len(r.cells) > 0 && withoutSide(r.written) == rest {
				return true
			}
		}
	}
	return false
}

func withoutSide(label string) string {
	return strings.Join(termsOf(sided.ReplaceAllString(label, " ")), " ")
}

// sides are the terms of which one tells that a question says it.
var sides = termsOf("short long current noncurrent")

// sided is what says that something is due soon, or isn't.
var sided = regexp.MustCompile(`(?i)\b(?:(?:short|long)[- ]?term|(?:non-?)?current)\b`)
