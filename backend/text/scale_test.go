package text

import "testing"

func TestUnitsOfLines(t *testing.T) {
	for word, want := range map[string]Unit{
		"thousands": {3, ""}, "Mio.": {6, ""}, "TEUR": {3, "EUR"}, "t€": {3, "EUR"}, "$m": {6, Dollars}, "US$m": {6, "USD"}, "€'000": {3, "EUR"}, "£000": {3, "GBP"},
		"EURm": {6, "EUR"}, "MDKK": {6, "DKK"}, "€bn": {9, "EUR"}, "dollars": {0, Dollars}, "CHF": {0, "CHF"}, "Rs": {0, "INR"}, "francs": {0, "CHF"},
		"metre": {}, "t": {}, "the": {}, "": {}, "mark": {},
	} {
		if got := UnitOf(word); got != want {
			t.Errorf("%q: %+v, not %+v", word, got, want)
		}
	}
	for s, want := range map[string]Unit{"百万円で": {6, "JPY"}, "亿元": {8, "CNY"}, "千美元": {3, "USD"}, "万": {4, ""}, "円": {0, "JPY"}, "人民币": {0, "CNY"}, "株": {}} {
		if got, n := WideUnit(s); got != want || (n == 0) != (want == Unit{}) {
			t.Errorf("%s: %+v, %d bytes", s, got, n)
		}
	}
}

func TestCurrenciesOfLines(t *testing.T) {
	for line, want := range map[string]string{
		"(in millions of U.S. dollars)": "USD", "in thousands of dollars": Dollars, "€ million": "EUR", "单位：人民币百万元": "CNY", "単位：百万円": "JPY", "in CHF": "CHF",
		"Rs. in crore": "INR", "the pound": "GBP", "number of employees": "", "hours": "",
	} {
		if got := CurrencyIn(line); got != want {
			t.Errorf("%q: %q, not %q", line, got, want)
		}
	}
	for s, want := range map[string]string{"US$5": "USD", "$5": Dollars, "HK$5": "HKD", "NOK 5": "NOK", "5": ""} {
		if got, _ := CurrencySign(s); got != want {
			t.Errorf("%q: %q, not %q", s, got, want)
		}
	}
}
