package facts

import (
	"slices"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/text"
)

// Metric is a figure with what it says and where it stands.
type Metric struct {
	ID       string   `json:"id"` // m1, m2, …
	Label    string   `json:"label"`
	Row      string   `json:"row"`   // what its row or sentence calls it, word for word, as the model said
	Value    string   `json:"value"` // exact decimal, with its sign, without the scale: "1577.00"
	Written  string   `json:"written"`
	Unit     string   `json:"unit"` // %, pp, x, what is counted, or "" for money and bare numbers
	Period   string   `json:"period"`
	Currency string   `json:"currency"`
	Exponent int      `json:"scale"`   // power of ten: 6 for millions
	Claimed  int      `json:"claimed"` // the scale that the model read; -1: it said none
	Document string   `json:"document"`
	Doc      string   `json:"doc"`
	Page     int      `json:"page"`
	PageNo   string   `json:"pageLabel"` // the page's number as printed
	Passage  string   `json:"passage"`
	Sentence int      `json:"sentence"` // sentence or table row of the passage, from 0; -1: it isn't there
	Cell     int      `json:"cell"`     // which of that row's figures, from 0
	Flags    []string `json:"flags"`    // why it can't be relied on; empty: it was found as it says
}

func (m *Metric) Flag(why string) {
	if !slices.Contains(m.Flags, why) {
		m.Flags = append(m.Flags, why)
	}
}

// unscaled tells of figures that a unit line such as "in millions, except per share data" leaves out.
func (m Metric) unscaled() bool {
	label := strings.ToLower(m.Label + " " + m.Row)
	return m.Unit == "%" || m.Unit == "pp" || m.Unit == "x" || strings.Contains(label, "per share") || strings.Contains(label, "je aktie") ||
		strings.Contains(label, "1株") || strings.Contains(label, "eps")
}

// Locate finds a metric in its passage: the sentence or row that holds the figure and, best of all, is called what the
// metric says. It fills in what stands there; without such a place the metric is flagged.
func (r Reader) Locate(say messages.Messages, m *Metric, p store.Text, said string) {
	m.Document, m.Doc, m.Page, m.PageNo, m.Passage = p.Ref.Document, p.Name, p.Page, p.Label, p.Ref.String()
	m.Sentence = -1
	wanted, ok := asWritten(said)
	if !ok {
		m.Flag(say.Text("analyst.flag-no-figure", messages.Args{"written": m.Written}))
		return
	}
	m.Value = wanted.value
	if wanted.negative {
		m.Value = "-" + wanted.value
	}
	best, score := spot{}, -1
	for _, s := range spots(p) {
		if !equal(s.value, wanted.value) {
			continue
		}
		n := 0
		if called(s.text, m.Row) {
			n += 4
		}
		if s.years == nil || overlap(text.YearNames(m.Period), s.years) {
			n++
		}
		if head := r.columnYear(p, s); head != "" && slices.Contains(text.YearNames(m.Period), head) {
			n += 2
		}
		if n > score {
			best, score = s, n
		}
	}
	if score < 0 {
		m.Flag(say.Text("analyst.flag-not-in-passage"))
		return
	}
	m.Sentence, m.Cell, m.Value, m.Written = best.sentence, best.cell, best.value, best.written
	if best.negative || best.bracketed && (best.row || wanted.negative) {
		m.Value = "-" + m.Value
	}
	r.read(m, p, best)
}

// read takes unit, currency and scale from the place.
func (r Reader) read(m *Metric, p store.Text, s spot) {
	page, at := r.PageOf(p)
	switch u := s.unit; {
	case u == "%" || u == "pp" || u == "x":
		m.Unit, m.Currency = u, ""
	case u != "":
		m.Currency, m.Unit = u, ""
	}
	if !m.unscaled() {
		if c := CurrencyAt(s.text, UnitLine(page[:at+s.start])); c != "" && m.Unit == "" && s.unit == "" && m.Currency == "" {
			m.Currency = c
		}
	}
	scale, told := r.scaleAt(p, s)
	switch {
	case s.scaled:
		m.Exponent = s.scale
	case m.unscaled():
		m.Exponent = 0
	case told && (s.row || m.Claimed == scale):
		m.Exponent = scale
	default:
		m.Exponent = max(0, m.Claimed)
	}
}

