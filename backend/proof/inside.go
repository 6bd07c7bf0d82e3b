package proof

import (
	"regexp"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/text"
)

// What a sentence says of its own figures can be wrong whatever the documents say: "rose to 5 million from 6 million", "up
// 10 %, from 200 to 230", "5 %, more than the 7 % of the year before". This needs no page.

// insider looks at one sentence.
type insider struct {
	say    messages.Messages
	text   string
	levels []text.Figure // how much there is or was
	change []text.Figure // by how much it changed, or how many times as much it is
}

// inside says what in a sentence can't be; "" if nothing is seen. It is certain unless it was worked out: of true sentences a
// few say a change that isn't the one of the figures beside it (build/proof).
func inside(say messages.Messages, sentence string) (why string, certain bool) {
	sentence = inDigits(sentence)
	in := insider{say: say, text: sentence}
	for _, f := range text.FiguresIn(sentence, text.Language(sentence), true) {
		if in.changes(f) {
			in.change = append(in.change, f)
		} else {
			in.levels = append(in.levels, f)
		}
	}
	const many = 30 // figures: a table, or no sentence at all
	if len(in.levels) < 2 || len(in.levels) > many || text.Loses(sentence) {
		return "", false
	}
	for _, check := range []func() string{in.direction, in.comparison, in.points, in.proportion} {
		if why := check(); why != "" {
			return why, true
		}
	}
	return in.arithmetic(), false
}

var (
	// nouns of change, which may themselves have become more or less: "growth slowed from 5 % to 3 %".
	growth = regexp.MustCompile(`(?i)\b(?:growth|increases?|decreases?|declines?|gains?|inflation|rates? of change|slow\w*|accelerat\w*|narrow\w*|widen\w*|wachstum\w*|rückgang\w*|anstieg\w*|zuwachs\w*|croissance|inflation|ralenti\w*|accélér\w*)\b|成長率|増加率|減少率|伸び率|鈍化|加速`)

	leading   = regexp.MustCompile(`(?:the |an? |some |about |around |roughly |nearly |almost |approximately |just |only |over |under |rund |etwa |knapp |fast |gut |environ |près de |quelque |約|およそ)*`).String()
	fromAhead = regexp.MustCompile(`(?i)\b(?:from|von|de)\s+` + leading + `$`)
	toBetween = regexp.MustCompile(`(?i)^[^,;()]{0,40}?(?:\b(?:to|auf)|à)\s+` + leading + `$`)
	toAhead   = regexp.MustCompile(`(?i)(?:\b(?:to|auf)|à)\s+` + leading + `$`)
	fromNext  = regexp.MustCompile(`(?i)^[^;]{0,45}?[\s,(](?:from|von|nach|gegenüber|contre)\s+` + leading + `$`)
	japanese  = regexp.MustCompile(`^(?:[（(][^（）()]*[）)])?から(?:[^。、0-9]{0,12}の)?(?:約|およそ)?$`)
	toBehind  = regexp.MustCompile(`^[^。、]{0,6}(?:へ|に|まで)[^。]{0,12}`)
	ends      = regexp.MustCompile(`;|[.!?]\s|。`)
	changing  = regexp.MustCompile(`(?i)(?:\b(?:by|um|de)\s+` + leading + `|\b(?:increase|decrease|rise|drop|fall|decline|jump|gain|growth|reduction) of ` + leading + `|\b(?:up|down|rose|grew|fell|increased|decreased|declined|dropped|climbed|jumped|rising|falling|gained)\s+(?:by\s+)?` + leading + `)$`)
	changed   = regexp.MustCompile(`(?i)^\s*(?:lower|higher|more|less|fewer|increase|decrease|growth|decline|rise|drop|mehr|weniger|höher|niedriger|de plus|de moins|plus élevé|増|減)`)
)

