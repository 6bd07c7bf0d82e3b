package rag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/store"
)

// doubtsNamed is how many pages are named of each kind; the others are counted.
const doubtsNamed = 4

// doubtWords are how doubts are said in a language.
type doubtWords struct {
	doubtful, pictures [2]string // of one page, and of more
	page, more         string    // a page's label; how many more pages there are
	next, then         string    // between two pages; between two sentences
	reasons            bool      // which are English
}

var (
	answerDoubts = doubtWords{
		[2]string{"It leans on a page whose text is doubtful: %[2]s.", "It leans on %d pages whose text is doubtful: %s."},
		[2]string{"One page that it cites was read by OCR, which may misread a letter: %[2]s.", "%d pages that it cites were read by OCR, which may misread a letter: %s."},
		", p. %s", "; and %d more", "; ", " ", true,
	}
	reportDoubts = map[string]doubtWords{
		"en": {
			[2]string{"This report leans on a page whose text is doubtful: %[2]s.", "This report leans on %d pages whose text is doubtful: %s."},
			answerDoubts.pictures, ", p. %s", "; and %d more", "; ", " ", true,
		},
		"de": {
			[2]string{"Dieser Bericht stützt sich auf eine Seite, deren Text zweifelhaft ist: %[2]s.", "Dieser Bericht stützt sich auf %d Seiten, deren Text zweifelhaft ist: %s."},
			[2]string{"Eine zitierte Seite wurde durch Texterkennung (OCR) gelesen, die einzelne Buchstaben verwechseln kann: %[2]s.", "%d zitierte Seiten wurden durch Texterkennung (OCR) gelesen, die einzelne Buchstaben verwechseln kann: %s."},
			", S. %s", "; und %d weitere", "; ", " ", false,
		},
		"ja": {
			[2]string{"この報告は、テキストが疑わしいページに基づいています：%[2]s。", "この報告は、テキストが疑わしい%dページに基づいています：%s。"},
			[2]string{"引用した1ページは文字認識（OCR）で読み取ったもので、文字の誤りがありえます：%[2]s。", "引用した%dページは文字認識（OCR）で読み取ったもので、文字の誤りがありえます：%s。"},
			"、%sページ", "；ほか%dページ", "；", "", false,
		},
	}
)

// Doubts tells which of the pages that an answer cites can't be relied on, and which were recognised in pictures; "" if
// there are none.
func Doubts(citations []store.Citation) string { return answerDoubts.of(citations) }

// ReportDoubts is Doubts for a report in en, de or ja; other languages get English. The reasons, which are known in
// English, are in that one alone.
func ReportDoubts(citations []store.Citation, language string) string {
	words, ok := reportDoubts[language]
	if !ok {
		words = reportDoubts["en"]
	}
	return words.of(citations)
}

func (w doubtWords) of(citations []store.Citation) string {
	named := func(c store.Citation) string { return c.Doc + fmt.Sprintf(w.page, c.Label) }
	doubtful := pagesOf(citations, func(c store.Citation) string {
		if !w.reasons {
			return named(c)
		}
		return named(c) + " (" + inShort(c.Doubt) + ")"
	}, store.Doubtful, store.Unreadable)
	var out []string
	for _, kind := range []struct {
		words [2]string
		pages []string
	}{{w.doubtful, doubtful}, {w.pictures, pagesOf(citations, named, store.OCR)}} {
		if n := len(kind.pages); n > 0 {
			out = append(out, fmt.Sprintf(kind.words[min(n, 2)-1], n, w.listed(kind.pages)))
		}
	}
	return strings.Join(out, w.then)
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

func (w doubtWords) listed(pages []string) string {
	if more := len(pages) - doubtsNamed; more > 0 {
		return strings.Join(pages[:doubtsNamed], w.next) + fmt.Sprintf(w.more, more)
	}
	return strings.Join(pages, w.next)
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
