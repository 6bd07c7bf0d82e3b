package app

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/sheet"
)

// TableExport is what of a table is wanted as text.
type TableExport struct {
	Document string       `json:"document"`
	N        int          `json:"n"`
	Part     string       `json:"part" ts_type:"'table' | 'row' | 'cell'"`
	Row      int          `json:"row"` // from 0
	Column   int          `json:"column"`
	Format   sheet.Format `json:"format" ts_type:"'tsv' | 'csv' | 'markdown'"`
}

// TableText is that text.
type TableText struct {
	Text string `json:"text"`
	Note string `json:"note"` // what to tell whoever gets it; "" for nothing
}

// SavedFile tells what became of what was to be saved. Both are empty if the person changed their mind.
type SavedFile struct {
	Path    string `json:"path"`
	Address string `json:"address"` // in a browser: from where to download it
}

// CopyTable writes a table, a row or a cell as text.
func (c *Core) CopyTable(w TableExport) (TableText, error) {
	t, err := c.table(w.Document, w.N)
	if err != nil {
		return TableText{}, err
	}
	rows := t.Rows()
	if !w.Format.Known() || w.Part != "table" && (w.Row < 0 || w.Row >= len(rows)) {
		return TableText{}, messages.Error("app.not-there")
	}
	out := TableText{}
	switch w.Part {
	case "cell":
		out.Text = w.Format.Cell(rows[w.Row], w.Column)
	case "row":
		out.Text = w.Format.Row(t, rows[w.Row])
	default:
		out.Text = w.Format.Table(t)
	}
	if !t.Sure() {
		out.Note = c.Say().Say(sheet.Unsure())
	}
	return out, nil
}

// SaveTables writes a table, all of the document's for 0, into a file: "xlsx" or "csv". In the window the person names
// it; in a browser the page downloads it.
func (c *Core) SaveTables(document string, n int, format string) (SavedFile, error) {
	name, data, err := c.TableFile(document, n, format)
	if err != nil {
		return SavedFile{}, err
	}
	if c.Shell.Browser() {
		return SavedFile{Address: TablesAddress(document, n, format)}, nil
	}
	return c.save(name, data)
}

// save writes a file where the person says, with a name to begin with.
func (c *Core) save(name string, data []byte) (SavedFile, error) {
	path, err := c.Shell.SaveFile(name)
	if err != nil || path == "" {
		return SavedFile{}, err
	}
	const mode = 0o600
	if err := os.WriteFile(path, data, mode); err != nil {
		return SavedFile{}, messages.Error("app.not-written", messages.Args{"path": path, "error": err.Error()})
	}
	return SavedFile{Path: path}, nil
}

// byteOrder begins a file of CSV, or Excel takes it for an older encoding.
const byteOrder = "\ufeff"

// fileName is a name for a file, of the first part of a text without what file systems keep for themselves.
func fileName(text, ending string) string {
	const most = 120 // characters
	name := []rune(strings.Join(strings.Fields(unnameable.Replace(text)), " "))
	return strings.Trim(string(name[:min(len(name), most)]), " .") + "." + ending
}

var unnameable = strings.NewReplacer("/", "-", `\`, "-", ":", "-", "*", " ", "?", " ", `"`, " ", "<", " ", ">", " ", "|", " ")

// TablesAddress is where browser mode serves a table, all of a document's for 0, as "xlsx" or "csv".
func TablesAddress(document string, n int, format string) string {
	return fmt.Sprintf("/tables/%s/%d/tables.%s", url.PathEscape(document), n, format)
}

// table is a table of a document by its place, from 1.
func (c *Core) table(document string, n int) (sheet.Table, error) {
	tables, err := c.tablesOf(document, max(n, 1))
	if err != nil {
		return sheet.Table{}, err
	}
	return tables[0], nil
}

// tablesOf are all for 0, else the one.
func (c *Core) tablesOf(document string, n int) ([]sheet.Table, error) {
	parts, err := c.Workspace.Tables.Of(document, 0)
	if err != nil {
		return nil, err
	}
	tables := sheet.Join(parts)
	if len(tables) == 0 || n < 0 || n > len(tables) {
		return nil, messages.Error("app.table-not-there")
	}
	if n > 0 {
		tables = tables[n-1 : n]
	}
	return tables, nil
}

// TableFile writes a table, all of a document's for 0, as "xlsx" or "csv", and gives the file a name.
func (c *Core) TableFile(document string, n int, format string) (name string, data []byte, err error) {
	d, err := c.Workspace.Documents.Get(document)
	var tables []sheet.Table
	if err == nil {
		tables, err = c.tablesOf(document, n)
	}
	if err != nil {
		return "", nil, gone(err)
	}
	var b bytes.Buffer
	switch format {
	case "xlsx":
		err = sheet.WriteXLSX(&b, d.Name, tables)
	case "csv":
		b.WriteString(byteOrder)
		err = sheet.WriteCSV(&b, tables)
	default:
		err = messages.Error("app.xlsx-and-csv")
	}
	name = d.Name
	if n > 0 {
		name += ", " + tables[0].Where().String()
	}
	return fileName(name, format), b.Bytes(), err
}
