package analyst

import "lectern/backend/store"

// Comparison is what was found as a table: measures, for each its companies, for each of these a figure a period.
type Comparison struct {
	Unit     string    `json:"unit"` // of all figures, for people: "million USD"; "" where measures have units of their own
	Periods  []string  `json:"periods"`
	Measures []Measure `json:"measures"`
	Added    []string  `json:"added"` // the periods, companies and measures that this question added to an earlier one
	Summed
}

// Measure is a measure of a comparison.
type Measure struct {
	Label string `json:"label"`
	Unit  string `json:"unit"` // of its figures, for people; "" where they have units of their own
	Rows  []Row  `json:"rows"`
}

// Row is what was found of a measure and a company.
type Row struct {
	Company string  `json:"company"` // "" if the documents tell none
	Entries []Entry `json:"entries"` // one for each period of the comparison
}

// Entry is a figure of a comparison, or a gap.
type Entry struct {
	ID         string          `json:"id"`         // of the metric or calculation; "" for a gap
	Shown      string          `json:"shown"`      // in the answer's language, without the unit that its measure has; "" for a gap
	Whole      string          `json:"whole"`      // with its unit
	Value      string          `json:"value"`      // exact, in base units
	Formula    string          `json:"formula"`    // LaTeX; "" for a single cell
	Expression string          `json:"expression"` // of the cells, by their numbers from 1: "(c1 + c2) / 2"; "" for a single cell
	Gap        string          `json:"gap"`        // why there is no figure
	Flags      []string        `json:"flags"`      // why it can't be relied on
	Cells      []store.Operand `json:"cells"`      // that it comes from; one without a rectangle stands in a sentence, see its passage
}

// Summed counts what a comparison holds.
type Summed struct {
	Cells  int `json:"cells"`  // read
	Worked int `json:"worked"` // figures worked out of them
	Gaps   int `json:"gaps"`
}
