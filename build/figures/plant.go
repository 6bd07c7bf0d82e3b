package main

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

// Kinds of statements. Those that begin with "true" must not be flagged.
const (
	truePlain    = "true, plain"
	trueReworded = "true, reworded"
	truePair     = "true, two rows"
	trueComputed = "true, computed"
	noteReworded = "row, reworded"
)

// order is that of the report. What stands behind a kind is the finding that is wanted.
var order = []struct{ kind, wants string }{
	{truePlain, ""}, {trueReworded, ""}, {truePair, ""}, {trueComputed, ""},
	{"digits swapped", "digits"}, {"one digit wrong", "digits"}, {"last digit off", "digits rounding"}, {"digit dropped", "digits"}, {"more digits", "rounding"},
	{"scale", "scale"}, {"currency", "currency"}, {"percent", "percent"}, {"year", "year"}, {"period", "period"},
	{"row, named", "row"}, {"row, handed over", "row"}, {"rows exchanged", "row"}, {"sign", "sign"}, {"cut", "rounding"}, {"computed wrongly", ""},
	{noteReworded, "row"},
}

// maker makes statements of facts.
type maker struct {
	*rand.Rand
	out []statement
}

func pick[T any](m *maker, from []T) T { return from[m.IntN(len(from))] }

// of makes the statements of a fact: true ones, and one for each error that fits.
func (m *maker) of(f *fact) {
	language := f.language
	if language == "en" && m.IntN(8) == 0 && !f.percent && (f.power == 0 || f.power%3 == 0) {
		language = "de"
	}
	i := m.IntN(len(f.points))
	p := f.points[i]
	q := m.otherYear(f, i)
	if q < 0 {
		return
	}
	if f.power > 0 && scaleName(f.power, language) == "" {
		return
	}
	w := forms(f, m.Rand)
	if language == "de" && f.language == "en" && w.code {
		w.code = false
	}
	patterns := plain[language]
	if p.long != "" {
		patterns = plain["en"][:4]
		language = "en"
	}
	pattern := pick(m, patterns)
	base := spelling{currency: f.currency}
	value := p.value
	if strings.HasPrefix(value, "-") && outgoing.MatchString(f.label) && m.IntN(2) == 0 {
		value = value[1:] // "purchases were $1,577 million"
	}
	v, ok := amount(f, value, w, base, language)
	before, fine := amount(f, f.points[q].value, w, base, language)
	if !ok || !fine {
		return
	}
	values := map[string]string{"{L}": f.label, "{V}": v, "{Y}": when(p, language), "{W}": before, "{Z}": when(f.points[q], language)}
	ask := ""
	if strings.HasPrefix(pattern, "In {Y}, {L} came") && m.IntN(2) == 0 { // the year stands in the question
		pattern, ask = "{L} came to {V}.", "What was "+f.label+" in "+values["{Y}"]+"?"
	}
	s := m.state(f, truePlain, pattern, values)
	s.question = ask
	m.out = append(m.out, s)
	m.reworded(f, pattern, ask, language, values)
	m.pairs(f, p, language, w, base)
	m.computed(f, p, f.points[q], values, language)
	plant := func(kind, value string, w form, s spelling) {
		if wrong, ok := amount(f, value, w, s, language); ok && wrong != v {
			changed := with(values, "{V}", wrong)
			x := m.state(f, kind, pattern, changed)
			x.question, x.shown = ask, v
			m.out = append(m.out, x)
		}
	}
	change := func(c func(string) string) spelling { s := base; s.change = c; return s }
	plant("digits swapped", value, w, change(m.swap))
	plant("one digit wrong", value, w, change(m.one))
	plant("last digit off", value, w, change(m.last))
	plant("digit dropped", value, w, change(m.drop))
	if m.IntN(3) == 0 {
		plant("more digits", value, w, change(m.more(w)))
	}
	if w.power > 0 && !f.percent && f.power > 0 {
		s := base
		if others := otherScales(w.power, language); len(others) > 0 {
			s.power = pick(m, others)
			plant("scale", value, w, s)
		}
	}
	if f.percent {
		s := base
		s.points = true
		plant("percent", value, w, s)
	} else if f.currency != "" && !f.unsaid {
		s := base
		s.currency = pick(m, []string{"EUR", "GBP", "USD", "JPY"})
		if s.currency != f.currency {
			plant("currency", value, w, s)
		}
	}
	m.time(f, i, plant, w, base, v, language)
	if f.percent || !strings.HasPrefix(p.value, "-") {
		plant("sign", "-"+strings.TrimPrefix(p.value, "-"), w, base)
	} else if !outgoing.MatchString(f.label) {
		plant("sign", p.value[1:], w, base)
	}
	w.cut = true
	plant("cut", value, w, base)
}

