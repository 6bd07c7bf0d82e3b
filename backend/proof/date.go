package proof

import (
	"slices"

	"lectern/backend/messages"
	"lectern/backend/text"
)

// otherDate finds a day that the evidence has of another year alone, in a sentence that is about the same. A day of several
// years comes back every year, as the end of a quarter does, and says nothing.
func (c *Claimed) otherDate(sentences []string, each []heard) (at int, why string) {
	const alike = .34 // share of the claim's words
	for _, mine := range text.DatesIn(c.text) {
		years, where := []int{}, -1
		for i, s := range sentences {
			for _, theirs := range c.config.memo.datesIn(s) {
				if theirs.Day != mine.Day || theirs.Month != mine.Month {
					continue
				}
				if !slices.Contains(years, theirs.Year) {
					years = append(years, theirs.Year)
				}
				if where < 0 || len(each[i].has) > len(each[where].has) {
					where = i
				}
			}
		}
		if len(years) == 1 && years[0] != mine.Year && float64(len(each[where].has)) >= alike*float64(len(c.words)) {
			for _, theirs := range c.config.memo.datesIn(sentences[where]) {
				if theirs.Day == mine.Day && theirs.Month == mine.Month {
					return where, c.config.Say.Text("rag.says-otherwise", messages.Args{"mine": c.text[mine.Start:mine.End], "theirs": sentences[where][theirs.Start:theirs.End]})
				}
			}
		}
	}
	return -1, ""
}

// onItsDays tells whether sentences have a day of the claim's, with its year.
func (c *Claimed) onItsDays(sentences []string) bool {
	mine := text.DatesIn(c.text)
	return slices.ContainsFunc(sentences, func(s string) bool {
		return slices.ContainsFunc(c.config.memo.datesIn(s), func(theirs text.Date) bool {
			return slices.ContainsFunc(mine, func(d text.Date) bool {
				return d.Year == theirs.Year && d.Month == theirs.Month && d.Day == theirs.Day
			})
		})
	})
}
