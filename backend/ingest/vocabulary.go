package ingest

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
)

var roles = map[string]role{"stop:": roleStop, "inside:": roleInside, "number:": roleNumber, "either:": roleEither,
	"last:": roleLast, "name:": roleName, "starter:": roleStarter, "label:": roleLabel, "before:": roleBefore,
	"after:": roleAfter, "dangling:": roleDangling, "says:": roleSays, "particle:": roleParticle}

// vocabulary holds the roles of words. One written with a capital holds as it is written, others in any case; a word
// after a hyphen is the end of longer ones. Other hyphens of abbreviations are left out: "j.c".
type vocabulary map[string]role

func (v vocabulary) of(word string) role { return v[word] | v[strings.ToLower(word)] }

// languages that documents are told to be in by their words, and the scripts whose words are known at any time.
var (
	languages = [...]string{"en", "de", "fr", "es"}
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
			if is &= roleStop | roleStarter; is != 0 {
				all := out[word]
				all[i] = is
				out[word] = all
			}
		}
	}
	return out
})

func (v vocabulary) read(language string) {
	file, err := wordFiles.ReadFile("words/" + language + ".txt")
	if err != nil {
		panic(err) // it is part of the program
	}
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
