package text

import (
	"strings"
	"unicode"
)

// Names are words that look like names: capitalised and not the first, unless something is the first one's, where not every
// noun is; written in katakana, or with the dot that parts the names of foreigners in Chinese and Japanese.
func Names(s string) (out []string) {
	first, before := true, ""
	for _, w := range strings.Fields(s) {
		w = strings.Trim(w, `.,;:!?()[]"“”„'’`)
		capital := len(w) > 1 && unicode.IsUpper([]rune(w)[0])
		if capital && !first && (before != "" || Language(s) != "de") {
			out = append(out, w)
		}
		if owner, of := possessor(w); of && first && capital {
			out = append(out, owner)
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

// possessor is the word that something is said to belong to: Boeing in "Boeing's".
func possessor(w string) (owner string, of bool) {
	for _, end := range []string{"'s", "’s"} {
		if owner, of = strings.CutSuffix(w, end); of {
			lower := strings.ToLower(owner)
			return owner, !Frequent(lower) && !FunctionWords("en")[lower]
		}
	}
	return "", false
}
