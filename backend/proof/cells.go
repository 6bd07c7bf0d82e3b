package proof

import (
	"regexp"
	"slices"
	"strings"

	"lectern/backend/proof/figures"
	"lectern/backend/store/keyword"
	"lectern/backend/text"
)

// cell is one of a table, as a claim of its own: what its row is called, what stands over it, and what it says.
type cell struct {
	audited  placed      // that as a sentence, with what it is counted in; at is -1 for what doesn't stand in the cell
	from, to int         // of it, what stands in the cell
	context  int         // of it, how much at the beginning is of the whole table
	when     text.Period // by its head and its label,
	around   text.Period // and by what stands over its table
	row      int         // of all that the text's tables have, from 0
	table    int         // which of them, from -1 down
	about    []string    // what to look for on pages: its row, its table
	changed  *comparison // nil if it doesn't compare two of its row
	words    bool        // it claims something in words
	written  []placedMark
	shared   []sharedMark // of the row or the table, of which it is the first cell
}

// sharedMark is a citation that several cells have.
type sharedMark struct {
	placedMark
	of int // which row or table
}

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
	digits      = regexp.MustCompile(`\d+`)
	genericStub = regexp.MustCompile(`(?i)^(?:items?|metrics?|measures?|line items?|lines?|categor(?:y|ies)|figures?|names?|segments?|products?|years?|kennzahl(?:en)?|posten|項目|指標)?$`)
	noValue     = regexp.MustCompile(`(?i)^(?:[-–—−―.…/*]+|n/?a|n\.a\.|n/?m|n\.m\.|nil|none|k\.\s?a\.|なし|无|無|－)$`)
	brackets    = regexp.MustCompile(`\s*[(（\[［][^()（）\[\]［］]*[)）\]］]`)
)

func hasFigure(p placed) bool { return len(figuresOf(p.plain().s)) > 0 }

// figuresOf are the figures of a cell: what stands in brackets alone is a figure there.
func figuresOf(cell string) []text.Figure {
	const lead = ": "
	found := text.FiguresIn(lead+cell, "", true)
	for i := range found {
		found[i].Start, found[i].End = max(0, found[i].Start-len(lead)), found[i].End-len(lead)
	}
	return found
}

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

// sentences are the cells that claim something, or could: each stands for itself. above is what ends before the table.
func (g grid) sentences(table, row int, above []sentence) (out []sentence) {
	caption, ids := "", []int{}
	if len(above) > 0 {
		caption, ids = above[len(above)-1].text, above[len(above)-1].ids
	}
	l := layoutOf(g, caption)
	var pending []sharedMark // that stand before the first cell
	for _, r := range g.heads {
		for _, c := range r {
			for _, m := range c.marks() {
				pending, ids = append(pending, sharedMark{m, table}), append(ids[:len(ids):len(ids)], m.n)
			}
		}
	}
	parent := ""
	for i, r := range g.rows {
		if len(r) > 1 && !slices.ContainsFunc(r[1:], func(c placed) bool { return c.s != "" }) { // a heading within the table
			if head := r[0].sentence(); head.text != "" {
				head.apart, parent = ReasonHeading, r[0].plain().s
				out = append(out, head)
			}
			continue
		}
		cells, left := l.rowSentences(row+i, r, parent, ids, pending)
		for _, c := range cells {
			c.cell.table = table
		}
		out, pending = append(out, cells...), left
	}
	if len(out) > 0 && len(pending) > 0 && out[len(out)-1].cell != nil {
		out[len(out)-1].cell.shared = append(out[len(out)-1].cell.shared, pending...)
	}
	return out
}

// marks are the citations of a piece, each with its place.
func (p placed) marks() (out []placedMark) {
	for _, m := range anyMark.FindAllStringSubmatchIndex(p.s, -1) {
		for _, n := range numbersOf(p.s[m[2]:m[3]]) {
			out = append(out, placedMark{n, p.at[m[0]]})
		}
	}
	return out
}

// rowSentences are the cells of a row. Those without a citation of their own have the row's: what stands beside its label, or
// alone in a cell; else the table's.
func (l layout) rowSentences(row int, r []placed, parent string, ids []int, pending []sharedMark) (out []sentence, left []sharedMark) {
	var names []string
	if parent != "" {
		names = append(names, parent)
	}
	var counted text.Counted
	var own []int
	values := 0
	for k, c := range r {
		body := c.plain().s
		switch {
		case l.columns[k].unit:
			counted = countedIn(body)
		case l.columns[k].label && body != "":
			names = append(names, body)
			values++
		}
		if marks := c.marks(); len(marks) > 0 && (l.columns[k].label || body == "") {
			for _, m := range marks {
				own, pending = append(own, m.n), append(pending, sharedMark{m, row})
			}
		}
	}
	if len(own) > 0 {
		ids = own
	}
	rowText, apart := l.caption+" "+parent+" "+textOf(r), ""
	if len(ids) == 0 && slices.ContainsFunc(r, func(c placed) bool { return webMark.MatchString(c.s) }) {
		apart = ReasonWeb
	}
	for k, c := range r {
		if k == 0 && len(r) > 1 || l.columns[k].unit || c.plain().s == "" && len(c.marks()) > 0 {
			continue
		}
		if l.columns[k].label && len(keyword.ContentWords(c.plain().s)) < claimWords {
			continue
		}
		s := l.cellSentence(c, k, names, counted)
		s.cell.row, s.ids, s.apart = row, ids, apart
		s.cell.changed = l.changedIn(r, k)
		s.cell.about = []string{rowText, l.caption + " " + l.all()}
		if s.cell.written = c.marks(); len(s.cell.written) > 0 {
			s.ids = nil
			for _, m := range s.cell.written {
				s.ids = append(s.ids, m.n)
			}
		}
		if s.apart == "" && c.plain().s == "" || noValue.MatchString(c.plain().s) {
			s.apart = ReasonEmpty
		}
		s.cell.shared, pending = pending, nil
		out = append(out, s)
	}
	return out, pending
}

