package sheet

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"

	"lectern/backend/messages"
	"lectern/backend/store"

	"github.com/xuri/excelize/v2"
)

// WriteXLSX writes tables as a workbook with a sheet for each. `source` names the document that they are from.
func WriteXLSX(w io.Writer, source string, tables []Table) error {
	f := excelize.NewFile()
	defer f.Close()
	book := &workbook{File: f, styles: map[look]int{}, names: map[string]bool{"history": true}} // a name that Excel keeps for itself
	for i, t := range tables {
		s := &page{workbook: book, t: t, name: book.named(t)}
		if i == 0 {
			s.do(f.SetSheetName(f.GetSheetName(0), s.name))
		} else {
			_, err := f.NewSheet(s.name)
			s.do(err)
		}
		if s.write(source); s.err != nil {
			return messages.Error("sheet.table-failed", messages.Args{"where": t.Where().String(), "error": s.err})
		}
	}
	return f.Write(w)
}

type workbook struct {
	*excelize.File
	styles map[look]int
	names  map[string]bool
}

// named makes a sheet's name of the table's page and title, as Excel wants it: not long, without some characters, and
// of its own whatever the case.
func (b *workbook) named(t Table) string {
	const most = 31 // UTF-16 units
	clean := strings.NewReplacer(":", " ", `\`, " ", "/", " ", "?", " ", "*", " ", "[", " ", "]", " ", "'", "’")
	whole := line(clean.Replace(t.Where().String() + " " + t.Title()))
	for n := 1; ; n++ {
		suffix := ""
		if n > 1 {
			suffix = fmt.Sprintf(" (%d)", n)
		}
		name := strings.TrimSpace(short(whole, most-len(suffix))) + suffix
		if key := strings.ToLower(name); !b.names[key] {
			b.names[key] = true
			return name
		}
	}
}

// short is as much of a text as fits into so many UTF-16 units.
func short(s string, most int) string {
	n := 0
	for i, r := range s {
		if n += len(utf16.Encode([]rune{r})); n > most {
			return s[:i]
		}
	}
	return s
}

// look is how a cell is shown.
type look struct {
	format string // of a number; "" for text
	bold   bool
	head   bool
	muted  bool
	total  bool
	middle bool
	inset  int
}

func (b *workbook) style(l look) (int, error) {
	if id, ok := b.styles[l]; ok {
		return id, nil
	}
	const muted = "5F5B55"
	s := &excelize.Style{Font: &excelize.Font{Bold: l.bold}, Alignment: &excelize.Alignment{Indent: l.inset, WrapText: l.head, Vertical: "top"}}
	if l.muted {
		s.Font.Color = muted
	}
	if l.format != "" {
		s.CustomNumFmt = &l.format
	}
	if l.head {
		s.Alignment.Vertical = "bottom"
	}
	if l.middle {
		s.Alignment.Horizontal = "center"
	} else if l.head {
		s.Alignment.Horizontal = "right"
	}
	if l.total {
		s.Border = []excelize.Border{{Type: "top", Color: muted, Style: 1}}
	}
	id, err := b.NewStyle(s)
	b.styles[l] = id
	return id, err
}

// page is a sheet that is being written. The first error stays.
type page struct {
	*workbook
	t    Table
	name string
	line int // the last that was written, from 1
	err  error
}

func (s *page) do(err error) { s.err = cmp.Or(s.err, err) }

// at is the name of a cell; column 0 is that of the labels.
func at(column, line int) string {
	name, _ := excelize.CoordinatesToCellName(column+1, line) // fails below 1 only
	return name
}

func (s *page) write(source string) {
	s.above(s.t.Title(), look{bold: true})
	s.above(s.t.Units(), look{muted: true})
	s.above(source+", "+s.t.Where().String(), look{muted: true})
	if !s.t.Sure() {
		s.above(Unsure().String(), look{bold: true})
	}
	s.line++
	s.heads()
	frozen := s.line
	for _, r := range s.t.Rows() {
		s.line++
		s.row(r)
	}
	s.widths()
	s.do(s.SetPanes(s.name, &excelize.Panes{
		Freeze: true, XSplit: 1, YSplit: frozen, TopLeftCell: at(1, frozen+1), ActivePane: "bottomRight",
		Selection: []excelize.Selection{{SQRef: at(1, frozen+1), ActiveCell: at(1, frozen+1), Pane: "bottomRight"}},
	}))
}

func (s *page) above(text string, l look) {
	if text != "" {
		s.line++
		s.text(0, text, l)
	}
}

// text writes what is never taken for a number or a formula.
func (s *page) text(column int, text string, l look) {
	if text != "" {
		s.do(s.SetCellStr(s.name, at(column, s.line), text))
	}
	s.dress(column, l)
}

func (s *page) dress(column int, l look) {
	id, err := s.style(l)
	s.do(err)
	s.do(s.SetCellStyle(s.name, at(column, s.line), at(column, s.line), id))
}

// heads writes them line by line, one that several columns share over all of them.
func (s *page) heads() {
	columns := s.t.Columns()
	lines, figures := Heads(columns), s.t.Figures()
	for level, heads := range lines {
		s.line++
		last := level == len(lines)-1
		if last {
			s.text(0, s.t.Stub(), look{bold: true})
		}
		for _, h := range heads {
			text := h.Text
			if last {
				text = s.lastHead(h)
			}
			s.text(h.From+1, text, look{bold: true, head: figures[h.From], middle: h.Span > 1})
			if h.Span > 1 {
				s.do(s.MergeCell(s.name, at(h.From+1, s.line), at(h.From+h.Span, s.line)))
			}
		}
	}
}

// lastHead has the units of its column, if they aren't those of the whole table.
func (s *page) lastHead(h Head) string {
	own := s.t.Columns()[h.From].Units.String()
	if own == "" || strings.Contains(h.Text, own) {
		return h.Text
	}
	return strings.TrimSpace(h.Text + " (" + own + ")")
}

func (s *page) row(r Row) {
	const deepest = 15 // that Excel can show
	s.text(0, line(r.Label), look{bold: len(r.Cells) == 0, inset: min(len(r.Parents), deepest), total: r.Total})
	for _, c := range r.Cells {
		if c.Column < 0 || c.Column >= len(s.t.Columns()) {
			continue
		}
		if last := min(c.Column+c.Span, len(s.t.Columns())); last > c.Column+1 {
			s.do(s.MergeCell(s.name, at(c.Column+1, s.line), at(last, s.line)))
		}
		f := r.field(c)
		n, ok := f.float(r.Part.UnitsOf(c).Percent)
		if !ok {
			s.text(c.Column+1, f.text, look{total: r.Total})
			continue
		}
		s.do(s.SetCellValue(s.name, at(c.Column+1, s.line), n))
		s.dress(c.Column+1, look{format: f.format(r.Part.UnitsOf(c).Percent), total: r.Total})
	}
}

// float is the field's number; a percentage is a share of one. One with more digits than Excel keeps stays a text.
func (f field) float(percent bool) (float64, bool) {
	const kept = 15
	if f.number == "" || len(strings.TrimLeft(strings.NewReplacer("-", "", ".", "").Replace(f.number), "0")) > kept {
		return 0, false
	}
	number := f.number
	if percent {
		number += "e-2"
	}
	n, err := strconv.ParseFloat(number, 64)
	return n, err == nil
}

// format shows a number with as many places as are written, and thousands apart if they are.
func (f field) format(percent bool) string {
	whole, places, _ := strings.Cut(strings.TrimPrefix(f.number, "-"), ".")
	out := "0"
	const apart = 3 // digits
	if len(whole) <= apart || !strings.Contains(f.text, whole) {
		out = "#,##0"
	}
	if places != "" {
		out += "." + strings.Repeat("0", len(places))
	}
	switch {
	case percent:
		return out + "%"
	case f.currency != "":
		symbol := store.Symbol(f.currency)
		if symbol == f.currency {
			symbol += " "
		}
		return `"` + symbol + `"` + out
	}
	return out
}

// widths makes columns as wide as what stands in them, within bounds.
func (s *page) widths() {
	const least, most, widest = 9, 24, 60
	g := newGrid(s.t)
	for i, n := range g.widths {
		name, err := excelize.ColumnNumberToName(i + 1)
		s.do(err)
		bound := most
		if i == 0 {
			bound = widest
		}
		s.do(s.SetColWidth(s.name, name, name, float64(min(max(n+between, least), bound))))
	}
}