// changes tells whether a figure is a change, and no level.
func (in *insider) changes(f text.Figure) bool {
	before, after := in.text[max(0, f.Start-60):f.Start], in.text[f.End:]
	return f.Unit == text.Points || f.Unit == text.Times || changed.MatchString(after) || nounThan.MatchString(after) ||
		changing.MatchString(strings.ToValidUTF8(before, " ")) && !fromAhead.MatchString(before)
}

// pair tells whether two levels can be compared at all.
func pair(a, b text.Figure) bool {
	unit := a.Unit == b.Unit || a.Unit == "" && text.IsMoney(b.Unit) && a.Scaled // "120 million to 110 million euros"
	return unit && a.Scaled == b.Scaled && !a.Negative && !b.Negative && (!a.Bracketed || a.Loose) && (!b.Bracketed || b.Loose) && a.Value != b.Value && len(a.Readings) == 1 && len(b.Readings) == 1
}

func more(a, b text.Figure) bool { return a.Readings[0].Value.Cmp(b.Readings[0].Value) > 0 }

// direction holds words such as rose and fell against the two figures that they are told of.
func (in *insider) direction() string {
	from, ofGrowth := 0, growth.MatchString(in.text)
	for i := range len(in.levels) - 1 {
		a, b := in.levels[i], in.levels[i+1]
		pre, mid, post := in.text[from:a.Start], in.text[a.End:b.Start], in.text[b.End:]
		from = a.End
		if at := ends.FindAllStringIndex(pre, -1); len(at) > 0 {
			pre = pre[at[len(at)-1][1]:]
		}
		if !pair(a, b) || ends.MatchString(mid) || text.Denies(pre) || a.Unit == text.Percent && ofGrowth {
			continue
		}
		later, earlier, words := b, a, ""
		switch {
		case fromAhead.MatchString(pre) && toBetween.MatchString(mid):
			words = pre
			if up, down := movesIn(pre); up+down == "" {
				words = untilPause(post)
			}
		case japanese.MatchString(mid) && toBehind.MatchString(post):
			words = toBehind.FindString(post)
		case fromNext.MatchString(mid) && moves(mid):
			later, earlier, words = a, b, mid
		case yearInBrackets.MatchString(mid):
			later, earlier, words = a, b, post
		case fromNext.MatchString(mid) && toAhead.MatchString(pre):
			later, earlier, words = a, b, pre
		}
		up, down := movesIn(words)
		switch {
		case up != "" && down == "" && more(earlier, later):
			return in.say.Text("proof.not-up", messages.Args{"word": up, "later": later.Text, "earlier": earlier.Text})
		case down != "" && up == "" && more(later, earlier):
			return in.say.Text("proof.not-down", messages.Args{"word": down, "later": later.Text, "earlier": earlier.Text})
		}
	}
	return ""
}

// movesIn are the first words of a text that say that something became more, and less; "" for none.
func movesIn(s string) (up, down string) {
	for _, t := range text.TrendsIn(s) {
		switch {
		case t.Kind == text.TrendRise && up == "":
			up = t.Word
		case t.Kind == text.TrendFall && down == "":
			down = t.Word
		}
	}
	return up, down
}

func moves(s string) bool {
	up, down := movesIn(s)
	return up+down != ""
}

// untilPause is what stands before the next mark.
func untilPause(s string) string {
	if at := strings.IndexAny(s, ",;.("); at >= 0 {
		return s[:at]
	}
	return s
}

var (
	exceeding = regexp.MustCompile(`(?i)^[^;]{0,60}?\b(?:exceed(?:s|ed|ing)|surpass(?:es|ed|ing)|overt(?:akes?|ook|aking)|(?:more|higher|larger|greater|bigger) than|well above|ahead of|übertraf\w*|übersteigt|überstieg\w*|(?:mehr|höher|größer) als|dépass\w*|supérieure?s? (?:à|aux?)|plus (?:élevée?s? )?que)(?:\b|\s)([^,]{0,70})$`)
	trailing  = regexp.MustCompile(`(?i)^[^;]{0,60}?\b(?:(?:less|fewer|lower|smaller) than|well below|trail(?:s|ed|ing)|(?:weniger|niedriger|kleiner|geringer) als|inférieure?s? (?:à|aux?)|moins (?:élevée?s? )?que)(?:\b|\s)([^,]{0,70})$`)
	// a bound of the second figure: "with more than $3 billion in cash".
	bounded  = regexp.MustCompile(`(?i)^\s*` + leading + `$`)
	above    = regexp.MustCompile(`^を(?:大きく|わずかに|やや)?(?:上回|超え)`)
	below    = regexp.MustCompile(`^を(?:大きく|わずかに|やや)?下回`)
	articled = regexp.MustCompile(`(?i)^\s*(?:the|den|die|das|les?|la)\s`)
)

