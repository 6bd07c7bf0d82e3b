package sheet

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/store"

	"github.com/xuri/excelize/v2"
)

// WriteComparisonXLSX writes a workbook of two sheets: the comparison, and the cells that it comes from. Numbers are in
// base units, shares of hundred as Excel has them. What was worked out is a formula over the cells; one that doesn't
// come to the value that was told is left out, and the value stands there as a number.
func WriteComparisonXLSX(w io.Writer, c Comparison) error {
	f := excelize.NewFile()
	defer f.Close()
	b := &comparisonBook{
		workbook: &workbook{File: f, styles: map[look]int{}}, cells: c.Say.Text("sheet.cells"), at: map[string]int{},
	}
	sheet := c.Say.Text("sheet.comparison")
	b.do(f.SetSheetName(f.GetSheetName(0), sheet))
	_, err := f.NewSheet(b.cells)
	b.do(err)
	b.listCells(c)
	b.compare(sheet, c)
	always := true
	b.do(f.SetCalcProps(&excelize.CalcPropsOptions{FullCalcOnLoad: &always})) // a formula is written without its result
	return cmp.Or(b.err, f.Write(w))
}

type comparisonBook struct {
	*workbook
	cells string         // the name of their sheet
	at    map[string]int // the line of a cell there, by its place
	err   error          // the first
}

func (b *comparisonBook) do(err error) { b.err = cmp.Or(b.err, err) }

func (b *comparisonBook) dress(sheet, cell string, l look) {
	id, err := b.style(l)
	b.do(err)
	b.do(b.SetCellStyle(sheet, cell, cell, id))
}

// text writes what is never taken for a number or a formula.
func (b *comparisonBook) text(sheet, cell, text string, l look) {
	if text != "" {
		b.do(b.SetCellStr(sheet, cell, text))
	}
	b.dress(sheet, cell, l)
}

// heads writes the first line of a sheet, which stays while the rest is scrolled, and how wide the columns are.
func (b *comparisonBook) heads(sheet string, heads []string, figures int, wide ...float64) {
	for i, h := range heads {
		b.text(sheet, at(i, 1), line(h), look{bold: true, head: i >= figures})
		name, err := excelize.ColumnNumberToName(i + 1)
		b.do(err)
		b.do(b.SetColWidth(sheet, name, name, wide[min(i, len(wide)-1)]))
	}
	b.do(b.SetPanes(sheet, &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: at(0, 2), ActivePane: "bottomLeft"}))
}

// number writes one; a whole one with more digits than Excel keeps stays a text.
func (b *comparisonBook) number(sheet, cell, number string, percent bool) {
	f := field{text: number, number: number}
	if !decimal.MatchString(number) {
		f.number = ""
	}
	n, ok := f.float(percent)
	if f.number != "" && !ok && strings.Contains(number, ".") { // a quotient
		var err error
		n, err = strconv.ParseFloat(number, 64)
		if percent {
			n /= 100
		}
		ok = err == nil
	}
	if !ok {
		b.text(sheet, cell, number, look{})
		return
	}
	b.do(b.SetCellValue(sheet, cell, n))
	b.dress(sheet, cell, look{format: formatOf(n, percent)})
}

// formatOf shows few places of what is no whole number; all of them are in the cell.
func formatOf(n float64, percent bool) string {
	switch {
	case percent:
		return "0.0%"
	case n == math.Trunc(n):
		return "#,##0"
	}
	return "#,##0.00"
}

// key tells cells apart.
func key(c store.Operand) string {
	return fmt.Sprint(c.Document, " ", c.Page, " ", c.Table, " ", c.At, " ", c.Place, " ", c.Passage, " ", c.Text)
}

// valueColumn is where the values of cells stand, in base units.
const valueColumn = 6

func (b *comparisonBook) listCells(c Comparison) {
	heads := []string{
		c.Say.Text("sheet.head-document"), c.Say.Text("sheet.head-page"), c.Say.Text("sheet.head-row"), c.Say.Text("sheet.head-column"),
		c.Say.Text("sheet.head-text"), c.Say.Text("sheet.head-unit"), c.Say.Text("sheet.head-cell-value"),
	}
	b.heads(b.cells, heads, valueColumn, 32, 8, 52, 24, 14, 8, 20)
	n := 1
	for _, r := range c.Rows {
		for _, v := range r.Values {
			for _, cell := range v.Cells {
				if b.at[key(cell)] > 0 {
					continue
				}
				n++
				b.at[key(cell)] = n
				for column, text := range []string{cell.Doc, "", rowOf(cell), line(cell.Column), line(cell.Text), cell.Unit} {
					b.text(b.cells, at(column, n), text, look{})
				}
				b.do(b.SetCellInt(b.cells, at(1, n), int64(cell.Page)))
				b.number(b.cells, at(valueColumn, n), cell.Value, false)
			}
		}
	}
}

