package tabletest

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"lectern/backend/store"
)

// Count is how many of all are right.
type Count struct{ Right, All int }

func (c *Count) add(right bool) {
	c.All++
	if right {
		c.Right++
	}
}

// Share is the right ones' share; 1 of none.
func (c Count) Share() float64 {
	if c.All == 0 {
		return 1
	}
	return float64(c.Right) / float64(c.All)
}

// Values are printed figures, by what became of them. Told and Doubted are wrong: another figure, or one in the wrong row
// or column, or a text or a dash that was taken for a figure.
type Values struct {
	Right, Told, Doubted, Missed int
}

// All is how many there are.
func (v Values) All() int { return v.Right + v.Told + v.Doubted + v.Missed }

// Score is what became of some tables.
type Score struct {
	Pages    int
	Tables   Count
	False    int   // tables found where none is
	Rows     Count // with their label and every cell in its column; rows without cells aren't counted
	Heads    Count // columns with all of their heads, and no other
	Headed   Count // tables all of whose columns have theirs
	Whole    Count // tables all of whose rows and heads are right
	Values   Values
	Units    Count // tables of figures all of whose figures are counted in the right units, of those found
	Sums     Count // rows that are sums, or were told to be
	Parents  Count // rows under the right headings, of those found
	Notes    Count // rows and cells with the right marks, of those that have or were given some
	Captions Count // of those there are
	Stubs    Count
	Boxes    Count     // cells whose rectangle is where they were drawn, of those found
	Said     Count     // figures that the finder stands by: those with the right value, label and heads
	Trust    [10]Count // the same of all figures, by tenths of their confidence
}

// Add adds another score.
func (s *Score) Add(o Score) {
	s.Pages += o.Pages
	s.False += o.False
	s.Values = Values{s.Values.Right + o.Values.Right, s.Values.Told + o.Values.Told, s.Values.Doubted + o.Values.Doubted, s.Values.Missed + o.Values.Missed}
	theirs := o.counts()
	for i, c := range s.counts() {
		c.Right += theirs[i].Right
		c.All += theirs[i].All
	}
}

func (s *Score) counts() []*Count {
	out := []*Count{&s.Tables, &s.Rows, &s.Heads, &s.Headed, &s.Whole, &s.Units, &s.Sums, &s.Parents, &s.Notes, &s.Captions, &s.Stubs, &s.Boxes, &s.Said}
	for i := range s.Trust {
		out = append(out, &s.Trust[i])
	}
	return out
}

// Result is what became of a page.
type Result struct {
	Page   Page
	Number int // from 1
	Score
	Faults []string
}

// Compare says what became of each page of a case.
func Compare(c Case, found []store.Table) []Result {
	out := make([]Result, len(c.Pages))
	for i, p := range c.Pages {
		var here []store.Table
		for _, f := range found {
			if f.Page == i+1 {
				here = append(here, f)
			}
		}
		out[i] = Result{Page: p, Number: i + 1}
		out[i].compare(here)
	}
	return out
}

func (r *Result) fault(format string, a ...any) {
	r.Faults = append(r.Faults, fmt.Sprintf(format, a...))
}

func (r *Result) compare(found []store.Table) {
	r.Pages = 1
	of, rest := matched(r.Page, found)
	for i, t := range r.Page.Tables {
		score, faults := judge(r.Page, t, of[i])
		if t.Or != nil {
			var other *match
			if of[i] != nil {
				other = locate(r.Page, *t.Or, of[i].found)
				other.align()
			}
			if s, f := judge(r.Page, *t.Or, other); s.Rows.Share()+s.Heads.Share() > score.Rows.Share()+score.Heads.Share() {
				score, faults = s, f
			}
		}
		r.Add(score)
		r.Faults = append(r.Faults, faults...)
	}
	for _, f := range rest {
		r.False++
		text := ""
		for _, row := range f.Rows[:min(len(f.Rows), 2)] {
			text += " / " + row.Label
			for _, c := range row.Cells {
				text += " | " + c.Text
			}
		}
		r.fault("false table %q (%d rows, %d columns, confidence %.2f)%s", f.Caption, len(f.Rows), len(f.Columns), f.Confidence, text)
	}
}

// judge scores one table; without a match it was missed.
func judge(p Page, t Table, m *match) (Score, []string) {
	r := Result{Page: p}
	figures := 0
	for _, row := range t.Rows {
		for _, c := range row.Cells {
			if c.Value != "" && !c.Spread {
				figures++
			}
		}
	}
	r.Tables.add(m != nil)
	if m == nil {
		r.Rows.All, r.Heads.All, r.Headed.All, r.Whole.All, r.Values.Missed = len(t.Rows), len(t.Columns), 1, 1, figures
		if figures > 0 {
			r.Units.All = 1
		}
		r.fault("missed: %q, %d rows, %d columns", t.Caption, len(t.Rows), len(t.Columns))
		return r.Score, r.Faults
	}
	heads := r.judgeHeads(m)
	r.judgeRows(m)
	r.judgeCells(m, heads)
	if figures > 0 {
		r.judgeUnits(m)
	}
	r.Headed.add(r.Heads.Right == r.Heads.All)
	r.Whole.add(r.Heads.Right == r.Heads.All && r.Rows.Right == r.Rows.All)
	if t.Caption != "" && !t.Continues {
		r.Captions.add(contains(m.found.Caption, t.Caption))
		if !contains(m.found.Caption, t.Caption) {
			r.fault("caption %q, found %q", t.Caption, m.found.Caption)
		}
	}
	if t.Stub != "" {
		r.Stubs.add(same(t.Stub, m.found.Stub))
	}
	if t.Continues != m.found.Continues {
		r.fault("continues: %v, found %v", t.Continues, m.found.Continues)
	}
	return r.Score, r.Faults
}

