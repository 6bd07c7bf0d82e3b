package sheet

import (
	"encoding/csv"
	"io"
	"strings"
)

// Format is how a table is written as text.
type Format string

// The formats. Lines of CSV end as RFC 4180 wants it.
const (
	TSV      Format = "tsv"
	CSV      Format = "csv"
	Markdown Format = "markdown"
)

// Known says whether there is such a format.
func (f Format) Known() bool { return f == TSV || f == CSV || f == Markdown }

// Table writes a whole table.
func (f Format) Table(t Table) string {
	if f == Markdown {
		return title(t) + markdown(t, t.Rows(), false)
	}
	return f.lines(grid(t))
}

// Row writes one row. As Markdown it has the heads over it.
func (f Format) Row(t Table, row Row) string {
	if f == Markdown {
		return markdown(t, []Row{row}, true)
	}
	return f.lines([][]string{fields(t, row, row.Path())})
}

// Cell writes a single cell.
func (f Format) Cell(row Row, column int) string {
	if f == Markdown {
		return escape(row.At(column).Text)
	}
	return f.lines([][]string{{row.field(row.At(column)).plain()}})
}

func (f Format) lines(rows [][]string) string {
	var b strings.Builder
	w := f.writer(&b)
	_ = w.WriteAll(rows) // a strings.Builder takes everything
	return strings.TrimRight(b.String(), "\r\n")
}

func (f Format) writer(w io.Writer) *csv.Writer {
	out := csv.NewWriter(w)
	if f == TSV {
		out.Comma = '\t'
	} else {
		out.UseCRLF = true
	}
	return out
}

// WriteCSV writes tables for a spreadsheet. Several have a line before each that names it, and an empty line between
// them; a single one has only its heads and rows, so that whatever reads it needs to skip nothing.
func WriteCSV(w io.Writer, tables []Table) error {
	out := CSV.writer(w)
	for i, t := range tables {
		if i > 0 {
			if err := out.Write(nil); err != nil {
				return err
			}
		}
		if len(tables) > 1 {
			if err := out.Write([]string{Harmless(name(t))}); err != nil {
				return err
			}
		}
		for _, row := range grid(t) {
			if err := out.Write(row); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// name is a table's title, its units and its pages on one line.
func name(t Table) string {
	out := t.Title()
	if out == "" {
		out = "Table"
	}
	if u := t.Units(); u != "" && !strings.Contains(out, u) {
		out += " (" + u + ")"
	}
	return out + ", " + t.Where().String()
}

// grid is a table as rows of as many fields, its heads first.
func grid(t Table) [][]string {
	heads := []string{Harmless(t.Stub())}
	for i := range t.Columns() {
		heads = append(heads, Harmless(t.head(i)))
	}
	out := [][]string{}
	if strings.Join(heads, "") != "" {
		out = append(out, heads)
	}
	for _, r := range t.Rows() {
		out = append(out, fields(t, r, line(r.Label)))
	}
	return out
}

func fields(t Table, r Row, label string) []string {
	out := make([]string, 1+len(t.Columns()))
	out[0] = Harmless(label)
	for _, c := range r.Cells {
		if c.Column >= 0 && c.Column < len(t.Columns()) {
			out[1+c.Column] = r.field(c).plain()
		}
	}
	return out
}