var (
	againstNext    = regexp.MustCompile(`(?i)^ (?:against|versus|vs\.?|compared (?:with|to)|to|gegenüber|gegen|contre)\s+` + leading + `$`)
	exceedingAhead = regexp.MustCompile(`(?i)\b(?:exceed(?:s|ed)|surpass(?:es|ed)|overt(?:akes?|ook|aken)|higher than|larger than|greater than|more than|ahead of|above|übertraf|überstieg|dépasse)\b[^:;]*[:,] ` + leading + `$`)
	trailingAhead  = regexp.MustCompile(`(?i)\b(?:trails?|trailed|lower than|smaller than|less than|fewer than|below|behind)\b[^:;]*[:,] ` + leading + `$`)
)

// comparison holds "more than" and the like between two figures against them.
func (in *insider) comparison() string {
	for i := range len(in.levels) - 1 {
		a, b := in.levels[i], in.levels[i+1]
		mid, post := in.text[a.End:b.Start], in.text[b.End:]
		if !pair(a, b) || ends.MatchString(mid) || text.Denies(mid) {
			continue
		}
		says := func(of *regexp.Regexp) bool {
			m := of.FindStringSubmatch(mid)
			return m != nil && (!bounded.MatchString(m[1]) || articled.MatchString(m[1]))
		}
		if i == 0 && againstNext.MatchString(mid) { // "X exceeded Y by far: 5 against 3"
			ahead := in.text[:a.Start]
			up, down := exceedingAhead.MatchString(ahead), trailingAhead.MatchString(ahead)
			if up != down && up == more(b, a) && !text.Denies(ahead) {
				key := map[bool]string{true: "proof.not-more", false: "proof.not-less"}[up]
				return in.say.Text(key, messages.Args{"first": a.Text, "second": b.Text})
			}
		}
		switch {
		case (says(exceeding) || mid != "" && above.MatchString(post)) && more(b, a):
			return in.say.Text("proof.not-more", messages.Args{"first": a.Text, "second": b.Text})
		case (says(trailing) || mid != "" && below.MatchString(post)) && more(a, b):
			return in.say.Text("proof.not-less", messages.Args{"first": a.Text, "second": b.Text})
		}
	}
	return ""
}

// arithmetic holds a change against the two figures that it is told with, if there are no others.
func (in *insider) arithmetic() string {
	if len(in.change) != 1 || len(in.levels) != 2 || text.Adjusted(in.text) {
		return ""
	}
	f, a, b := in.change[0], in.levels[0], in.levels[1]
	mid := in.text[a.End:b.Start]
	related := in.than(f, a, b) || yearInBrackets.MatchString(mid) || fromAhead.MatchString(in.text[:a.Start]) && toBetween.MatchString(mid) || fromNext.MatchString(mid) || japanese.MatchString(mid)
	if !pair(a, b) || !related || len(f.Readings) != 1 || ends.MatchString(in.text[min(f.End, a.End):max(f.Start, b.Start)]) {
		return ""
	}
	var of func(x, y float64) float64
	switch {
	case f.Unit == text.Percent && a.Unit != text.Percent:
		of = func(x, y float64) float64 { return 100 * (x/y - 1) }
	case f.Unit == text.Points && a.Unit == text.Percent:
		of = func(x, y float64) float64 { return x - y }
	case f.Unit == text.Times && a.Unit != text.Percent:
		of = func(x, y float64) float64 { return x / y }
	case f.Unit == a.Unit && f.Unit != text.Percent && f.Scaled == a.Scaled:
		of = func(x, y float64) float64 { return x - y }
	default:
		return ""
	}
	if by := thanBy.FindStringSubmatch(in.text[f.End:max(f.End, b.Start)]); by != nil && in.than(f, a, b) && (by[1] != "") != more(a, b) {
		return in.say.Text("proof.not-the-change", messages.Args{"change": f.Text, "first": a.Text, "second": b.Text})
	}
	if told := told(f); within(told, of, a, b) || within(told, of, b, a) {
		return ""
	}
	return in.say.Text("proof.not-the-change", messages.Args{"change": f.Text, "first": a.Text, "second": b.Text})
}