// otherYear is another point of the same length.
func (m *maker) otherYear(f *fact, i int) int {
	from := m.IntN(len(f.points))
	for k := range f.points {
		n := (from + k) % len(f.points)
		if n != i && f.points[n].long == f.points[i].long && f.points[n].year != f.points[i].year {
			return n
		}
	}
	return -1
}

func (m *maker) state(f *fact, kind, pattern string, values map[string]string) statement {
	s := statement{kind: kind, fact: f}
	s.text, s.start, s.end = said(pattern, values)
	for _, o := range order {
		if o.kind == kind {
			s.wants = o.wants
		}
	}
	return s
}

func with(values map[string]string, key, value string) map[string]string {
	out := map[string]string{}
	for k, v := range values {
		out[k] = v
	}
	out[key] = value
	return out
}

// time plants the figure of another year, and of another length.
func (m *maker) time(f *fact, i int, plant func(string, string, form, spelling), w form, base spelling, v, language string) {
	for k, o := range f.points {
		if k == i {
			continue
		}
		kind := "year"
		switch {
		case o.long != f.points[i].long && o.year == f.points[i].year:
			kind = "period"
		case o.long != f.points[i].long || o.year == f.points[i].year:
			continue
		}
		if wrong, ok := amount(f, o.value, w, base, language); ok && strings.Trim(wrong, "-") != strings.Trim(v, "-") {
			plant(kind, o.value, w, base)
			return
		}
	}
}

// pairs makes sentences about a row and the one below it, and puts the neighbour's figure in the place of the own.
func (m *maker) pairs(f *fact, p point, language string, w form, base spelling) {
	g := f.next
	if g == nil || g.page != f.page || g.percent != f.percent || g.power != f.power || g.currency != f.currency {
		return
	}
	other := ""
	for _, o := range g.points {
		if o.year == p.year && o.long == p.long {
			other = o.value
		}
	}
	if other == "" {
		return
	}
	v, ok := amount(f, p.value, w, base, language)
	u, fine := amount(g, other, w, base, language)
	if !ok || !fine || strings.Trim(u, "-") == strings.Trim(v, "-") {
		return
	}
	values := map[string]string{"{L}": f.label, "{M}": g.label, "{V}": v, "{U}": u, "{Y}": when(p, language)}
	if p.long == "" {
		pattern := pick(m, paired[language])
		m.out = append(m.out, m.state(f, truePair, pattern, values))
		x := m.state(f, "rows exchanged", pattern, with(with(values, "{V}", u), "{U}", v))
		x.shown = v
		m.out = append(m.out, x)
	}
	pattern := pick(m, plain[language][:2])
	x := m.state(f, "row, named", pattern, with(values, "{V}", u))
	x.shown = v
	m.out = append(m.out, x)
	if label := reworded(m, f.label); label != "" && language == "en" {
		changed := with(with(values, "{V}", u), "{L}", label)
		x := m.state(f, noteReworded, pattern, changed)
		x.shown = v
		m.out = append(m.out, x)
		x.kind, x.row = "row, handed over", [2]string{u, f.label}
		m.out = append(m.out, x)
	}
}

// reworded makes true statements in other words than the table's, with and without the label that goes with them.
func (m *maker) reworded(f *fact, pattern, ask, language string, values map[string]string) {
	label := reworded(m, f.label)
	if label == "" || language != "en" {
		return
	}
	s := m.state(f, trueReworded, pattern, with(values, "{L}", label))
	s.question = ask
	if m.IntN(2) == 0 {
		s.row = [2]string{values["{V}"], f.label}
	}
	m.out = append(m.out, s)
}

// computed makes a sentence about the growth from one year to another, with its calculation and with a wrong result.
func (m *maker) computed(f *fact, p, q point, values map[string]string, language string) {
	a, b := rat(p.value), rat(q.value)
	if f.percent || a.Sign() <= 0 || b.Sign() <= 0 || language != "en" || m.IntN(3) > 0 {
		return
	}
	growth := a.Quo(a, b)
	growth.Sub(growth, rat("1")).Mul(growth, rat("100"))
	rose := "grew by"
	if growth.Sign() < 0 {
		rose = "fell by"
	}
	v := fixed(growth.Abs(growth), 1, false)
	s := m.state(f, trueComputed, "From {Z} to {Y}, {L} "+rose+" {V}.", with(values, "{V}", v+"%"))
	s.row = [2]string{"calculation", growth.FloatString(20)}
	m.out = append(m.out, s)
	if wrong := m.one(v); wrong != "" {
		s = m.state(f, "computed wrongly", "From {Z} to {Y}, {L} "+rose+" {V}.", with(values, "{V}", wrong+"%"))
		s.row = [2]string{"calculation", growth.FloatString(20)}
		m.out = append(m.out, s)
	}
}

