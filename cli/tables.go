package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"lectern/backend/app"
	"lectern/backend/messages"
	"lectern/backend/sheet"
	"lectern/backend/store"
)

type tablesCommand struct {
	Name string `arg:"" help:"Name as \"lectern list\" shows it."`
	Page int    `placeholder:"N" help:"Only what stands on this page, counted from 1."`
	CSV  bool   `name:"csv" xor:"as" help:"As CSV; several tables with their names above them and an empty line between them."`
	XLSX string `name:"xlsx" xor:"as" placeholder:"FILE" help:"Into a new Excel file, a sheet for each table."`
}

// Validate is called by the parser.
func (c *tablesCommand) Validate() error {
	if c.Page < 0 {
		return messages.Error("cli.page-too-small")
	}
	return nil
}

func (c *tablesCommand) Run(e *env) error {
	if c.CSV && e.json {
		fmt.Fprintln(e.Stderr, messages.Text("cli.csv-or-json"))
		return exitError{ExitUsage}
	}
	core, err := e.open()
	if err != nil {
		return err
	}
	defer core.Close()
	d, err := core.Named(c.Name)
	if err != nil {
		return err
	}
	tables, err := c.find(core, d)
	if err != nil {
		return err
	}
	if c.XLSX != "" {
		return c.workbook(e, d, tables)
	}
	if len(tables) == 0 {
		fmt.Fprintln(e.Stderr, c.none(d))
		return nil
	}
	return c.print(e, tables)
}

// find reads the document's tables, or what stands of them on the page.
func (c *tablesCommand) find(core *app.Core, d store.Document) ([]sheet.Table, error) {
	switch {
	case d.Failed != "":
		return nil, errors.New(d.Failed)
	case c.Page > d.Pages:
		return nil, messages.Error("cli.no-page", messages.Args{"name": d.Name, "page": c.Page, "pages": d.Pages})
	case !d.Tabled:
		return nil, messages.Error("cli.no-tables-looked-for", messages.Args{"name": d.Name, "quoted": fmt.Sprintf("%q", d.Name)})
	}
	parts, err := core.Workspace.Tables.Of(d.ID, c.Page)
	return sheet.Join(parts), err
}

func (c *tablesCommand) none(d store.Document) string {
	if c.Page == 0 || d.Tables == 0 {
		return messages.Text("cli.no-tables", messages.Args{"name": d.Name})
	}
	return messages.Text("cli.no-table-on-page", messages.Args{"page": c.Page, "name": d.Name, "tables": messages.Count("count.tables", d.Tables)})
}

func (c *tablesCommand) print(e *env, tables []sheet.Table) error {
	if c.CSV {
		for _, t := range tables {
			if !t.Sure() {
				fmt.Fprintf(e.Stderr, "%s: %s\n", t.Where(), sheet.Unsure())
			}
		}
		return sheet.WriteCSV(e.Stdout, tables)
	}
	for i, t := range tables {
		var err error
		switch {
		case e.json:
			err = e.print(lineOf(t))
		case i > 0:
			_, err = fmt.Fprint(e.Stdout, "\n\n"+sheet.Text(t))
		default:
			_, err = fmt.Fprint(e.Stdout, sheet.Text(t))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// workbookLine says in JSON what was written.
type workbookLine struct {
	File   string `json:"file"`
	Tables int    `json:"tables"`
}

func (c *tablesCommand) workbook(e *env, d store.Document, tables []sheet.Table) error {
	if len(tables) == 0 {
		return messages.Error("cli.no-file-written", messages.Args{"why": strings.TrimSuffix(c.none(d), ".")})
	}
	var b bytes.Buffer
	if err := sheet.WriteXLSX(&b, d.Name, tables); err != nil {
		return err
	}
	if err := create(e.path(c.XLSX), b.Bytes()); err != nil {
		return err
	}
	if e.json {
		return e.print(workbookLine{c.XLSX, len(tables)})
	}
	_, err := fmt.Fprintln(e.Stdout, messages.Text("cli.wrote", messages.Args{"tables": messages.Count("count.tables", len(tables)), "file": c.XLSX}))
	return err
}

// create writes a file that isn't there yet.
func create(path string, data []byte) error {
	const mode = 0o600
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if errors.Is(err, fs.ErrExist) {
		return messages.Error("cli.there-already", messages.Args{"path": path})
	} else if err != nil {
		return messages.Error("cli.not-written-place", messages.Args{"path": path, "error": err})
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(messages.Error("cli.not-written-space", messages.Args{"path": path, "error": err}), os.Remove(path))
	}
	return nil
}

// tableLine is a table in JSON. Its rows name their page where it isn't the table's.
type tableLine struct {
	Page       int        `json:"page"`
	Caption    string     `json:"caption"`
	Units      string     `json:"units"`
	Columns    []string   `json:"columns"`
	Rows       []rowLine  `json:"rows"`
	Confidence float64    `json:"confidence"`
	Rect       store.Rect `json:"rect"` // of what stands on its page
}

type rowLine struct {
	Page   int        `json:"page,omitempty"`
	Label  string     `json:"label"`
	Parent string     `json:"parent"`
	Cells  []cellLine `json:"cells"`
}

type cellLine struct {
	Text   string     `json:"text"`
	Value  string     `json:"value"`  // a decimal number; "" for what is none
	Column int        `json:"column"` // from 0
	Rect   store.Rect `json:"rect"`
}

func lineOf(t sheet.Table) tableLine {
	out := tableLine{
		Page: t.Page(), Caption: t.Caption(), Units: t.Units(), Columns: []string{}, Rows: []rowLine{}, Confidence: t.Confidence(),
		Rect: t.Parts[0].Box.Rect(),
	}
	for _, c := range t.Columns() {
		out.Columns = append(out.Columns, c.Head())
	}
	for _, r := range t.Rows() {
		row := rowLine{Label: r.Label, Parent: r.Parent(), Cells: []cellLine{}}
		if r.Part.Page != t.Page() {
			row.Page = r.Part.Page
		}
		for _, c := range r.Cells {
			row.Cells = append(row.Cells, cellLine{c.Text, c.Value, c.Column, c.Box.Rect()})
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}