// yearInBrackets stands before what there was in an earlier year: "2,725 (2022: 2,820), down 3 %".
var yearInBrackets = regexp.MustCompile(`(?i)^[^;()]{0,12}\((?:fiscal |FY ?|in )?(?:19|20)\d\d ?: *$`)

// nounThan stands behind a difference that is counted in something: "131 days fewer than".
var nounThan = regexp.MustCompile(`(?i)^ \w+ (?:more|less|fewer|mehr|weniger) (?:than|als)\b`)

// thanBy binds a difference to the second of two figures: "147, which is 50 % more than the 98 of 2015".
var thanBy = regexp.MustCompile(`(?i)^ (?:\w+ )?(?:(more|higher|larger|greater|bigger|longer|above|mehr|höher|größer|länger)|less|fewer|lower|smaller|shorter|below|weniger|niedriger|kleiner|kürzer) (?:than|als|the|den|der|dem) [^,;()]{0,40}$`)

// than tells whether a change stands between two figures as the difference of the first from the second.
func (in *insider) than(f, a, b text.Figure) bool {
	return f.Start >= a.End && f.End <= b.Start && thanBy.MatchString(in.text[f.End:b.Start])
}

// points tells that a sentence says in percent by how many points its two shares differ.
func (in *insider) points() string {
	if len(in.change) != 1 || len(in.levels) < 2 || len(in.levels) > 3 || in.change[0].Unit != text.Percent || len(in.change[0].Readings) != 1 {
		return ""
	}
	f := in.change[0]
	told := spanOf(f, 1)
	for i := range len(in.levels) - 1 {
		a, b := in.levels[i], in.levels[i+1]
		if !pair(a, b) || a.Unit != text.Percent {
			continue
		}
		relative := func(x, y float64) float64 { return 100 * (x/y - 1) }
		if within(told, func(x, y float64) float64 { return x - y }, a, b) && !within(told, relative, a, b) && !within(told, relative, b, a) {
			return in.say.Text("proof.points-not-percent", messages.Args{"change": f.Text, "first": a.Text, "second": b.Text})
		}
	}
	return ""
}

// span is between which numbers a figure lies that was rounded.
type span struct{ least, most float64 }

func spanOf(f text.Figure, times float64) span {
	r := f.Readings[0]
	value, half := r.Value.Float(), r.Half()
	return span{value - times*half, value + times*half}
}

// told is what a change may be: somewhat more or less than is said, and much so where it is said to be about that.
func told(f text.Figure) span {
	const slack, loose, share = 1.02, 3, .04
	if !f.About && f.Bound == 0 {
		return spanOf(f, slack)
	}
	s, value := spanOf(f, loose), f.Readings[0].Value.Float()
	return span{min(s.least, value*(1-share)), max(s.most, value*(1+share))}
}

// within tells whether a change is one between two figures, either sign, wherever they lie in what they were rounded from.
func within(told span, of func(x, y float64) float64, a, b text.Figure) bool {
	x, y := spanOf(a, 1), spanOf(b, 1)
	if y.least <= 0 || x.least < 0 {
		return true // nothing can be said
	}
	least, most := of(x.least, y.most), of(x.most, y.least)
	return least <= told.most && told.least <= most || least <= -told.least && -told.most <= most
}
