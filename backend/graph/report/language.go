package report

import (
	"regexp"
	"strings"
	"unicode"

	"lectern/backend/graph/rag"
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

// notProse is what says nothing about the language that a question is put in: code and addresses.
var notProse = regexp.MustCompile("(?s)```.*?(?:```|$)|`[^`\n]*`" + `|\b(?:https?|ftp|file)://\S+|\bwww\.\S+|\S+@\S+\.\w+|(?:[A-Za-z]:)?[\\/][\w.\\/-]{3,}`)

// What tells the language of a question, which is often too short for the words that a page is known by; some are of both.
var (
	germanWords  = regexp.MustCompile(`(?i)[äöüß]|\b(?:was|wie|wo|wer|wen|wann|warum|wieso|welche[rsnm]?|ist|sind|war|gibt|wird|der|das|den|dem|des|eine?[nrms]?|und|oder|nicht|kein\w*|mit|von|vom|zum|zur|bei|unter|nach|seit)\b`)
	englishWords = regexp.MustCompile(`(?i)\b(?:what|how|where|who|when|why|which|is|are|was|were|does|do|the|an?|and|or|not|no|with|of|from|to|at|by|after|since|under)\b`)
)

// code is the language of the report: the one that was set, else the question's. What isn't set or known is English.
func code(set, question string) string {
	if known := rag.LanguageSet(set); known != "" {
		return known
	}
	prose := notProse.ReplaceAllString(question, " ")
	found := rag.Language(prose)
	german, english := len(germanWords.FindAllString(prose, -1)), len(englishWords.FindAllString(prose, -1))
	switch {
	case found == "ja":
		return found
	case german > english:
		return "de"
	case english > german:
		return "en"
	case found != "":
		return found
	case strings.ContainsFunc(prose, func(r rune) bool { return unicode.Is(unicode.Han, r) }):
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
