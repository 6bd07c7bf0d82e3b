package rag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/messages"
	"lectern/backend/store"
)

// doubtsNamed is how many pages are named of each kind; the others are counted.
const doubtsNamed = 4

// Doubts tells which of the pages that an answer cites can't be relied on, and which were recognised in pictures; "" if
// there are none. It is said in a language (ISO 639-1).
func Doubts(citations []store.Citation, language string) string {
	return doubts(citations, "doubts.answer.text", language)
}

// ReportDoubts is Doubts for a report in a language (ISO 639-1).
func ReportDoubts(citations []store.Citation, language string) string {
	return doubts(citations, "doubts.report.text", language)
}

// doubts are said by the message about pages whose text is doubtful. Why it is is known in English alone.
func doubts(citations []store.Citation, text, language string) string {
	say := messages.In(language)
	named := func(c store.Citation) string {
		return say.Text("doubts.page", messages.Args{"document": c.Doc, "label": c.Label})
	}
	doubtful := pagesOf(citations, func(c store.Citation) string {
		if say.Language() != "en" {
			return named(c)
		}
		return named(c) + " (" + inShort(c.Doubt) + ")"
	}, store.Doubtful, store.Unreadable)
	var out []string
	for _, kind := range []struct {
		text  string
		pages []string
	}{{text, doubtful}, {"doubts.pictures", pagesOf(citations, named, store.OCR)}} {
		if n := len(kind.pages); n > 0 {
			out = append(out, say.Text(kind.text, messages.Args{"n": n, "pages": inList(say, kind.pages)}))
		}
	}
	return strings.Join(out, say.Text("sentence.next"))
}

// pagesOf names each page with one of the verdicts once, in the order in which they are cited.
func pagesOf(citations []store.Citation, name func(store.Citation) string, verdicts ...string) (out []string) {
	seen := map[string]bool{}
	for _, c := range citations {
		page := fmt.Sprint(c.Document, " ", c.Page)
		for _, v := range verdicts {
			if c.Verdict == v && !seen[page] {
				seen[page] = true
				out = append(out, name(c))
			}
		}
	}
	return out
}

// inList joins the names of pages, the first of many.
func inList(say messages.Messages, pages []string) string {
	named := strings.Join(pages[:min(len(pages), doubtsNamed)], say.Text("list.next"))
	if more := len(pages) - doubtsNamed; more > 0 {
		return say.Text("doubts.more", messages.Args{"pages": named, "n": more})
	}
	return named
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
