package store

import "testing"

func TestUnitsInWords(t *testing.T) {
	for _, c := range []struct {
		units Units
		want  string
	}{
		{Units{}, ""},
		{Units{Text: "(Millions)", Exponent: 6}, "million"},
		{Units{Text: "in € thousand", Currency: "EUR", Exponent: 3}, "thousand €"},
		{Units{Text: "億円", Currency: "JPY", Exponent: 8}, "hundred million ¥"},
		{Units{Text: "%", Percent: true}, "%"},
		{Units{Text: "[tonnes]"}, "tonnes"},
		{Units{Text: "(in millions, except per share amounts)", Currency: "USD", Exponent: 6}, "in millions, except per share amounts"},
		{Units{Text: "(US$) (millions)"}, "(US$) (millions)"},
	} {
		if got := c.units.String(); got != c.want {
			t.Errorf("%+v: %q, not %q", c.units, got, c.want)
		}
	}
}
