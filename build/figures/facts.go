package main

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"lectern/backend/ingest/tabletest"
	"lectern/backend/store"
)

// fact is a row of a table, as far as its columns are years.
type fact struct {
	doc      *document
	page     int // from 1
	language string
	label    string
	currency string // ISO 4217; "" if it is no money, or not known
	unsaid   bool   // the currency stands nowhere near
	percent  bool
	power    int // of ten, that the cells are counted in
	points   []point
	next     *fact // the row below
	half     string
	line     string // that says the units, of tables that are made
}

// point is a cell of a row.
type point struct {
	year  int
	long  string // "three months": what is said of the time besides the year; "" for a year
	value string // as a decimal number, without the table's power
}

var (
	oneYear   = regexp.MustCompile(`(?:^|[^\d.,])((?:19|20)\d\d)(?:[^\d.,]|$)`)
	notAYear  = regexp.MustCompile(`(?i)change|growth|vs|variance|increase|%|–|20\d\d-|/|増減|Veränderung|Mar |Jun |Sep 30|quarter ended|Inception`)
	threeLong = regexp.MustCompile(`(?i)three months|third quarter`)
	nineLong  = regexp.MustCompile(`(?i)nine months|year to date`)
	sixLong   = regexp.MustCompile(`(?i)six months`)
	wordy     = regexp.MustCompile(`\pL{3}|\p{Han}{2}|[ァ-ヶ]{2}`)
	yearly    = regexp.MustCompile(`(?:19|20)\d\d`)
)

// column reads a column's heads; ok is false unless they name one year.
func column(heads []string) (year int, long string, ok bool) {
	s := strings.Join(heads, " ")
	found := oneYear.FindAllStringSubmatch(s, -1)
	if len(found) != 1 || notAYear.MatchString(s) {
		return 0, "", false
	}
	year, _ = strconv.Atoi(found[0][1])
	switch {
	case threeLong.MatchString(s):
		long = "three months"
	case nineLong.MatchString(s):
		long = "nine months"
	case sixLong.MatchString(s):
		long = "six months"
	}
	return year, long, true
}

// told is a table's row in a form that both the drawn truth and the reader's tables can be brought to.
type told struct {
	label string
	cells map[int]string // by column: decimal numbers
	units map[int]store.Units
}

// factsOf makes the facts of a table.
func factsOf(d *document, page int, language, half string, heads [][]string, rows []told) (out []*fact) {
	type timed struct {
		year int
		long string
	}
	columns := map[int]timed{}
	seen := map[timed]int{}
	for i, h := range heads {
		if y, long, ok := column(h); ok {
			columns[i] = timed{y, long}
			seen[timed{y, long}]++
		}
	}
	labels := map[string]int{}
	for _, r := range rows {
		labels[strings.ToLower(r.label)]++
	}
	var last *fact
	for _, r := range rows {
		words := len(strings.Fields(r.label))
		f := &fact{doc: d, page: page, language: language, label: strings.Trim(r.label, " :"), half: half}
		if !wordy.MatchString(r.label) || yearly.MatchString(r.label) || labels[strings.ToLower(r.label)] > 1 || words > 14 || len(r.label) > 110 || plainName[strings.ToLower(f.label)] {
			last = nil
			continue
		}
		odd := false
		for i := range heads {
			c, ok := columns[i]
			v := r.cells[i]
			if !ok || v == "" || seen[c] > 1 {
				continue
			}
			u := r.units[i]
			if len(f.points) > 0 && (u.Exponent != f.power || u.Percent != f.percent || u.Currency != f.currency) {
				odd = true
			}
			f.power, f.percent, f.currency, f.unsaid = u.Exponent, u.Percent, u.Currency, u.Text != ""
			if f.percent {
				f.power = 0
			}
			if rat(v).Sign() != 0 {
				f.points = append(f.points, point{c.year, c.long, v})
			}
		}
		if odd || len(f.points) < 2 {
			last = nil
			continue
		}
		if last != nil {
			last.next = f
		}
		last = f
		out = append(out, f)
	}
	return out
}

// plainName are labels that stand for nothing without the headings above them.
var plainName = map[string]bool{"other": true, "total": true, "basic": true, "diluted": true, "current": true, "net": true, "u.s.": true, "united states": true, "domestic": true, "foreign": true, "state": true, "federal": true,
	"other, net": true, "summe": true, "合計": true, "その他": true, "other income": false, "high": true, "low": true, "international": true}

func rat(s string) *big.Rat {
	v, ok := new(big.Rat).SetString(s)
	if !ok {
		return new(big.Rat)
	}
	return v
}

// drawnFacts are those of documents of which everything is known.
func drawnFacts(d *document, c tabletest.Case) (out []*fact) {
	language := "en"
	for _, p := range c.Pages {
		for _, t := range p.Tables {
			if strings.ContainsAny(t.Caption, "のを連結業績") {
				language = "ja"
			}
		}
	}
	if strings.Contains(c.Name, "german") || strings.HasSuffix(c.Name, "-de") {
		language = "de"
	}
	for n, p := range c.Pages {
		for _, t := range p.Tables {
			var heads [][]string
			for _, col := range t.Columns {
				heads = append(heads, col.Heads)
			}
			var rows []told
			for _, r := range t.Rows {
				x := told{r.Label, map[int]string{}, map[int]store.Units{}}
				for _, cell := range r.Cells {
					if cell.Free || cell.None || cell.Value == "" || cell.Own != 0 || cell.Spread || cell.Span > 1 {
						continue
					}
					x.cells[cell.Column] = cell.Value
					x.units[cell.Column] = store.Units{Currency: cell.Units.Currency + cell.Units.Perhaps, Text: cell.Units.Perhaps, Exponent: cell.Units.Scale, Percent: cell.Units.Percent}
				}
				rows = append(rows, x)
			}
			out = append(out, factsOf(d, n+1, language, "drawn", heads, rows)...)
		}
	}
	return out
}

// filingFacts are those of the tables that the reader found, where it is sure.
func filingFacts(d *document) (out []*fact) {
	const sure = .6
	for _, t := range d.Tables {
		if t.Confidence < sure {
			continue
		}
		var heads [][]string
		for _, col := range t.Columns {
			heads = append(heads, col.Heads)
		}
		var rows []told
		for _, r := range t.Rows {
			x := told{r.Label, map[int]string{}, map[int]store.Units{}}
			for _, cell := range r.Cells {
				if cell.Value == "" || cell.Span > 1 || cell.Confidence > 0 && cell.Confidence < sure {
					continue
				}
				u := t.UnitsOf(cell)
				x.cells[cell.Column] = cell.Value
				x.units[cell.Column] = store.Units{Currency: u.Currency, Exponent: u.Exponent, Percent: u.Percent}
			}
			rows = append(rows, x)
		}
		out = append(out, factsOf(d, t.Page, "en", half(d.Name), heads, rows)...)
	}
	return out
}
