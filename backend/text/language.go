package text

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// Language names the language of a text, however short, by ISO 639-1: by its script, or by the words that it has most
// of; "" if nothing tells, or two languages say as much. It reads the first 8,000 bytes.
func Language(text string) string {
	const sample = 8000
	text = prose(text[:min(len(text), sample)])
	s := scripts(text)
	if l := s.language(); l == "zh" && kanji(text) {
		return "ja"
	} else if l != "" {
		return l
	}
	if 8*s.hiragana > s.latin { // its grammar is Japanese, whatever names stand in it
		return "ja"
	}
	var v votes
	lowered(text, func(word []byte) { v.add(string(word), roleStop|roleStarter|roleTelling|roleFunction) })
	for _, r := range text {
		if r >= utf8.RuneSelf {
			v.add(string(unicode.ToLower(r)), roleLetter)
		}
	}
	best, most, next := v.commonest()
	switch {
	case most != next:
		return best
	case s.han == 0:
		return ""
	case kanji(text): // a few words beside a long name
		return "ja"
	}
	return "zh"
}

// notProse is what says nothing about the language that a person writes: code and addresses.
var notProse = regexp.MustCompile("(?s)```.*?(?:```|$)|`[^`\n]*`" + `|\b(?:https?|ftp|file)://\S+|\bwww\.\S+|\S+@\S+\.\w+|(?:[A-Za-z]:)?[\\/][\w.\\/-]{3,}`)

func prose(text string) string {
	if !strings.ContainsAny(text, "`/\\@") && !strings.Contains(text, "www.") {
		return text
	}
	return notProse.ReplaceAllString(text, " ")
}

// add gives the vote of a word or letter to the languages in which it has one of the roles; they share it. Words of one
// letter stand for too much else.
func (t *votes) add(word string, of role) {
	vote := 420 // parts evenly among up to seven
	if of&roleLetter != 0 {
		vote = 140 // names have them too
	} else if utf8.RuneCountInString(word) < 2 {
		return
	}
	in := 0
	known := spoken()[word]
	for _, is := range known {
		if is&of != 0 {
			in++
		}
	}
	for l, is := range known {
		if is&of != 0 {
			t[l] += vote / in
		}
	}
}

// MainLanguage names the language of most of a document, of which texts are samples, by ISO 639-1; "" if it has too
// little prose to tell, or as much in another.
func MainLanguage(texts []string) string {
	const fewest, proseShare, lead = 3, 12, 1.25 // prose has some 30 % of these words, tables 10 %
	var s script
	var v votes
	words := 0
	for _, text := range texts {
		s.add(text)
		words += v.count(text, roleStop)
	}
	if l := s.language(); l == "zh" && kanji(texts...) {
		return "ja"
	} else if l != "" {
		return l
	}
	best, most, next := v.commonest()
	if most < fewest || most*proseShare < words || float64(most) < lead*float64(next) {
		return ""
	}
	return best
}

// tongue names the language whose words a page has most of, or "" if it has few or many of another's, too.
func tongue(text string) string {
	const sample = 8000 // bytes
	var v votes
	v.count(text[:min(len(text), sample)], roleStop|roleStarter)
	best, most, next := v.commonest()
	if most-next < max(2, most/4) { // they share some
		return ""
	}
	return best
}

// script counts a text's letters by script.
type script struct{ latin, han, hiragana, kana, hangul, cyrillic, arabic int }

func scripts(text string) (s script) {
	s.add(text)
	return s
}

func (s *script) add(text string) {
	for _, r := range text {
		switch {
		case r < 0x0400:
			if unicode.IsLetter(r) {
				s.latin++
			}
		case unicode.Is(unicode.Cyrillic, r):
			s.cyrillic++
		case unicode.Is(unicode.Arabic, r):
			s.arabic++
		case unicode.Is(unicode.Han, r):
			s.han++
		case unicode.Is(unicode.Hiragana, r):
			s.hiragana++
			s.kana++
		case unicode.Is(unicode.Katakana, r):
			s.kana++
		case unicode.Is(unicode.Hangul, r):
			s.hangul++
		case unicode.IsLetter(r):
			s.latin++
		}
	}
}

// language is what a script other than Latin says; "" for Latin. Of Japanese, one letter in twenty is kana at least.
func (s script) language() string {
	square := s.han + s.kana + s.hangul
	switch {
	case square > 0 && 3*square > s.latin+s.cyrillic+s.arabic: // three letters say as much as one of them
		switch {
		case 2*s.hangul > square:
			return "ko"
		case 20*s.kana > square:
			return "ja"
		}
		return "zh"
	case s.cyrillic > max(s.latin, s.arabic):
		return "ru"
	case s.arabic > s.latin:
		return "ar"
	}
	return ""
}

// votes are words of each of the languages.
type votes [len(languages)]int

// count adds how many of a text's words have one of the roles in each language, and counts the words.
func (t *votes) count(text string, of role) (words int) {
	known := spoken()
	return lowered(text, func(word []byte) {
		for l, is := range known[string(word)] {
			if is&of != 0 {
				t[l]++
			}
		}
	})
}

// lowered gives out the words of a text in small letters, but for those that are longer than any that is looked for, and
// counts them all.
func lowered(text string, out func(word []byte)) (words int) {
	const longest = 64 // bytes
	var buffer [longest]byte
	word, size := buffer[:0], 0
	end := func() {
		if size == 0 {
			return
		}
		words++
		if size == len(word) {
			out(word)
		}
		word, size = buffer[:0], 0
	}
	for _, r := range text {
		r = unicode.ToLower(r)
		switch letter := r >= 'a' && r <= 'z' || r >= utf8.RuneSelf && unicode.IsLetter(r); {
		case !letter:
			end()
		case size+utf8.UTFMax > longest:
			size += utf8.RuneLen(r)
		default:
			word = utf8.AppendRune(word, r)
			size += utf8.RuneLen(r)
		}
	}
	end()
	return words
}

// commonest is the language with the most words, and how many it and the next have; "" if none has any.
func (t *votes) commonest() (best string, most, next int) {
	for l, n := range t {
		if n > most {
			best, most, next = languages[l], n, most
		} else {
			next = max(next, n)
		}
	}
	return best, most, next
}

// DecimalComma tells whether a language (ISO 639-1) writes a comma before decimals, and points between thousands.
func DecimalComma(language string) bool {
	switch language {
	case "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "no", "fi", "pl", "cs", "sk", "sl", "hr", "hu", "ro", "bg", "uk", "ru", "el", "tr", "id", "vi":
		return true
	}
	return false
}

// BlankThousands tells whether a language (ISO 639-1) parts thousands with blanks, be it beside points.
func BlankThousands(language string) bool {
	switch language {
	case "fr", "es", "pt", "sv", "nb", "no", "fi", "pl", "cs", "sk", "hu", "bg", "uk", "ru":
		return true
	}
	return false
}

// LanguageName is a language's name in English: "German" for "de"; "" for what is no language.
func LanguageName(code string) string {
	tag, err := language.Parse(code)
	if err != nil || code == "" {
		return ""
	}
	return display.English.Languages().Name(tag)
}
