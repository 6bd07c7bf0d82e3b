package facts

import (
	"fmt"
	"strconv"
	"strings"

	"lectern/backend/decimal"
	"lectern/backend/store"
)

// expression writes a formula over its figures by their numbers, for spreadsheets and to work it out again; "" where it can't
// be written with the four operations. kind is that of the result: one in percent is a hundred times as much.
func (n *node) expression(kind string) string {
	number := 0
	out, ok := n.written(&number, false)
	switch {
	case !ok:
		return ""
	case kind == kindPercent:
		return "100 * " + bracketed(out)
	}
	return out
}

func (n *node) written(number *int, inner bool) (string, bool) {
	switch {
	case n.fixed:
		return n.number.Short(), true
	case n.none:
		return "0", true
	case n.match != nil:
		*number++
		name := fmt.Sprint("c", *number)
		if n.value.Cmp(n.match.base()) != 0 { // it counts with the other sign
			return "(0 - " + name + ")", true
		}
		return name, true
	case n.op == "" || n.op == "root":
		return "", false
	}
	parts := make([]string, len(n.parts))
	for i, p := range n.parts {
		var ok bool
		if parts[i], ok = p.written(number, true); !ok {
			return "", false
		}
	}
	out := strings.Join(parts, " "+n.op+" ")
	if inner {
		out = "(" + out + ")"
	}
	return out, true
}

func bracketed(s string) string {
	if strings.Contains(s, " ") {
		return "(" + s + ")"
	}
	return s
}

// Recomputed works a figure out again from its cells' values; false if it comes to something else. A figure that can't be
// written as an expression, such as one with a root, is taken as it is.
func Recomputed(f *store.Figure) bool {
	value, err := decimal.Parse(f.Value)
	if err != nil || len(f.Cells) == 0 {
		return false
	}
	if f.Formula == "" {
		read, err := decimal.Parse(f.Cells[0].Value)
		return err == nil && read.Abs().Cmp(value.Abs()) == 0 // what was spent is told without its sign
	}
	if f.Expression == "" {
		return true
	}
	p := parser{tokens: (&question{}).lex(f.Expression)}
	p.figure = func(words string, _ []when, _ rune) (*node, error) {
		n, err := strconv.Atoi(strings.TrimPrefix(words, "c"))
		if err != nil || n < 1 || n > len(f.Cells) {
			return nil, errUnreadable
		}
		v, err := decimal.Parse(f.Cells[n-1].Value)
		return &node{value: v}, err
	}
	n, err := p.formula()
	if err != nil {
		return false
	}
	again, err := n.work()
	const digits = -20 // quotients are rounded in another order
	return err == nil && again.Distance(value).Cmp(value.Abs().Shift(digits)) <= 0
}
