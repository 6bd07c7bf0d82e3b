package facts

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"lectern/backend/cells"
	"lectern/backend/decimal"
	"lectern/backend/store"
	"lectern/backend/text"
)

// table is a part of a table on a page.
type table struct {
	part     store.Table
	number   int // of its page, from 0
	caption  []string
	columns  []column
	rows     []*row
	power    map[string]float64 // how much it looks like each statement
	rank     map[string]int     // among those of its document, from 1; 0 is none
	once     sync.Once
	counts   sync.Once
	counted  bool     // its figures may be counted as those of the statements
	around   []string // terms of what stands before it
	signed   bool     // currencies stand at its figures
	doubtful bool     // of a part of the company, or of figures told otherwise than in the statements
	partial  bool     // it says of a line of the statements something else than these do: it is of a part of the company
	foreign  bool     // a statement of another entity than the document is of
}

type column struct {
	cells.Column
	head  []string // terms of its heads, without those that only tell a time
	told  version  // whether it is restated
	over  []string // of them that stand over all columns, and tell them not apart
	aside []string // of them that stand in brackets
	heads []string // as written
}

type row struct {
	at         int // index into the table's rows
	label      []string
	aside      []string // terms of the label that stand in brackets
	above      []string // terms of its parents
	beside     []string // of what stands in its cells beside figures, which may describe it at length
	short      []string // terms of abbreviations of the label that stand in brackets behind it
	group      []string // terms of the sum that closes its group
	groupItems []*item  // that these name
	written    string   // the label, or what it is the total of
	period     text.Period
	timed      bool // its label says nothing but a time
	items      map[*item]float64
	cells      []*figure
}

func (d *Document) readTable(p store.Table) *table {
	t := &table{part: p, caption: termsOf(p.Caption + " " + p.Stub)}
	d.explain(p.Caption)
	stub := labelsPeriod(p)
	inBody := headsInBody(p)
	for i, c := range cells.ColumnsOf(p) {
		c.Period = c.Period.With(stub).Early()
		col := column{Column: c, heads: append(slices.Clone(p.Columns[i].Heads), inBody[i]...)}
		for _, h := range col.heads {
			d.explain(h)
			if v := versionIn(h); v != unversioned {
				col.told = v
			}
			if h = withoutVersion(h); !d.seen.onlyTime(h) {
				head, aside := labelTerms(dayBehind.ReplaceAllString(h, ""))
				col.head, col.aside = append(col.head, head...), append(col.aside, aside...)
			}
		}
		d.counts(col.head)
		if len(col.head) == 1 {
			d.heads[col.head[0]] = true
		}
		t.columns = append(t.columns, col)
	}
	t.shareHeads()
	t.dateInner()
	for i, r := range p.Rows {
		d.explain(r.Label)
		t.rows = append(t.rows, readRow(i, r))
		d.counts(t.rows[i].label)
		d.rows++
	}
	t.nameTotals()
	for _, r := range t.rows {
		r.items = itemsOf(d.unnamed(r), slices.Concat(r.above, r.beside))
	}
	t.nameCosts()
	t.judge()
	return t
}

// seen are heads and parents that were looked at, and whether they only tell a time: a filing repeats them by the hundred.
type seen map[string]bool

// onlyTime tells whether a head says a time, and nothing else.
func (s seen) onlyTime(h string) bool {
	known, ok := s[h]
	if !ok {
		known = onlyTime(h)
		s[h] = known
	}
	return known
}

func onlyTime(h string) bool {
	if !cells.MayTell(h) || !cells.OnlyPeriod(h) {
		return false
	}
	p := text.PeriodOf(h)
	return len(p.Years) > 0 || p.Months > 0 || p.End > 0
}

// shortened is an abbreviation behind what it stands for: "Revenue per available room (RevPAR)".
var shortened = regexp.MustCompile(`\((\p{Lu}[\p{Lu}\p{Ll}&]*\p{Lu})\)`)

// enumerator is a label that only counts the rows: what they are called stands beside it.
var enumerator = regexp.MustCompile(`^\(?(?:[A-Za-z]|[ivx]{1,4}|[IVX]{1,4}|\d{1,2})[.)]?$`)

