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
		if got := Doubts(citations); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
