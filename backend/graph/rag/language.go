package rag

import (
	"cmp"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/text"
)

// LanguageOf is the language that the program speaks beside an answer (see messages): the one that was set, else that of the
// first text that tells one: the question, or what it is with the one before it, where it has too few words ("2017?"). What
// isn't set or known is English.
func LanguageOf(set string, texts ...string) string {
	if code := LanguageSet(set); code != "" {
		return code
	}
	for _, t := range texts {
		if code := text.Language(t); code != "" {
			return messages.In(code).Language()
		}
	}
	return "en"
}

// LanguageSet is the language that a person set, by its code or its name; "" if none is. What isn't known is English.
func LanguageSet(set string) string {
	if strings.TrimSpace(set) == "" {
		return ""
	}
	return cmp.Or(messages.Named(set), "en")
}
