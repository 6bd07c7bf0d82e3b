package tabletest

import (
	"cmp"
	"hash/fnv"
	"strings"
)

// Case is a PDF, and what stands in it.
type Case struct {
	Name  string
	PDF   []byte
	Pages []Page
}

// Page is what stands on a page. One without tables must give none.
type Page struct {
	Name          string // of its own among all cases
	Kind          string // what it is there for
	Width, Height float64
	like          string  // the page on which its table stands in another manner
	Tables        []Table // from the top down, those side by side from the left
}

// The two halves of the pages. What is kept is for checking: nobody looks at its faults while the finder is made.
const (
	Tune = "tune"
	Kept = "kept"
)

// Half says which half a page belongs to, by its name alone, or by that of the page that it is like.
func (p Page) Half() string {
	h := fnv.New32a()
	h.Write([]byte(cmp.Or(p.like, p.Name)))
	if h.Sum32()>>7&1 == 0 {
		return Tune
	}
	return Kept
}

// Table is a table, or the part of one that stands on a page, as a person reads it.
type Table struct {
	Caption   string
	Stub      string
	Columns   []Column
	Rows      []Row // those with cells
	Continues bool
	Box       Box
	Or        *Table // another way in which it may be read
}

// Column is a column that isn't the labels'.
type Column struct {
	Heads []string // the outermost first
	Spare []string // what may be left out of them: units, marks
}

// Row is a row with cells.
type Row struct {
	Label   string
	Parents []string
	Notes   []string
	Total   bool // it is the sum of rows above it; whether it stands under their heading is a matter of taste
	Cells   []Cell
	at      Box // where the label stands
}

// Cell is what is printed in a row under a head.
type Cell struct {
	Column int
	Span   int // columns that it stands in
	Text   string
	Value  string // as a decimal number; "" if it is none
	None   bool   // a dash or the like; it may be left out
	Free   bool   // whether it is a figure is a matter of taste: a year, a figure with the name of its measure
	Spread bool   // it stands in the row above and reaches down; it may be left out
	Own    int    // power of ten that stands beside the figure
	Units  Units
	Notes  []string
	Box    Box
	Wide   Box // with the currency's sign, which stands apart
}

// Units are what a figure is counted in.
type Units struct {
	Currency string // ISO 4217
	Scale    int    // power of ten
	Percent  bool
	Perhaps  string // a currency that isn't written at the table, and may be told or not
}

// is tells whether these are the units that were found.
func (u Units) is(found Units) bool {
	if found.Currency == u.Perhaps {
		found.Currency = ""
	}
	u.Perhaps = ""
	return u == found
}

// Box is a part of a page in points from its upper left corner, as it is shown.
type Box struct{ X0, Y0, X1, Y1 float64 }

func (b Box) union(c Box) Box {
	switch {
	case b == Box{}:
		return c
	case c == Box{}:
		return b
	}
	return Box{min(b.X0, c.X0), min(b.Y0, c.Y0), max(b.X1, c.X1), max(b.Y1, c.Y1)}
}

func (b Box) area() float64 { return max(b.X1-b.X0, 0) * max(b.Y1-b.Y0, 0) }

func (b Box) common(c Box) float64 {
	return Box{max(b.X0, c.X0), max(b.Y0, c.Y0), min(b.X1, c.X1), min(b.Y1, c.Y1)}.area()
}

// units reads how units are written down in the cases: "USD e6", "%", "?USD e3".
func units(s string) (u Units) {
	for _, f := range strings.Fields(s) {
		switch {
		case f == "%":
			u.Percent = true
		case f[0] == 'e':
			for _, d := range f[1:] {
				u.Scale = 10*u.Scale + int(d-'0')
			}
		case f[0] == '?':
			u.Perhaps = f[1:]
		case f != "-":
			u.Currency = f
		}
	}
	return u
}
