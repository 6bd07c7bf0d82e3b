package text

import (
	"math"
	"strings"

	"lectern/backend/decimal"
)

// Reading is a number as it may be meant: its value without a sign, and the power of ten of the last digit that was
// written. 1.20 million is 1200000 to 4.
type Reading struct {
	Value decimal.Decimal
	Last  int
}

// Shift is the reading times 10^power.
func (r Reading) Shift(power int) Reading { return Reading{r.Value.Shift(power), r.Last + power} }

// Half is half of what its last digit counts: so far a rounded number may be from what it was.
func (r Reading) Half() float64 { return math.Pow10(r.Last) / 2 }

// readings reads digits with marks between them; none if it is no number (1.2.3), two, the likelier first, if only the
// language would tell and it isn't known.
func readings(s, language string) []Reading {
	const longest = 80 // bytes, twice what a number has at most
	if len(s) > longest {
		return nil
	}
	if strings.Contains(s, "'") { // Switzerland's mark, and a thin blank: never before decimals
		whole, decimals, _ := strings.Cut(strings.Replace(s, ",", ".", 1), ".")
		if !grouped(whole, "'") {
			return nil
		}
		return one(strings.TrimSuffix(strings.ReplaceAll(whole, "'", "")+"."+decimals, "."))
	}
	point, comma := strings.Count(s, "."), strings.Count(s, ",")
	switch {
	case point+comma == 0:
		return one(s)
	case point > 0 && comma > 0 && strings.LastIndexByte(s, '.') > strings.LastIndexByte(s, ','), point == 0 && comma > 1:
		return parted(s, ",", ".")
	case point > 0 && comma > 0, point > 1:
		return parted(s, ".", ",")
	}
	mark := ","
	if point == 1 {
		mark = "."
	}
	decimals := one(strings.Replace(s, mark, ".", 1))
	if !grouped(s, mark) {
		return decimals
	}
	groups := one(strings.Replace(s, mark, "", 1))
	switch {
	case language == "" && mark == ",":
		return append(groups, decimals...)
	case language == "":
		return append(decimals, groups...)
	case DecimalComma(language) == (mark == "."):
		return groups
	}
	return decimals
}

// parted reads a number with one mark between groups, and perhaps another before its decimals.
func parted(s, mark, point string) []Reading {
	whole, _, _ := strings.Cut(s, point)
	if strings.Count(s, point) > 1 || !grouped(whole, mark) {
		return nil
	}
	return one(strings.Replace(strings.ReplaceAll(s, mark, ""), point, ".", 1))
}

// grouped tells whether a mark stands where thousands are parted, or lakhs and crores before them.
func grouped(s, mark string) bool {
	groups := strings.Split(s, mark)
	if len(groups) > 1 && (groups[0] == "" || len(groups[0]) > 3 || groups[0][0] == '0') {
		return false
	}
	for i, g := range groups[1:] {
		if len(g) != 3 && (len(g) != 2 || i == len(groups)-2) {
			return false
		}
	}
	return true
}

func one(s string) []Reading {
	d, err := decimal.Parse(s)
	if err != nil {
		return nil
	}
	return []Reading{{d, d.Exponent()}}
}
