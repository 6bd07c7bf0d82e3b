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

// WrittenIn is the language that a model is told to write an answer in: the one that was set, in the person's words, else that
// of the question, or of what it is with the one before it, by its English name. "": they don't tell one.
func (t Turn) WrittenIn() string {
	return cmp.Or(t.Language, text.LanguageName(text.Language(t.Question)), text.LanguageName(text.Language(t.Whole)))
}

// LanguageSet is the language that a person set, by its code or its name; "" if none is. What isn't known is English.
func LanguageSet(set string) string {
	if strings.TrimSpace(set) == "" {
		return ""
	}
	return cmp.Or(messages.Named(set), "en")
}
