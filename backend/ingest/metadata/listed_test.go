package metadata

import (
	"slices"
	"testing"
)

// A cover may tell neither what a company's shares are traded under nor what people call it.
func TestListedCompaniesHaveTheirSymbolsAndOtherNames(t *testing.T) {
	symbols, others := Listed("COCACOLA", "The Coca-Cola Company")
	if !slices.Equal(symbols, []string{"KO"}) || !slices.Equal(others, []string{"Coke"}) {
		t.Errorf("%q %q", symbols, others)
	}
	if symbols, others := Listed("Muster Maschinenbau AG"); symbols != nil || others != nil {
		t.Errorf("a company that no exchange lists: %q %q", symbols, others)
	}
	_, s := shelf(t)
	for question, want := range map[string]string{"MMM net sales 2018": "3M", "what did MSFT earn": "Microsoft"} {
		got := ""
		if found := Named(question, s.Companies(nil)); len(found) > 0 {
			got = found[0].Name
		}
		if got != want {
			t.Errorf("%s: %q", question, got)
		}
	}
}
