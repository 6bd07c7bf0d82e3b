package text

import (
	"slices"
	"strings"
	"unicode/utf8"

	"lectern/backend/decimal"
)

// WrittenLike writes a number, without its sign, as another one is written in a text: with its marks between thousands and
// before decimals. decimals is how many of them the other has. It is "" where the other isn't plain digits with marks.
func WrittenLike(d decimal.Decimal, other string, decimals int, language string) string {
	thousands, point, ok := marksOf(other, decimals, language)
	if !ok {
		return ""
	}
	whole, part, _ := strings.Cut(d.Abs().String(), ".")
	const group = 3
	for at := len(whole) - group; at > 0 && thousands != ""; at -= group {
		whole = whole[:at] + thousands + whole[at:]
	}
	if part == "" {
		return whole
	}
	return whole + point + part
}

// marksOf are the marks that a number is written with; what it doesn't show is as its language has it.
func marksOf(s string, decimals int, language string) (thousands, point string, ok bool) {
	var marks []string
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
		case strings.ContainsRune(".,'’\u00a0\u202f\u2009", r):
			marks = append(marks, string(r))
		default:
			return "", "", false
		}
	}
	point = "."
	if DecimalComma(language) {
		point = ","
	}
	if decimals > 0 && len(marks) > 0 {
		point, marks = marks[len(marks)-1], marks[:len(marks)-1]
	}
	if len(marks) > 0 {
		if thousands = marks[0]; thousands == point {
			point = other(thousands)
		}
		return thousands, point, slices.Max(marks) == slices.Min(marks)
	}
	if whole := utf8.RuneCountInString(s) - decimals; whole <= len("999.") { // else it parts no thousands
		thousands = other(point)
	}
	if decimals == 0 && len(s) > len("999") {
		thousands = ""
	}
	return thousands, point, true
}

// other is the one of two marks.
func other(mark string) string {
	if mark == "," {
		return "."
	}
	return ","
}

// scaleFamilies are words for the powers of ten 3, 6, 9 and 12 that go together.
var scaleFamilies = [][]string{
	{"thousand", "million", "billion", "trillion"}, {"Tausend", "Millionen", "Milliarden", "Billionen"},
	{"milliers", "millions", "milliards", "billions"}, {"miles", "millones", "miles de millones", "billones"}, {"Tsd.", "Mio.", "Mrd.", "Bio."}, {"k", "m", "b"}, {"K", "M", "B"},
}

// ScaleLike is the word for another power of ten that goes with one; "" where none does.
func ScaleLike(word string, exponent int) string {
	for _, family := range scaleFamilies {
		if at := exponent/3 - 1; exponent%3 == 0 && at >= 0 && at < len(family) && slices.Contains(family, word) {
			return family[at]
		}
	}
	return ""
}
