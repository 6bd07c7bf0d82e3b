package facts

import (
	"fmt"
	"slices"
	"strings"

	"lectern/backend/decimal"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/text"
)

// ScaleName is the word for a power of ten.
func ScaleName(scale int, language string) string {
	const most = 12 // a trillion
	if scale < 1 || scale > most {
		return ""
	}
	return messages.In(language).Text(fmt.Sprint("scale.", scale))
}

// FormatFigure writes a number for people: grouped, with its scale word, unit and currency.
func FormatFigure(value string, scale int, unit, currency, language string) string {
	if ScaleName(scale, language) == "" && scale != 0 {
		if d, err := decimal.Parse(value); err == nil {
			value, scale = d.Shift(scale).String(), 0
		}
	}
	number := group(value, ",", ".")
	switch {
	case language == "fr":
		number = group(value, "\u202f", ",") // a thin blank that no line breaks at
	case text.DecimalComma(language):
		number = group(value, ".", ",")
	}
	if strings.HasPrefix(number, "-") {
		number = "−" + number[1:]
	}
	word := ScaleName(scale, language)
	switch {
	case unit == "%" && text.DecimalComma(language):
		return number + " %"
	case unit == "%" || unit == "x":
		return number + unit
	case language == "ja" || language == "zh":
		return strings.TrimSpace(number + word + strings.TrimSpace(currency+" "+unit))
	}
	parts := slices.DeleteFunc([]string{number, word, currency, unit}, func(p string) bool { return p == "" })
	return strings.Join(parts, " ")
}

// Told is how a figure is told: in English with the sign of its currency before it.
func Told(f *store.Figure, language string) string {
	sign := ahead[f.Unit]
	if language != "en" || sign == "" {
		return FormatFigure(f.Asked, f.Scale, f.Unit, "", language)
	}
	number := FormatFigure(f.Asked, f.Scale, "", "", language)
	if digits, negative := strings.CutPrefix(number, "−"); negative {
		return "−" + sign + digits
	}
	return sign + number
}

// asPrinted is a number with the zeros at its end that it has in print: 2.90 for "$ 2.90". Two at most, as three part thousands.
func asPrinted(number, printed string) string {
	digits := strings.TrimPrefix(number, "-")
	printed = strings.TrimFunc(printed, func(r rune) bool { return r < '0' || r > '9' })
	if !strings.Contains(digits, ".") {
		digits, number = digits+".", number+"."
	}
	for _, zeros := range []string{"0", "00"} {
		if with := digits + zeros; printed == group(with, ",", ".") || printed == group(with, ".", ",") || printed == group(with, " ", ",") {
			return number + zeros
		}
	}
	return strings.TrimSuffix(number, ".")
}

// Variants tells what other definitions of a figure give; "" if there are none.
func Variants(f *store.Figure, say messages.Messages) string {
	if len(f.Variants) == 0 {
		return ""
	}
	var all []string
	for _, v := range f.Variants {
		all = append(all, Told(&store.Figure{Asked: v, Scale: f.Scale, Unit: f.Unit}, say.Language()))
	}
	return say.Text("chat.figure-variants", messages.Args{"list": strings.Join(all, say.Text("words.next"))})
}

// ahead are currencies whose sign English writes before the number.
var ahead = map[string]string{"USD": "$", "$": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}

// group parts the thousands of a plain number.
func group(s, mark, point string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	digits, places, fraction := strings.Cut(s, ".")
	var b strings.Builder
	for i, r := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString(mark)
		}
		b.WriteRune(r)
	}
	if fraction {
		return sign + b.String() + point + places
	}
	return sign + b.String()
}

// Shown is a metric's figure for people; a dash for a gap.
func (m Metric) Shown(language string) string {
	if m.Figure == nil {
		return "–"
	}
	return Told(m.Figure, language)
}

// Shown is a calculation's result for people, rounded.
func (c Calculation) Shown(places int, language string) string {
	d, err := decimal.Parse(c.Value)
	if err != nil {
		return ""
	}
	return Told(&store.Figure{Asked: d.Shift(-c.Scale).Round(places).Short(), Scale: c.Scale, Unit: c.Unit}, language)
}
