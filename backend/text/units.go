package text

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Units of figures other than currencies, which are those of ISO 4217, or "$" for a dollar of no said country.
const (
	Percent = "%"
	Points  = "pp" // percentage points
	Times   = "x"
	Dollars = "$"
)

// scaleWord is a word behind a number that multiplies it by a power of ten.
type scaleWord struct {
	pattern *regexp.Regexp
	scale   int
}

func scaled(pattern string, scale int) scaleWord {
	return scaleWord{regexp.MustCompile(`^(?:` + pattern + `)`), scale}
}

const billionWord = 9

// scaleWords in the order in which they are tried.
var scaleWords = []scaleWord{
	scaled(`[\s-]{0,3}(?i:mil(?:es de)? millones|millardos?)\b`, 9),
	scaled(`[\s-]{0,3}(?i:thousands?|tausend|tsd\b\.?|milliers?\b)`, 3),
	scaled(`[\s-]{0,3}(?i:millionen|millions?|millones|millón|mio\b\.?|mill\.|mn\b)|MM\b`, 6),
	scaled(`[\s-]{0,3}(?i:milliarden?|milliards?|mrd\b\.?|mds?\b\.?|bn\b)`, 9),
	scaled(`[\s-]{0,3}(?i:billionen|billones|bio\.)`, 12),
	scaled(`[\s-]{0,3}(?i:billions?\b)`, billionWord),
	scaled(`[\s-]{0,3}(?i:trillions?|tn\b)`, 12),
	scaled(`[\s-]{0,3}(?i:lakhs?|lacs?)\b`, 5), scaled(`[\s-]{0,3}(?i:crores?|cr)\b`, 7),
	scaled(` ?千[万萬]`, 7), scaled(` ?百[万萬]`, 6), scaled(` ?十[億亿]`, 9), scaled(` ?百[億亿]`, 10), scaled(` ?千[億亿]`, 11), scaled(` ?[万萬][億亿]`, 12), scaled(` ?兆`, 12),
	scaled(` ?[億亿]`, 8), scaled(` ?[万萬]`, 4), scaled(` ?千(?:[^克米瓦]|$)`, 3),
}

// ownScales are words that are scales in one language, and something else in others: miles, the billion of a million millions.
var ownScales = map[string][]scaleWord{
	"de": {scaled(`[\s-]{0,3}(?i:billion\b)`, 12)},
	"fr": {scaled(`[\s-]{0,3}(?i:billions?\b)`, 12), scaled(`[\s-]{0,3}(?i:mille\b)`, 3)},
	"es": {scaled(`[\s-]{0,3}(?i:billón\b)`, 12), scaled(`[\s-]{0,3}(?i:mil\b|miles\b)`, 3)},
}

// letters are scale words after an amount of money only: 3M is a company, 5m a length.
var letters = regexp.MustCompile(`^[kKmMbB]\b`)

// ScaleWord reads the scale word that a text in a language begins with, and its length.
func ScaleWord(s, language string, money bool) (scale, taken int) {
	if r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, " -\n")); !unicode.IsLetter(r) {
		return 0, 0
	}
	if money && letters.MatchString(s) {
		return map[byte]int{'k': 3, 'm': 6, 'b': 9}[s[0]|0x20], 1
	}
	for _, w := range append(scaleWords[:1:1], append(ownScales[language], scaleWords[1:]...)...) {
		m := w.pattern.FindString(s)
		if m == "" {
			continue
		}
		if i := strings.Index(m, "千"); i >= 0 && w.scale == 3 {
			m = m[:i+len("千")]
		}
		return w.scale, len(m)
	}
	return 0, 0
}

// unitWord says what is counted, or at least that something is.
type unitWord struct {
	pattern *regexp.Regexp
	unit    string
}

// unitWords in the order in which they are tried.
var unitWords = sync.OnceValue(func() []unitWord {
	out := []unitWord{
		{regexp.MustCompile(`^(?:[ -]?(?i:percentage[ -]points?|percent points?|ppts?\b|pp\b|pts\b|prozentpunkten?|points de pourcentage\b|puntos? porcentual(?:es)?\b|%-punkten?)| ?% ?-?(?:points?|pts)\b|ポイント|[个個]?百分点)`), Points},
		{regexp.MustCompile(`^(?:[ -]?(?i:basis points?|bps?\b|basispunkten?|points? de base\b|puntos? (?:básicos?|base)\b)|ベーシスポイント|个?基点)`), "bp"},
		{regexp.MustCompile(`^(?: ?%|[ -]?(?i:percent|per cent|prozent|pour cent|por ciento)\b|パーセント)`), Percent},
	}
	for _, c := range currencies {
		if c.code != "" {
			out = append(out, unitWord{c.behind(), c.code})
		}
	}
	return append(out,
		unitWord{regexp.MustCompile(`^(?: ?[x×](?:\b|$)| (?i:times|fois|veces)\b|倍|-?fach\b)`), Times},
		unitWord{regexp.MustCompile(`^(?i: ?(?:km|kg|cm|mm|ml|m²|kwh|mwh|gwh|twh|mw|gw|gb|mb|tb|ms)\b)`), "measure"})
})

// signOfNext stands behind a currency's sign that belongs to the figure after it.
var signOfNext = regexp.MustCompile(`^ ?[-(]?\d`)

// UnitWord reads the unit that a text behind a number begins with, and its length in bytes; "" if there is none.
func UnitWord(s string) (unit string, taken int) {
	if r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, " -")); !unicode.IsLetter(r) && !unicode.Is(unicode.Sc, r) && r != '%' && r != '×' {
		return "", 0
	}
	for _, w := range unitWords() {
		m := w.pattern.FindString(s)
		if (strings.HasSuffix(m, "$") || strings.HasSuffix(m, "¥")) && signOfNext.MatchString(s[len(m):]) {
			continue
		}
		if m != "" {
			return w.unit, len(m)
		}
	}
	return "", 0
}

// IsMoney tells whether a unit is a currency.
func IsMoney(unit string) bool {
	switch unit {
	case "", Percent, Points, Times:
		return false
	}
	return true
}

// SameMoney compares currencies; a dollar whose country isn't said is any, and ¥ is yen or yuan.
func SameMoney(a, b string) bool {
	if a == b {
		return true
	}
	for range 2 {
		switch {
		case a == Dollars && strings.HasSuffix(b, "D"), a == "¥" && (b == "JPY" || b == "CNY"):
			return true
		}
		a, b = b, a
	}
	return false
}

var (
	roundly  = regexp.MustCompile(`(?i)(?:\b(?:about|around|approximately|approx\.|roughly|some|circa|ca\.|rund|etwa|ungefähr|environ|près de|quelque|unos|unas|aproximadamente|cerca de|alrededor de)|[~≈約约]|大约|大概|およそ|ほぼ) ?\(?$`)
	exceeds  = regexp.MustCompile(`(?i)(?:\b(?:over|more than|above|exceeding|exceeded|at least|über|mehr als|mindestens|plus de|au moins|supérieure? à|más de|al menos|superior a)|超过|超過|至少|[>≥]) ?\(?$`)
	almost   = regexp.MustCompile(`(?i)(?:\b(?:nearly|almost|less than|under|below|just under|up to|fast|knapp|unter|weniger als|bis zu|moins de|presque|menos de|casi|hasta)|不到|将近|接近|[<≤近]) ?\(?$`)
	perShare = regexp.MustCompile(`(?i)^[^\d\n.;]{0,24}?(?:\bper (?:[a-z]+ )?share|\ba share\b|je aktie|pro aktie|par action\b|por acción)|^(?:每股|/株)`)
)