// wholeYear is a cell that is a year.
var wholeYear = regexp.MustCompile(`^(?:1[89]|20)\d\d$`)

// earlierYear is a label that is a year in which few report.
var earlierYear = regexp.MustCompile(`^1[5-8]\d\d$`)

// labelTerms are the terms of a label, and apart from them those in brackets, and behind a comma what was taken off already
// ("Accounts receivable, net of allowances of $10"), which explain it.
func labelTerms(s string) (terms, aside []string) {
	if m := takenOff.FindStringSubmatchIndex(s); m != nil {
		terms, aside = labelTerms(s[:m[2]])
		return terms, append(aside, termsOf(s[m[2]:])...)
	}
	bare := inBrackets.ReplaceAllString(s, " ")
	if terms = termsOf(bare); len(terms) == 0 {
		return termsOf(s), nil
	}
	if len(bare) != len(s) {
		for _, b := range inBrackets.FindAllString(s, -1) {
			aside = append(aside, termsOf(b)...)
		}
	}
	return terms, aside
}

// dayBehind is the day that a head ends with, or goes on with in the next line: "Employees as of December 31,".
var dayBehind = regexp.MustCompile(`(?i)\s(?:as of|as at|at|on)\s+(?:` + text.Months + `)\.? \d{1,2},?(?: ?(?:19|20)\d\d)?\s*$`)

var inBrackets = regexp.MustCompile(`\([^()]*\)|\[[^\]]*\]|（[^）]*）`)

func readRow(i int, r store.Row) *row {
	if enumerator.MatchString(strings.TrimSpace(r.Label)) && len(r.Cells) > 1 && wholeYear.MatchString(r.Cells[0].Text) { // counted rows of years
		r.Label, r.Cells = r.Cells[0].Text, r.Cells[1:]
	}
	out := &row{at: i, written: strings.TrimSpace(r.Label), period: cells.RowPeriod(r)}
	if y := earlierYear.FindString(out.written); y != "" {
		out.period.Years = []int{yearOf(y)}
	}
	out.timed = (len(out.period.Years) > 0 || out.period.Months > 0 || out.period.End > 0) && cells.OnlyPeriod(r.Label)
	if (out.written == "" || enumerator.MatchString(out.written)) && len(r.Cells) > 0 && r.Cells[0].Value == "" && !r.Cells[0].None { // its label was taken for a cell
		out.written = strings.TrimSpace(r.Cells[0].Text)
		out.label, out.aside = labelTerms(out.written)
		r.Cells = r.Cells[1:]
	} else if !out.timed {
		out.label, out.aside = labelTerms(r.Label)
	}
	for _, m := range shortened.FindAllStringSubmatch(out.written, -1) {
		out.short = append(out.short, termsOf(m[1])...)
	}
	for _, p := range r.Parents {
		if !cells.MayTell(p) || !cells.OnlyPeriod(p) {
			out.above = append(out.above, termsOf(p)...)
		}
	}
	for _, c := range r.Cells {
		if c.Value == "" && !c.None {
			out.beside = append(out.beside, termsOf(c.Text)...)
		}
	}
	if out.written == "" && out.label == nil && len(r.Parents) > 0 && len(r.Cells) > 0 { // the sum of what stands under a heading
		last := r.Parents[len(r.Parents)-1]
		out.written, out.label = "Total "+last, append([]string{"total"}, termsOf(last)...)
	}
	return out
}

// labelsPeriod is a time that stands over a column without figures: it holds for those beside it.
func labelsPeriod(p store.Table) text.Period {
	for i, c := range p.Columns {
		figures := slices.ContainsFunc(p.Rows, func(r store.Row) bool {
			return slices.ContainsFunc(r.Cells, func(c store.Cell) bool { return c.Column == i && c.Value != "" })
		})
		if figures || !cells.MayTell(c.Head()) {
			continue
		}
		if period := text.PeriodOf(c.Head()); period.Months > 0 && cells.OnlyPeriod(c.Head()) {
			return text.Period{Months: period.Months, End: period.End}
		}
	}
	return text.Period{}
}

