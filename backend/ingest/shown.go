package ingest

import (
	"path/filepath"
	"strings"
	"unicode"
)

// shown is a file's name as a sentence can hold it.
func shown(path string) string { return Shown(filepath.Base(path)) }

// Shown is a name or a path without what isn't seen, or changes how the rest is seen: control and format characters (among them
// those that turn the direction of writing, as in "annexe\u202Efdp.exe", and spaces of no width) and broken letters.
func Shown(name string) string {
	last := ' '
	clean := strings.Map(func(r rune) rune {
		before := last
		last = r
		switch {
		case (r == zeroWidthNonJoiner || r == zeroWidthJoiner) && (unicode.In(before, joinedScripts...) || unicode.Is(unicode.So, before)):
			return r
		case unicode.IsSpace(r), unicode.In(r, unicode.Zl, unicode.Zp):
			return ' '
		case unicode.IsControl(r), unicode.In(r, unicode.Cf, unicode.Co, unicode.Variation_Selector), strings.ContainsRune(unseen, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, "\uFFFD"))
	return strings.Join(strings.Fields(clean), " ")
}

// unseen are letters by their class that show nothing: the fillers of Hangul, the braille pattern without dots, and the
// combining joiner.
const unseen = "\u115F\u1160\u3164\uFFA0\u2800\u034F"

// These two change how letters of some scripts, and emoji, are joined: there they are seen, and a part of words.
const (
	zeroWidthNonJoiner = '\u200C'
	zeroWidthJoiner    = '\u200D'
)

var joinedScripts = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati,
	unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar,
}
