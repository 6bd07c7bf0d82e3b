package library

import (
	"path/filepath"
	"strings"
	"unicode"
)

// nameOf is what a document is called that was added from a path, or under the name of an upload.
func nameOf(path string) string {
	name := shown(filepath.Base(path))
	if ext := filepath.Ext(name); strings.EqualFold(ext, ".pdf") {
		name = strings.TrimSpace(strings.TrimSuffix(name, ext))
	}
	if name == "" || name == "." || name == "/" {
		return "Untitled"
	}
	return name
}

// shown is a name without what isn't seen, or changes how the rest is seen: control and format characters (among them
// those that turn the direction of writing, as in "annexe\u202Efdp.exe", and spaces of no width) and broken letters.
func shown(name string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.In(r, unicode.Zl, unicode.Zp):
			return ' '
		case unicode.In(r, unicode.Cf, unicode.Co, unicode.Variation_Selector), strings.ContainsRune(blanks, r):
			return -1
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, "\uFFFD"))
	return strings.Join(strings.Fields(clean), " ")
}

// blanks are letters by their class that show nothing: the fillers of Hangul, the braille pattern without dots, and the
// combining joiner.
const blanks = "\u115F\u1160\u3164\uFFA0\u2800\u034F"
