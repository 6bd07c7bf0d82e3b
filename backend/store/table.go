package store

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
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

// Sure is the confidence from which on the program says under which heads and in which row a figure stands. Below it,
// it only shows where.
const Sure = .5

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
	Scale    int    `json:"scale,omitempty"`    // power of ten that figures are counted in: 6 for millions
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

// Cell is what stands in a row under a head.
type Cell struct {
	Column     int      `json:"column"`               // its index
	Span       int      `json:"span,omitempty"`       // columns that it stands in, where it is more than one
	Text       string   `json:"text"`                 // as it is written, without marks of footnotes
	Value      string   `json:"value,omitempty"`      // the figure as a decimal number, -1577.0 for (1,577.0); "" if it is none
	Units      Units    `json:"units,omitzero"`       // that stand beside the figure itself
	None       bool     `json:"none,omitempty"`       // a sign that there is nothing: a dash, "n/a"
	Notes      []string `json:"notes,omitempty"`      // marks of footnotes
	Confidence float64  `json:"confidence,omitempty"` // where it isn't the table's
	Box        Box      `json:"box"`
}

// UnitsOf are the units of a cell: its own, else its column's, else the table's. A currency may be written beside the
// figure, and how many it counts above the table.
func (t Table) UnitsOf(c Cell) Units {
	out := c.Units
	if out.Percent {
		return out
	}
	for _, u := range []Units{t.column(c).Units, t.Units} {
		if out.Currency == "" && !u.Percent && (out.Scale == 0 || u.Scale == 0 || out.From == UnitsRow) && (out.Text == "" || out.Scale > 0) {
			out.Currency = u.Currency
		}
		if out.Scale > 0 || out.Text != "" || out.From == UnitsRow {
			continue
		}
		if u.Percent && out.Currency == "" {
			return u
		}
		out.Scale, out.Text, out.From, out.Page, out.Box = u.Scale, u.Text, u.From, u.Page, u.Box
		if u.Scale == 0 && u.Currency != "" {
			out.Text = "" // only its currency: how many may stand elsewhere
		}
	}
	return out
}

func (t Table) column(c Cell) Column {
	if c.Column < 0 || c.Column >= len(t.Columns) {
		return Column{}
	}
	return t.Columns[c.Column]
}

// Sure tells whether the program stands by what it says of a cell.
func (t Table) Sure(c Cell) bool {
	if c.Confidence > 0 {
		return c.Confidence >= Sure
	}
	return t.Confidence >= Sure
}

// MarshalJSON writes a box as its four numbers.
func (b Box) MarshalJSON() ([]byte, error) {
	return json.Marshal([4]uint16{b.X0, b.Y0, b.X1, b.Y1})
}

// UnmarshalJSON reads four numbers.
func (b *Box) UnmarshalJSON(raw []byte) error {
	var n [4]uint16
	err := json.Unmarshal(raw, &n)
	*b = Box{n[0], n[1], n[2], n[3]}
	return err
}

// Rect is the box in shares of the page.
func (b Box) Rect() Rect {
	return Rect{float64(b.X0) / boxScale, float64(b.Y0) / boxScale, float64(b.X1-b.X0) / boxScale, float64(b.Y1-b.Y0) / boxScale}
}

// tablesBucket lies in library.db, by document id and page: the page's tables as JSON, compressed. It is made by the
// first write.
const tablesBucket = "tables"

// Tables are the tables of a document, of one page if page isn't 0, in the order in which they stand.
func (w *Workspace) Tables(document string, page int) ([]Table, error) {
	out := []Table{}
	err := w.view(w.s.docs, func(b buckets) (err error) {
		out, err = b.tables(document, page)
		return err
	})
	return out, err
}

func (b buckets) tables(document string, page int) ([]Table, error) {
	out := []Table{}
	bucket := b.get(tablesBucket)
	if bucket == nil {
		return out, nil
	}
	prefix := []byte(document)
	if page > 0 {
		prefix = []byte(pageKey(document, page))
	}
	c := bucket.Cursor()
	for k, packed := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, packed = c.Next() {
		tables, err := unpackTables(packed)
		if err != nil {
			return nil, err
		}
		out = append(out, tables...)
	}
	return out, nil
}

func (b buckets) tabulate(document string, tables []Table) error {
	bucket, err := b.ws.CreateBucketIfNotExists([]byte(tablesBucket))
	if err != nil {
		return err
	}
	for len(tables) > 0 {
		page := tables[0].Page
		n := slices.IndexFunc(tables, func(t Table) bool { return t.Page != page })
		if n < 0 {
			n = len(tables)
		}
		packed, err := packTables(tables[:n])
		if err != nil {
			return err
		}
		if err := bucket.Put([]byte(pageKey(document, page)), packed); err != nil {
			return err
		}
		tables = tables[n:]
	}
	return nil
}

func packTables(tables []Table) ([]byte, error) {
	var out bytes.Buffer
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&out)
	err := errors.Join(json.NewEncoder(w).Encode(tables), w.Close())
	return out.Bytes(), err
}

func unpackTables(packed []byte) (tables []Table, err error) {
	const most = 64 << 20 // bytes
	raw, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), most))
	if err == nil {
		err = json.Unmarshal(raw, &tables)
	}
	if err != nil {
		return nil, fmt.Errorf("the tables of a page are damaged; read the document again (%w)", err)
	}
	return tables, nil
}
