package figures

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/text"
)

// overYears is the calculation that gives a figure from several years of a row that is meant: its compound annual growth,
// their average or their sum, as the sentence says; "" if there is none.
func (c *claim) overYears() string {
	var work func(years []*held) (float64, string)
	switch p := patterns(); {
	case c.Unit == text.Percent && c.of.matches(p.compound):
		work = compoundOf
	case c.of.matches(p.mean):
		work = meanOf
	case c.of.matches(p.sum) && c.Unit != text.Percent:
		work = totalOf
	default:
		return ""
	}
	for _, r := range c.meant() {
		years := c.yearly(r)
		if len(years) < 2 {
			continue
		}
		if v, how := work(years); how != "" && c.near(math.Abs(v), 0) {
			return how
		}
	}
	return ""
}

// meant are the rows that agree with the claim, the best first.
func (c *claim) meant() []*row {
	const enough = .4
	score := map[*row]float64{}
	var out []*row
	for _, r := range c.of.index.rows {
		if len(r.cells) < 2 || !shares(r.terms, c.of.all) {
			continue
		}
		if a := c.agrees(r, nil); a >= enough {
			score[r] = a
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b *row) int { return cmp.Compare(score[b], score[a]) })
	return out
}

// yearsTold are how many years a sentence speaks of: "three-year", "over five years".
var yearsTold = regexp.MustCompile(`(?i)(\d+|\pL+)(?:[ -]years?\b|[ -]jahres|\s?jahre[n]?\b| ans\b)|(\d+|[二三四五六七八九十]+)\s?(?:か年|ヶ年|年間|年平均)`)

// yearly are the cells of a row for the years that the sentence tells, oldest first: from one year to another, the last few,
// or all that the row has. nil if the row lacks one of them.
func (c *claim) yearly(r *row) (out []*held) {
	for _, h := range r.cells {
		if len(h.period.Years) != 1 || h.period.Change || h.period.Part > 0 || h.period.Months > 0 && h.period.Months != 12 || !c.comparableUnit(h) || len(out) > 0 && (!sameHead(out[0], h) || out[0].unit != h.unit) {
			continue
		}
		if !slices.ContainsFunc(out, func(o *held) bool { return o.period.Years[0] == h.period.Years[0] }) {
			out = append(out, h)
		}
	}
	slices.SortFunc(out, func(a, b *held) int { return cmp.Compare(a.period.Years[0], b.period.Years[0]) })
	if named := text.YearsIn(c.of.text); len(named) > 1 {
		first, last := named[0].Year, named[0].Year
		for _, y := range named {
			first, last = min(first, y.Year), max(last, y.Year)
		}
		out = slices.DeleteFunc(out, func(h *held) bool { return h.period.Years[0] < first || h.period.Years[0] > last })
		if len(out) == 0 || out[0].period.Years[0] != first || out[len(out)-1].period.Years[0] != last {
			return nil
		}
		return out
	}
	for _, m := range yearsTold.FindAllStringSubmatch(c.of.text, -1) {
		n := int(text.NumberWord(m[1] + m[2]))
		if n == 0 {
			n, _ = strconv.Atoi(m[1] + m[2])
		}
		if n > len(out) {
			return nil
		}
		if n > 1 {
			return out[len(out)-n:]
		}
	}
	return out
}

// comparableUnit tells whether a claim may be worked out from such a cell: growth from amounts, all else from its own unit.
func (c *claim) comparableUnit(h *held) bool {
	if c.Unit == text.Percent && c.of.matches(patterns().compound) {
		return h.unit != text.Percent
	}
	return c.kindred(h)
}

func (h *held) inBase() float64 { return h.value.Float() * math.Pow10(h.power[0]) }

// compoundOf is by how many percent a row grew a year: ((last ÷ first)^(1 ÷ years) − 1) · 100.
func compoundOf(years []*held) (float64, string) {
	first, last := years[0], years[len(years)-1]
	n := last.period.Years[0] - first.period.Years[0]
	if n < 2 || first.value.Sign() <= 0 || last.value.Sign() <= 0 {
		return 0, ""
	}
	return 100 * (math.Pow(last.inBase()/first.inBase(), 1/float64(n)) - 1), fmt.Sprintf("(%s ÷ %s)^(1 ÷ %d) − 1", last.text, first.text, n)
}

func totalOf(years []*held) (float64, string) {
	sum, texts := 0., []string{}
	for _, h := range years {
		sum += h.inBase()
		texts = append(texts, h.text)
	}
	return sum, strings.Join(texts, " + ")
}

func meanOf(years []*held) (float64, string) {
	sum, how := totalOf(years)
	return sum / float64(len(years)), fmt.Sprintf("(%s) ÷ %d", how, len(years))
}
