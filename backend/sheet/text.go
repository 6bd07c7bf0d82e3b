package sheet

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/rivo/uniseg"
)

// How wide columns may be on a terminal, in characters. What is longer goes on below.
const (
	widestLabel  = 48
	widestColumn = 32
	widestHead   = 16 // of one column, unless its figures are wider
	between      = 2
)

// Text is a table for a terminal: its name, its units and pages, and below its rows with everything as it is written,
// aligned. Every line ends with a line break.
func Text(t Table) string {
	var b strings.Builder
	fmt.Fprintln(&b, cmp.Or(t.Title(), "Table"))
	about := t.Where().String()
	if u := t.Units(); u != "" {
		about = u + " · " + about
	}
	fmt.Fprintln(&b, about)
	if !t.Sure() {
		fmt.Fprintln(&b, Unsure())
	}
	fmt.Fprintln(&b)
	g := newGrid(t)
	g.heads(&b)
	for i, r := range t.Rows() {
		if i > 0 && r.Part.Page != t.Rows()[i-1].Part.Page {
			fmt.Fprintf(&b, "– p. %d –\n", r.Part.Page)
		}
		g.row(&b, r)
	}
	return b.String()
}

// textGrid knows how wide the columns of a table are, that of the labels first, and which hold figures.
type textGrid struct {
	t      Table
	widths []int
	right  []bool
}

func newGrid(t Table) *textGrid {
	n := len(t.Columns())
	g := &textGrid{t, make([]int, n+1), append([]bool{false}, t.Figures()...)}
	fit := func(column int, text string, most int) {
		g.widths[column] = max(g.widths[column], min(width(text), most))
	}
	fit(0, t.Stub(), widestLabel)
	for _, r := range t.Rows() {
		fit(0, label(r), widestLabel)
		for _, c := range r.Cells {
			if c.Column >= 0 && c.Column < n && c.Span < 2 {
				fit(c.Column+1, line(c.Text)+marks(c.Notes), widestColumn)
			}
		}
	}
	for _, r := range t.Rows() {
		for _, c := range r.Cells {
			if c.Column >= 0 && c.Span > 1 {
				g.widen(c.Column, min(c.Span, n-c.Column), min(width(line(c.Text)+marks(c.Notes)), widestColumn))
			}
		}
	}
	lines := Heads(t.Columns())
	for level, heads := range lines {
		for _, h := range heads {
			g.widen(h.From, h.Span, min(width(g.head(h, level == len(lines)-1)), widestHead*h.Span))
		}
	}
	return g
}

// widen makes room for what stands in some columns in the last of them.
func (g *textGrid) widen(from, span, wanted int) {
	if span > 0 && g.across(from, span) < wanted {
		g.widths[from+span] += wanted - g.across(from, span)
	}
}

// head is the text of a head: in the last line with the units of the column alone.
func (g *textGrid) head(h Head, last bool) string {
	own := g.t.Columns()[h.From].Units.String()
	if !last || own == "" || strings.Contains(h.Text, own) {
		return h.Text
	}
	return strings.TrimSpace(h.Text + " " + own)
}

// across is the width of columns beside each other.
func (g *textGrid) across(from, span int) int {
	out := between * (span - 1)
	for i := from; i < from+span && i+1 < len(g.widths); i++ {
		out += g.widths[i+1]
	}
	return out
}

func (g *textGrid) heads(b *strings.Builder) {
	lines := Heads(g.t.Columns())
	for level, heads := range lines {
		stub := ""
		if level == len(lines)-1 {
			stub = g.t.Stub()
		}
		cells := []block{{wrap(stub, g.widths[0]), g.widths[0], left}}
		for _, h := range heads {
			side := left
			switch {
			case h.Span > 1:
				side = middle
			case g.right[h.From+1]:
				side = right
			}
			cells = append(cells, block{wrap(g.head(h, level == len(lines)-1), g.across(h.From, h.Span)), g.across(h.From, h.Span), side})
		}
		write(b, cells)
	}
	if len(lines) > 0 {
		fmt.Fprintln(b, strings.Repeat("─", g.widths[0]+between+g.across(0, len(g.widths)-1)))
	}
}

