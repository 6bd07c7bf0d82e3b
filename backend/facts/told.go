package facts

import (
	"regexp"
	"strconv"
	"strings"

	"lectern/backend/decimal"
	"lectern/backend/text"
)

// told is how a question wants its figure to be told.
type told struct {
	exponent int     // power of ten; -1: the question doesn't say
	places   int     // behind the point; -1: the question doesn't say
	percent  bool    // in percent
	money    bool    // in money
	counted  bool    // how many
	amount   bool    // how much
	things   bool    // millions of something: shares, users
	spent    bool    // what was paid, so that brackets round it say nothing
	paid     bool    // what was paid, not what it cost
	share    bool    // what part of something
	version  version // restated, or as first reported
	foreign  bool    // the question is in another language than the tables
	soon     bool    // what falls due within a year
	perShare bool    // what there is for one share of a company
}

var (
	scaleSaid = regexp.MustCompile(`(?i)(?:\(?\b(?:in|to|into|expressed in|as)?\s*)?(?:(?:\bus\$|\busd|\binr|\brs\.?|\brupees|[$€£¥]|\beur|\bgbp|\byen|\bus dollars?|\bdollars?|\beuros?)\s*)?(?:\b(millions?|billions?|thousands?|lacs?|lakhs?|crores?|mn|mio|bn|mm|tsd)\b\.?(?:\s*(?:of\s+)?(?:us\$|usd|u\.s\. dollars?|us dollars?|dollars?|rupees|inr|rs\.?|eur|euros?|yen|[$€£¥]))?\)?)`)
	joined    = regexp.MustCompile(`(?i)(?:^|[\s,(])(?:(?:us)?[$€£¥](m|k|b|mn|bn|mm)|(m|k|b|mn|bn|mm)(?:us)?[$€£¥]|[$€£¥] (m|mn|bn|mm|mln)|(?i:usd|eur|gbp) (m|k|mn|bn|mln)|(mln) (?:usd|eur))(?:[\s,.?)]|$)`)
	shortUnit = regexp.MustCompile(`(?i)\bin (k|m|mn|mm|bn|b)\b`)
	currency  = regexp.MustCompile(`(?i)\b(?:in|expressed in)\s+(?:us dollars?|dollars?|usd|us\$|rupees|euros?|inr|eur|yen)\b|,?\s*\brs\.?\s*\??$`)
	decimals  = regexp.MustCompile(`(?i)(?:,|\band\b)?\s*(?:\b(?:rounded to|to|with|up to|auf|mit)\s+)?\b(one|two|three|four|zero|no|eine|zwei|drei|\d)\s*-?(?:decimals?(?: places?| points?)?|nachkommastellen?|dezimalstellen?|places)\b|小数(?:点以下)?第?([1-4１-４一二三])(?:位|桁)`)
	wholly    = regexp.MustCompile(`(?i)\b(?:nearest (?:whole )?(?:million|billion|thousand|dollar|percent|integer)|whole number|nearest whole)\b`)
	percents  = regexp.MustCompile(`(?i)%|\bper ?cent\b|\bpercent(?:age)?s?\b(?: points?)?|\bpct\b`)
	counting  = regexp.MustCompile(`(?i)\bhow many\b|\bnumber of\b|\bshares\b.*\bnumber\W*$|\bcount\b|\bwie viele\b|何[人店件社]`)
	amounts   = regexp.MustCompile(`(?i)\bhow much\b|\bin welcher höhe\b|\bcombien\b|\bcuánto\b|いくら|多少`)
	ofThings  = regexp.MustCompile(`(?i)\b(?:millions?|thousands?|billions?|mm|mn) (?:of )?(?:shares|members|users|units|people|stores|subscribers|customers|employees|tons|tonnes|barrels|cases|pieces)\b`)
	// notCounted are units of amounts, not things that are counted.
	notCounted = regexp.MustCompile(`(?i)\bhow many (?:%|per ?cent|pct|percentage|basis points|points|millions?|billions?|thousands?|dollars?|us\$|usd|euros?|\$)`)
	spending   = regexp.MustCompile(`(?i)\b(?:put (?:in|into)|(?:went|goes|go|going) (?:in|into|on)|eaten up|spen[dt]|spending|paid|pay|paying|paid out|closed|invest(?:ed)?|repurchased?|bought|buy|buybacks?|repaid|repay|outlays?|hand(?:ed|s)? over|used (?:in|for)|purchased?|return(?:ed)? to|retired|cost)\b`)
	howMuch    = regexp.MustCompile(`[$€£¥]|(?i)\b(?:usd|dollars?|rupees|rs|lacs?|lakhs?|crores?|eur|euros?)\b`)
)

