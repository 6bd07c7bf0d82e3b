package rag

import (
	"cmp"
	"strings"

	"lectern/backend/text"
)

// LanguageOf is the language that the program speaks beside an answer, en, de or ja: the one that was set, else the
// question's. What isn't set or known is English.
func LanguageOf(set, question string) string {
	return cmp.Or(LanguageSet(set), spoken(text.Language(question)), "en")
}

// LanguageSet is the language that a person set, by its code or its name: en, de or ja; "" if none is. What isn't known
// is English.
func LanguageSet(set string) string {
	switch set = strings.ToLower(strings.TrimSpace(set)); {
	case set == "":
		return ""
	case set == "de", strings.HasPrefix(set, "de-"), strings.Contains(set, "deutsch"), strings.Contains(set, "german"):
		return "de"
	case set == "ja", strings.HasPrefix(set, "ja-"), strings.Contains(set, "日本"), strings.Contains(set, "japan"):
		return "ja"
	}
	return "en"
}

// spoken is a language that the program speaks, or "".
func spoken(language string) string {
	switch language {
	case "en", "de", "ja":
		return language
	}
	return ""
}
