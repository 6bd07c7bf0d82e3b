package table

import (
	"slices"
	"strings"

	"lectern/backend/decimal"
	"lectern/backend/store"
)

// sums marks the rows that are the sum of those above them, back to the last sum or heading, in every column that is
// filled.
func (t *found) sums() {
	for i := range t.Rows {
		r := &t.Rows[i]
		if len(r.Cells) == 0 || i < 2 {
			continue
		}
		if n, right := t.adds(i); n > 0 && right == n && (n > 1 || total.MatchString(r.Label) || !byChance(*r)) {
			r.Total = true
			t.closes(i)
		}
	}
}

// byChance tells whether the only figure of a row is a small whole number, which can be a sum by chance.
func byChance(r store.Row) bool {
	const small = 3 // digits
	for _, c := range r.Cells {
		if c.Value != "" && (len(c.Value) > small || strings.Contains(c.Value, ".")) {
			return false
		}
	}
	return true
}

// closes takes from a sum the parents that are rows with figures of their own: it is the sum of them, not a part.
func (t *found) closes(at int) {
	r := &t.Rows[at]
	for n := len(r.Parents); n > 0; n-- {
		last := r.Parents[n-1]
		k := at - 1
		for k >= 0 && strings.TrimRight(t.Rows[k].Label, ":： ") != last {
			k--
		}
		if k < 0 || len(t.Rows[k].Cells) == 0 {
			return
		}
		r.Parents = slices.Clone(r.Parents[:n-1])
	}
}

// adds counts the cells of a row that could be a sum, and those that are one: of the rows above it as far as they add up
// at once, or of the sums among them.
func (t *found) adds(at int) (n, right int) {
	const farthest = 40 // rows
	for _, c := range t.Rows[at].Cells {
		want, ok := number(c)
		if !ok || c.Units.Percent {
			continue
		}
		n++
		all, totals := decimal.New(0, 0), decimal.New(0, 0)
		terms := 0
		for i := at - 1; i >= max(0, at-farthest); i-- {
			above := t.Rows[i]
			k := slices.IndexFunc(above.Cells, func(x store.Cell) bool { return x.Column == c.Column })
			if k < 0 {
				continue
			}
			v, ok := number(above.Cells[k])
			if above.Cells[k].None {
				v, ok = decimal.New(0, 0), true
			}
			if !ok {
				continue
			}
			all = plus(all, v)
			terms++
			if above.Total {
				totals = plus(totals, v)
				if terms > 1 && near(totals, want) && totals.Sign() != 0 {
					right++
					break
				}
			}
			if terms > 1 && near(all, want) && all.Sign() != 0 {
				right++
				break
			}
		}
	}
	return n, right
}

func number(c store.Cell) (decimal.Decimal, bool) {
	d, err := decimal.Parse(c.Value)
	return d, err == nil
}

// plus is a + b; a sum with more digits than any figure has adds nothing more.
func plus(a, b decimal.Decimal) decimal.Decimal {
	if sum, err := a.Add(b); err == nil {
		return sum
	}
	return a
}

// near tells whether a sum is what is written, but for the rounding of its last digit.
func near(sum, want decimal.Decimal) bool {
	return sum.Distance(want).Cmp(decimal.New(1, want.Exponent())) <= 0
}
