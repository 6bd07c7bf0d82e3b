package text

import (
	"strings"
	"unicode"
)

// Names are words that look like names: capitalised and not the first, where not every noun is; written in katakana, or
// with the dot that parts the names of foreigners in Chinese and Japanese.
func Names(s string) (out []string) {
	first, before := true, ""
	for _, w := range strings.Fields(s) {
		w = strings.Trim(w, `.,;:!?()[]"“”„'’`)
		capital := len(w) > 1 && unicode.IsUpper([]rune(w)[0])
		if capital && !first && (before != "" || Language(s) != "de") {
			out = append(out, w)
		}
		first, before = false, ""
		if capital {
			before = w
		}
	}
	if strings.ContainsAny(s, "·・") {
		out = append(out, "·")
	}
	for _, run := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.Is(unicode.Katakana, r) && r != 'ー' }) {
		if len(run) > 2*len("ア") {
			out = append(out, run)
		}
	}
	return out
}
