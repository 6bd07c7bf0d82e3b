package proof

import (
	"strings"
	"unicode/utf8"

	"lectern/backend/store"
)

// quoteContext is how much of the page stands beside a quote to tell it from the same words elsewhere, in bytes.
const quoteContext = 64

// Quote cites a sentence of a passage, by its index.
func Quote(t store.Text, sentence int) store.Citation {
	quote := t.Text
	if sentence >= 0 && sentence < len(t.Sentences) {
		quote = t.Sentences[sentence]
	}
	before, after := "", ""
	from := 0
	for i := 0; i < sentence && i < len(t.Sentences); i++ {
		if at := strings.Index(t.Text[from:], t.Sentences[i]); at >= 0 {
			from += at + len(t.Sentences[i])
		}
	}
	if at := strings.Index(t.Text[from:], quote); at >= 0 {
		before, after = t.Text[:from+at], t.Text[from+at+len(quote):]
	}
	return store.Citation{
		Document: t.Ref.Document, Doc: t.Name, Page: t.Page, Label: t.Label, Passage: t.Ref.String(),
		Quote: quote, Prefix: tail(before, quoteContext), Suffix: head(after, quoteContext), Verdict: t.Verdict, Doubt: t.Doubt,
		Places: t.Places,
	}
}

func tail(s string, n int) string {
	if len(s) > n {
		s = s[len(s)-n:]
		for s != "" && !utf8.RuneStart(s[0]) {
			s = s[1:]
		}
	}
	return s
}

func head(s string, n int) string {
	if len(s) > n {
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s = s[:n]
	}
	return s
}
