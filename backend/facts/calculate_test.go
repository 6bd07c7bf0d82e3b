package facts

import (
	"strings"
	"testing"

	"lectern/backend/messages"
	"lectern/backend/store"
)

func of(id, value, period string, more ...func(*Metric)) Metric {
	m := Metric{ID: id, Label: "Revenue", Period: period, Figure: OfCell(store.Operand{Value: shifted(value, 6), Unit: "USD", Scale: 6})}
	for _, f := range more {
		f(&m)
	}
	return m
}

// unit counts a figure by itself in a unit.
func unit(u string) func(*Metric) {
	return func(m *Metric) {
		m.Figure.Unit, m.Figure.Value, m.Figure.Scale = u, shifted(m.Figure.Value, -m.Figure.Scale), 0
	}
}

func scaled(n int) func(*Metric) {
	return func(m *Metric) { m.Figure.Value, m.Figure.Scale = shifted(m.Figure.Value, n-m.Figure.Scale), n }
}

func TestCalculationsAreExact(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		operation, operands string
		metrics             []Metric
		result, unit        string
		scale               int
		formula, err        string
	}{
		"growth":             {"growth", "m1 m2", []Metric{of("m1", "1261.60", "2021"), of("m2", "1577.00", "2022")}, "25", "%", 0, `\times 100 = 25\ \%`, ""},
		"falling":            {"growth", "m1 m2", []Metric{of("m1", "3", "2021"), of("m2", "2", "2022")}, "-33.33333333333333333333333333333333", "%", 0, `\approx -33.33\ \%`, ""},
		"difference":         {"difference", "m2 m1", []Metric{of("m1", "0.10", "2021"), of("m2", "0.30", "2022")}, "200000", "USD", 6, `0.3 - 0.1 = 0.2\ \text{million}\ \text{USD}`, ""},
		"of percentages":     {"difference", "m2 m1", []Metric{of("m1", "12.5", "2021", unit("%")), of("m2", "10.00", "2022", unit("%"))}, "-2.5", "pp", 0, `10 - 12.5 = -2.5\ \text{pp}`, ""},
		"scales differ":      {"difference", "m1 m2", []Metric{of("m1", "1.5", "", scaled(9)), of("m2", "500", "")}, "1000000000", "USD", 6, `1{,}500 - 500`, ""},
		"ratio":              {"ratio", "m1 m2", []Metric{of("m1", "10", ""), of("m2", "4", "", unit("employees"))}, "2500000", "x", 0, `\times`, ""},
		"share":              {"share", "m1 m2", []Metric{of("m1", "1", ""), of("m2", "8", "")}, "12.5", "%", 0, `= 12.5\ \%`, ""},
		"cagr":               {"cagr", "m1 m2", []Metric{of("m1", "100", "2020"), of("m2", "121", "FY2022")}, "10", "%", 0, `1/2`, ""},
		"sum":                {"sum", "m1 m2 m3", []Metric{of("m1", "1577.00", ""), of("m2", "-0.10", ""), of("m3", "2", "")}, "1578900000", "USD", 6, `1{,}577 + (-0.1) + 2 = 1{,}578.9`, ""},
		"average":            {"average", "m1 m2 m3", []Metric{of("m1", "1", ""), of("m2", "2", ""), of("m3", "2", "")}, "1666666.666666666666666666666666667", "USD", 6, `\approx 1.67`, ""},
		"by zero":            {"share", "m1 m2", []Metric{of("m1", "1", ""), of("m2", "0.00", "")}, "", "", 0, "", "“R&D” can't be worked out: it would divide by m2, which is zero."},
		"ratio by zero":      {"ratio", "m1 m2", []Metric{of("m1", "1", ""), of("m2", "0", "")}, "", "", 0, "", "which is zero"},
		"from zero":          {"growth", "m1 m2", []Metric{of("m1", "0", "2021"), of("m2", "2", "2022")}, "", "", 0, "", "two amounts above zero"},
		"an outflow grows":   {"growth", "m1 m2", []Metric{of("m1", "-1250", "2021"), of("m2", "-1500", "2022")}, "20", "%", 0, `\frac{-1{,}500 - (-1{,}250)}{-1{,}250}`, ""},
		"loss to profit":     {"growth", "m1 m2", []Metric{of("m1", "-1", "2021"), of("m2", "2", "2022")}, "", "", 0, "", "two amounts above zero"},
		"growth backwards":   {"growth", "m1 m2", []Metric{of("m1", "1", "2022"), of("m2", "2", "2021")}, "", "", 0, "", "m2 is of 2021, which is before 2022"},
		"from a loss":        {"cagr", "m1 m2", []Metric{of("m1", "-1", "2021"), of("m2", "2", "2022")}, "", "", 0, "", "must be positive"},
		"no years":           {"cagr", "m1 m2", []Metric{of("m1", "1", ""), of("m2", "2", "2022")}, "", "", 0, "", "years of its figures aren't known"},
		"backwards":          {"cagr", "m1 m2", []Metric{of("m1", "1", "2022"), of("m2", "2", "2021")}, "", "", 0, "", "2021 is not after 2022"},
		"apples and pears":   {"sum", "m1 m2", []Metric{of("m1", "1", ""), of("m2", "2", "", unit("%"))}, "", "", 0, "", "is in"},
		"currencies":         {"growth", "m1 m2", []Metric{of("m1", "1", ""), of("m2", "2", "", func(m *Metric) { m.Figure.Unit = "EUR" })}, "", "", 0, "", "USD and m2 in EUR"},
		"too few":            {"growth", "m1", []Metric{of("m1", "1", "")}, "", "", 0, "", "takes an earlier and a later"},
		"unknown":            {"growth", "m1 m9", []Metric{of("m1", "1", "")}, "", "", 0, "", "needs was not found"},
		"unknown operation":  {"median", "m1 m1", []Metric{of("m1", "1", "")}, "", "", 0, "", "no such operation"},
		"flagged":            {"sum", "m1 m2", []Metric{of("m1", "1", ""), of("m2", "1", "", func(m *Metric) { m.Flag("it is wrong") })}, "", "", 0, "", "m2 can't be relied on, as it is wrong"},
		"no number":          {"sum", "m1 m2", []Metric{of("m1", "NaN", ""), of("m2", "Infinity", "")}, "", "", 0, "", "needs was not found"},
		"a product":          {"product", "m1 m2", []Metric{of("m1", "50", ""), of("m2", "10", "", unit("%"))}, "5000000", "USD", 6, `50 \times 10\% = 5\ \text{million}\ \text{USD}`, ""},
		"days of a year":     {"product", "365 m1", []Metric{of("m1", "0.1", "", unit("x"))}, "36.5", "days", 0, `365 \times 0.1 = 36.5`, ""},
		"money times money":  {"product", "m1 m2", []Metric{of("m1", "50", ""), of("m2", "10", "")}, "", "", 0, "", "another factor has one"},
		"the greatest":       {"max", "m1 m2", []Metric{of("m1", "50", "2021"), of("m2", "60", "2022")}, "60000000", "USD", 6, "", ""},
		"the least":          {"min", "m1 m2", []Metric{of("m1", "50", "2021"), of("m2", "60", "2022")}, "50000000", "USD", 6, "", ""},
		"in order":           {"rank", "m1 m2", []Metric{of("m1", "50", "2021"), of("m2", "60", "2022")}, "60000000", "USD", 6, "", ""},
		"a gap":              {"sum", "m1 m2", []Metric{of("m1", "50", "2021"), of("m2", "60", "2022", func(m *Metric) { m.Figure = nil })}, "", "", 0, "", "no figure for m2"},
		"a share grows":      {"growth", "m1 m2", []Metric{of("m1", "5", "2021", unit("%")), of("m2", "6", "2022", unit("%"))}, "", "", 0, "", "is a share already"},
		"itself":             {"sum", "c1 m1", []Metric{of("m1", "1", "")}, "", "", 0, "", "needs was not found"},
		"dollars of no land": {"sum", "m1 m2", []Metric{of("m1", "1", ""), of("m2", "2", "", func(m *Metric) { m.Figure.Unit = "$" })}, "3000000", "USD", 6, "", ""},
	} {
		cs := []Calculation{{ID: "c1", Label: "R&D", Operation: c.operation, Operands: strings.Fields(c.operands)}}
		got := Calculate(messages.In("en"), c.metrics, cs, 2)[0]
		if got.Value != c.result || got.Unit != c.unit || got.Scale != c.scale || !strings.Contains(got.Formula, c.formula) || !strings.Contains(got.Error, c.err) || (got.Error == "") != (c.err == "") {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestACalculationMayUseThoseBeforeIt(t *testing.T) {
	t.Parallel()
	metrics := []Metric{of("m1", "20", "2022"), of("m2", "100", "2022"), of("m3", "10", "2021"), of("m4", "100", "2021")}
	cs := []Calculation{
		{ID: "c1", Operation: "share", Operands: []string{"m1", "m2"}}, {ID: "c2", Operation: "share", Operands: []string{"m3", "m4"}},
		{ID: "c3", Operation: "difference", Operands: []string{"c1", "c2"}}}
	out := Calculate(messages.In("en"), metrics, cs, 2)
	if out[2].Value != "10" || out[2].Unit != "pp" {
		t.Errorf("%+v", out[2])
	}
}

func TestFiguresAreWrittenForPeople(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value          string
		scale          int
		unit, currency string
		language, want string
	}{
		{"1577.00", 6, "", "USD", "en", "1,577.00 million USD"}, {"1577.00", 6, "", "EUR", "de", "1.577,00 Mio. EUR"}, {"1577.00", 6, "", "JPY", "ja", "1,577.00百万JPY"},
		{"1577.00", 6, "", "USD", "fr", "1\u202f577,00 millions USD"}, {"1577.00", 6, "", "USD", "es", "1.577,00 millones USD"}, {"1577.00", 6, "", "USD", "zh", "1,577.00百万USD"},
		{"-12.5", 0, "%", "", "fr", "−12,5 %"}, {"-12.5", 0, "%", "", "zh", "−12.5%"}, {"-12.5", 0, "%", "", "en", "−12.5%"}, {"-12.5", 0, "%", "", "de", "−12,5 %"}, {"5000", 0, "employees", "", "en", "5,000 employees"},
		{"2", 8, "", "JPY", "de", "200.000.000 JPY"}, {"2.50", 0, "", "USD", "en", "2.50 USD"}, {"2", 0, "x", "", "en", "2x"},
	} {
		if got := FormatFigure(c.value, c.scale, c.unit, c.currency, c.language); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}
