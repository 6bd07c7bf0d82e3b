package main

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
)

// form is how an amount is written.
type form struct {
	power  int  // of the scale word; 0: none
	places int  // behind the point; -1: all there are
	cut    bool // the digits behind are cut off and not rounded
	code   bool // the currency stands as its code
}

// spelling is what may be wrong about a figure besides its value.
type spelling struct {
	currency string
	points   bool // percentage points
	power    int  // added to the power of the scale word
	change   func(digits string) string
}

// forms that an amount may be written in, by language.
func forms(f *fact, dice *rand.Rand) form {
	if f.percent {
		return form{places: -1}
	}
	all := []form{{power: f.power, places: -1}, {power: f.power, places: -1, code: true}}
	switch {
	case f.power == 0:
		all = append(all, form{places: -1})
	case f.power == 3:
		all = append(all, form{power: 6, places: 1}, form{power: 6, places: 2}, form{power: 0, places: -1})
	default:
		all = append(all, form{power: 9, places: 2}, form{power: 9, places: 1}, form{power: 0, places: -1}, form{power: 6, places: 0})
	}
	if f.language == "ja" && f.power > 0 {
		all = []form{{power: 8, places: 0}, {power: 8, places: 1}, {power: 6, places: -1}, {power: 0, places: -1}}
		if f.power == 8 {
			all = []form{{power: 8, places: -1}, {power: 12, places: 1}}
		}
	}
	return all[dice.IntN(len(all))]
}

// amount writes a value; ok is false if too little of it would be left.
func amount(f *fact, value string, w form, s spelling, language string) (string, bool) {
	v := new(big.Rat).Mul(rat(strings.TrimPrefix(value, "-")), tenTo(f.power-w.power))
	if f.percent {
		v = rat(strings.TrimPrefix(value, "-"))
	}
	places := w.places
	_, fraction, _ := strings.Cut(value, ".")
	exact := max(0, len(fraction)-f.power+w.power)
	if f.percent {
		exact = len(fraction)
	}
	if places < 0 || places > exact {
		places = exact
	}
	if places > 5 {
		return "", false
	}
	digits := fixed(v, places, w.cut)
	if w.cut && digits == fixed(new(big.Rat).Sub(v, tenTo(-9)), places, false) { // nothing to cut, or a tie, which goes either way
		return "", false
	}
	if len(strings.Trim(digits, "0.")) < 2 {
		return "", false
	}
	if s.change != nil {
		changed := s.change(digits)
		if changed == "" || changed == digits {
			return "", false
		}
		digits = changed
	}
	group, point := ",", "."
	if language == "de" {
		group, point = ".", ","
	}
	out := grouped(digits, group, point)
	minus := ""
	if strings.HasPrefix(value, "-") {
		minus = "-"
	}
	return minus + unit(f, out, w, s, language), true
}

func unit(f *fact, digits string, w form, s spelling, language string) string {
	scale := scaleName(w.power+s.power, language)
	currency := s.currency
	switch {
	case f.percent && s.points:
		return digits + map[string]string{"en": " percentage points", "de": " Prozentpunkte", "ja": "ポイント"}[language]
	case f.percent && language == "de":
		return digits + " %"
	case f.percent && language == "ja":
		return digits + "％"
	case f.percent:
		return digits + "%"
	}
	if scale != "" && language != "ja" {
		scale = " " + scale
	}
	symbol := map[string]string{"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}[currency]
	switch {
	case language == "ja":
		return digits + scale + map[string]string{"USD": "ドル", "EUR": "ユーロ", "GBP": "ポンド", "JPY": "円", "": ""}[currency]
	case currency == "" || symbol == "":
		return strings.TrimSpace(digits + scale + " " + currency)
	case language == "de":
		return digits + scale + " " + map[bool]string{true: currency, false: symbol}[w.code || symbol == "$"]
	case w.code:
		return currency + " " + digits + scale
	}
	return symbol + digits + scale
}

func scaleName(power int, language string) string {
	switch language {
	case "de":
		return map[int]string{3: "Tsd.", 6: "Mio.", 9: "Mrd.", 12: "Billionen"}[power]
	case "ja":
		return map[int]string{3: "千", 4: "万", 6: "百万", 8: "億", 9: "十億", 11: "千億", 12: "兆"}[power]
	}
	return map[int]string{3: "thousand", 5: "lakh", 6: "million", 7: "crore", 9: "billion", 12: "trillion"}[power]
}

func tenTo(n int) *big.Rat {
	v := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(n, -n))), nil)
	if n < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), v)
	}
	return new(big.Rat).SetInt(v)
}

