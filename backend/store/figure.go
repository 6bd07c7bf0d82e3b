package store

import "cmp"

// Figure is what a question asks for, read from cells of tables and worked out exactly.
type Figure struct {
	Asked      string    `json:"asked"` // a decimal number, as the question wants it told
	Shown      string    `json:"shown"` // the same with its unit, in the language of the answer
	Value      string    `json:"value"` // in base units, exact or to 34 digits
	Unit       string    `json:"unit"`  // a currency, "%", "pp", "x", "days", or "" for what is counted
	Scale      int       `json:"scale"` // power of ten that Asked is counted in
	Label      string    `json:"label"` // what it is of, in the words of its row
	Period     string    `json:"period"`
	Formula    string    `json:"formula"`    // LaTeX; "" for a single cell
	Expression string    `json:"expression"` // the same over the cells by their numbers from 1: "(c1 + c2) / 2"; "" where it has a root
	Confidence float64   `json:"confidence"` // from 0 to 1
	Cells      []Operand `json:"cells"`      // operands of the formula, from left to right
	Restated   bool      `json:"restated"`   // a cell of it is of a column that says so: restated, or as adjusted
	Variants   []string  `json:"variants"`   // what other textbooks' definitions come to
}

// Operand is a cell of a table with all that it says.
type Operand struct {
	Document string   `json:"document"` // id
	Doc      string   `json:"doc"`      // name
	Page     int      `json:"page"`
	Table    int      `json:"table"`  // on its page, from 0, as Tables.Of gives them; NoTable: it stands in a sentence
	At       int      `json:"at"`     // index of its row
	Place    int      `json:"place"`  // index of its column
	Row      string   `json:"row"`    // the row's label
	Column   string   `json:"column"` // the column's heads in one
	Parents  []string `json:"parents"`
	Caption  string   `json:"caption"`
	Period   string   `json:"period"`
	Unit     string   `json:"unit"`  // a currency or "%"; "" for what is counted, or not known
	Scale    int      `json:"scale"` // power of ten that it is counted in
	Value    string   `json:"value"` // in base units
	Text     string   `json:"text"`  // as it is written
	Rect     Rect     `json:"rect"`
	Passage  string   `json:"passage"`  // id of the one that its row stands in; "" if it is in none
	Sentence int      `json:"sentence"` // of the passage that says it, from 0; -1: none says the row's words
	Citation int      `json:"citation"` // its number in the answer; 0: it isn't cited
}

// Of is what a cell is of beside its row: its time, or what else its column is headed with.
func (o Operand) Of() string { return cmp.Or(o.Period, o.Column) }

// Of is what a figure is of beside its label: its time, or what else the column of its one cell is headed with.
func (f Figure) Of() string {
	if f.Period == "" && len(f.Cells) == 1 {
		return f.Cells[0].Of()
	}
	return f.Period
}

// NoTable is the table of a figure that stands in a sentence.
const NoTable = -1
