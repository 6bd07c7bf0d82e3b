package facts

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"lectern/backend/text"
)

// phrase is what questions in another language say, and what English tables write.
type phrase struct{ from, to string }

// phrases of the languages that questions are put in, the longest first.
var phrases = sync.OnceValue(func() map[string][]phrase {
	out := map[string][]phrase{}
	for _, language := range []string{"de", "ja"} {
		for line := range linesOf(language + ".txt") {
			from, to, _ := strings.Cut(line, "=")
			out[language] = append(out[language], phrase{strings.TrimSpace(from), strings.TrimSpace(to)})
		}
		slices.SortStableFunc(out[language], func(a, b phrase) int { return cmp.Compare(len(b.from), len(a.from)) })
	}
	return out
})

// languageOf tells which language a question is in, of those whose terms are known; "en" for any other.
func languageOf(question string) string {
	if strings.ContainsFunc(question, func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) }) {
		return "ja"
	}
	if text.Language(question) == "de" || german(question) {
		return "de"
	}
	return "en"
}

// german tells a question too short to tell its language by: one that has German letters, or two words of the list.
func german(question string) bool {
	n := 0
	for w := range strings.FieldsSeq(strings.ToLower(question)) {
		w = strings.Trim(w, ".,?!:;()")
		if strings.ContainsAny(w, "äöüß") {
			return true
		}
		for _, p := range phrases()["de"] {
			if p.from == w && p.to != w && !words().stop[w] && !words().light[w] {
				n++
				break
			}
		}
	}
	return n > 1
}

// inEnglish writes the words of a question as English tables do. What isn't known stays as it is.
func inEnglish(question, language string) string {
	list := phrases()[language]
	if list == nil {
		return question
	}
	lower := strings.ToLower(question)
	if len(lower) != len(question) {
		lower = question
	}
	var out strings.Builder
	for i := 0; i < len(question); {
		r, n := utf8.DecodeRuneInString(question[i:])
		if p, ok := begins(lower, i, list); ok {
			out.WriteString(" " + p.to + " ")
			i += len(p.from)
			continue
		}
		if language == "ja" && unicode.In(r, unicode.Hiragana) { // particles and endings
			out.WriteByte(' ')
			i += n
			continue
		}
		if language != "ja" && unicode.IsLetter(r) { // a word is taken whole
			for n < len(question)-i {
				next, size := utf8.DecodeRuneInString(question[i+n:])
				if !unicode.IsLetter(next) {
					break
				}
				n += size
			}
		}
		word := question[i : i+n]
		if language == "de" && unicode.IsLetter(r) {
			word = inflected(word)
		}
		out.WriteString(word)
		i += n
	}
	return out.String()
}

// germanStems are the single words of the German list by their stems.
var germanStems = sync.OnceValue(func() map[string]phrase {
	out := map[string]phrase{}
	for _, p := range phrases()["de"] {
		if !strings.ContainsAny(p.from, " -,") {
			out[text.Stem(p.from, "de")] = p
		}
	}
	return out
})

// inflected translates a German word that the list has in another form; any other stays as it is.
func inflected(word string) string {
	lower := strings.ToLower(word)
	const short = 3
	if len(lower) <= short {
		return word
	}
	stem := text.Stem(lower, "de")
	if p, ok := germanStems()[stem]; ok {
		return " " + p.to + " "
	}
	return word
}

// begins finds the phrase that stands at a place; in a language with blanks it ends with a word.
func begins(s string, at int, list []phrase) (phrase, bool) {
	for _, p := range list {
		if !strings.HasPrefix(s[at:], p.from) {
			continue
		}
		next, _ := utf8.DecodeRuneInString(s[at+len(p.from):])
		if first, _ := utf8.DecodeRuneInString(p.from); text.Unspaced(first) || !unicode.IsLetter(next) {
			return p, true
		}
	}
	return phrase{}, false
}
