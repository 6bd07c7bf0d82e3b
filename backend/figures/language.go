package figures

import (
	"strings"
	"unicode"
)

const (
	germanWords  = " der die das und von dem den ist für mit im auf nicht eine ein beträgt betrug betrugen wurde sich zum zur tausend tsd mio millionen mrd milliarden prozent jahr "
	englishWords = " the of and to is was for are were by with that a it thousand thousands million millions billion billions percent "
)

// Language guesses whether a text is English (en), German (de), Japanese (ja) or Chinese (zh), by its script and its
// commonest words; "" if nothing tells.
func Language(text string) string {
	const enough = 6000 // bytes
	text = text[:min(len(text), enough)]
	kana, han := 0, 0
	for _, r := range text {
		switch {
		case r >= 'ぁ' && r <= 'ヺ':
			kana++
		case r > unicode.MaxLatin1 && unicode.Is(unicode.Han, r):
			han++
		}
	}
	const few = 8
	switch {
	case kana > 0 && kana*few >= han:
		return "ja"
	case han > few:
		return "zh"
	}
	german, english := 0, 0
	for w := range strings.FieldsSeq(strings.ToLower(text)) {
		w = " " + strings.Trim(w, ".,;:()") + " "
		if strings.Contains(germanWords, w) {
			german++
		}
		if strings.Contains(englishWords, w) {
			english++
		}
	}
	switch {
	case german > english:
		return "de"
	case english > german:
		return "en"
	}
	return ""
}
