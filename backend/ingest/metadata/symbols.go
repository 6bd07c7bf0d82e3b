package metadata

import (
	"regexp"
	"slices"

	"lectern/backend/store"
)

var (
	// listedUnder is a symbol before the exchange, as the cover of a filing has it (Form 10-K, Section 12(b)), tradedAs one behind
	// it, as in press releases.
	listedUnder = regexp.MustCompile(`\b([A-Z]{2,5})\d{0,2}[A-Z]?\s+(?:The )?(?i:new york stock exchange|nasdaq|nyse\b|chicago stock exchange)`)
	tradedAs    = regexp.MustCompile(`\b(?i:nyse|nasdaq)(?i: global select market)?: ?([A-Z]{1,5})\b`)
	formerly    = regexp.MustCompile(`(?i:\bformerly(?: known as)?|\bformer name(?: of registrant)?|\bpreviously known as|\bvormals)[:,]?\s+[“"„]?((?:[\p{Lu}\d][\p{L}\d&.'’-]*,? ?){1,7})`)
)

// noSymbol are capitals that stand before an exchange and are no symbol.
var noSymbol = []string{"THE", "ON", "OF", "AND", "NONE", "LLC", "INC", "USD", "EUR"}

// aliasesOf are the other names of a document's company that its first pages tell: the symbols that its shares are traded
// under, and former names that stand behind its own.
func aliasesOf(company string, pages []store.Page) (out []store.Alias) {
	add := func(text, kind string, p store.Page) {
		known := slices.ContainsFunc(out, func(a store.Alias) bool { return a.Text == text })
		if !known && !slices.Contains(noSymbol, text) {
			out = append(out, store.Alias{Text: text, Kind: kind, Where: onPage(p)})
		}
	}
	own := calledBy(company)
	for _, p := range pages {
		for _, pattern := range []*regexp.Regexp{listedUnder, tradedAs} {
			for _, m := range pattern.FindAllStringSubmatch(p.Text, -1) {
				add(m[1], store.TradedAs, p)
			}
		}
		for _, m := range formerly.FindAllStringSubmatchIndex(p.Text, -1) {
			name := tidy(p.Text[m[2]:m[3]])
			before := calledBy(lineBefore(p.Text, m[0]))
			if len(own) > 0 && len(before) > 0 && before[len(before)-1] == own[len(own)-1] && len(calledBy(name)) > 0 {
				add(name, store.FormerName, p)
			}
		}
	}
	return out
}
