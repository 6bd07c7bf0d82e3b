package table

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"lectern/backend/store"
	"lectern/backend/text"
)

// unitsOf finds in a text what figures are counted in, see text.CountedIn.
func unitsOf(line string) (u store.Units, only, ok bool) {
	c, only, ok := text.CountedIn(line)
	return units(c), only, ok
}

func units(c text.Counted) store.Units {
	return store.Units{Text: c.Text, Exponent: c.Exponent, Currency: usual(c.Currency), Percent: c.Percent}
}

// headUnits finds what a column's figures are counted in, in its heads: in brackets, in a part that says nothing else, or
// behind a comma.
func headUnits(heads []string) store.Units {
	for i := len(heads) - 1; i >= 0; i-- {
		if c, ok := text.CountedInHead(heads[i]); ok {
			u := units(c)
			u.From = store.UnitsColumn
			return u
		}
		for _, m := range text.InBrackets.FindAllStringSubmatch(heads[i], -1) {
			if money, _, each := strings.Cut(m[1], "/"); each { // "EUR/year"
				if u, _, ok := unitsOf(money); ok {
					u.Text, u.From = m[1], store.UnitsColumn
					return u
				}
				return store.Units{Text: m[1], From: store.UnitsColumn}
			}
			if measure(m[1]) {
				return store.Units{Text: m[1], From: store.UnitsColumn}
			}
		}
	}
	return store.Units{}
}

// measure tells whether a text names what is neither money nor a share: MW, kg, years.
func measure(t string) bool {
	switch strings.ToLower(t) {
	case "years", "hours", "days", "months", "employees", "units", "shares", "number", "jahre", "tage", "stück", "mitarbeiter", "人", "株", "件", "年", "日", "台", "个", "户":
		return true
	}
	first, _, _ := strings.Cut(t, "/")
	for _, m := range measures {
		if first == m && m != "x" {
			return true
		}
	}
	return first == "m" || first == "V" || first == "A" || first == "W" || first == "m²" || first == "m³" || first == "l" || first == "ha"
}

// everywhere finds a sentence that says once what all of a document's tables are counted in.
var everywhere = regexp.MustCompile(`(?i)\b(all|amounts|figures|alle|sämtliche|beträge|zahlen|angaben)\b.{0,80}\b(unless|otherwise|sofern|soweit|wenn nicht|thereafter)\b|\ball (figures|amounts|values)( are)?( stated| shown)? in\b|\balle (angaben|beträge|werte)( sind)? in\b|特に(記載|断り)|除特别|除非另有`)

// sayEverywhere are words one of which stands in each such sentence: looking for them is quicker.
var sayEverywhere = []string{"unless", "otherwise", "sofern", "soweit", "wenn nicht", "thereafter", "all figures", "all amounts", "all values", "alle angaben", "alle beträge", "alle werte", "特に", "除特别", "除非另有"}

// declared reads such a sentence.
func declared(line string) (store.Units, bool) {
	low := strings.ToLower(line)
	if !slices.ContainsFunc(sayEverywhere, func(words string) bool { return strings.Contains(low, words) }) || !everywhere.MatchString(line) {
		return store.Units{}, false
	}
	var u store.Units
	for token := range strings.FieldsFuncSeq(low, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:/()", r) }) {
		found, known := text.CountedWord(strings.TrimRight(token, "."))
		if known && !found.Percent {
			u.Exponent = max(u.Exponent, found.Exponent)
			if found.Currency != "" {
				u.Currency = usual(found.Currency)
			}
		}
	}
	for at := range line {
		if found, _ := text.WideUnit(line[at:]); u.Exponent == 0 && found.Exponent > 0 {
			u.Exponent, u.Currency = found.Exponent, usual(found.Currency)
		}
	}
	return u, u.Exponent > 0
}
