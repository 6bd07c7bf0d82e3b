package facts

import (
	"regexp"
	"slices"

	"lectern/backend/decimal"
)

const kindPoints = "points"

var (
	compound    = regexp.MustCompile(`(?i)\bcagr\b|\bcompound(?:ed)? (?:annual )?growth|年平均成長率|jährliche wachstumsrate`)
	growthWords = regexp.MustCompile(`(?i)\b(?:compound(?:ed)? )?(?:annual |average )?(?:growth|increase|decline)(?: rate)?\b|\bcagr\b|\brate of (?:growth|change)\b`)
	ofYears     = regexp.MustCompile(`(?i)\b(\d|two|three|four|five)[- ]?(?:fiscal )?years?[- ](?:\w+ )?(?:average|mean)|\baverage\b.{0,60}?\b(?:last|past|previous|over|the) (\d|two|three|four|five) (?:fiscal )?years`)
	averages    = regexp.MustCompile(`(?i)\b(?:average|averaged|mean)\b`)
	summing     = regexp.MustCompile(`(?i)\b(?:total over|total of|years? total|in total|altogether|combined|cumulative(?:ly)?|sum|aggregate|together|add(?:ed|ing)? up|summed)\b|\btotal\W*$|\bover (?:the |all )?(?:two|three|four|five|\d) (?:fiscal )?years\b`)
	growing     = regexp.MustCompile(`(?i)\b(?:growth|grow|grew|grown|yoy|year[- ](?:over|on)[- ]year)\b`)
	changing    = regexp.MustCompile(`(?i)\b(?:increased?|decreased?|declined?|fall|fell|drop(?:ped)?|rise|rose|risen|shr[aiu]nk|chang(?:e|ed)|higher|lower|bigger|larger|smaller|improved?|worsen(?:ed)?|widen(?:ed)?|narrow(?:ed)?|gained?|lose|lost|cuts?|trimm(?:ed)?|reduc(?:ed?|tion)|climb(?:ed)?|jump(?:ed)?|surged?|soar(?:ed)?|slip(?:ped)?|plunged?|slump(?:ed)?|tumbled?|(?:go|goes|gone|going|went|be|been|is|are|was|were|came|come) (?:up|down)|(?:up|down) (?:by )?(?:how|what)|up or down|down or up|how (?:much|many|far) (?:up|down)|(?:up|down) (?:vs|versus|from|on|over))\b`)
	comparing   = regexp.MustCompile(`(?i)\bcompared?\b`)
	differing   = regexp.MustCompile(`(?i)\b(?:difference|gap|more|fewer|less|how much (?:bigger|larger|higher|greater|lower|smaller))\b`)
	notOverall  = regexp.MustCompile(`(?i)\b(?:in total|together|combined)\s+(?:assets|liabilities|equity|debt|current)`)
)

// averaged are the years that an average is asked over.
func (r *reading) averaged(main string, whens []when) []when {
	m := ofYears.FindStringSubmatch(main)
	if m == nil && !(averages.MatchString(main) && len(whens) > 1) {
		return nil
	}
	n := 0
	if m != nil {
		n = numberOf(m[1] + m[2])
	}
	return years(whens, n)
}

// years are those from the first to the last one that is named; where only one is, n years until then.
func years(whens []when, n int) (out []when) {
	if len(whens) == 0 {
		return nil
	}
	byYear := func(a, b when) int { return a.year - b.year }
	first, last := slices.MinFunc(whens, byYear), slices.MaxFunc(whens, byYear)
	const most = 30
	if first.year == last.year && n > 0 {
		first = last.earlier(n - 1)
	}
	if last.year-first.year > most {
		return []when{first, last}
	}
	for k := last.year - first.year; k >= 0; k-- {
		out = append(out, last.earlier(k))
	}
	return out
}

// apart takes the two years of 2022-2023 apart, over which an average or a sum is asked.
func apart(whens []when) []when {
	if len(whens) != 1 || whens[0].other == 0 {
		return whens
	}
	first, last := whens[0], whens[0]
	first.year, first.other, last.other = first.other, 0, 0
	return []when{first, last}
}

