package report

import (
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/text"
)

// code is the language of the report: the one that was set, else the question's. What isn't set or known is English; a
// few Chinese characters may well be Japanese.
func code(set, question string) string {
	if known := rag.LanguageSet(set); known != "" {
		return known
	}
	if text.Language(question) == "zh" {
		return "ja"
	}
	return rag.LanguageOf("", question)
}

// answerLanguage is what a model is told to write in.
func answerLanguage(s State) string {
	if s.Language != "" {
		return s.Language
	}
	return messages.In(s.Code).Text("report.language")
}
