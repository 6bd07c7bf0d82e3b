package rag

import (
	"cmp"
	"slices"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/text"
)

// LanguageOf is the language that the program speaks beside an answer (see messages): the one that was set, else the
// question's. What isn't set or known is English.
func LanguageOf(set, question string) string {
	return cmp.Or(LanguageSet(set), spoken(text.Language(question)), "en")
}

// LanguageSet is the language that a person set, by its code or its name; "" if none is. What isn't known is English.
func LanguageSet(set string) string {
	if strings.TrimSpace(set) == "" {
		return ""
	}
	return cmp.Or(messages.Named(set), "en")
}

// spoken is a language that the program speaks, or "".
func spoken(language string) string {
	if slices.Contains(messages.Languages(), language) {
		return language
	}
	return ""
}