// overYears works out what the question asks over several times, of what a function gives for each; nil if it asks for none.
func (r *reading) overYears(main string, whens []when, kind string, at func(when) (*node, float64)) *solution {
	if averages.MatchString(main) || summing.MatchString(main) || r.adds {
		whens = apart(whens)
	}
	span := years(whens, 0)
	several := len(span) > 1
	if r.q.relative && len(whens) == 1 {
		span, several = []when{whens[0].earlier(1), whens[0]}, true
	}
	switch {
	case compound.MatchString(main):
		return r.compounded(main, whens, at)
	case len(r.averaged(main, whens)) > 1:
		return r.average(r.averaged(main, whens), kind, at)
	case several && (summing.MatchString(main) || r.adds) && !notOverall.MatchString(main) && !differing.MatchString(main):
		return r.summed(span, kind, at)
	case growing.MatchString(main) || changing.MatchString(main) || several && (differing.MatchString(main) || r.q.told.percent && comparing.MatchString(main)):
		if len(whens) == 0 {
			return nil
		}
		if !several {
			span = []when{whens[0].earlier(1), whens[0]}
		}
		from, to := span[0], span[len(span)-1]
		if len(whens) == 2 && !r.q.relative { // as they are told, which may be of other lengths
			from, to = whens[0], whens[1]
			if to.year < from.year || to.year == from.year && to.month < from.month {
				from, to = to, from
			}
		}
		return r.change(main, from, to, kind, several, at)
	}
	return nil
}

func (r *reading) average(whens []when, kind string, at func(when) (*node, float64)) *solution {
	out := r.summed(whens, kind, at)
	if out != nil && out.node != nil {
		out.node = join("/", out.node, constant(int64(len(whens))))
	}
	return out
}

// summed takes the newest figure first, since the others are looked for in its row.
func (r *reading) summed(whens []when, kind string, at func(when) (*node, float64)) *solution {
	parts := make([]*node, len(whens))
	trust := 1.0
	for k := len(whens) - 1; k >= 0; k-- {
		n, sure := at(whens[k])
		if n == nil {
			return &solution{}
		}
		parts[k], trust = n, min(trust, sure)
	}
	return &solution{node: join("+", parts...), kind: kind, trust: trust}
}

// change is by how much a figure became more or less, in percent where the question wants that.
func (r *reading) change(main string, from, to when, kind string, told bool, at func(when) (*node, float64)) *solution {
	now, sure := at(to)
	before, other := at(from)
	if now == nil || before == nil {
		if !told {
			return nil // a row may tell the change itself
		}
		return &solution{}
	}
	trust := min(sure, other)
	if !told {
		trust *= byTheWay
	}
	if !told && growing.MatchString(main) && isPercent(now) { // a growth itself, or the growth of a share
		if !now.match.tells(growthTold) {
			trust *= tied
		}
		return &solution{node: now, trust: trust}
	}
	difference := join("-", now, before)
	percent := kind == "" && (growing.MatchString(main) || r.q.told.percent)
	if kind != "" || isPercent(now) && isPercent(before) {
		if kind == "" || kind == kindPercent {
			kind = kindPoints
		}
		if r.q.told.percent && !pointsAsked.MatchString(main) && kind != kindPoints {
			trust *= tied
		}
		return &solution{node: difference, kind: kind, trust: trust}
	}
	if !percent {
		if how := falling.MatchString(main); how {
			if v, err := difference.work(); err == nil && v.Sign() < 0 && differing.MatchString(main) {
				difference = join("-", before, now)
			}
		}
		return &solution{node: difference, trust: trust}
	}
	if v, err := before.work(); err != nil || v.Sign() <= 0 {
		return &solution{}
	}
	return &solution{node: join("/", difference, before), kind: kindPercent, trust: trust}
}

var (
	pointsAsked = regexp.MustCompile(`(?i)\bpoints?\b`)
	falling     = regexp.MustCompile(`(?i)\b(?:fewer|less|lower|smaller|decreased?|declined?|fall|fell|drop(?:ped)?)\b`)
)

// growthTold tells that a figure is a growth itself.
var growthTold = regexp.MustCompile(`(?i)\b(?:comparable|growth|grew|like-for-like|same[- ]store|change|increase)\b`)

func isPercent(n *node) bool { return n.match != nil && n.match.unit.Name == "%" }

func (r *reading) compounded(main string, whens []when, at func(when) (*node, float64)) *solution {
	span := years(whens, 0)
	if m := yearsLong.FindStringSubmatch(main); len(span) == 1 && m != nil {
		span = years(whens, numberOf(m[1])+1)
	}
	if len(span) < 2 {
		return &solution{}
	}
	now, sure := at(span[len(span)-1])
	before, other := at(span[0])
	if now == nil || before == nil || now.match == nil || before.match == nil {
		return &solution{}
	}
	quotient, err := now.value.Quo(before.value)
	if err != nil {
		return &solution{}
	}
	root, err := quotient.Root(int64(len(span) - 1))
	if err != nil {
		return &solution{}
	}
	out := &node{op: "root", parts: []*node{now, before}, value: root, number: decimal.New(int64(len(span)-1), 0)}
	return &solution{node: join("-", out, constant(1)), kind: kindPercent, trust: min(sure, other)}
}

var yearsLong = regexp.MustCompile(`(?i)\b(\d|two|three|four|five)[- ]?years?\b`)
