package analyst

import (
	"strings"
	"testing"

	"lectern/backend/facts"
	"lectern/backend/store"
)

func of(id, value, period string, more ...func(*facts.Metric)) facts.Metric {
	f := facts.OfCell(store.Operand{Value: value + "000000", Unit: "USD", Scale: 6})
	if whole, fraction, ok := strings.Cut(value, "."); ok {
		f = facts.OfCell(store.Operand{Value: whole + fraction + strings.Repeat("0", 6-len(fraction)), Unit: "USD", Scale: 6})
	}
	m := facts.Metric{ID: id, Label: "Revenue", Period: period, Figure: f, Flags: []string{}}
	for _, f := range more {
		f(&m)
	}
	return m
}

func unit(u string) func(*facts.Metric) {
	return func(m *facts.Metric) { m.Figure.Unit, m.Figure.Scale = u, 0 }
}

func TestWhatACalculationRestsOnIsKnownThroughOthers(t *testing.T) {
	a := Analysis{Calculations: []facts.Calculation{
		{ID: "c1", Operands: []string{"m1", "m2"}}, {ID: "c2", Operands: []string{"m3", "m4"}}, {ID: "c3", Operands: []string{"c1", "c2"}},
	}}
	if got := strings.Join(a.restsOn(a.Calculations[2]), " "); got != "m1 m2 m3 m4" {
		t.Error(got)
	}
}
