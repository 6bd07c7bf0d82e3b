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
		"fr": {
			"Ce rapport s’appuie sur 1 page dont le texte est douteux\u00a0: Lease, p. 4. 1 page citée a été lue par reconnaissance de caractères (OCR), qui peut confondre une lettre\u00a0: Scan, p. 9.",
			"Ce rapport s’appuie sur 6 pages dont le texte est douteux\u00a0: Lease, p. 1\u00a0; Lease, p. 2\u00a0; Lease, p. 3\u00a0; Lease, p. 4\u00a0; et 2 autres. 6 pages citées ont été lues par reconnaissance de caractères (OCR), qui peut confondre une lettre\u00a0: Scan, p. 1\u00a0; Scan, p. 2\u00a0; Scan, p. 3\u00a0; Scan, p. 4\u00a0; et 2 autres.",
		},
		"es": {
			"Este informe se apoya en 1 página cuyo texto es dudoso: Lease, pág. 4. 1 página citada se leyó por reconocimiento de caracteres (OCR), que puede confundir alguna letra: Scan, pág. 9.",
			"Este informe se apoya en 6 páginas cuyo texto es dudoso: Lease, pág. 1; Lease, pág. 2; Lease, pág. 3; Lease, pág. 4; y 2 más. 6 páginas citadas se leyeron por reconocimiento de caracteres (OCR), que puede confundir alguna letra: Scan, pág. 1; Scan, pág. 2; Scan, pág. 3; Scan, pág. 4; y 2 más.",
		},
		"zh": {
			"这份报告所依据的1个页面文字存疑：Lease，第4页。所引用的1个页面由文字识别（OCR）读取，可能认错个别字：Scan，第9页。",
			"这份报告所依据的6个页面文字存疑：Lease，第1页；Lease，第2页；Lease，第3页；Lease，第4页；另有2页。所引用的6个页面由文字识别（OCR）读取，可能认错个别字：Scan，第1页；Scan，第2页；Scan，第3页；Scan，第4页；另有2页。",
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
	if ReportDoubts(one, "it") != ReportDoubts(one, "en") {
		t.Error("another language isn't English")
	}
}