func (b *comparisonBook) compare(sheet string, c Comparison) {
	const before = 3
	heads := []string{c.Say.Text("sheet.head-measure"), c.Say.Text("sheet.head-company"), c.Say.Text("sheet.head-unit")}
	b.heads(sheet, append(heads, c.Periods...), before, 36, 24, 10, 18)
	for i, r := range c.Rows {
		n := i + 2
		b.text(sheet, at(0, n), line(r.Measure), look{})
		b.text(sheet, at(1, n), line(r.Company), look{})
		if told := slices.IndexFunc(r.Values, func(v Value) bool { return v.Number != "" }); told >= 0 {
			b.text(sheet, at(2, n), r.Values[told].unit(), look{})
		}
		for k, v := range r.Values {
			b.value(sheet, at(before+k, n), v)
		}
	}
}

func (b *comparisonBook) value(sheet, cell string, v Value) {
	if v.Number != "" {
		b.worked(sheet, cell, v)
	} else {
		b.text(sheet, cell, "–", look{muted: true, head: true})
	}
	if v.Note != "" {
		b.do(b.AddComment(sheet, excelize.Comment{Cell: cell, Author: "Lectern", Text: v.Note}))
	}
}

// worked writes a value: what was worked out as a formula, if that comes to it.
func (b *comparisonBook) worked(sheet, cell string, v Value) {
	formula, ok := b.formula(v)
	told, err := strconv.ParseFloat(v.Number, 64)
	if v.percent() {
		told /= 100
	}
	if !ok || err != nil {
		b.number(sheet, cell, v.Number, v.percent())
		return
	}
	tries := []string{formula}
	if share, so := strings.CutPrefix(formula, "100 * "); v.percent() && so {
		tries = []string{share}
	}
	if v.percent() { // an expression may come to so many of hundred
		tries = append(tries, "("+formula+")/100")
	}
	for _, try := range tries {
		b.do(b.SetCellFormula(sheet, cell, try))
		raw, err := b.CalcCellValue(sheet, cell, excelize.Options{RawCellValue: true})
		n, wrong := strconv.ParseFloat(raw, 64)
		if err == nil && wrong == nil && same(n, told) {
			b.dress(sheet, cell, look{format: formatOf(told, v.percent())})
			return
		}
	}
	b.do(b.SetCellFormula(sheet, cell, ""))
	b.number(sheet, cell, v.Number, v.percent())
}

// same tells whether two numbers agree as far as Excel and a result of 34 digits can.
func same(a, b float64) bool {
	const near = 1e-9
	return math.Abs(a-b) <= near*max(math.Abs(a), math.Abs(b))
}

var (
	cellsIn   = regexp.MustCompile(`\bc([0-9]+)\b`)
	functions = regexp.MustCompile(`[a-z]+\(`)
	// plainly is what an expression may have beside its cells: numbers, signs and brackets, and functions that are Excel's, too.
	plainly = regexp.MustCompile(`(?i)^(?:[-+*/^()., 0-9]|\b(?:abs|average|sum|min|max|sqrt)\()*$`)
)

// formula is an expression as one of Excel over the sheet of cells; false if it has none, or one that Excel may not know.
func (b *comparisonBook) formula(v Value) (string, bool) {
	if v.Expression == "" || !plainly.MatchString(cellsIn.ReplaceAllString(v.Expression, "0")) {
		return "", false
	}
	ok := true
	out := cellsIn.ReplaceAllStringFunc(functions.ReplaceAllStringFunc(v.Expression, strings.ToUpper), func(name string) string {
		n, err := strconv.Atoi(strings.TrimPrefix(name, "c"))
		if err != nil || n < 1 || n > len(v.Cells) {
			ok = false
			return name
		}
		column, _ := excelize.ColumnNumberToName(valueColumn + 1)
		return fmt.Sprintf("%s!$%s$%d", b.cells, column, b.at[key(v.Cells[n-1])])
	})
	return out, ok
}
