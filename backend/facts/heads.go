package facts

import (
	"slices"
	"strings"

	"lectern/backend/decimal"
	"lectern/backend/store"
	"lectern/backend/text"
)

// shareHeads takes the terms that stand over all of several columns apart: they say what the table is of.
func (t *table) shareHeads() {
	var with []int // columns that have figures
	for i := range t.columns {
		if slices.ContainsFunc(t.part.Rows, func(r store.Row) bool {
			return slices.ContainsFunc(r.Cells, func(c store.Cell) bool { return c.Column == i && c.Value != "" })
		}) {
			with = append(with, i)
		}
	}
	if len(with) < 2 {
		return
	}
	for _, term := range slices.Clone(t.columns[with[0]].head) {
		if slices.ContainsFunc(with, func(i int) bool { return !slices.Contains(t.columns[i].head, term) }) {
			continue
		}
		for _, i := range with {
			c := &t.columns[i]
			c.head = slices.DeleteFunc(c.head, func(t string) bool { return t == term })
			c.over = append(c.over, term)
		}
	}
}

// dateInner gives the inner columns of a statement, in which what the outer ones sum stands, the times of the outer ones:
// each stands without a head to the left of one that has a time.
func (t *table) dateInner() {
	inner := 0
	for i, c := range t.columns {
		if len(c.Period.Years) == 0 {
			continue
		}
		if i == 0 || !t.columns[i-1].headless() {
			return
		}
		inner++
	}
	if inner < 2 {
		return
	}
	for i := range t.columns[:len(t.columns)-1] {
		if t.columns[i].headless() && len(t.columns[i+1].Period.Years) > 0 {
			t.columns[i].Period = t.columns[i+1].Period
		}
	}
}

func (c column) headless() bool {
	return len(c.Period.Years) == 0 && strings.TrimSpace(strings.Join(c.heads, "")) == ""
}

// nameParts gives rows of a table the name of the sum that closes them, where it is one: the sum of three or more rows, none
// of which is negative.
func (t *table) nameParts() {
	const least = 3
	begin := 0
	for i, r := range t.rows {
		stored := t.part.Rows[r.at]
		if i-begin < least || len(r.cells) == 0 || len(r.label) == 0 || !t.sums(t.rows[begin:i], r) {
			if len(r.cells) > 0 && len(r.label) > 0 && r.label[0] == "total" || len(r.cells) == 0 && len(stored.Parents) == 0 {
				begin = i + 1
			}
			continue
		}
		for _, part := range t.rows[begin:i] {
			if part.group == nil {
				part.group = slices.DeleteFunc(slices.Clone(r.label), func(t string) bool { return t == "total" })
				part.groupItems = itemsIn(part.group)
			}
		}
		begin = i + 1
	}
}

// sums tells whether a row is the sum of others in each of its columns that hold amounts.
func (t *table) sums(parts []*row, total *row) bool {
	columns := 0
	for _, f := range total.cells {
		if f.unit.Name == text.Percent || len(f.period.Years) == 0 && t.dated() {
			continue
		}
		sum := decimal.New(0, 0)
		for _, p := range parts {
			for _, c := range p.cells {
				if c.column != f.column {
					continue
				}
				v, err := sum.Add(c.value)
				if err != nil || c.value.Sign() < 0 {
					return false
				}
				sum = v
			}
		}
		if sum.Cmp(f.value) != 0 || sum.Sign() == 0 {
			return false
		}
		columns++
	}
	return columns > 0
}

// has tells whether a column is of a year.
func (t *table) has(year int) bool {
	return slices.ContainsFunc(t.columns, func(c column) bool { return slices.Contains(c.Period.Years, year) })
}

// quarterly tells whether a table's columns end three months after one another, and say nothing of how long they last.
func (t *table) quarterly() bool {
	const least, quarter = 3, 3
	n := 0
	for i, c := range t.columns {
		if i > 0 && c.Period.End > 0 && t.columns[i-1].Period.End > 0 {
			if apart := (c.Period.End - t.columns[i-1].Period.End + 12) % 12; apart == quarter || apart == 12-quarter {
				n++
			}
		}
	}
	return n+1 >= least
}

// dated tells whether several columns have a time, by which those without one are of none.
func (t *table) dated() bool {
	var years []int
	for _, c := range t.columns {
		if len(c.Period.Years) > 0 && !slices.Contains(years, c.Period.Years[0]) {
			years = append(years, c.Period.Years[0])
		}
	}
	return len(years) > 1
}
