package report

import (
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// code is the language of the report: the one that was set, else the question's. What isn't set or known is English.
func code(set, question string) string { return rag.LanguageOf(set, question) }

// answerLanguage is what a model is told to write in.
func answerLanguage(s State) string {
	if s.Language != "" {
		return s.Language
	}
	return messages.In(s.Code).Text("report.language")
}
