package table

import (
	"regexp"
	"slices"
	"strings"

	"lectern/backend/ingest/layout"
	"lectern/backend/store"
)

// carry gives a table without heads those of the table before it, if its columns stand where they stood there: of the
// one above, or of the last one of the page before.
func (g *page) carry() {
	for i := range g.tables {
		t := &g.tables[i]
		switch {
		case i > 0:
			t.inherit(&g.tables[i-1], false)
		case len(g.before) > 0 && g.before[len(g.before)-1].last && t.y0 < .3*g.down():
			t.inherit(&g.before[len(g.before)-1], true)
		}
		t.last = i == len(g.tables)-1 && t.y1 > .55*g.down()
	}
}

func (t *found) inherit(before *found, over bool) {
	same := len(t.columns) == len(before.columns)
	for i := 0; same && i < len(t.columns); i++ {
		a, b := t.columns[i], before.columns[i]
		same = across(a, b) >= .5*min(a.width(), b.width())
	}
	if !same || before.bare {
		return
	}
	take := func() {
		t.finished = false
		for i := range t.Columns {
			t.Columns[i].Heads, t.Columns[i].Units = before.Columns[i].Heads, before.Columns[i].Units
		}
	}
	switch {
	case t.bare:
	case !over && t.tailOf(before): // only the last line of the heads is repeated
		take()
		return
	case over && t.head() == before.head() && t.titled(before): // its heads are repeated
	case over && t.headRow != nil && t.Caption == "" && t.head() != before.head():
		t.Rows = slices.Insert(t.Rows, 0, *t.headRow)
		t.bare, t.Stub = true, ""
	default:
		return
	}
	t.Continues, t.finished = over, false
	if t.bare {
		t.bare = false
		take()
	}
	if t.Caption == "" || over {
		t.Caption = before.Caption
	}
	if t.Units == (store.Units{}) {
		t.Units = before.Units
	}
	if t.Stub == "" {
		t.Stub = before.Stub
	}
	if over && len(t.Rows) > 0 && len(before.Rows) > 0 && len(t.Rows[0].Parents) == 0 {
		t.under(before)
	}
}

// head is all that stands over the columns, in one.
func (t *found) head() string {
	parts := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		parts[i] = c.Head()
	}
	return strings.Join(parts, "|")
}

// tailOf tells whether the heads of all columns are what those of another table end in.
func (t *found) tailOf(other *found) bool {
	for i, c := range t.Columns {
		if own := strings.Join(c.Heads, " "); own == "" || !strings.HasSuffix(strings.Join(other.Columns[i].Heads, " "), " "+own) {
			return false
		}
	}
	return true
}

// titled tells whether a table has the title of another, or none, but for what says that it goes on.
func (t *found) titled(before *found) bool {
	bare := func(s string) string {
		s = strings.ToLower(s)
		for _, word := range []string{"continued", "fortsetzung", "(cont'd)", "(cont.)", "cont'd", "続き", "续", "続"} {
			s = strings.ReplaceAll(s, word, "")
		}
		return strings.Trim(s, " ().-–—\n")
	}
	a, b := bare(t.Caption), bare(before.Caption)
	return a == "" || a == b || strings.HasPrefix(b, a) || strings.HasSuffix(b, a)
}

// under gives the first rows of a table that goes on the headings that the last row of the page before stands under.
func (t *found) under(before *found) {
	last := before.Rows[len(before.Rows)-1]
	parents := last.Parents
	if len(last.Cells) == 0 {
		parents = append(slices.Clone(parents), strings.TrimRight(last.Label, ":： "))
	} else if last.Total || last.Label == "" || total.MatchString(last.Label) {
		return
	}
	if len(parents) == 0 {
		return
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		if len(r.Cells) == 0 || len(r.Parents) > 0 || r.Label == "" || total.MatchString(r.Label) || r.Box.X0+200 < last.Box.X0 {
			return
		}
		r.Parents = slices.Clone(parents)
	}
}

// finish tells a table's values, sums and how far it can be relied on.
func (t *found) finish(g *page) {
	if t.finished {
		return
	}
	t.finished = true
	for i := range t.Rows {
		for k := range t.Rows[i].Cells {
			c := &t.Rows[i].Cells[k]
			if f, ok := readFigure(c.Text); ok && c.Value == "" && single(c.Text) {
				c.Value = f.decimal(g.comma)
			}
		}
	}
	t.errors()
	if u := g.Finder.units; t.Units == (store.Units{}) && u != (store.Units{}) && t.money() {
		t.Units = u
	}
	if g.china && t.Units.Currency == "JPY" {
		t.Units.Currency = "CNY"
	}
	t.spread()
	t.Box = g.out(t.box)
	t.sums()
	t.judge()
}

// errors finds rows of standard errors, which stand in brackets under the figures that they are of: those brackets are no
// minus.
func (t *found) errors() {
	const few = 2 // such rows, at least
	var at []int
	for i := 1; i < len(t.Rows); i++ {
		r, above := t.Rows[i], t.Rows[i-1]
		if r.Label == "" && above.Label != "" && len(r.Cells) > 0 && len(above.Cells) >= len(r.Cells) && !slices.ContainsFunc(r.Cells, func(c store.Cell) bool {
			return c.Text[0] != '(' || !strings.Contains(c.Value, ".")
		}) && slices.ContainsFunc(above.Cells, func(c store.Cell) bool { return c.Text[0] != '(' && strings.Contains(c.Value, ".") }) {
			at = append(at, i)
		}
	}
	if len(at) < few {
		return
	}
	for _, i := range at {
		r, above := &t.Rows[i], t.Rows[i-1]
		r.Parents = append(slices.Clone(above.Parents), above.Label)
		for k := range r.Cells {
			r.Cells[k].Value = strings.TrimPrefix(r.Cells[k].Value, "-")
		}
	}
}

