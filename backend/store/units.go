package store

import (
	"cmp"
	"regexp"
	"strings"
)

var scales = map[int]string{
	2: "hundred", 3: "thousand", 4: "ten thousand", 5: "lakh", 6: "million", 7: "crore", 8: "hundred million", 9: "billion",
	10: "ten billion", 11: "hundred billion", 12: "trillion",
}

// symbols are those of currencies by ISO 4217; the others go by their codes.
var symbols = map[string]string{"USD": "US-$", "EUR": "€", "GBP": "£", "JPY": "¥"}

// exceptions are words after which units don't hold for every figure.
var exceptions = regexp.MustCompile(`(?i)\b(except|unless|other than|excluding|ausgenommen|sofern|soweit|sauf|excepto|salvo|tranne)\b|außer|除`)

// String is units in short: "million US-$", "%". What isn't known to hold for every figure, or has no such words, is as
// it is written.
func (u Units) String() string {
	switch {
	case exceptions.MatchString(u.Text):
		return u.Written()
	case u.Percent:
		return "%"
	}
	return cmp.Or(strings.TrimSpace(scales[u.Exponent]+" "+Symbol(u.Currency)), u.Written())
}

// Symbol is how a currency is written, by its code of ISO 4217.
func Symbol(code string) string { return cmp.Or(symbols[code], code) }

// Written is how the units are written, in one line without the brackets around them.
func (u Units) Written() string {
	s := inLine(u.Text)
	for _, pair := range [][2]string{{"(", ")"}, {"[", "]"}, {"（", "）"}} {
		inner, opens := strings.CutPrefix(s, pair[0])
		inner, closes := strings.CutSuffix(inner, pair[1])
		if opens && closes && !strings.Contains(inner, pair[0]) {
			return strings.TrimSpace(inner)
		}
	}
	return s
}
