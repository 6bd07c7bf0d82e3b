package proof

import (
	"regexp"
	"slices"
	"strings"

	"lectern/backend/text"
)

var (
	perSomething = regexp.MustCompile(`(?i)\b(?:per|eps|je|pro|a share|rate|ratio|adr|revpar)\b|株当たり|每股`)
	countedThing = regexp.MustCompile(`(?i)\b(?:number|count|headcount|employees|stores|deliveries|units|shares|customers|members(?:hips)?|subscribers|anzahl|mitarbeiter|aktien)\b|人数|株式数`)
)

// written are the units that have to be written before and behind a cell's figure to say what it is counted in: its own, else
// what is nearest to it. each are those of the unit column, of the head and of the label; all tells that the scale is the whole table's.
func (l layout) written(body string, found []text.Figure, lead string, each []text.Counted) (before, behind string, all bool) {
	number := body
	if len(found) == 1 {
		f := found[0]
		if f.Scaled || f.Unit != "" && !text.IsMoney(f.Unit) {
			return "", "", false
		}
		number = f.Text
		if strings.Trim(strings.Replace(body, number, "", 1), " ()*†+-–−$€£") != "" {
			return "", "", false
		}
		if f.Unit != "" {
			each = slices.Clone(each)
			for i := range each {
				each[i].Currency, each[i].Percent = "", false
			}
		}
	} else if !bareNumber.MatchString(body) {
		return "", "", false
	}
	money := len(found) == 1 && found[0].Unit != ""
	if money {
		l.counted.Currency = ""
	}
	var of text.Counted
	for i, c := range each {
		switch {
		case c == text.Counted{}:
		case c.Percent && !money:
			return "", "%", false
		case i == 0 || c.Exponent > 0:
			return sign(c.Currency, l.counted.Currency), text.ScaleBehind(c.Exponent), false
		case of.Currency == "":
			of.Currency = c.Currency
		}
	}
	if perSomething.MatchString(lead) || countedThing.MatchString(lead) && of.Currency == "" && !money {
		return sign(of.Currency), "", false
	}
	if l.counted.Percent && !money && l.counted.Exponent == 0 {
		return "", "%", false
	}
	return sign(of.Currency, l.counted.Currency), text.ScaleBehind(l.counted.Exponent), l.counted.Exponent > 0
}

var bareNumber = regexp.MustCompile(`^[(+–−-]?\d[\d.,' ]*\)?$`)

// sign is the first currency that is known, as it is written before an amount.
func sign(codes ...string) string {
	for _, c := range codes {
		if c == text.Dollars || c == "¥" {
			return c
		}
		if c != "" {
			return c + " "
		}
	}
	return ""
}
