package ingest

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"lectern/backend/ingest/layout"
	"lectern/backend/store"
)

// aligner finds the places of a text's characters: those of the lines that it was made of. Cleaning a text leaves its
// letters in their order, so each is sought right behind the one before.
type aligner struct {
	letters []rune // of the lines, taken apart into base letters and marks
	boxes   []store.Box
	at      int
	places  []store.Box // of the text's characters; the zero box where none is known
}

// begin starts a page in the memory of the one before.
func (a *aligner) begin() {
	a.letters, a.boxes, a.at, a.places = a.letters[:0], a.boxes[:0], 0, a.places[:0]
}

// lookAhead is how many characters may have been left out in one place: hyphens that divide a word are.
const lookAhead = 4

// add puts lines behind those that there are.
func (a *aligner) add(lines []layout.Line) {
	for k := range lines {
		l := &lines[k]
		for i, r := range l.Runes {
			b := store.Box{X0: l.Boxes[i].X0, Y0: l.Y0, X1: l.Boxes[i].X1, Y1: l.Y1}
			if l.Turned { // its characters stand above each other: each has the line's box
				b = store.Box(l.Box)
			}
			switch {
			case r > ' ' && r < utf8.RuneSelf:
				a.letters, a.boxes = append(a.letters, r), append(a.boxes, b)
				continue
			case unicode.IsSpace(r):
				continue
			}
			cleaned := strings.ReplaceAll(clean(string(r)), string(hyphen), "-")
			if r == '\u00AD' { // which is one at a line's end
				cleaned = "-"
			}
			for _, part := range norm.NFKD.String(cleaned) {
				a.letters, a.boxes = append(a.letters, part), append(a.boxes, b)
			}
		}
	}
}

// place adds a box for each character of a text.
func (a *aligner) place(text string) {
	for _, r := range text {
		var b store.Box
		switch {
		case r > ' ' && r < utf8.RuneSelf:
			b = a.next(r)
		case unicode.IsSpace(r):
		default:
			for _, part := range norm.NFKD.String(string(r)) {
				b = joined(b, a.next(part))
			}
		}
		a.places = append(a.places, b)
	}
}

func joined(a, b store.Box) store.Box {
	switch {
	case a == store.Box{}:
		return b
	case b == store.Box{} || b.Y0 != a.Y0:
		return a
	}
	return store.Box{X0: min(a.X0, b.X0), Y0: a.Y0, X1: max(a.X1, b.X1), Y1: a.Y1}
}

func (a *aligner) next(r rune) store.Box {
	if a.at < len(a.letters) && a.letters[a.at] == r {
		a.at++
		return a.boxes[a.at-1]
	}
	for i := a.at; i < min(len(a.letters), a.at+lookAhead); i++ {
		if a.letters[i] == r {
			a.at = i + 1
			return a.boxes[i]
		}
	}
	return store.Box{}
}
