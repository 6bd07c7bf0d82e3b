package analyst

import (
	"strings"
	"testing"

	"lectern/backend/facts"
)

func of(id, value, period string, more ...func(*facts.Metric)) facts.Metric {
	m := facts.Metric{ID: id, Label: "Revenue", Value: value, Period: period, Currency: "USD", Exponent: 6}
	for _, f := range more {
		f(&m)
	}
	return m
}

func unit(u string) func(*facts.Metric) {
	return func(m *facts.Metric) { m.Unit, m.Currency, m.Exponent = u, "", 0 }
}
func scaled(n int) func(*facts.Metric) { return func(m *facts.Metric) { m.Exponent = n } }

func TestWhatACalculationRestsOnIsKnownThroughOthers(t *testing.T) {
	a := Analysis{Calculations: []facts.Calculation{
		{ID: "c1", Operands: []string{"m1", "m2"}}, {ID: "c2", Operands: []string{"m3", "m4"}}, {ID: "c3", Operands: []string{"c1", "c2"}},
	}}
	if got := strings.Join(restsOn(a, a.Calculations[2]), " "); got != "m1 m2 m3 m4" {
		t.Error(got)
	}
}
