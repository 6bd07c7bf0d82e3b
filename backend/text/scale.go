package text

import (
	"slices"
	"strings"
)

// scaleNames are the words for powers of ten as they stand in lines that say what figures are counted in, in small letters.
// Behind a number fewer of them count, see scaleWords: "5 m" is a length.
var scaleNames = []struct {
	exponent int
	words    string
	wide     string // of scripts without blanks
}{
	{3, "thousand thousands '000 ’000 '000s 000s 000 tausend tsd k milliers miles mila", "千"},
	{6, "million millions millionen mio mn mm m mln millones milioni", "百万 百萬"},
	{9, "billion billions milliarden milliarde mrd bn b milliards miliardi", "十億 十亿"},
	{12, "trillion trillions tn billionen", "兆 万億 万亿 萬億"},
	{5, "lakh lakhs lac lacs", ""}, {7, "crore crores cr", "千万 千萬"},
	{4, "", "万 萬"}, {8, "", "億 亿"}, {10, "", "百億 百亿"}, {11, "", "千億 千亿"},
}

// ScaleOf is the power of ten that a word stands for in a line that says what figures are counted in; 0 if it is none.
func ScaleOf(word string) (exponent int) {
	word = strings.ToLower(strings.TrimRight(word, "."))
	for _, s := range scaleNames {
		if slices.Contains(strings.Fields(s.words), word) {
			return s.exponent
		}
	}
	return 0
}

// Unit is what figures are counted in.
type Unit struct {
	Exponent int    // a power of ten
	Currency string // see CurrencySign
}

// UnitOf reads a word of a line that says what figures are counted in: a scale, a currency, or both written as one
// ("$m", "TEUR", "€'000", "MCHF"); the zero Unit if it is none.
func UnitOf(word string) Unit {
	if u := (Unit{ScaleOf(word), CurrencyOf(word)}); u != (Unit{}) {
		return u
	}
	upper := strings.ToUpper(word)
	if code, n := CurrencySign(upper); n > 0 { // "$m", "eurm"
		if exponent := ScaleOf(upper[n:]); exponent > 0 {
			return Unit{exponent, code}
		}
	}
	if len(word) < len("t€") {
		return Unit{}
	}
	exponent := map[byte]int{'T': 3, 'K': 3, 'M': 6}[upper[0]]
	if code, n := CurrencySign(upper[1:]); exponent > 0 && n > 0 && n == len(upper)-1 { // "TEUR"
		return Unit{exponent, code}
	}
	return Unit{}
}

// WideUnit reads the scale, the currency or both that a Chinese or Japanese text begins with, and gives their length in
// bytes: 百万円, 亿, 元; 0 if it begins with none.
func WideUnit(s string) (u Unit, length int) {
	for _, n := range scaleNames {
		for w := range strings.FieldsSeq(n.wide) {
			if strings.HasPrefix(s, w) && len(w) > length {
				u.Exponent, length = n.exponent, len(w)
			}
		}
	}
	rest, taken := s[length:], 0
	for _, c := range currencies {
		for w := range strings.FieldsSeq(c.words) {
			if w[0] >= 0x80 && strings.HasPrefix(rest, w) && len(w) > taken {
				u.Currency, taken = c.code, len(w)
			}
		}
	}
	return u, length + taken
}

// scaleBehind are words behind a number, which mean the same in all languages.
var scaleBehind = map[int]string{3: " thousand", 6: " million", 9: " bn", 12: " tn", 5: " lakh", 7: " crore", 4: "万", 8: "億", 10: "百億", 11: "千億"}

// ScaleBehind is what stands behind a number that is to be read at a power of ten; "" for 0.
func ScaleBehind(exponent int) string { return scaleBehind[exponent] }
