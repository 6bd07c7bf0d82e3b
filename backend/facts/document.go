package facts

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"lectern/backend/cells"
	"lectern/backend/decimal"
	"lectern/backend/ingest/metadata"
	"lectern/backend/sheet"
	"lectern/backend/store"
	"lectern/backend/text"
)

// Document is what is looked up in the tables of a document. It doesn't change, and several goroutines may use it.
type Document struct {
	ID, Name string

	tables   []*table
	heads    map[string]bool // terms that are all that a head says
	seen     seen            // while its tables are read
	count    map[string]int  // in how many rows or heads a term stands
	rows     int
	power    int                 // of ten that the statements are counted in; 0 if they don't say
	currency string              // that they are in
	largest  decimal.Decimal     // figure of theirs as written
	aliases  map[string][]string // abbreviations that captions and labels explain
	capitals map[string]string   // terms of words of labels and heads that are written in capitals alone, by these
	calendar calendar
	sounds   func() map[string][]string // terms by how they sound in Japanese
	pages    func() []store.Page        // to look at what stands round tables
	stands   func(word string) bool     // tells whether a word stands on a page in any form
	small    func() []string            // the texts of its pages in small letters
	called   map[string]bool            // terms of its name
	company  map[string]bool            // terms of its company's
	names    []string                   // of its company, as people call it
	symbols  []string                   // that its shares are traded under

	nicknames []string // what people call the company besides, in small letters
}

// figure is a cell with what it says.
type figure struct {
	table   *table
	row     *row
	column  int
	cell    store.Cell
	value   decimal.Decimal // as written
	period  text.Period
	undated bool // it has no time, and others in its table have
	unit    cells.Unit
}

// base is the figure in base units.
func (f *figure) base() decimal.Decimal { return f.value.Shift(f.unit.Powers[0]) }

// About is what is known of a document beside its tables.
type About struct {
	ID, Name string
	Company  string
	Year     int
	Type     string
}

// names are what its company is called.
func (a About) names() (out []string) {
	first, _, _ := strings.Cut(strings.NewReplacer("_", " ", "-", " ").Replace(a.Name), " ")
	for _, name := range []string{first, metadata.Called(a.Company)} {
		if strings.ContainsFunc(name, unicode.IsLetter) {
			out = append(out, name)
		}
	}
	return out
}

// place tells a table from others.
type place struct {
	page int
	box  store.Box
}

// Read makes a document of its tables, in their order.
func Read(a About, tables []store.Table) *Document {
	d := &Document{ID: a.ID, Name: a.Name, count: map[string]int{}, heads: map[string]bool{}, seen: seen{}, aliases: map[string][]string{}, capitals: map[string]string{}, called: callsOf(a.Name), company: callsOf(a.Company), names: a.names()}
	numbers := map[place]int{}
	page, number := 0, 0
	for _, t := range tables {
		if t.Page != page {
			page, number = t.Page, 0
		}
		numbers[place{t.Page, t.Box}] = number
		number++
	}
	for _, joined := range sheet.Join(tables) {
		for i, p := range joined.Parts {
			if i > 0 {
				p = continued(p, joined.Parts[0])
			} else if n := len(d.tables); n > 0 && p.Caption == "" && d.tables[n-1].part.Page == p.Page && len(d.tables[n-1].part.Columns) == len(p.Columns) {
				p.Caption = d.tables[n-1].part.Caption // one caption for tables of the same form
			}
			d.tables = append(d.tables, d.readTable(p))
		}
	}
	d.sounds = sync.OnceValue(d.readSounds)
	slices.SortStableFunc(d.tables, func(a, b *table) int { return a.part.Page - b.part.Page })
	for _, t := range d.tables {
		t.number = numbers[place{t.part.Page, t.part.Box}]
	}
	d.rankStatements()
	d.calendar = d.readCalendar(a)
	d.readUnits()
	for _, t := range d.tables {
		if t.isContents(d.tables[len(d.tables)-1].part.Page) {
			continue
		}
		t.read(d)
		t.nameParts()
	}
	d.dropOthers()
	d.seen = nil
	return d
}

// continued gives a part of a table what stands above its first one.
func continued(p, first store.Table) store.Table {
	if p.Caption == "" {
		p.Caption = first.Caption
	}
	if p.Stub == "" {
		p.Stub = first.Stub
	}
	if p.Units == (store.Units{}) {
		p.Units = first.Units
	}
	return p
}

func (d *Document) counts(terms []string) {
	for i, t := range terms {
		if !slices.Contains(terms[:i], t) {
			d.count[t]++
		}
	}
}

// weight is how telling a term is in the document.
func (d *Document) weight(term string) float64 {
	return math.Log(1 + float64(d.rows+1)/float64(1+d.count[term]))
}

var takenOff = regexp.MustCompile(`(?i)\pL{2}(, net of [^()]{4,})$`)

// readUnits finds what the statements are counted in, and how large their figures are.
func (d *Document) readUnits() {
	d.largest = decimal.New(0, 0)
	for _, name := range []string{incomeStatement, balanceSheet, cashFlows} {
		t := d.statement(name)
		if t == nil {
			continue
		}
		known := d.power > 0
		for _, r := range t.part.Rows {
			for _, c := range r.Cells {
				if v, err := decimal.Parse(c.Value); err == nil && v.Abs().Cmp(d.largest) > 0 {
					d.largest = v.Abs()
				}
				if u := cells.UnitOf(t.part, r, c); !known && c.Value != "" && u.Powers[0] > d.power {
					d.power, d.currency = u.Powers[0], u.Name
				}
			}
		}
	}
}

// unitOf is what a cell is counted in: where a statement doesn't say, as the others are.
func (d *Document) unitOf(t *table, r store.Row, c store.Cell) cells.Unit {
	u := t.columns[c.Column].Unit(t.part, r, c)
	statement := t.rank[incomeStatement]+t.rank[balanceSheet]+t.rank[cashFlows] > 0
	if !u.Sure && statement && len(u.Powers) == 1 && u.Powers[0] == 0 && !cells.PerShare(r.Label) && u.Name != text.Percent {
		u.Powers = []int{d.power}
		if u.Name == "" {
			u.Name = d.currency
		}
	}
	if !u.Sure && !statement && text.IsMoney(u.Name) && len(u.Powers) == 1 && u.Powers[0] == 0 && !cells.PerShare(r.Label) && d.isCounted(t, c) {
		u.Powers = []int{d.power}
	}
	return u
}

// isCounted tells whether a table that doesn't say what it counts in may count as the statements do: notes say it once for all
// of them. Its amounts are whole, this one has some digits, and none is more than the largest figure of the statements.
func (d *Document) isCounted(t *table, c store.Cell) bool {
	const digits = 3
	if d.power == 0 || strings.ContainsAny(c.Value, ".") || len(strings.TrimPrefix(c.Value, "-")) < digits {
		return false
	}
	t.counts.Do(func() {
		t.counted = true
		for _, r := range t.part.Rows {
			for _, c := range r.Cells {
				v, err := decimal.Parse(c.Value)
				if err == nil && !strings.ContainsAny(c.Text, "%％") && (v.Exponent() < 0 || v.Abs().Cmp(d.largest) > 0) {
					t.counted = false
				}
			}
		}
	})
	return t.counted
}
