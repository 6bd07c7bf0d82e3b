package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"lectern/backend/ingest/pdftest"
)

// syllable words: all documents of a seed have the same.
func newVocabulary(seed uint64) vocabulary {
	r := rand.New(rand.NewPCG(seed, 1<<40))
	made := func(n int) (out []string) {
		for range n {
			word := ""
			for range 2 + r.IntN(2) {
				word += string("bdfgklmnprstv"[r.IntN(13)]) + string("aeiou"[r.IntN(5)])
			}
			out = append(out, word)
		}
		return out
	}
	title := func(words []string) []string {
		for i, w := range words {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
		return words
	}
	return vocabulary{
		"thing":   append(made(120), "software", "beverages", "tools", "memory chips", "aircraft parts", "insurance", "clothing", "phones", "games", "medicines", "hotels", "paper", "steel"),
		"place":   append(title(made(60)), "Europe", "Asia", "Canada", "Texas", "Mexico", "Germany"),
		"verb":    {"increased", "decreased", "changed", "improved", "reduced"},
		"quality": append(made(30), "new", "advanced", "recycled", "digital", "local", "annual", "public"),
		"company": title(made(90)),
	}
}

// filing is an annual or quarterly report.
func (w writer) filing(n int) (name string, f pdftest.File) {
	company := w.words["company"][n/5%len(w.words["company"])]
	year := 2014 + n%5*2 + n/5%2
	full := company + " " + []string{"Corporation", "Holdings, Inc.", "Group plc", "Industries Inc."}[n/5%4]
	form, name := "10-K", fmt.Sprintf("%s_%d_10K", strings.ToUpper(company), year)
	if n%7 == 3 {
		form, name = "10-Q", fmt.Sprintf("%s_%dQ%d_10Q", strings.ToUpper(company), year, 1+n%3)
	}
	f.Pages = append(f.Pages, pdftest.Page{
		"# UNITED STATES", "# SECURITIES AND EXCHANGE COMMISSION", "Washington, D.C. 20549", "", "# FORM " + form, "",
		fmt.Sprintf("For the fiscal year ended December 31, %d", year), "Commission File Number: 1-" + fmt.Sprint(1000+n), "", full,
		"(Exact name of registrant as specified in its charter)", "", "Emerging growth company [ ]   Large accelerated filer [x]",
	})
	if n%20 == 0 {
		f.Pages = append(f.Pages, pdftest.Page{"# " + spaced("annual report to shareholders"), "", spaced("the program of the company in the year"), spaced("and of its people in " + w.one(w.words["place"]...))})
	}
	for _, part := range []struct {
		heading   string
		sentences []string
		pages     int
	}{{"Item 1. Business", business, 4}, {"Item 1A. Risk Factors", risks, 5}, {"Item 7. Management's Discussion and Analysis", slices.Concat(business, notes), 5}} {
		for range part.pages {
			f.Pages = append(f.Pages, w.prose(part.heading, part.sentences))
		}
	}
	f.Pages = append(f.Pages, w.statement("Consolidated Statements of Income", year, incomeItems), w.statement("Consolidated Balance Sheets", year, balanceItems),
		w.statement("Consolidated Statements of Cash Flows", year, cashItems))
	for range 8 {
		f.Pages = append(f.Pages, w.prose("Notes to Consolidated Financial Statements", notes))
	}
	if n%15 == 1 {
		f.Pages = append(f.Pages, w.annex()...)
	}
	return name, f
}

// statement is a page with a table.
func (w writer) statement(title string, year int, items []string) pdftest.Page {
	page := pdftest.Page{"# " + title, "(in millions)", fmt.Sprintf("%-60s%14d%14d%14d", "Years ended December 31,", year, year-1, year-2)}
	for _, item := range items {
		page = append(page, fmt.Sprintf("%-60s%14s%14s%14s", item, w.million(), w.million(), w.million()))
	}
	return page
}

// annex are pages in another language.
func (w writer) annex() (pages []pdftest.Page) {
	of := w.one(slices.Sorted(maps.Keys(annexes))...)
	for range 3 {
		pages = append(pages, w.prose(of, annexes[of]))
	}
	return pages
}

// study is a report of an office or of researchers.
func (w writer) study(n int) (name string, f pdftest.File) {
	thing, place := w.one(w.words["thing"]...), w.one(w.words["place"]...)
	f.Pages = append(f.Pages, pdftest.Page{fmt.Sprintf("# On %s in %s", thing, place), "", fmt.Sprint(2010 + n%12)})
	for _, heading := range []string{"Introduction", "Method", "Results", "Results by age", "Results by income", "Discussion", "Appendix"} {
		for range 2 {
			f.Pages = append(f.Pages, w.prose(heading, studies))
		}
	}
	return fmt.Sprintf("%s-%s-%d", strings.ReplaceAll(thing, " ", "-"), strings.ToLower(place), n), f
}

// spaced is a text in spaced letters.
func spaced(text string) string {
	return strings.Join(strings.Split(strings.ReplaceAll(text, " ", "  "), ""), " ")
}