var outgoing = regexp.MustCompile(`(?i)purchase|payment|repay|dividend|acqui|costs?\b|loss|provision|decrease|used|reduc|less\b|deficit|liabilit|eliminat|accumulated|expense|addition|expenditure|aufwand|aufwendungen|auszahlung|gezahlt|kosten|steuer|原価|費用|損失|支払`)

func otherScales(power int, language string) []int {
	var out []int
	for _, d := range []int{-3, 3, -2, 2, -4, 4, 1, -1, -6, 6} {
		if power+d > 0 && scaleName(power+d, language) != "" && (language == "ja" || d%3 == 0) {
			out = append(out, d)
		}
	}
	return out
}

func places(digits string) (at []int) {
	for i := range digits {
		if digits[i] != '.' {
			at = append(at, i)
		}
	}
	return at
}

// swap exchanges two digits beside each other.
func (m *maker) swap(digits string) string {
	at := places(digits)
	for range 8 {
		k := m.IntN(max(1, len(at)-1))
		if len(at) < 3 || digits[at[k]] == digits[at[k+1]] || at[k] == 0 && digits[at[k+1]] == '0' {
			continue
		}
		b := []byte(digits)
		b[at[k]], b[at[k+1]] = b[at[k+1]], b[at[k]]
		return string(b)
	}
	return ""
}

// one makes one digit another.
func (m *maker) one(digits string) string {
	at := places(digits)
	if len(at) < 3 {
		return ""
	}
	b := []byte(digits)
	k := at[m.IntN(len(at))]
	b[k] = '1' + (b[k]-'0'+byte(m.IntN(8)))%9
	return string(b)
}

// last moves the last digit by one or two.
func (m *maker) last(digits string) string {
	if len(places(digits)) < 3 {
		return ""
	}
	n, err := strconv.Atoi(strings.ReplaceAll(digits, ".", ""))
	if err != nil {
		return ""
	}
	n += pick(m, []int{-2, -1, 1, 2})
	s := strconv.Itoa(n)
	if i := strings.IndexByte(digits, '.'); i >= 0 && len(s) > len(digits)-1-i {
		cut := len(s) - (len(digits) - 1 - i)
		s = s[:cut] + "." + s[cut:]
	}
	return s
}

// drop leaves a digit out.
func (m *maker) drop(digits string) string {
	whole, _, _ := strings.Cut(digits, ".")
	if len(whole) < 4 {
		return ""
	}
	k := 1 + m.IntN(len(whole)-1)
	return digits[:k] + digits[k+1:]
}

// more adds digits that the page hasn't.
func (m *maker) more(w form) func(string) string {
	return func(digits string) string {
		if w.places >= 0 {
			return ""
		}
		extra := strconv.Itoa(11 + m.IntN(88))
		if strings.Contains(digits, ".") {
			return digits + extra
		}
		return digits + "." + extra
	}
}

var synonyms = [][2]string{
	{"Purchases of property, plant and equipment", "capital expenditures"}, {"Net sales", "turnover"}, {"sales", "revenue"}, {"Net income", "profit"}, {"expenses", "costs"}, {"provided by", "from"}, {"attributable to", "for"},
	{"Provision for income taxes", "tax expense"}, {"Cost of sales", "cost of goods sold"}, {"Long-term debt", "borrowings"}, {"Selling, general and administrative", "SG&A"}, {"Accounts receivable", "trade receivables"},
	{"Cash and cash equivalents", "cash holdings"}, {"Stock-based", "share-based"}, {"Repurchases of common stock", "share buybacks"}, {"Dividends paid", "payouts to shareholders"}, {"Total ", ""}, {", net", ""}, {"Depreciation and amortization", "D&A"},
	{"shareholders' equity", "equity"}, {"stockholders’ equity", "equity"}, {"Operating income", "income from operations"}, {"Gross profit", "gross earnings"},
}

// reworded says a label in other words; "" if there are none.
func reworded(m *maker, label string) string {
	out := label
	for _, s := range synonyms {
		if strings.Contains(out, s[0]) {
			out = strings.Replace(out, s[0], s[1], 1)
			break
		}
	}
	if a, b, ok := strings.Cut(out, " of "); ok && !strings.ContainsAny(b, ",()") && len(strings.Fields(b)) < 4 && m.IntN(2) == 0 {
		out = b + " " + strings.ToLower(a)
	} else if a, _, ok := strings.Cut(out, ", "); ok && len(a) > 8 && m.IntN(2) == 0 {
		out = a
	}
	if strings.EqualFold(out, label) {
		return ""
	}
	return out
}
