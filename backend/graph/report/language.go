package report

import (
	"lectern/backend/graph/rag"
	"lectern/backend/text"
)

// tongue is what differs from one of the report's languages to the next.
type tongue struct {
	name    string   // as a model is told it
	latest  string   // added to a question to the web
	further []string // in its place, for the questions that follow
}

var tongues = map[string]tongue{
	"en": {"English", "latest insights", []string{"supporting data", "case study", "regulatory context"}},
	"de": {"Deutsch", "aktuelle Erkenntnisse", []string{"Belege", "Fallbeispiel", "aktuelle Meldungen"}},
	"ja": {"日本語", "最新情報", []string{"根拠", "事例", "最新ニュース"}},
}

// code is the language of the report: the one that was set, else the question's. What isn't set or known is English; a
// few Chinese characters may well be Japanese.
func code(set, question string) string {
	if known := rag.LanguageSet(set); known != "" {
		return known
	}
	switch l := text.Language(question); l {
	case "de", "ja":
		return l
	case "zh":
		return "ja"
	}
	return "en"
}

// answerLanguage is what a model is told to write in.
func answerLanguage(s State) string {
	if s.Language != "" {
		return s.Language
	}
	return tongues[s.Code].name
}