// textOf is a row without its bars.
func textOf(r []placed) string {
	var parts []string
	for _, c := range r {
		parts = append(parts, c.plain().s)
	}
	return strings.Join(parts, " ")
}

// all is the text of a table, as far as a search needs it.
func (l layout) all() string {
	const most = 20 // rows
	var parts []string
	for _, r := range slices.Concat(l.heads, l.rows[:min(most, len(l.rows))]) {
		parts = append(parts, textOf(r))
	}
	return strings.Join(parts, "\n")
}

// about is what to search for on pages.
func (s sentence) about() []string {
	if s.cell != nil {
		return s.cell.about
	}
	return []string{s.text}
}

// claimWords is how many words that tell something a cell has at least that is read as prose.
const claimWords = 3

// cellSentence is a cell as a sentence: whose, when, what.
func (l layout) cellSentence(c placed, k int, names []string, unit text.Counted) sentence {
	body, col := c.plain(), l.columns[k]
	label := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == body.s })
	who := strings.Join(label, ", ")
	counted := countedIn(who)
	parts := []string{unitless(who, counted), col.head}
	if figures.OnlyPeriod(parts[0]) {
		slices.Reverse(parts)
	}
	lead := strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
	s := sentence{text: body.s, start: -1, cell: &cell{}}
	if lead != "" {
		s.text = lead + ": " + body.s
	}
	s.start, s.end = body.span(c, l.start)
	out := s.cell
	out.when, out.around = timeOf(parts), l.when
	own := figuresOf(body.s)
	before, behind := l.written(body.s, own, lead, []text.Counted{unit, col.counted, counted}, col.counted)
	out.context = len(l.context)
	out.audited.put(l.context + stops.Replace(lead+lasting(out.when.With(out.around))) + ": " + before)
	out.from = len(out.audited.s)
	out.audited.s, out.audited.at = out.audited.s+body.s, append(out.audited.at, body.at...)
	out.to = len(out.audited.s)
	out.audited.put(behind)
	rest := []byte(body.s)
	for _, f := range own {
		for i := f.Start; i < f.End; i++ {
			rest[i] = ' '
		}
	}
	out.words = len(keyword.ContentWords(string(rest))) >= claimWords || len(own) == 0 && len(figuresOf(out.audited.s[out.from:])) == 0
	return s
}

// put adds what doesn't stand in the text.
func (p *placed) put(s string) {
	p.s += s
	for range len(s) {
		p.at = append(p.at, -1)
	}
}

// span is where a piece stands; of an empty one, where its cell does.
func (p placed) span(of placed, otherwise int) (start, end int) {
	for _, from := range []placed{p, of} {
		if len(from.at) > 0 {
			return from.at[0], from.at[len(from.at)-1] + 1
		}
	}
	return otherwise, otherwise
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

var (
	perSomething = regexp.MustCompile(`(?i)\b(?:per|eps|je|pro|a share|rate|ratio|adr|revpar)\b|株当たり|每股`)
	countedThing = regexp.MustCompile(`(?i)\b(?:number|count|headcount|employees|stores|deliveries|units|shares|customers|members(?:hips)?|subscribers|anzahl|mitarbeiter|aktien)\b|人数|株式数`)
)

// written are the units that have to be written before and behind a cell's figure to say what it is counted in: its own, else
// what is nearest to it. each are those of the unit column, of the head and of the label.
func (l layout) written(body string, found []text.Figure, lead string, each []text.Counted, head text.Counted) (before, behind string) {
	number := body
	if len(found) == 1 {
		f := found[0]
		if f.Scaled || f.Unit != "" && !text.IsMoney(f.Unit) {
			return "", ""
		}
		number = f.Text
		if strings.Trim(strings.Replace(body, number, "", 1), " ()*†+-–−$€£") != "" {
			return "", ""
		}
		if f.Unit != "" {
			each = slices.Clone(each)
			for i := range each {
				each[i].Currency, each[i].Percent = "", false
			}
		}
	} else if !bareNumber.MatchString(body) {
		return "", ""
	}
	money := len(found) == 1 && found[0].Unit != ""
	if money {
		l.counted.Currency = ""
	}
	var of text.Counted
	for i, c := range each {
		switch {
		case c == text.Counted{}:
		case c.Percent && !money:
			return "", "%"
		case i == 0 || c.Exponent > 0:
			return sign(c.Currency, l.counted.Currency), text.ScaleBehind(c.Exponent)
		case of.Currency == "":
			of.Currency = c.Currency
		}
	}
	if perSomething.MatchString(lead) || countedThing.MatchString(lead) && of.Currency == "" && !money {
		return sign(of.Currency), ""
	}
	if l.counted.Percent && !money && l.counted.Exponent == 0 {
		return "", "%"
	}
	return sign(of.Currency, l.counted.Currency), text.ScaleBehind(l.counted.Exponent)
}

var bareNumber = regexp.MustCompile(`^[(+–−-]?\d[\d.,' ]*\)?$`)

// sign is the first currency that is known, as it is written before an amount.
func sign(codes ...string) string {
	for _, c := range codes {
		if c == text.Dollars || c == "¥" {
			return c
		}
		if c != "" {
			return c + " "
		}
	}
	return ""
}

// blankedTables is a text with blanks in the place of its tables.
func blankedTables(s string) string {
	var all []Stretch
	for _, g := range gridsOf(s) {
		all = append(all, Stretch{g.start, g.end})
	}
	return without(s, all)
}
