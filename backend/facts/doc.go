// Package facts finds a figure where it stands and works with it exactly; no model takes part.
//
// A Metric is a figure with what it says: whose, of when, in what. Reader.Locate finds it in its passage, in the row or
// sentence that is called what the metric says, and fills in what stands there: sign, scale, currency, unit, period;
// Reader.Check holds it against its page once more. A figure without such a place is flagged with the reason. Calculate
// works out growth, differences, ratios, shares, compound rates, sums and averages on exact decimals, with the formula.
//
// Library.Answer takes another way: from a question to the cells of tables that say it. A document's tables are read into
// rows and columns with the terms of their labels, heads and captions (document.go, table.go, heads.go); a question into its
// times, its units and the words that must be explained (question.go, when.go, told.go), in the words of English tables
// (translate.go; katakana.go for names). What fiscal years, quarters and versions figures are of, calendar.go and restated.go
// say. A
// cell is the likelier the more of the question its row, its column and what stands above them explain, and the less else
// they say (search.go, find.go, suits.go). Lists know only the lines of the statements by other names, and ratios (items.go, words/). What a
// question works out of several figures is a formula over cells (parse.go, overtime.go, pairs.go, resolve.go). An answer is
// as sure as the least sure of its cells (assess.go): a word of the question that a cell leaves open, and that another row
// explains, forbids it. What several documents are compared by, a question names in words of its own, or by a theme that textbooks
// judge by some measures (compare.go, themes.go).
package facts
