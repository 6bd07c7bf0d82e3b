package text

import "testing"

func TestHeadings(t *testing.T) {
	for line, want := range map[string]bool{
		"CONSOLIDATED BALANCE SHEET":              true,
		"Notes to Consolidated Statements":        true,
		"Item 7. Management’s Discussion":         true,
		"Ergebnis je Aktie":                       true,
		"the company and its subsidiaries":        false,
		"Net Income":                              true,
		"Net Sales $ 32,765 $ 31,657":             false,
		"Years Ended December 31, 2018 and 2017":  true,
		"Table of Contents":                       false,
		"Cash":                                    false,
		"12,345 678":                              false,
		"New York, Chicago, Boston,":              false,
		"This is a sentence of the Company’s own": false,
	} {
		if LooksLikeHeading(line) != want {
			t.Errorf("heading(%q) = %v", line, !want)
		}
	}
}
