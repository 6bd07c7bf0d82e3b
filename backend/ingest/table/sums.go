package table

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

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
		var all, totals apd.Decimal
		terms := 0
		for i := at - 1; i >= max(0, at-farthest); i-- {
			above := t.Rows[i]
			k := slices.IndexFunc(above.Cells, func(x store.Cell) bool { return x.Column == c.Column })
			if k < 0 {
				continue
			}
			v, ok := number(above.Cells[k])
			if above.Cells[k].None {
				v, ok = &apd.Decimal{}, true
			}
			if !ok {
				continue
			}
			_, _ = exactly.Add(&all, &all, v)
			terms++
			if above.Total {
				_, _ = exactly.Add(&totals, &totals, v)
				if terms > 1 && near(&totals, want, c.Value) && !totals.IsZero() {
					right++
					break
				}
			}
			if terms > 1 && near(&all, want, c.Value) && !all.IsZero() {
				right++
				break
			}
		}
	}
	return n, right
}

func number(c store.Cell) (*apd.Decimal, bool) {
	if c.Value == "" {
		return nil, false
	}
	d, _, err := apd.NewFromString(c.Value)
	return d, err == nil && d.Form == apd.Finite
}

// exactly is how sums are made: with more digits than any figure has.
var exactly = apd.BaseContext.WithPrecision(40)

// near tells whether a sum is what is written, but for the rounding of its last digit.
func near(sum, want *apd.Decimal, text string) bool {
	var off apd.Decimal
	_, err := exactly.Sub(&off, sum, want)
	off.Abs(&off)
	return err == nil && off.Cmp(apd.New(1, want.Exponent)) <= 0
}