func contains(a, b string) bool {
	a, b = bare(a), bare(b)
	return a == b || a != "" && b != "" && (strings.Contains(a, b) || strings.Contains(b, a))
}

// judgeHeads tells which columns have all their heads.
func (r *Result) judgeHeads(m *match) []bool {
	found := map[int]int{}
	for f, t := range m.cols {
		found[t] = f
	}
	right := make([]bool, len(m.truth.Columns))
	for c, col := range m.truth.Columns {
		f, ok := found[c]
		heads := []string{"(no such column)"}
		if ok && f >= 0 && f < len(m.found.Columns) {
			heads = m.found.Columns[f].Heads
			if u := m.found.Columns[f].Units.Text; u != "" { // they may be told apart from the head
				u = strings.Trim(u, "()")
				col.Spare = append(slices.Clone(col.Spare), "("+u+")", u)
			}
		}
		right[c] = ok && sameHeads(col, heads)
		r.Heads.add(right[c])
		if !right[c] {
			r.fault("head of column %d: %q, found %q", c, col.Heads, heads)
		}
	}
	if extra := len(m.found.Columns) - len(m.truth.Columns); extra > 0 {
		r.Heads.All += extra
		r.fault("%d columns too many", extra)
	}
	return right
}

// sameHeads compares a column's heads, with or without what may be left out of them.
func sameHeads(col Column, found []string) bool {
	a, b := bare(strings.Join(col.Heads, "")), bare(strings.Join(found, ""))
	for _, s := range col.Spare {
		if a == b {
			return true
		}
		s = bare(s)
		a, b = strings.ReplaceAll(a, s, ""), strings.ReplaceAll(b, s, "")
	}
	return a == b
}

func (r *Result) judgeRows(m *match) {
	for i, row := range m.truth.Rows {
		why := m.wrong(i)
		r.Rows.add(why == "")
		if why != "" {
			r.fault("row %q: %s", row.Label, why)
		}
		if m.rows[i] < 0 {
			continue
		}
		f := m.found.Rows[m.rows[i]]
		if row.Total || f.Total {
			r.Sums.add(row.Total == f.Total)
		}
		if row.Total != f.Total {
			r.fault("%q is a sum: %v, found %v", row.Label, row.Total, f.Total)
		}
		if !row.Total {
			ok := slices.EqualFunc(row.Parents, f.Parents, same)
			r.Parents.add(ok)
			if !ok {
				r.fault("parents of %q: %q, found %q", row.Label, row.Parents, f.Parents)
			}
		}
		r.marks(row.Label, row.Notes, f.Notes)
	}
}

func (r *Result) marks(what string, truth, found []string) {
	if len(truth)+len(found) == 0 {
		return
	}
	marks := func(notes []string) string {
		return strings.Join(strings.FieldsFunc(strings.Join(notes, ","), func(r rune) bool { return strings.ContainsRune("()[], ", r) }), ",")
	}
	ok := marks(truth) == marks(found)
	r.Notes.add(ok)
	if !ok {
		r.fault("marks at %q: %q, found %q", what, truth, found)
	}
}

// wrong says what is wrong with a row; "" if nothing is.
func (m *match) wrong(i int) string {
	row := m.truth.Rows[i]
	if m.rows[i] < 0 {
		return "not found"
	}
	f := m.found.Rows[m.rows[i]]
	if !same(row.Label, f.Label) {
		return fmt.Sprintf("label %q", f.Label)
	}
	seen := map[int]bool{}
	for k, c := range row.Cells {
		at := m.at[i][k]
		if at.row < 0 {
			if c.None || c.Spread {
				continue
			}
			return fmt.Sprintf("%q isn't found", c.Text)
		}
		if c.Spread && at.row != m.rows[i] {
			continue
		}
		seen[at.cell] = true
		got := m.cell(at)
		switch {
		case at.row != m.rows[i]:
			return fmt.Sprintf("%q stands in row %q", c.Text, m.found.Rows[at.row].Label)
		case !sameCell(c, got):
			return fmt.Sprintf("%q is %q", c.Text, got.Text)
		case !m.under(c, got):
			return fmt.Sprintf("%q stands in column %d", c.Text, got.Column)
		}
	}
	for k, c := range f.Cells {
		if !seen[k] && c.Text != "" && !m.repeated(row, c) {
			return fmt.Sprintf("%q isn't one of its cells", c.Text)
		}
	}
	return ""
}

// repeated tells whether a cell is one of those that reach down into a row.
func (m *match) repeated(row Row, f store.Cell) bool {
	return slices.ContainsFunc(row.Cells, func(c Cell) bool { return c.Spread && sameCell(c, f) && m.under(c, f) })
}

// under tells whether a cell was found in the column it stands in, or one of those.
func (m *match) under(c Cell, f store.Cell) bool {
	at, known := m.cols[f.Column]
	return known && at >= c.Column && at < c.Column+max(c.Span, 1)
}

// equal compares figures, which may have a measure beside them that was multiplied in.
func equal(c Cell, f store.Cell) bool {
	if c.Free && (f.Value == "" || c.Value == "") {
		return true
	}
	a, okA := new(big.Rat).SetString(c.Value)
	b, okB := new(big.Rat).SetString(f.Value)
	if !okA || !okB {
		return c.Value == f.Value
	}
	if a.Cmp(b) == 0 {
		return true
	}
	ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(c.Own)), nil)
	return c.Own > 0 && f.Units.Exponent == 0 && a.Mul(a, new(big.Rat).SetInt(ten)).Cmp(b) == 0
}
