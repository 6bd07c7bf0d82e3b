package main

import (
	"fmt"
	"slices"

	"lectern/backend/eval"
	"lectern/build/quality/judge"
)

// judge judges an answer. What the program shows as passages is no answer, and says so; a figure that it read in a table
// is one.
func (c questionCase) judge(who string, a answer) judged {
	j := judged{Set: c.set.name, Who: who, QID: c.QID, Question: c.Text, Wanted: c.Answer, answer: a, Gold: c.Gold}
	switch {
	case a.Failed != "" || a.Late && a.Text == "":
		j.Verdict = "none"
	case a.Mode == "passages":
		j.Verdict, j.Shown = string(judge.Declined), c.Answer != "" && judge.States(c.Answer, a.Text)
	case a.Mode == "chosen" && !judge.States(c.Answer, a.Text):
		j.Verdict = string(judge.Wrong) // whatever it says of words that stand nowhere, it gives an answer
	default:
		j.Verdict = string(judge.Of(c.Answer, a.Text))
	}
	return j
}

// group are the answers of somebody to the questions of a set.
type group struct {
	set, who string
	rows     []judged
}

func (g group) count(verdict string) (n int) {
	for _, r := range g.rows {
		if r.Verdict == verdict {
			n++
		}
	}
	return n
}

// line is the group's row in the table.
func (g group) line() []string {
	var first, whole, prompt []float64
	given, cited, written, working, late, shown := 0, 0, 0, 0., 0, 0
	claims, verified := map[string]int{}, map[string]int{}
	for _, r := range g.rows {
		given, cited = given+oneIf(anyOf(r.Given, r.Gold)), cited+oneIf(anyOf(r.Cited, r.Gold))
		late, shown = late+oneIf(r.Late), shown+oneIf(r.Shown)
		claims[r.Verdict], verified[r.Verdict] = claims[r.Verdict]+r.Claims, verified[r.Verdict]+r.Verified
		if r.First > 0 {
			first = append(first, r.First)
		}
		written, working = written+r.Written, working+r.Working
		whole = append(whole, r.Seconds)
		if r.Prompt > 0 {
			prompt = append(prompt, float64(r.Prompt))
		}
	}
	n := len(g.rows)
	speed := "-"
	if working > 0 {
		speed = fmt.Sprintf("%.0f", float64(written)/working)
	}
	declined := fmt.Sprint(g.count("declined"))
	if shown > 0 {
		declined += fmt.Sprintf(" (%d with it shown)", shown)
	}
	return []string{g.set, g.who, fmt.Sprint(n), fmt.Sprint(g.count("right")), fmt.Sprint(g.count("wrong")), declined, fmt.Sprint(g.count("none")),
		of(given, n), of(cited, n), of(verified["right"], claims["right"]), of(verified["wrong"], claims["wrong"]),
		middle(first, "%.1f"), middle(whole, "%.1f"), speed, middle(prompt, "%.0f"), fmt.Sprint(late)}
}

func anyOf(pages, gold []eval.Page) bool {
	return slices.ContainsFunc(gold, func(g eval.Page) bool { return slices.Contains(pages, g) })
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// of is a share in per cent.
func of(n, all int) string {
	if all == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f %% of %d", 100*float64(n)/float64(all), all)
}

// middle is the median.
func middle(values []float64, format string) string {
	if len(values) == 0 {
		return "-"
	}
	return fmt.Sprintf(format, slices.Sorted(slices.Values(values))[len(values)/2])
}
