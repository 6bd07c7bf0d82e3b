package proof

import (
	"regexp"
	"slices"
	"strings"

	"lectern/backend/text"
)

// column is what stands over the cells of one.
type column struct {
	head    string // without what they are counted in
	counted text.Counted
	unit    bool // its cells are what their rows are counted in
	label   bool // its cells say what their rows are of
}

// layout is a table that is read.
type layout struct {
	grid
	caption string
	counted text.Counted // of all that says nothing else
	columns []column
	when    text.Period // of all that names no other
	context string      // what its cells are of besides, as a beginning
}

var (
	unitHead    = regexp.MustCompile(`(?i)^(?:units?|einheit(?:en)?|currency|währung|unité|単位|单位|單位)$`)
	sentenceEnd = regexp.MustCompile(`[.!?。！？]["”)*]*$`)
	digits      = regexp.MustCompile(`\d+`)
	genericStub = regexp.MustCompile(`(?i)^(?:items?|metrics?|measures?|line items?|lines?|categor(?:y|ies)|figures?|names?|segments?|products?|years?|kennzahl(?:en)?|posten|項目|指標)?$`)
	noValue     = regexp.MustCompile(`(?i)^(?:[-–—−―.…/*]+|n/?a|n\.a\.|n/?m|n\.m\.|nil|none|k\.\s?a\.|なし|无|無|－)$`)
	brackets    = regexp.MustCompile(`\s*[(（\[［][^()（）\[\]［］]*[)）\]］]`)
)

// layoutOf finds out which columns of a table name its rows, and what figures are counted in.
func layoutOf(g grid, caption string) layout {
	l := layout{grid: g, caption: caption, counted: countedIn(caption)}
	n := 0
	for _, r := range slices.Concat(g.heads, g.rows) {
		n = max(n, len(r))
	}
	first := n // column with figures, behind that of the labels
	for _, r := range g.rows {
		if at := slices.IndexFunc(r[min(1, len(r)):], hasFigure); at >= 0 {
			first = min(first, at+1)
		}
	}
	for k := range n {
		var heads []string
		for _, r := range g.heads {
			if k < len(r) && r[k].plain().s != "" {
				heads = append(heads, r[k].plain().s)
			}
		}
		c := column{head: strings.Join(heads, " "), label: k == 0 || k < first && first < n}
		c.counted, c.unit = countedIn(c.head), k > 0 && unitHead.MatchString(c.head)
		c.head = unitless(c.head, c.counted)
		l.columns = append(l.columns, c)
	}
	if n > 0 && l.columns[0].counted != (text.Counted{}) { // "($ in millions)" over the labels
		l.counted = l.columns[0].counted
	}
	if sentenceEnd.MatchString(caption) { // which is about something else
		caption = ""
	}
	stub := ""
	if n > 0 {
		stub = l.columns[0].head
	}
	for _, s := range []string{stub, caption} {
		if s = strings.Trim(unitless(s, countedIn(s)), " :*"); !genericStub.MatchString(s) && s != "" {
			l.context += stops.Replace(digits.ReplaceAllString(s, "")) + ": "
		}
	}
	for _, s := range []string{stub, caption} {
		if years := text.YearsIn(text.Fold(s).S); len(years) <= 1 {
			l.when = l.when.With(text.PeriodOf(s))
		} else {
			p := text.PeriodOf(s)
			l.when = l.when.With(text.Period{Months: p.Months, End: p.End, Part: p.Part})
		}
	}
	return l
}

// countedIn reads a head, a label or a caption for what figures are counted in.
func countedIn(s string) text.Counted {
	c, ok := text.CountedInHead(strings.TrimSuffix(strings.TrimSpace(s), ":"))
	if !ok && strings.ContainsAny(s, "%％") {
		c.Percent = true
	}
	return c
}

// unitless is a label without what it says that its figures are counted in.
func unitless(s string, c text.Counted) string {
	if c.Text == "" {
		return s
	}
	for _, b := range brackets.FindAllString(s, -1) {
		if strings.Contains(b, c.Text) {
			return strings.TrimSpace(strings.Replace(s, b, "", 1))
		}
	}
	return strings.Trim(strings.TrimSuffix(s, c.Text), " ,")
}

// stops keeps a label from being cut into sentences.
var stops = strings.NewReplacer(". ", " ", "? ", " ", "! ", " ", "。", "、")

// lasting are words for a part of a year, where a time is of one and its words are told elsewhere.
func lasting(p text.Period) string {
	return map[int]string{3: " (quarter)", 6: " (six months)", 9: " (nine months)"}[p.Months]
}

// timeOf is that of a cell: its head's, with what its label says besides.
func timeOf(parts []string) (p text.Period) {
	for _, s := range parts {
		q := text.PeriodOf(s)
		if len(text.YearsIn(text.Fold(s).S)) > 1 {
			q.Years = nil
		}
		p = p.With(q)
	}
	if p.Change {
		return text.Period{}
	}
	return p
}