// headsInBody are what rows without figures above the first one that has some write into columns: heads that were taken for
// rows.
func headsInBody(p store.Table) map[int][]string {
	out := map[int][]string{}
	for _, r := range p.Rows {
		if slices.ContainsFunc(r.Cells, func(c store.Cell) bool { return c.Value != "" || c.None }) {
			break
		}
		for _, c := range r.Cells {
			out[c.Column] = append(out[c.Column], c.Text)
		}
	}
	return out
}

// nameTotals names what a balance sheet leaves without a name: the two sums that are the same.
func (t *table) nameTotals() {
	var unnamed []*row
	current := false
	for _, r := range t.rows {
		current = current || slices.Equal(r.label, []string{"total", "current", "asset"})
		if t.part.Rows[r.at].Label == "" && len(t.part.Rows[r.at].Cells) > 0 {
			unnamed = append(unnamed, r)
		}
	}
	if !current || len(unnamed) < 2 {
		return
	}
	last := unnamed[len(unnamed)-1]
	for _, r := range unnamed[:len(unnamed)-1] {
		if sameValues(t.part.Rows[r.at], t.part.Rows[last.at]) {
			r.written, r.label, r.above = "Total assets", []string{"total", "asset"}, nil
			last.label, last.above = []string{"total", "liabil", "equiti"}, nil
			return
		}
	}
}

// nameCosts names total costs that stand above what selling, administration and research cost: they are the costs of what was
// sold.
func (t *table) nameCosts() {
	const sure = .9
	items := listed().items
	later := func(r *row) bool { return r.items[items["sga"]] > 0 || r.items[items["rnd"]] > 0 }
	first := slices.IndexFunc(t.rows, later)
	for _, r := range t.rows[:max(first, 0)] {
		if len(r.label) > 1 && !slices.ContainsFunc(r.label, func(t string) bool { return t != "total" && t != "expens" }) && r.label[0] == "total" {
			r.items = map[*item]float64{items["cogs"]: sure}
		}
	}
}

func sameValues(a, b store.Row) bool {
	return slices.EqualFunc(a.Cells, b.Cells, func(x, y store.Cell) bool { return x.Value == y.Value && x.Column == y.Column })
}

func itemsOf(label, above []string) map[*item]float64 {
	var out map[*item]float64
	for _, t := range label {
		for _, i := range listed().byTerm[t] {
			if _, known := out[i]; known {
				continue
			}
			if p := i.isRow(label, above); p > 0 {
				if out == nil {
					out = map[*item]float64{}
				}
				out[i] = p
			}
		}
	}
	return out
}

// ofYears tells whether a column's heads name years, and not one: those of a contract, or until which patents last.
func (c column) ofYears() bool { return len(text.YearsIn(strings.Join(c.heads, " "))) > 1 }

// read makes the figures of a table's rows.
func (t *table) read(d *Document) {
	caption := cells.CaptionPeriod(t.part.Caption)
	dated := t.dated()
	for _, r := range t.rows {
		stored := t.part.Rows[r.at]
		for _, c := range stored.Cells {
			if c.Value == "" || c.Column < 0 || c.Column >= len(t.columns) {
				continue
			}
			v, err := decimal.Parse(c.Value)
			if err != nil {
				continue
			}
			period := t.columns[c.Column].Period
			if r.timed && len(r.period.Years) > 0 {
				period = r.period.With(text.Period{Months: period.Months, End: period.End, Part: period.Part})
			} else {
				end := len(period.Years) == 0 && period.End > d.calendar.month && d.calendar.month > 0
				period = period.With(r.period)
				if end && len(period.Years) == 1 { // December, of the rows of the fiscal year until June 2016
					period.Years = []int{period.Years[0] - 1}
				}
			}
			undated := len(period.Years) == 0 && (dated || t.columns[c.Column].ofYears())
			if !undated {
				period = period.With(text.Period{Years: caption.Years})
			}
			t.signed = t.signed || strings.ContainsAny(c.Text, "$€£¥₹")
			r.cells = append(r.cells, &figure{t, r, c.Column, c, v, period, undated, d.unitOf(t, stored, c)})
		}
	}
}
