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

// translated are the languages of questions whose words are known, beside English.
var translated = []string{"de", "es", "fr", "ja", "zh"}

// phrases of the languages that questions are put in, by what they begin with, the longest first.
var phrases = sync.OnceValue(func() map[string]map[rune][]phrase {
	out := map[string]map[rune][]phrase{}
	for _, language := range translated {
		list := map[rune][]phrase{}
		for line := range linesOf(language + ".txt") {
			from, to, _ := strings.Cut(line, "=")
			p := phrase{strings.TrimSpace(from), strings.TrimSpace(to)}
			first, _ := utf8.DecodeRuneInString(p.from)
			list[first] = append(list[first], p)
		}
		for _, of := range list {
			slices.SortStableFunc(of, func(a, b phrase) int { return cmp.Compare(len(b.from), len(a.from)) })
		}
		out[language] = list
	}
	return out
})

// languageOf tells which language a question is in, of those whose terms are known; "en" for any other.
func languageOf(question string) string {
	if strings.ContainsFunc(question, func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) }) {
		return "ja"
	}
	best, most := "en", 1
	lower := strings.ToLower(question)
	guess, common := text.Language(question), englishWords(lower)
	for _, language := range translated {
		if strings.ContainsAny(lower, ownLetters[language]) {
			return language
		}
		n := phrasesIn(lower, language) - common
		if language == guess {
			n += guessed
		}
		if n > most {
			best, most = language, n
		}
	}
	return best
}

// guessed is how many words of a question the guess by its grammar is worth: few words are hardly told apart by that.
const guessed = 2

// englishWords counts the words of a question, in small letters, that questions in English have.
func englishWords(question string) (n int) {
	for w := range strings.FieldsSeq(question) {
		if w = strings.Trim(w, ".,?!:;()"); words().stop[w] || words().light[w] || listed().speaks(words().stem(w)) {
			n++
		}
	}
	return n
}

// ownLetters are those by which few words tell a language.
var ownLetters = map[string]string{"de": "äöüß", "es": "ñ¿", "fr": "çœêèû"}

// compoundWord is how long a German word is at least that counts as the two of which it is made: Bilanzsumme.
const compoundWord = 11

// phrasesIn counts the words of a language's phrases in a question, in small letters.
func phrasesIn(question, language string) (n int) {
	for i := 0; i < len(question); {
		r, size := utf8.DecodeRuneInString(question[i:])
		if p, ok := begins(question, i, phrases()[language]); ok {
			if p.to != "" && p.to != p.from && !words().stop[p.from] && !words().light[p.from] {
				n += len(strings.Fields(p.from))
				if language == "de" && len(p.from) >= compoundWord {
					n++
				}
			}
			size = len(p.from)
		} else if unicode.IsLetter(r) {
			size = wordAt(question, i)
		}
		i += size
	}
	return n
}

// wordAt is how many bytes the word has that stands at a place; in a script without blanks it is one character.
func wordAt(s string, at int) int {
	r, n := utf8.DecodeRuneInString(s[at:])
	if text.Unspaced(r) {
		return n
	}
	for at+n < len(s) {
		next, size := utf8.DecodeRuneInString(s[at+n:])
		if !unicode.IsLetter(next) || text.Unspaced(next) {
			break
		}
		n += size
	}
	return n
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
		if unicode.IsLetter(r) { // a word is taken whole
			n = wordAt(question, i)
		}
		word := question[i : i+n]
		switch {
		case r == '\'' && language == "fr": // l'exercice
			word = " "
		case unicode.IsLetter(r) && !text.Unspaced(r):
			word = inflected(word, language)
		}
		out.WriteString(word)
		i += n
	}
	return out.String()
}

// stems are the single words of the lists by their stems; for languages without endings they are empty.
var stems = sync.OnceValue(func() map[string]map[string]phrase {
	out := map[string]map[string]phrase{}
	for language, list := range phrases() {
		out[language] = map[string]phrase{}
		for first, of := range list {
			for _, p := range of {
				if !text.Unspaced(first) && !strings.ContainsAny(p.from, " -,") {
					out[language][text.Stem(p.from, language)] = p
				}
			}
		}
	}
	return out
})

// inflected translates a word that the list of its language has in another form; any other stays as it is.
func inflected(word, language string) string {
	lower := strings.ToLower(word)
	const short = 3
	if len(lower) <= short {
		return word
	}
	if p, ok := stems()[language][text.Stem(lower, language)]; ok {
		return " " + p.to + " "
	}
	return word
}

// begins finds the phrase that stands at a place; in a language with blanks it ends with a word.
func begins(s string, at int, list map[rune][]phrase) (phrase, bool) {
	first, _ := utf8.DecodeRuneInString(s[at:])
	for _, p := range list[first] {
		if !strings.HasPrefix(s[at:], p.from) {
			continue
		}
		next, _ := utf8.DecodeRuneInString(s[at+len(p.from):])
		if last, _ := utf8.DecodeLastRuneInString(p.from); text.Unspaced(first) || text.Unspaced(last) || !unicode.IsLetter(next) {
			return p, true
		}
	}
	return phrase{}, false
}
