package rag

import (
	"cmp"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/text"
)

// LanguageOf is the language that the program speaks beside an answer (see messages): the one that was set, else the
// question's. What isn't set or known is English.
func LanguageOf(set, question string) string {
	return cmp.Or(LanguageSet(set), messages.In(text.Language(question)).Language())
}

// LanguageSet is the language that a person set, by its code or its name; "" if none is. What isn't known is English.
func LanguageSet(set string) string {
	if strings.TrimSpace(set) == "" {
		return ""
	}
	return cmp.Or(messages.Named(set), "en")
}
