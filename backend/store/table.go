package store

import (
	"strings"
)

// Table is a table, or the part of one that stands on a page: what stands in which row and under which heads.
type Table struct {
	Page       int      `json:"page"`                // from 1
	Box        Box      `json:"box"`                 // of heads and rows, and of the lines that say their units
	Caption    string   `json:"caption,omitempty"`   // the lines above it that name it, in one
	Units      Units    `json:"units,omitzero"`      // of every figure that has none of its own
	Stub       string   `json:"stub,omitempty"`      // what stands over the labels
	Columns    []Column `json:"columns"`             // that of the labels not counted
	Rows       []Row    `json:"rows"`                // from the top down
	Continues  bool     `json:"continues,omitempty"` // it goes on from the page before, and may have its heads from there
	Confidence float64  `json:"confidence"`          // how likely it is that rows and heads are right, from 0 to 1
	Span       Span     `json:"span,omitzero"`       // of the page's text; empty: it isn't one run of it
}

// Column is one column of a table.
type Column struct {
	Heads []string `json:"heads"`          // that stand over it, the outermost first
	Units Units    `json:"units,omitzero"` // of this column alone
	Box   Box      `json:"box"`            // of its cells and of the head that is its own
}

// Head is a column's heads in one.
func (c Column) Head() string { return strings.Join(c.Heads, " · ") }

// Units are what a table's figures are counted in.
type Units struct {
	Text     string `json:"text"`               // as it is written: "in millions, except per share amounts"
	Currency string `json:"currency,omitempty"` // ISO 4217; "" if it isn't money, or not known
	Exponent int    `json:"scale,omitempty"`    // power of ten that figures are counted in: 6 for millions
	Percent  bool   `json:"percent,omitempty"`
	From     string `json:"from"` // where it is written: UnitsRow, UnitsColumn, UnitsTable, UnitsNote or UnitsDocument
	Page     int    `json:"page,omitempty"`
	Box      Box    `json:"box,omitzero"`
}

// Where units are written.
const (
	UnitsRow      = "row" // the figure counts by itself, whatever the table says: earnings per share
	UnitsColumn   = "column"
	UnitsTable    = "table"
	UnitsNote     = "note"     // under the table, or in the sentence before it
	UnitsDocument = "document" // "amounts in millions unless stated otherwise"
)

// Row is a line of a table. One without cells is a heading within it.
type Row struct {
	Label   string   `json:"label"`
	Parents []string `json:"parents,omitempty"` // headings, and rows that it is indented under, the outermost first
	Notes   []string `json:"notes,omitempty"`   // marks of footnotes
	Cells   []Cell   `json:"cells,omitempty"`   // from left to right; a column where nothing stands has none
	Total   bool     `json:"total,omitempty"`   // it is the sum of rows above it, and adds up
	Box     Box      `json:"box"`
}

// Parent is the headings over a row in one.
func (r Row) Parent() string { return strings.Join(r.Parents, " › ") }
