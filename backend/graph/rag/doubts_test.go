package rag

import (
	"fmt"
	"testing"

	"lectern/backend/store"
)

func TestWhatAnAnswerLeansOnIsSaidOncePerPage(t *testing.T) {
	on := func(doc string, page int, verdict, doubt string) store.Citation {
		return store.Citation{Document: "id-" + doc, Doc: doc, Page: page, Label: fmt.Sprint(page), Verdict: verdict, Doubt: doubt}
	}
	odd, unlike := "The file doesn't say which characters some of its signs are. To have it read, install tesseract.", "Two readers found different letters (12 % alike)."
	many := []store.Citation{}
	for page := range 6 {
		many = append(many, on("Lease", page+1, store.Doubtful, unlike))
	}
	for want, citations := range map[string][]store.Citation{
		"": {on("Lease", 1, store.Confirmed, ""), on("Lease", 2, store.Single, ""), on("Old", 1, "", "")},
		"It leans on a page whose text is doubtful: Lease, p. 4 (the file doesn't say which characters some of its signs are).": {
			on("Lease", 4, store.Doubtful, odd), on("Lease", 4, store.Doubtful, odd), on("Lease", 5, store.Confirmed, "")},
		"It leans on 2 pages whose text is doubtful: Lease, p. 4 (two readers found different letters); Manual, p. 4 (two readers found different letters). One page that it cites was read by OCR, which may misread a letter: Scan, p. 9.": {
			on("Scan", 9, store.OCR, "Recognised."), on("Lease", 4, store.Doubtful, unlike), on("Manual", 4, store.Doubtful, unlike)},
		"2 pages that it cites were read by OCR, which may misread a letter: Scan, p. 1; Scan, p. 2.": {
			on("Scan", 1, store.OCR, "Recognised."), on("Scan", 2, store.OCR, "Recognised."), on("Scan", 1, store.OCR, "Recognised.")},
		"It leans on 6 pages whose text is doubtful: Lease, p. 1 (two readers found different letters); Lease, p. 2 (two readers found different letters); Lease, p. 3 (two readers found different letters); Lease, p. 4 (two readers found different letters); and 2 more.": many,
	} {
		if got := Doubts(citations, "en"); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestAReportSaysItInItsLanguage(t *testing.T) {
	on := func(doc string, page int, verdict string) store.Citation {
		return store.Citation{Document: doc, Doc: doc, Page: page, Label: fmt.Sprint(page), Verdict: verdict, Doubt: "Two readers found different letters (12 % alike)."}
	}
	one := []store.Citation{on("Lease", 4, store.Doubtful), on("Scan", 9, store.OCR), on("Lease", 1, store.Confirmed)}
	var many []store.Citation
	for page := range 6 {
		many = append(many, on("Lease", page+1, store.Unreadable), on("Scan", page+1, store.OCR))
	}
	for language, want := range map[string][2]string{
		"en": {
			"This report leans on a page whose text is doubtful: Lease, p. 4 (two readers found different letters). One page that it cites was read by OCR, which may misread a letter: Scan, p. 9.",
			"This report leans on 6 pages whose text is doubtful: Lease, p. 1 (two readers found different letters); Lease, p. 2 (two readers found different letters); Lease, p. 3 (two readers found different letters); Lease, p. 4 (two readers found different letters); and 2 more. 6 pages that it cites were read by OCR, which may misread a letter: Scan, p. 1; Scan, p. 2; Scan, p. 3; Scan, p. 4; and 2 more.",
		},
		"de": {
			"Dieser Bericht stützt sich auf eine Seite, deren Text zweifelhaft ist: Lease, S. 4. Eine zitierte Seite wurde durch Texterkennung (OCR) gelesen, die einzelne Buchstaben verwechseln kann: Scan, S. 9.",
			"Dieser Bericht stützt sich auf 6 Seiten, deren Text zweifelhaft ist: Lease, S. 1; Lease, S. 2; Lease, S. 3; Lease, S. 4; und 2 weitere. 6 zitierte Seiten wurden durch Texterkennung (OCR) gelesen, die einzelne Buchstaben verwechseln kann: Scan, S. 1; Scan, S. 2; Scan, S. 3; Scan, S. 4; und 2 weitere.",
		},
		"ja": {
			"この報告は、テキストが疑わしいページに基づいています：Lease、4ページ。引用した1ページは文字認識（OCR）で読み取ったもので、文字の誤りがありえます：Scan、9ページ。",
			"この報告は、テキストが疑わしい6ページに基づいています：Lease、1ページ；Lease、2ページ；Lease、3ページ；Lease、4ページ；ほか2ページ。引用した6ページは文字認識（OCR）で読み取ったもので、文字の誤りがありえます：Scan、1ページ；Scan、2ページ；Scan、3ページ；Scan、4ページ；ほか2ページ。",
		},
	} {
		for i, citations := range [][]store.Citation{one, many} {
			if got := ReportDoubts(citations, language); got != want[i] {
				t.Errorf("got  %s\nwant %s", got, want[i])
			}
		}
		if got := ReportDoubts([]store.Citation{on("Lease", 1, store.Confirmed)}, language); got != "" {
			t.Errorf("of a sound page: %s", got)
		}
	}
	if ReportDoubts(one, "fr") != ReportDoubts(one, "en") {
		t.Error("another language isn't English")
	}
}
