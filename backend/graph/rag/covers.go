package rag

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

// Covers measures how much of a question's, or of one of several texts', content words a passage holds: the substitute
// for a cosine where there is none.
type Covers []*keyword.Coverage

// NewCovers prepares for measuring passages against texts, the first of which is the question.
func NewCovers(parts []string) (out Covers) {
	const fewest = 2 // words of what isn't the question itself: one alone says too little
	for i, p := range parts {
		if words := ContentWords(p); len(words) >= fewest || i == 0 && len(words) > 0 {
			out = append(out, keyword.NewCoverage(words))
		}
	}
	return out
}

// ContentWords are the words of a text that say what it is about, without pairs of characters with hiragana, which are
// mostly grammar, unless there is nothing else.
func ContentWords(text string) []string {
	words := keyword.ContentWords(text)
	kept := slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return strings.ContainsFunc(w, func(r rune) bool { return unicode.Is(unicode.Hiragana, r) })
	})
	if len(kept) == 0 {
		return words
	}
	return kept
}

// Of is the greatest share of any of the parts, 0 to 1.
func (c Covers) Of(t store.Text) (share float64) {
	text := coverable(t)
	for _, part := range c {
		share = max(share, part.Of(text))
	}
	return share
}

// coverable is what counts as a passage's words: the document's name and the headings too.
func coverable(t store.Text) string {
	return fmt.Sprintf("%s\n%s\n%s\n%s", t.Name, t.Heading, t.Section, t.Text)
}