// check reads a metric again at its place and flags what doesn't hold.
func (r Reader) Check(say messages.Messages, m *Metric, p store.Text, about store.Metadata) {
	var here spot
	there := false
	for _, s := range spots(p) {
		if s.sentence == m.Sentence && s.cell == m.Cell {
			here, there = s, equal(s.value, strings.TrimPrefix(m.Value, "-"))
		}
	}
	if !there {
		m.Flag(say.Text("analyst.flag-not-in-passage"))
		return
	}
	if m.Row == "" {
		m.Flag(say.Text("analyst.flag-no-row"))
	} else if !r.calledAt(p, here, m.Row) {
		m.Flag(say.Text("analyst.flag-other-row", messages.Args{"row": m.Row}))
	}
	if why := r.wrongScale(say, *m, p, here); why != "" {
		m.Flag(why)
	}
	if c := here.unit; c != "" && c != m.Unit && c != m.Currency && !text.SameMoney(c, m.Currency) {
		m.Flag(say.Text("analyst.flag-unit", messages.Args{"unit": c}))
	}
	if page, at := r.PageOf(p); here.unit == "" && m.Currency != "" {
		if c := CurrencyAt(here.text, UnitLine(page[:at+here.start])); c != "" && c != m.Currency && !text.SameMoney(c, m.Currency) {
			m.Flag(say.Text("analyst.flag-other-currency", messages.Args{"unit": c, "currency": m.Currency}))
		}
	}
	if why := r.wrongPeriod(say, *m, p, here, about); why != "" {
		m.Flag(why)
	}
}

func (r Reader) wrongScale(say messages.Messages, m Metric, p store.Text, s spot) string {
	scale, told := r.scaleAt(p, s)
	switch {
	case s.scaled && (m.Exponent != s.scale || m.Claimed >= 0 && m.Claimed != s.scale && m.Claimed != 0):
		return say.Text("analyst.flag-written-scale", messages.Args{"scale": scaleWord(say, s.scale)})
	case s.scaled || m.unscaled():
		return ""
	case told && s.row && m.Claimed >= 0 && m.Claimed != scale:
		return say.Text("analyst.flag-table-scale", messages.Args{"scale": scaleWord(say, scale)})
	case m.Exponent != 0 && (!told || scale != m.Exponent):
		return say.Text("analyst.flag-no-scale", messages.Args{"scale": scaleWord(say, m.Exponent)})
	}
	return ""
}

func (r Reader) wrongPeriod(say messages.Messages, m Metric, p store.Text, s spot, about store.Metadata) string {
	years := text.YearNames(m.Period)
	if len(years) == 0 {
		return ""
	}
	if head := r.columnYear(p, s); head != "" {
		if !slices.Contains(years, head) {
			return say.Text("analyst.flag-column", messages.Args{"head": head, "period": m.Period})
		}
		return ""
	}
	if !s.row && len(s.years) > 0 {
		if !overlap(years, s.years) {
			return say.Text("analyst.flag-sentence-year", messages.Args{"years": strings.Join(s.years, say.Text("words.and")), "period": m.Period})
		}
		return ""
	}
	page, _ := r.PageOf(p)
	if overlap(years, text.YearNames(page+" "+p.Name)) || overlap(years, text.YearNames(yearName(about.Year))) {
		return ""
	}
	return say.Text("analyst.flag-no-period", messages.Args{"period": m.Period})
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(x string) bool { return slices.Contains(b, x) })
}
