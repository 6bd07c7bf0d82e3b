package app

import (
	"lectern/backend/messages"
	"lectern/backend/sheet"
	"lectern/backend/store"
)

// TableList is what tables a document has.
type TableList struct {
	Looked bool        `json:"looked"` // false for a document that was added before tables were looked for
	Tables []TableInfo `json:"tables"`
}

// TableInfo is a table in the list of a document's.
type TableInfo struct {
	N       int        `json:"n"`       // its place in the document, from 1
	Page    int        `json:"page"`    // where it begins
	Label   string     `json:"label"`   // of that page
	Where   string     `json:"where"`   // its pages: "p. 12–13"
	Caption string     `json:"caption"` // what names it; "" if nothing does
	Units   string     `json:"units"`   // of the whole table, as they are written
	Rows    int        `json:"rows"`
	Columns int        `json:"columns"`
	Sure    bool       `json:"sure"` // Lectern stands by its rows and columns
	Rect    store.Rect `json:"rect"` // on the page where it begins
}

// TableSheet is a whole table, on however many pages.
type TableSheet struct {
	Info    TableInfo      `json:"info"`
	Stub    string         `json:"stub"`
	Heads   [][]sheet.Head `json:"heads"` // line by line
	Columns []TableColumn  `json:"columns"`
	Rows    []TableRow     `json:"rows"`
	Parts   []TablePart    `json:"parts"`
}

// TablePart is where a table stands on a page.
type TablePart struct {
	Page int        `json:"page"`
	Rect store.Rect `json:"rect"`
}

// TableColumn is a column, that of the labels not counted.
type TableColumn struct {
	Head   string `json:"head"`   // its heads in one
	Units  string `json:"units"`  // of it alone
	Figure bool   `json:"figure"` // most of what stands in it are figures
}

// TableRow is a row. One without cells is a heading within the table.
type TableRow struct {
	Page  int         `json:"page"`
	Label string      `json:"label"`
	Path  string      `json:"path"`  // the label with those that it stands under
	Depth int         `json:"depth"` // how many these are
	Notes []string    `json:"notes"`
	Total bool        `json:"total"`
	Cells []TableCell `json:"cells"`
	Rect  store.Rect  `json:"rect"`
}

// TableCell is what stands in a row in a column.
type TableCell struct {
	Column int        `json:"column"` // from 0
	Span   int        `json:"span"`   // how many columns
	Text   string     `json:"text"`
	Figure bool       `json:"figure"`
	Notes  []string   `json:"notes"`
	Units  string     `json:"units"` // in words
	Sure   bool       `json:"sure"`  // Lectern stands by its row and its column
	Rect   store.Rect `json:"rect"`
}

// Tables lists the tables of a document.
func (c *Core) Tables(document string) (TableList, error) {
	out := TableList{Tables: []TableInfo{}}
	d, err := c.Workspace.Documents.Get(document)
	if err != nil {
		return out, gone(err)
	}
	out.Looked = d.Tabled
	tables, labels, err := c.tables(document)
	for i, t := range tables {
		out.Tables = append(out.Tables, tableInfo(c.Say(), i+1, t, labels))
	}
	return out, err
}

// PageTables are the tables that stand on a page, whole, from the top down.
func (c *Core) PageTables(document string, page int) ([]TableSheet, error) {
	out := []TableSheet{}
	tables, labels, err := c.tables(document)
	for i, t := range tables {
		if _, here := t.On(page); here {
			out = append(out, tableSheet(c.Say(), i+1, t, labels))
		}
	}
	return out, err
}

// tables reads a document's with the labels of its pages.
func (c *Core) tables(document string) ([]sheet.Table, []store.Verdict, error) {
	read, err := c.Workspace.Readings.Of(document)
	if err != nil {
		return nil, nil, gone(err)
	}
	parts, err := c.Workspace.Tables.Of(document, 0)
	return sheet.Join(parts), read.Pages, err
}

func tableInfo(say messages.Messages, n int, t sheet.Table, pages []store.Verdict) TableInfo {
	out := TableInfo{
		N: n, Page: t.Page(), Where: say.Say(t.Where()), Caption: t.Title(), Units: t.Units(), Rows: len(t.Rows()), Columns: len(t.Columns()),
		Sure: t.Sure(), Rect: t.Parts[0].Box.Rect(),
	}
	if t.Page() <= len(pages) {
		out.Label = pages[t.Page()-1].Label
	}
	return out
}

func tableSheet(say messages.Messages, n int, t sheet.Table, pages []store.Verdict) TableSheet {
	out := TableSheet{Info: tableInfo(say, n, t, pages), Stub: t.Stub(), Heads: sheet.Heads(t.Columns()), Columns: []TableColumn{}, Rows: []TableRow{}, Parts: []TablePart{}}
	figures := t.Figures()
	for i, c := range t.Columns() {
		out.Columns = append(out.Columns, TableColumn{c.Head(), c.Units.String(), figures[i]})
	}
	for _, p := range t.Parts {
		out.Parts = append(out.Parts, TablePart{p.Page, p.Box.Rect()})
	}
	for _, r := range t.Rows() {
		row := TableRow{
			Page: r.Part.Page, Label: r.Label, Path: r.Path(), Depth: len(r.Parents), Notes: append([]string{}, r.Notes...), Total: r.Total,
			Cells: []TableCell{}, Rect: r.Box.Rect(),
		}
		for _, c := range r.Cells {
			row.Cells = append(row.Cells, TableCell{
				c.Column, max(1, c.Span), c.Text, c.Value != "", append([]string{}, c.Notes...), r.Part.UnitsOf(c).String(), r.Part.Sure(c), c.Box.Rect(),
			})
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}
