package facts

import (
	"slices"
	"strings"
	"sync"

	"lectern/backend/text"
)

// theme is what a question is about in broad words, such as "how profitable", and the measures that it is judged by.
type theme struct{ words, measures []string }

// themes are those of themes.txt, by their languages: the last of each is of questions that measure nothing.
var themes = sync.OnceValue(func() map[string][]theme {
	out := map[string][]theme{}
	list := func(s string) (all []string) {
		for w := range strings.SplitSeq(s, ";") {
			all = append(all, strings.TrimSpace(w))
		}
		return all
	}
	for line := range linesOf("themes.txt") {
		language, rest, _ := strings.Cut(line, "|")
		words, measures, _ := strings.Cut(rest, "|")
		language = strings.TrimSpace(language)
		out[language] = append(out[language], theme{list(words), list(measures)})
	}
	return out
})

// themeOf are the measures of a part of a question that is nothing but a theme; nil if it isn't.
func themeOf(name, language string) []string {
	for _, t := range themes()[language] {
		if slices.Contains(t.words, strings.ToLower(name)) {
			return t.measures
		}
	}
	return nil
}

// themeIn are the measures of the first theme that a question has a word of; nil if it has none.
func themeIn(question, language string) []string {
	for _, t := range themes()[language] {
		if slices.ContainsFunc(t.words, func(w string) bool { return hasWords(question, w) }) {
			return t.measures
		}
	}
	return nil
}

// hasWords tells whether words stand in a text, between others where its script parts these.
func hasWords(s, words string) bool {
	if strings.ContainsFunc(words, text.Unspaced) {
		return strings.Contains(s, words)
	}
	plain := func(s string) string { return " " + strings.Join(termsBetween(s), " ") + " " }
	return strings.Contains(plain(s), plain(words))
}

// termsBetween are the words of a text in small letters, without the marks round them.
func termsBetween(s string) (out []string) {
	for w := range strings.FieldsSeq(strings.ToLower(s)) {
		if w = strings.Trim(w, `.,;:?!()'’"“”¿¡¦`); w != "" {
			out = append(out, w)
		}
	}
	return out
}
