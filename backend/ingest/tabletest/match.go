package tabletest

import (
	"cmp"
	"slices"
	"strings"

	"lectern/backend/store"
)

// match is a table that was found beside the one that is there.
type match struct {
	truth Table
	found store.Table
	page  Page
	at    [][]place   // of each true cell, the found one that stands there
	rows  []int       // of each true row, the found one; -1 for none
	cols  map[int]int // of a found column, the true one
}

// place is where a cell was found: its row and its index in it. row is -1 if it wasn't.
type place struct{ row, cell int }

func (p Page) box(b store.Box) Box {
	r := b.Rect()
	return Box{r.X * p.Width, r.Y * p.Height, (r.X + r.W) * p.Width, (r.Y + r.H) * p.Height}
}

// locate finds the cells that stand where the true ones do.
func locate(p Page, truth Table, found store.Table) *match {
	m := &match{truth: truth, found: found, page: p, cols: map[int]int{}}
	for _, r := range truth.Rows {
		at := make([]place, len(r.Cells))
		for i, c := range r.Cells {
			at[i] = m.stands(c)
		}
		m.at = append(m.at, at)
	}
	return m
}

// stands finds the cell that covers most of a true one.
func (m *match) stands(c Cell) place {
	const most = .4 // of the smaller of the two
	best, share := place{row: -1}, most
	for i, r := range m.found.Rows {
		for k, f := range r.Cells {
			b := m.page.box(f.Box)
			if common := b.common(c.Box) / max(min(b.area(), c.Box.area()), 1e-9); common > share {
				best, share = place{i, k}, common
			}
		}
	}
	return best
}

func (m *match) cell(at place) store.Cell { return m.found.Rows[at.row].Cells[at.cell] }

// common is the share of the true cells that were found as they are written.
func (m *match) common() float64 {
	same, all := 0, 0
	for i, r := range m.truth.Rows {
		for k, c := range r.Cells {
			if c.Spread {
				continue
			}
			all++
			if at := m.at[i][k]; at.row >= 0 && sameCell(c, m.cell(at)) {
				same++
			}
		}
	}
	return float64(same) / float64(max(all, 1))
}

// over is how much of the two tables together is both's.
func (m *match) over() float64 {
	b := m.page.box(m.found.Box)
	common := b.common(m.truth.Box)
	return common / max(b.area()+m.truth.Box.area()-common, 1e-9)
}

// matched gives the tables of a page each the one that was found of it, and what is left of those.
func matched(p Page, found []store.Table) (of []*match, rest []store.Table) {
	const half = .5
	type pair struct {
		truth, found int
		m            *match
		score        float64
	}
	var pairs []pair
	for i, t := range p.Tables {
		for k, f := range found {
			m := locate(p, t, f)
			if c, o := m.common(), m.over(); c >= half || o > half {
				pairs = append(pairs, pair{i, k, m, 2*c + o})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.score, a.score) })
	of = make([]*match, len(p.Tables))
	taken := make([]bool, len(found))
	for _, x := range pairs {
		if of[x.truth] == nil && !taken[x.found] {
			of[x.truth], taken[x.found] = x.m, true
			x.m.align()
		}
	}
	for k, f := range found {
		if !taken[k] {
			rest = append(rest, f)
		}
	}
	return of, rest
}

// align finds which row is which, and which column.
func (m *match) align() {
	rows, cols := votes{}, votes{}
	for i, r := range m.truth.Rows {
		for k, c := range r.Cells {
			if at := m.at[i][k]; at.row >= 0 && !c.Spread {
				rows[[2]int{i, at.row}] += 2
				if c.Span == 0 {
					cols[[2]int{m.cell(at).Column, c.Column}]++
				}
			}
		}
		for k, f := range m.found.Rows {
			if rows[[2]int{i, k}] > 0 && same(r.Label, f.Label) {
				rows[[2]int{i, k}]++
			}
		}
	}
	m.rows = make([]int, len(m.truth.Rows))
	for i := range m.rows {
		m.rows[i] = -1
	}
	for a, b := range rows.elected() {
		m.rows[a] = b
	}
	m.cols = cols.elected()
	m.complete()
}

// complete finds the columns in which nothing stands, or nothing of their own, by those beside them.
func (m *match) complete() {
	at := make([]int, len(m.truth.Columns))
	for c := range at {
		at[c] = -1
	}
	for f, c := range m.cols {
		at[c] = f
	}
	before := -1
	for c := range at {
		if at[c] >= 0 {
			before = at[c]
			continue
		}
		after := len(m.found.Columns)
		for _, f := range at[c:] {
			if f >= 0 {
				after = f
				break
			}
		}
		if before+1 < after {
			before++
			at[c] = before
			m.cols[before] = c
		}
	}
}

// votes are for pairs; each side is elected once.
type votes map[[2]int]int

func (v votes) elected() map[int]int {
	var pairs [][2]int
	for p := range v {
		pairs = append(pairs, p)
	}
	slices.SortFunc(pairs, func(a, b [2]int) int {
		return cmp.Or(cmp.Compare(v[b], v[a]), cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	out, taken := map[int]int{}, map[int]bool{}
	for _, p := range pairs {
		if _, has := out[p[0]]; !has && !taken[p[1]] {
			out[p[0]], taken[p[1]] = p[1], true
		}
	}
	return out
}

// bare is a text without spaces, and without what is a matter of taste at its end.
func bare(s string) string {
	s = strings.Join(strings.Fields(s), "")
	return strings.TrimRight(s, ":.…")
}

func same(a, b string) bool { return bare(a) == bare(b) }

// sameCell compares a cell with one that was found, which may have its currency's sign or not.
func sameCell(c Cell, f store.Cell) bool {
	if same(c.Text, f.Text) {
		return true
	}
	unsigned := func(s string) string {
		for _, sign := range []string{"US$", "R$", "$", "€", "£", "₹", "¥", "CHF", "EUR"} {
			s = strings.Replace(s, sign, "", 1)
		}
		return bare(s)
	}
	return c.Value != "" && unsigned(c.Text) == unsigned(f.Text)
}
