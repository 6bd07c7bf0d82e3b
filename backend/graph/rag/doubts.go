package rag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/store"
)

// doubtsNamed is how many pages Doubts names of each kind; it counts the others.
const doubtsNamed = 4

// Doubts tells which of the pages that an answer cites can't be relied on, and which were recognised in pictures; "" if
// there are none.
func Doubts(citations []store.Citation) string {
	doubtful := pagesOf(citations, func(c store.Citation) string { return "p. " + c.Label + " (" + inShort(c.Doubt) + ")" }, store.Doubtful, store.Unreadable)
	pictures := pagesOf(citations, func(c store.Citation) string { return "p. " + c.Label }, store.OCR)
	var out []string
	if n := len(doubtful); n == 1 {
		out = append(out, fmt.Sprintf("It leans on a page whose text is doubtful: %s.", doubtful[0]))
	} else if n > 1 {
		out = append(out, fmt.Sprintf("It leans on %d pages whose text is doubtful: %s.", n, listedPages(doubtful)))
	}
	if n := len(pictures); n == 1 {
		out = append(out, fmt.Sprintf("One page that it cites was read by OCR, which may misread a letter: %s.", pictures[0]))
	} else if n > 1 {
		out = append(out, fmt.Sprintf("%d pages that it cites were read by OCR, which may misread a letter: %s.", n, listedPages(pictures)))
	}
	return strings.Join(out, " ")
}

// pagesOf names each page with one of the verdicts once, in the order in which they are cited.
func pagesOf(citations []store.Citation, name func(store.Citation) string, verdicts ...string) (out []string) {
	seen := map[string]bool{}
	for _, c := range citations {
		page := fmt.Sprint(c.Document, " ", c.Page)
		for _, v := range verdicts {
			if c.Verdict == v && !seen[page] {
				seen[page] = true
				out = append(out, c.Doc+", "+name(c))
			}
		}
	}
	return out
}

func listedPages(pages []string) string {
	if more := len(pages) - doubtsNamed; more > 0 {
		return strings.Join(pages[:doubtsNamed], "; ") + fmt.Sprintf("; and %d more", more)
	}
	return strings.Join(pages, "; ")
}

// inShort is the first sentence of a reason as it stands within another sentence, without what it measured.
func inShort(why string) string {
	why, _, _ = strings.Cut(why, ". ")
	why = strings.TrimSuffix(why, ".")
	if i := strings.LastIndex(why, " ("); i > 0 && strings.HasSuffix(why, ")") {
		why = why[:i]
	}
	first, n := utf8.DecodeRuneInString(why)
	return string(unicode.ToLower(first)) + why[n:]
}