// fixed writes a number with so many places, rounded half up or cut.
func fixed(v *big.Rat, places int, cut bool) string {
	n := new(big.Rat).Mul(v, tenTo(places))
	if !cut {
		n.Add(n, big.NewRat(1, 2))
	}
	whole := new(big.Int).Div(n.Num(), n.Denom()).String()
	if places == 0 {
		return whole
	}
	whole = strings.Repeat("0", max(0, places+1-len(whole))) + whole
	return whole[:len(whole)-places] + "." + whole[len(whole)-places:]
}

// plain are sentences about one figure: {L} its label, {V} the figure, {Y} its year, {W} that of the year {Z}.
var plain = map[string][]string{
	"en": {"{L} was {V} in {Y}.", "In {Y}, {L} came to {V}.", "{L} for {Y} amounted to {V}.", "The company reported {L} of {V} for {Y}.", "{L} stood at {V} at the end of {Y}.", "{L} was {V} in {Y}, compared with {W} in {Z}.",
		"{L} ({Z}: {W}) reached {V} in {Y}.", "In {Y}, {L} totaled {V}, after {W} the year before.", "Between {Z} and {Y}, {L} went from {W} to {V}.", "The report gives {V} as {L} for fiscal {Y}."},
	"de": {"{L} lag {Y} bei {V}.", "Im Jahr {Y} betrug der Posten {L} {V}.", "{L}: {V} im Geschäftsjahr {Y} ({Z}: {W}).", "Für {Y} weist der Bericht unter {L} {V} aus.", "{L} belief sich {Y} auf {V}, nach {W} im Vorjahr."},
	"ja": {"{Y}年の{L}は{V}でした。", "{L}は{Y}年３月期に{V}となりました。", "{Z}年は{W}だった{L}は、{Y}年に{V}となりました。", "{Y}年３月期の{L}は{V}です。"},
}

// paired are sentences about two rows: {M} and {U} are the other's label and figure.
var paired = map[string][]string{
	"en": {"In {Y}, {L} came to {V}, while {M} was {U}.", "{L} of {V} compares with {M} of {U} in {Y}.", "For {Y} the page lists {V} of {L} and {U} of {M}.", "{L} was {V} and {M} was {U} (FY{Y}).", "{L} and {M} were {V} and {U}, respectively, in {Y}."},
	"de": {"{Y} lag {L} bei {V} und {M} bei {U}.", "Im Jahr {Y} betrug {L} {V}, {M} dagegen {U}."},
	"ja": {"{Y}年の{L}は{V}、{M}は{U}でした。"},
}

// statement is a text with a figure that is looked at.
type statement struct {
	kind     string
	text     string
	question string
	start    int // bytes of the figure
	end      int
	fact     *fact
	row      [2]string // the figure and the label that are handed over
	wants    string    // kind of finding
	shown    string    // the true figure, as the statement would write it
}

// said fills a sentence.
func said(pattern string, values map[string]string) (text string, start, end int) {
	for _, key := range []string{"{L}", "{M}", "{U}", "{Y}", "{Z}", "{W}"} {
		pattern = strings.ReplaceAll(pattern, key, values[key])
	}
	start = strings.Index(pattern, "{V}")
	v := values["{V}"]
	return strings.Replace(pattern, "{V}", v, 1), start, start + len(v)
}

func when(p point, language string) string {
	if p.long != "" && language == "en" {
		return "the " + p.long + " of " + strconv.Itoa(p.year)
	}
	return strconv.Itoa(p.year)
}