func (g *textGrid) row(b *strings.Builder, r Row) {
	if len(r.Cells) == 0 { // a heading may run over the figures
		all := g.widths[0] + between + g.across(0, len(g.widths)-1)
		write(b, []block{{wrap(label(r), all), all, left}})
		return
	}
	cells := []block{{wrap(label(r), g.widths[0]), g.widths[0], left}}
	for i := 0; i < len(g.widths)-1; {
		c := r.At(i)
		span := max(1, min(c.Span, len(g.widths)-1-i))
		side := left
		if g.right[i+1] {
			side = right
		}
		cells = append(cells, block{wrap(line(c.Text)+marks(c.Notes), g.across(i, span)), g.across(i, span), side})
		i += span
	}
	write(b, cells)
}

// label is a row's label as deep as it stands.
func label(r Row) string {
	return strings.Repeat("  ", len(r.Parents)) + line(r.Label) + marks(r.Notes)
}

// marks are those of footnotes, raised where that is possible.
func marks(notes []string) string {
	if len(notes) == 0 {
		return ""
	}
	s := line(strings.Join(notes, ","))
	if raised := raise.Replace(s); strings.Trim(raised, "⁰¹²³⁴⁵⁶⁷⁸⁹⁽⁾,*†‡") == "" {
		return raised
	}
	return " [" + s + "]"
}

var raise = strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹", "(", "⁽", ")", "⁾")

type side int

const (
	left side = iota
	middle
	right
)

// block is a text of some lines in a column.
type block struct {
	lines []string
	width int
	side  side
}

// write sets blocks side by side.
func write(b *strings.Builder, blocks []block) {
	tall := 1
	for _, k := range blocks {
		tall = max(tall, len(k.lines))
	}
	for i := range tall {
		var out strings.Builder
		for n, k := range blocks {
			if n > 0 {
				out.WriteString(strings.Repeat(" ", between))
			}
			text := ""
			if i < len(k.lines) {
				text = k.lines[i]
			}
			room := max(0, k.width-width(text))
			before := map[side]int{left: 0, middle: room / 2, right: room}[k.side]
			out.WriteString(strings.Repeat(" ", before) + text + strings.Repeat(" ", room-before))
		}
		b.WriteString(strings.TrimRight(out.String(), " ") + "\n")
	}
}

// wrap breaks a text into lines that aren't wider than so many characters. What it begins with in spaces begins every
// line.
func wrap(s string, most int) []string {
	words := strings.Fields(s)
	inset := s[:len(s)-len(strings.TrimLeft(s, " "))]
	if most <= len(inset) {
		inset = ""
	}
	var out []string
	at := ""
	for _, word := range words {
		if at != "" && width(inset+at)+1+width(word) <= most {
			at += " " + word
			continue
		}
		if at != "" {
			out = append(out, inset+at)
		}
		at = word
		for width(inset+at) > most {
			head, rest := cut(at, most-width(inset))
			if rest == "" {
				break
			}
			out, at = append(out, inset+head), rest
		}
	}
	if at != "" {
		out = append(out, inset+at)
	}
	return out
}

// cut takes from the front of a word what is not wider than so many characters, but at least one.
func cut(word string, most int) (head, rest string) {
	at, state := 0, -1
	for rest = word; rest != ""; {
		var cluster string
		var wide int
		cluster, rest, wide, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if at > 0 && width(word[:at])+wide > most {
			return word[:at], word[at:]
		}
		at += len(cluster)
	}
	return word, ""
}

// width is how wide a text is on a terminal, in characters: Chinese ones count two.
func width(s string) int { return uniseg.StringWidth(s) }
