package text

import (
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
)

// Stem is what the forms of a word in small letters have in common, by the Snowball algorithm of its language (ISO 639-1;
// https://snowballstem.org), in Arabic by a lighter one: "running" and "runs" give "run". It need be no word. A word of another language, and one of
// which nothing would be left, stays as it is.
func Stem(word, language string) string {
	var stem func(*snowballstem.Env) bool
	switch language {
	case "en":
		stem = english.Stem
	case "de":
		stem = german.Stem
	case "fr":
		stem = french.Stem
	case "es":
		stem = spanish.Stem
	case "it":
		stem = italian.Stem
	case "pt":
		stem = portuguese.Stem
	case "nl":
		stem = dutch.Stem
	case "ru":
		word, stem = strings.ReplaceAll(word, "ё", "е"), russian.Stem
	case "ar":
		return arabicStem(word)
	default:
		return word
	}
	env := snowballstem.NewEnv(word)
	if stem(env); env.Current() == "" {
		return word
	}
	if stemmed := env.Current(); language == "nl" { // huizen and huis, bedrijven and bedrijf
		for voiced, final := range map[string]string{"v": "f", "z": "s"} {
			if before, ok := strings.CutSuffix(stemmed, voiced); ok {
				return before + final
			}
		}
	}
	return env.Current()
}
