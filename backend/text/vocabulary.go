package text

import (
	"embed"
	"strings"
	"sync"
)

//go:embed words/*.txt
var wordFiles embed.FS

// role is what a word may be where sentences are cut. Abbreviations stand without their last full stop.
type role uint16

const (
	roleStop     role = 1 << iota // among the commonest words of its language
	roleInside                    // an abbreviation that no sentence ends with: "z.B"
	roleNumber                    // one if a number follows, else a word: "No. 5"
	roleEither                    // one that may end a sentence, which a starter after it shows: "Inc"
	roleLast                      // one that ends a sentence if a capital follows: "usw"
	roleName                      // a name with an exclamation mark
	roleStarter                   // with a capital it begins a sentence rather than continues a name
	roleLabel                     // what numbers and letters are put to: "Table 2"
	roleBefore                    // what stands before a German ordinal
	roleAfter                     // and after one
	roleDangling                  // no line ends with it and its sentence too
	roleSays                      // tells who spoke the words before it
	roleParticle                  // Japanese: goes on after a quotation
	roleTelling                   // tells the language and is no function word: "thousand", "beträgt"
	roleFunction                  // says nothing of what a text is about: not searched for
	roleLetter                    // a letter or mark that others of the languages hardly have
)

var roles = map[string]role{"stop:": roleStop, "inside:": roleInside, "number:": roleNumber, "either:": roleEither,
	"last:": roleLast, "name:": roleName, "starter:": roleStarter, "label:": roleLabel, "before:": roleBefore,
	"after:": roleAfter, "dangling:": roleDangling, "says:": roleSays, "particle:": roleParticle, "telling:": roleTelling, "function:": roleFunction, "letters:": roleLetter}

// vocabulary holds the roles of words. One written with a capital holds as it is written, others in any case; a word
// after a hyphen is the end of longer ones. Other hyphens of abbreviations are left out: "j.c".
type vocabulary map[string]role

func (v vocabulary) of(word string) role { return v[word] | v[strings.ToLower(word)] }

// languages that documents are told to be in by their words, and the scripts whose words are known at any time.
var (
	languages = [...]string{"en", "de", "fr", "es", "it", "pt", "nl"}
	common    = [...]string{"any", "ja", "zh"}
)

// vocabularies by language; "" has the words of all.
var vocabularies = sync.OnceValue(func() map[string]vocabulary {
	out := map[string]vocabulary{"": {}}
	for _, l := range languages {
		out[l] = vocabulary{}
		out[l].read(l)
		out[""].read(l)
	}
	for _, v := range out {
		for _, c := range common {
			v.read(c)
		}
	}
	return out
})

// spoken has the words that languages are told by, and what each is in each language.
var spoken = sync.OnceValue(func() map[string][len(languages)]role {
	out := map[string][len(languages)]role{}
	for i, l := range languages {
		for word, is := range vocabularies()[l] {
			if is &= roleStop | roleStarter | roleTelling | roleFunction | roleLetter; is != 0 {
				all := out[word]
				all[i] = is
				out[word] = all
			}
		}
	}
	return out
})

func (v vocabulary) read(language string) {
	file, _ := wordFiles.ReadFile("words/" + language + ".txt") // a language without one has no words
	var as role
	for line := range strings.Lines(string(file)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for word := range strings.FieldsSeq(line) {
			if r := roles[word]; r != 0 {
				as = r
			} else {
				v[word] |= as
			}
		}
	}
}

// FunctionWords are the words of a language (ISO 639-1) that say nothing of what a text is about, in small letters; none
// for a language without a list.
func FunctionWords(language string) map[string]bool {
	out := map[string]bool{}
	for word, is := range wordsOf(language) {
		if is&roleFunction != 0 {
			out[word] = true
		}
	}
	return out
}

func wordsOf(language string) vocabulary {
	if v := vocabularies()[language]; v != nil || language == "" {
		return v
	}
	v := vocabulary{}
	v.read(language)
	return v
}

// Frequent tells whether a word in small letters is among the commonest of a language written in Latin letters: a text of
// any length has some.
func Frequent(word string) bool { return frequent()[word] }

var frequent = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, l := range append(languages[:], "sv", "pl") {
		for word, is := range wordsOf(l) {
			if is&(roleStop|roleFunction) != 0 {
				out[word] = true
			}
		}
	}
	return out
})
