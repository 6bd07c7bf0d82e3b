package text

import (
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
)

// Stem is what the forms of a word in small letters have in common, by the Snowball algorithm of its language (ISO 639-1;
// https://snowballstem.org): "running" and "runs" give "run". It need be no word. A word of another language, and one of
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
	case "ru":
		stem = russian.Stem
	case "ar":
		stem = arabic.Stem
	default:
		return word
	}
	env := snowballstem.NewEnv(word)
	if stem(env); env.Current() == "" {
		return word
	}
	return env.Current()
}
