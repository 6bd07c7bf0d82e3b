package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"lectern/backend/app"
	"lectern/backend/graph/rag"
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
		return errors.New("--page must be at least 1")
	}
	return nil
}

func (c *tablesCommand) Run(e *env) error {
	if c.CSV && e.json {
		fmt.Fprintln(e.Stderr, "lectern: --csv and --json can't be had at once")
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
		return nil, fmt.Errorf("%s has no page %d; it has %d", d.Name, c.Page, d.Pages)
	case !d.Tabled:
		return nil, fmt.Errorf("%s was added by a version that looked for no tables; read it again: lectern show %q --again", d.Name, d.Name)
	}
	parts, err := core.Workspace.Tables.Of(d.ID, c.Page)
	return sheet.Join(parts), err
}

func (c *tablesCommand) none(d store.Document) string {
	if c.Page == 0 || d.Tables == 0 {
		return "No tables were found in " + d.Name + "."
	}
	return fmt.Sprintf("No table was found on page %d of %s; it has %s.", c.Page, d.Name, rag.Plural(d.Tables, "table"))
}

func (c *tablesCommand) print(e *env, tables []sheet.Table) error {
	if c.CSV {
		for _, t := range tables {
			if !t.Sure() {
				fmt.Fprintf(e.Stderr, "%s: %s\n", t.Where(), sheet.Unsure)
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
		return errors.New(strings.TrimSuffix(c.none(d), ".") + ", so no file was written")
	}
	var b bytes.Buffer
	if err := sheet.WriteXLSX(&b, d.Name, tables); err != nil {
		return err
	}
	if err := create(c.XLSX, b.Bytes()); err != nil {
		return err
	}
	if e.json {
		return e.print(workbookLine{c.XLSX, len(tables)})
	}
	_, err := fmt.Fprintf(e.Stdout, "Wrote %s into %s.\n", rag.Plural(len(tables), "table"), c.XLSX)
	return err
}

// create writes a file that isn't there yet.
func create(path string, data []byte) error {
	const mode = 0o600
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already; give another name, or move it away", path)
	} else if err != nil {
		return fmt.Errorf("%s could not be written (%w); give another place", path, err)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(fmt.Errorf("%s could not be written (%w); free some space and try again", path, err), os.Remove(path))
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