// What is paid isn't what it costs in the books: taxes, interest.
var (
	paying   = regexp.MustCompile(`(?i)\b(?:paid|pays?|paying)\b|\bin cash\b`)
	charging = regexp.MustCompile(`(?i)\b(?:expenses?|provisions?|charges?|costs?)\b`)
)

// named is a share that tells which of several things is meant: "the 5.875% Senior Notes".
var named = regexp.MustCompile(`\d ?%`)

var smallNumbers = map[string]int{"zero": 0, "no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "eine": 1, "zwei": 2, "drei": 3, "一": 1, "二": 2, "三": 3, "１": 1, "２": 2, "３": 3, "４": 4}

func numberOf(s string) int {
	s = strings.ToLower(s)
	if n, ok := smallNumbers[s]; ok {
		return n
	}
	n, _ := strconv.Atoi(s)
	return n
}

// readTold takes what a question says of units and places out of it.
func readTold(s, _ string) (rest string, t told) {
	t = told{exponent: -1, places: -1, version: versionIn(s)}
	s = withoutVersion(s)
	t.money = howMuch.MatchString(s)
	t.counted = counting.MatchString(notCounted.ReplaceAllString(s, " "))
	if t.things = ofThings.MatchString(s); t.things {
		t.counted = true
	}
	t.amount = amounts.MatchString(s)
	t.spent = spending.MatchString(s)
	t.paid = paying.MatchString(s) && !charging.MatchString(s)
	t.soon = withinYear.MatchString(s)
	if wholly.MatchString(s) {
		t.places = 0
	}
	if m := decimals.FindStringSubmatch(s); m != nil {
		t.places = numberOf(m[1] + m[2])
		s = decimals.ReplaceAllString(s, " ")
	}
	for _, pattern := range []*regexp.Regexp{joined, shortUnit, scaleSaid} {
		for _, m := range pattern.FindAllStringSubmatch(s, -1) {
			for _, word := range m[1:] {
				if e := text.ScaleOf(word); word != "" && e > 0 {
					t.exponent = e
				}
			}
		}
		s = pattern.ReplaceAllString(s, " ")
	}
	if currency.MatchString(s) && t.exponent < 0 {
		t.exponent = 0
	}
	s = currency.ReplaceAllString(s, " ")
	if percents.MatchString(s) { // how much of net sales was Europe's, in percent
		s = howMuchOfIt.ReplaceAllString(s, "share of")
	}
	t.percent = percents.MatchString(named.ReplaceAllString(s, " "))
	t.share, t.perShare = partAsked.MatchString(s), perShareAsked.MatchString(s)
	return s, t
}

// withinYear tells that what falls due within a year is meant; a row that says so may be called current.
var (
	withinYear = regexp.MustCompile(`(?i)\b(?:with)?in (?:less than )?(?:one|1|a|12|twelve) (?:year|months)\b|\b(?:under|less than|up to) (?:one|1|a) year\b`)
	current    = regexp.MustCompile(`(?i)\bcurrent\b`)
)

var (
	howMuchOfIt   = regexp.MustCompile(`(?i)\bhow much of\b`)
	partAsked     = regexp.MustCompile(`(?i)(?:^\W*|\b(?:what|which) )(?:part|portion) of\b|(?:^|[^r]) (?:share|proportion|fraction) of\b|^\W*(?:share|proportion|fraction) of\b`)
	perShareAsked = regexp.MustCompile(`(?i)\bper (?:\pL+ )?share\b|\beps\b|\bje aktie\b|株当たり`)
)

// as writes a number of base units as the question wants it. own is the power of ten that its cell is counted in.
func (t told) as(v decimal.Decimal, own int, kind string) string {
	if t.exponent >= 0 && kind == "" {
		own = t.exponent
	}
	out := v.Shift(-own)
	switch {
	case t.places >= 0:
		out = out.Round(t.places)
	case kind == kindPercent:
		out = out.Round(1)
	case kind != "" && kind != kindPerShare:
		out = out.Round(2)
	}
	return out.Short()
}
