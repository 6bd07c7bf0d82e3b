package facts

import (
	"slices"
	"strings"

	"lectern/backend/decimal"
)

// node is a part of a formula.
type node struct {
	op    string // "+", "-", "*", "/", "root"; "" for a leaf
	parts []*node

	number decimal.Decimal // of a constant
	fixed  bool            // it is one
	match  *match          // of a figure
	value  decimal.Decimal // in base units, with the sign that counts
	none   bool            // a figure that no row has, and that counts as 0
}

func constant(n int64) *node {
	return &node{fixed: true, number: decimal.New(n, 0)}
}

func join(op string, parts ...*node) *node { return &node{op: op, parts: parts} }

// failure is why a formula can't be worked out. Nobody is told: the question is then declined.
type failure string

func (f failure) Error() string { return string(f) }

const (
	errNoRow      = failure("row")
	errUnreadable = failure("formula")
)

// work computes a formula exactly.
func (n *node) work() (decimal.Decimal, error) {
	switch {
	case n.fixed:
		return n.number, nil
	case n.op == "", n.op == "root":
		return n.value, nil
	}
	out, err := n.parts[0].work()
	for _, p := range n.parts[1:] {
		if err != nil {
			return out, err
		}
		var v decimal.Decimal
		if v, err = p.work(); err != nil {
			return out, err
		}
		out, err = n.apply(out, v)
	}
	return out, err
}

func (n *node) apply(a, b decimal.Decimal) (decimal.Decimal, error) {
	switch n.op {
	case "+":
		return a.Add(b)
	case "-":
		return a.Sub(b)
	case "*":
		out, err := a.Mul(b)
		if err != nil { // a product of quotients
			return out, err
		}
		return out.Settled(), nil
	case "/":
		return a.Quo(b)
	}
	return a, errNoRow
}

// leaves are the figures of a formula, from left to right.
func (n *node) leaves() (out []*node) {
	if n.match != nil {
		return []*node{n}
	}
	for _, p := range n.parts {
		out = append(out, p.leaves()...)
	}
	return out
}

// countsTwice tells whether a sum counts something twice: one of its rows is called by the other's name, too, as "Total cash
// and short-term investments" by both of its parts.
func (n *node) countsTwice() bool {
	if slices.ContainsFunc(n.parts, (*node).countsTwice) {
		return true
	}
	if n.op != "+" {
		return false
	}
	leaves := n.leaves()
	for _, a := range leaves {
		for _, b := range leaves {
			of, in := strings.ToLower(a.match.row.written), strings.ToLower(b.match.called())
			if a != b && a.match.figure == b.match.figure { // one cell for two names
				return true
			}
			if a.match.row != b.match.row && of != in && (strings.Contains(in, " and "+of) || strings.HasPrefix(in, "total ") && strings.Contains(in, of)) {
				return true
			}
		}
	}
	return false
}

// called is what its row is called: by its parents, if its label says nothing, or nothing but a time.
func (m *match) called() string {
	if parents := m.table.part.Rows[m.row.at].Parents; (m.row.timed || m.row.written == "") && len(parents) > 0 {
		return parents[len(parents)-1]
	}
	return m.row.written
}

// latex writes a formula for people.
func (n *node) latex() string {
	switch {
	case n.fixed:
		return n.number.Short()
	case n.none:
		return "0"
	case n.op == "":
		return grouped3(asPrinted(n.value.Shift(-n.match.power()).Short(), n.match.figure.cell.Text))
	case n.op == "root":
		return `\sqrt[` + n.number.Short() + `]{\frac{` + n.parts[0].latex() + "}{" + n.parts[1].latex() + "}}"
	case n.op == "/":
		return `\frac{` + n.parts[0].latex() + "}{" + n.parts[1].latex() + "}"
	}
	sign := map[string]string{"+": " + ", "-": " - ", "*": ` \times `}[n.op]
	var out []string
	for i, p := range n.parts {
		s := p.latex()
		if (n.op == "*" && (p.op == "+" || p.op == "-")) || (n.op == "-" && i > 0 && (p.op == "+" || p.op == "-")) || strings.HasPrefix(s, "-") && i > 0 {
			s = `\left(` + s + `\right)`
		}
		out = append(out, s)
	}
	return strings.Join(out, sign)
}

func grouped3(s string) string { return strings.ReplaceAll(group(s, ",", "."), ",", "{,}") }

// power is the power of ten that a cell's figure is counted in.
func (f *figure) power() int { return f.unit.Powers[0] }
