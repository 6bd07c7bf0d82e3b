package tabletest

import (
	"slices"
	"strings"
)

// rules is which lines of a table are drawn.
type rules int

const (
	grid    rules = 1 << iota // round every cell
	book                      // above and under the heads, and at the end
	spans                     // under each head that stands over several columns
	shades                    // every other row has a ground
	sums                      // above each total
	rowwise                   // under each row
	frames                    // round the table, and between its columns
	walls                     // between groups of heads, down to the last row
	texts                     // round each line of text in a cell, within the cell
)

// Where the units' line stands.
const (
	right = "right" // above the table, at its right edge; else at its left
	below = "below" // under it
)

// sheet is a table to draw.
type sheet struct {
	body    string // see notation
	caption string
	under   bool // the caption stands under the table
	line    string
	lineAt  string
	of      string // units of all
	per     map[int]string
	figures figures
	rules   rules
	face    string // "" for the page's
	size    float64
	lead    float64   // from line to line, in sizes; 0 for 1.25
	width   float64   // 0 for what it needs
	widths  []float64 // that of the labels first; 0 for what it needs
	align   string    // a letter for each column after the labels, the last for the rest: "r", "c", "l", "d" by the decimal sign
	over    string    // the same of the heads; "" as the columns
	apart   bool      // signs of currencies stand at the left edge of their column
	thin    bool      // parents and totals aren't bold
	upwards bool      // the heads of single columns run upwards
	low     bool      // figures stand beside the last line of a label
	dots    bool      // from labels to the first column
	pad     float64   // between columns; 0 for 14
	spare   []string  // parts of heads that may be left out
	cut     []int     // rows before which a new page begins
	again   bool      // the heads are repeated there
	or      func(t Table) Table
}

// table is a sheet that is being set.
type table struct {
	sheet
	p      *paper
	m      matrix
	x      []float64 // left edges of the columns, the labels' first, and the right edge of the last
	cells  [][]printed
	frac   []float64 // widest part behind the decimal sign, by column
	truth  Table
	parent []string // the open parents, by indentation
	parts  []Table
}

// sheet draws a table where the next thing goes, and notes what is true of it.
func (p *paper) sheet(s sheet) {
	p.drawn = append(p.drawn, drawn{p.last().Name, p.last().Kind, s})
	face, size := p.face, p.size
	defer func() { p.set(face, size, false) }()
	if s.size == 0 {
		s.size = size
	}
	if s.face == "" {
		s.face = face
	}
	if s.lead == 0 {
		s.lead = 1.25
	}
	if s.pad == 0 {
		s.pad = 14
	}
	if s.align == "" {
		s.align = "r"
	}
	if s.figures == (figures{}) {
		s.figures = english
	}
	t := &table{sheet: s, p: p, m: notation(s.body)}
	p.set(s.face, s.size, false)
	t.prepare()
	t.spread()
	if s.caption != "" && !s.under {
		p.bold = true
		p.para(s.caption)
		p.bold = false
	}
	t.draw()
	if s.under {
		p.gap(4)
		p.para(s.caption)
	}
	p.gap(6)
}

// prepare makes the cells' texts.
func (t *table) prepare() {
	t.frac = make([]float64, t.columns())
	base := units(t.of)
	for _, r := range t.m.rows {
		out := make([]printed, len(r.cells))
		for c, s := range r.cells {
			u := base
			if own, ok := t.per[c]; ok {
				u = units(own)
			}
			if r.own != nil {
				u = *r.own
			}
			out[c] = t.figures.print(s, u)
			if out[c].Units == (Units{}) && out[c].Value != "" && !strings.HasSuffix(s, "x") {
				out[c].Units = u
			}
			out[c].Column = c
			if t.aligned(t.align, c) == 'd' && out[c].Value != "" {
				t.frac[c] = max(t.frac[c], t.p.measure(t.behind(out[c].text)))
			}
		}
		t.cells = append(t.cells, out)
	}
}

// behind is what stands behind the last digit before the decimal sign.
func (t *table) behind(s string) string {
	if i := strings.LastIndex(s, t.figures.decimal); i >= 0 {
		return s[i:]
	}
	return s[strings.LastIndexAny(s, "0123456789")+1:]
}

func (t *table) aligned(letters string, c int) byte {
	return letters[min(c, len(letters)-1)]
}

func (t *table) columns() (n int) {
	for _, h := range t.m.heads {
		n = max(n, len(h)-1)
	}
	for _, r := range t.m.rows {
		n = max(n, len(r.cells))
	}
	return n
}

// spread shares the width out.
func (t *table) spread() {
	n := t.columns() + 1
	need := make([]float64, n)
	for i, r := range t.m.rows {
		if !r.heading {
			need[0] = max(need[0], t.p.measure(r.label)+t.indent(r)+4)
		}
		for c := range t.cells[i] {
			if r.cells[c] == "<" || slices.Contains(r.cells[c+1:], "<") {
				continue
			}
			need[c+1] = max(need[c+1], t.broad(t.cells[i][c]))
		}
	}
	for _, h := range t.m.heads {
		for c, s := range h {
			if spanning := c+1 < len(h) && h[c+1] == "<"; s == "<" || s == "^" || spanning {
				continue
			}
			s, _ = marked(s)
			t.p.bold = true
			if t.upwards && c > 0 {
				s = ""
			}
			for _, word := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\\' }) {
				need[c] = max(need[c], t.p.measure(word)+2)
			}
			t.p.bold = false
		}
	}
	total := 0.0
	for c := range need {
		need[c] += t.pad
		if c < len(t.widths) && t.widths[c] > 0 {
			need[c] = t.widths[c]
		}
		total += need[c]
	}
	if t.width > 0 {
		t.fit(need, t.width-total)
	}
	t.x = []float64{t.p.x}
	for _, w := range need {
		t.x = append(t.x, t.x[len(t.x)-1]+w)
	}
}

// fit takes what is too wide from the widest column, and gives what is left to those whose width isn't fixed.
func (t *table) fit(need []float64, left float64) {
	var loose []int
	widest := 0
	for c := range need {
		if c >= len(t.widths) || t.widths[c] == 0 {
			loose = append(loose, c)
			if need[c] > need[widest] || widest == 0 && len(t.widths) > 0 && t.widths[0] > 0 {
				widest = c
			}
		}
	}
	if left < 0 {
		need[widest] += left
		return
	}
	for _, c := range loose {
		need[c] += left / float64(len(loose))
	}
}

func (t *table) broad(c printed) (width float64) {
	for line := range strings.SplitSeq(c.text, "\n") {
		width = max(width, t.p.measure(line))
	}
	if c.sign != "" {
		width += t.p.measure(c.sign) + 4
	}
	return width
}

func (t *table) indent(e entry) float64 {
	return float64(e.indent) * 10
}

func (t *table) leading() float64 { return t.size * t.lead }