// money tells whether a table's figures can be those that the document speaks of once for all: not all percentages, and
// none that its heads count in something else.
func (t *found) money() bool {
	for _, c := range t.Columns {
		if c.Units != (store.Units{}) {
			return false
		}
	}
	said := finance.MatchString(t.Caption) || finance.MatchString(t.Stub) || finance.MatchString(t.head())
	for _, r := range t.Rows {
		said = said || finance.MatchString(r.Label)
		for _, c := range r.Cells {
			if c.Units.Currency != "" {
				return true
			}
		}
	}
	return said
}

// finance are words of what is counted in money.
var finance = regexp.MustCompile(`(?i)\b(revenues?|sales|turnover|income|profit|loss(es)?|earnings|costs?|expenses?|expenditures?|assets?|liabilit(y|ies)|equity|cash|debts?|loans?|notes|tax(es)?|budget|fees?|dividends?|receivables?|payables?|goodwill|inventor(y|ies)|amortization|depreciation|purchases?|payments?|umsatz\w*|erlöse?|ertrag|erträge|aufwand|aufwendungen|ergebnis|gewinn|verlust|vermögen\w*|schulden|verbindlichkeiten|eigenkapital|kosten|steuern|chiffre d.affaires|charges|résultat|produits)\b|売上|利益|資産|負債|費用|収益|现金|收入|利润|资产|负债|成本|费用`)

var (
	// each begins what is counted by the piece: neither in thousands nor in millions.
	each = regexp.MustCompile(`(?i)\bper\b.{0,20}\b(share|unit|ads)\b|\bje (aktie|anteil)|par action|1株|每股|\bin %|\(%\)|\b(ratio|rate|margin|yield|marge|quote)$`)
	// counts are no money.
	counts = regexp.MustCompile(`(?i)\b(shares|number|headcount|employees|stores|anzahl|mitarbeiter|aktien|stück|customers|members|square feet|units sold|days|years)\b|株式数|人数|員数|店舗|股数|人数`)
)

// spread gives figures the currency that is written beside the first of their column only, and takes from figures by the
// piece what the table counts in.
func (t *found) spread() {
	signs := t.signs()
	plain := make([]bool, len(t.Columns)) // columns that may be of money
	for i, c := range t.Columns {
		plain[i] = c.Units == (store.Units{}) && !counts.MatchString(c.Head())
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		if len(r.Cells) == 0 {
			continue
		}
		name := r.Label + " " + r.Parent()
		money := !counts.MatchString(r.Label) && !each.MatchString(r.Label)
		pieces := t.Units.Exponent > 0 && (each.MatchString(name) || t.Units.From == store.UnitsDocument && counts.MatchString(name))
		for k := range r.Cells {
			c := &r.Cells[k]
			switch {
			case c.Value == "" && !c.None || c.Units.Percent:
				continue
			case c.Units.Currency != "":
				signs[c.Column] = c.Units.Currency
			case money && plain[c.Column]:
				c.Units.Currency = signs[c.Column]
			}
			if pieces && c.Units.Exponent == 0 {
				c.Units.From = store.UnitsRow
			}
		}
	}
}

// signs are the currencies that columns begin with: the only one that the table has, if it has one.
func (t *found) signs() []string {
	only, several := "", false
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			if u := c.Units.Currency; u != "" {
				several = several || only != "" && u != only
				only = u
			}
		}
	}
	out := make([]string, len(t.Columns))
	if several || only == "" {
		return out
	}
	signed := map[int]bool{} // how many decimals figures with a sign have
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			if c.Units.Currency != "" {
				signed[decimals(c.Value)] = true
			}
		}
	}
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			if c.Value != "" && signed[decimals(c.Value)] {
				out[c.Column] = only
			}
		}
	}
	return out
}

func decimals(value string) int {
	_, after, _ := strings.Cut(value, ".")
	return len(after)
}

// note takes from a page's lines what they say of the whole document, once.
func (f *Finder) note(ls []line) {
	for _, l := range ls {
		if f.units != (store.Units{}) {
			return
		}
		if u, ok := declared(l.text()); ok {
			u.Text, u.From = l.text(), store.UnitsDocument
			f.units = u
		}
	}
}

// NewFinder looks through a document's pages for how it writes figures.
func NewFinder(pages []layout.Page) *Finder {
	votes, han, kana := 0, 0, 0
	for _, p := range pages {
		for _, l := range p.Lines {
			for word := range strings.FieldsSeq(string(l.Runes)) {
				if word[0] < 0x80 {
					if f, ok := readFigure(word); ok && !year(word) {
						votes += f.marks()
					}
					continue
				}
				for _, r := range word {
					switch {
					case r >= 0x3040 && r < 0x3100:
						kana++
					case r >= 0x4E00 && r < 0xA000:
						han++
					}
				}
			}
		}
	}
	return &Finder{comma: votes < 0, china: han > 50 && 20*kana < han}
}
