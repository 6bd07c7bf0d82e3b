package figures_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"lectern/backend/proof/figures"
	"lectern/backend/store"
	"lectern/backend/text"
)

// TestHostileTextIsReadInTheEnd would not end if the work grew with the square of the text.
func TestHostileTextIsReadInTheEnd(t *testing.T) {
	const many = 5_000
	for name, s := range map[string]string{
		"one number":      strings.Repeat("9", 10*many),
		"grouped":         strings.Repeat("1,000", many),
		"ones":            strings.Repeat("1 ", many),
		"brackets":        strings.Repeat("(1", many),
		"a line of cells": "Net sales " + strings.Repeat("32,765 ", many),
		"rows":            strings.Repeat("Net sales 32,765\n", many/4),
		"words":           strings.Repeat("in 2018 net sales ", many/4),
		"currencies":      strings.Repeat("$", many) + "5" + strings.Repeat("%", many),
	} {
		short := s[:min(len(s), 10_000)]
		page := figures.Read(figures.Page{Text: s})
		for _, f := range figures.Audit(figures.Request{Text: short, Question: short, Cited: func(int, int) []*figures.Source { return []*figures.Source{page} }}) {
			if f.Start < 0 || f.End > len(short) || f.Start >= f.End {
				t.Fatalf("%s: %+v", name, f)
			}
		}
		text.Figures(s, "")
	}
}

// TestCutAndShuffledTextIsReadWithoutHarm takes pieces of pages as answers, with signs thrown in.
func TestCutAndShuffledTextIsReadWithoutHarm(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 4))
	whole := []rune(income + "売上高は1億2000万円、前年比３．５％増（2017年度：△12百万円）でした。Im Jahr 2018 um 3,5 % auf 1.577,0 Mio. €; Q3 FY19 (2017: 31.7) [4], $4.0 to $4.5 billion.\n| a | 2018 |\n|---|---|\n| b | 5 |")
	marks := []rune("().,-–%$€|[]【兆億万\n１ 年#*'¥▲:")
	for range 250 {
		from := dice.IntN(len(whole) - 10)
		x := append([]rune{}, whole[from:min(len(whole), from+5+dice.IntN(400))]...)
		for range 6 {
			x[dice.IntN(len(x))] = marks[dice.IntN(len(marks))]
		}
		text := string(x)
		tables := []store.Table{}
		if dice.IntN(2) == 0 {
			tables = cells()
			tables[0].Span = store.Span{Start: dice.IntN(len(text) + 1), End: len(text)}
			tables[0].Rows[0].Cells[0].Column = dice.IntN(9) - 3
		}
		pages := []figures.Page{{Text: text, Tables: tables}, {Text: income}}
		for _, f := range audit(figures.Request{Text: text, Question: text[:len(text)/2], Language: []string{"", "de", "ja", "zh", "en"}[dice.IntN(5)]}, pages...) {
			if f.Text != text[f.Start:f.End] || f.Value == "" || f.Verdict == "" || f.Verdict == figures.Flagged && (f.Kind == "" || f.Why == "") || len(f.Candidates) > 3 {
				t.Fatalf("%q: %+v", text, f)
			}
		}
	}
}

func FuzzAudit(f *testing.F) {
	f.Add("Net sales were $32,765 million in 2018 (2017: 31.7bn).", income)
	f.Add("売上高は△1億2000万円", "（単位：百万円）\n売上高 △120")
	f.Fuzz(func(t *testing.T, text, page string) {
		for _, x := range audit(figures.Request{Text: text, Question: page}, figures.Page{Text: page, Tables: cells()}) {
			if x.Start < 0 || x.End > len(text) || x.Start >= x.End || x.Value == "" {
				t.Fatalf("%q: %+v", text, x)
			}
		}
	})
}

func TestASentenceAllOfWhoseFiguresBelongToNamesOfRows(t *testing.T) {
	table := store.Table{Page: 1, Confidence: .9, Columns: []store.Column{{Heads: []string{"2023"}}, {Heads: []string{"2022"}}}}
	for _, label := range []string{"Trade payables", "Runs of 20 shots each"} {
		table.Rows = append(table.Rows, store.Row{Label: label, Cells: []store.Cell{{Column: 0, Text: "1,200", Value: "1200"}, {Column: 1, Text: "1,100", Value: "1100"}}})
	}
	page := figures.Page{Number: 1, Text: "2023 2022\nTrade payables 1,200 1,100\nRuns of 20 shots each 1,200 1,100\n", Tables: []store.Table{table}}
	for _, text := range []string{"Trade payables and runs of 20 shots each.", "Runs of 20 shots each, and trade payables."} {
		if found := audit(figures.Request{Text: text}, page); len(found) != 1 || found[0].Verdict != figures.Quoted {
			t.Errorf("%q: %+v", text, found)
		}
	}
}
