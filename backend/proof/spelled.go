package proof

import (
	"regexp"
	"strconv"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/text"
)

// inDigits writes the numbers of a sentence that say by how much something changed in digits: "two percent", "three times".
func inDigits(s string) string {
	return numbered.ReplaceAllStringFunc(s, func(m string) string {
		parts := numbered.FindStringSubmatch(m)
		if n := text.NumberWord(parts[1]); n > 0 {
			return strconv.FormatInt(n, 10) + parts[2]
		}
		return m
	})
}

var numbered = regexp.MustCompile(`(?i)\b([a-zäöüß]+)([ -](?:percent(?:age points?)?|points|cents|times|prozent(?:punkte?n?)?|mal)\b)`)

// proportion is a part or a multiple of one figure that another is told to be, in words.
type proportion struct {
	of float64                     // the part or multiple
	is func(ratio float64) float64 // what it should be of, by how many times the second the first is
}

// By how much a proportion in words may be off, of itself: "a third" is said of what is between a quarter and two fifths.
const (
	offAtMost  = .22
	offAsBound = .45 // where it is said to be a bound
)

var (
	fractions = []struct {
		words *regexp.Regexp
		of    float64
	}{
		{regexp.MustCompile(`(?i)\b(?:three[- ]quarters|drei viertel|trois quarts)\b`), .75},
		{regexp.MustCompile(`(?i)\b(?:two[- ]thirds|zwei drittel|deux tiers)\b`), 2. / 3},
		{regexp.MustCompile(`(?i)\b(?:half|die hälfte|la moitié)\b`), .5},
		{regexp.MustCompile(`(?i)\b(?:an? third|one[- ]third|ein drittel|un tiers)\b`), 1. / 3},
		{regexp.MustCompile(`(?i)\b(?:an? quarter|one[- ]quarter|ein viertel|un quart)\b`), .25},
		{regexp.MustCompile(`(?i)\b(?:an? fifth|one[- ]fifth|ein fünftel|un cinquième)\b`), .2},
		{regexp.MustCompile(`(?i)\b(?:an? tenth|one[- ]tenth|ein zehntel|un dixième)\b`), .1},
	}
	// what stands behind a fraction, up to the second figure: "518 million, roughly a third lower than the 647 million"
	lessBy   = regexp.MustCompile(`(?i)^ (?:lower|less|fewer|smaller|below|weniger|niedriger|de moins)\b(?: than| als| que)?[^;,]{0,30}$`)
	moreBy   = regexp.MustCompile(`(?i)^ (?:higher|more|larger|bigger|greater|above|mehr|höher|de plus)\b(?: than| als| que)?[^;,]{0,30}$`)
	somePart = regexp.MustCompile(`(?i)^ (?:of|der|des|de|du) (?:the |what )?[^;,]{0,30}$`)
	timesAs  = regexp.MustCompile(`(?i)^[^;]{0,40}?\b(?:(twice|half|doppelt|halb|deux fois)|(\d{1,2}) (?:times|mal|fois)) (?:as|so|plus|the)\b[^;,]{0,50}?(?:\bas|wie|que|of)\b[^;,]{0,40}$`)
	// "more than doubled to 8 from 3"
	multiplied = regexp.MustCompile(`(?i)\b(?:(doubl(?:ed|ing)|verdoppelt\w*|doublé)|(tripl(?:ed|ing)|verdreifacht\w*|triplé)|(quadrupl(?:ed|ing)|vervierfacht\w*)|(halved|halbiert\w*))\b`)
	asBound    = regexp.MustCompile(`(?i)\b(?:more than|over|less than|under|up to|at least|at most|well|mehr als|über|weniger als|unter|plus de|moins de)\b`)
)

func times(ratio float64) float64 { return ratio }

func lessThanOne(ratio float64) float64 { return 1 - ratio }

func moreThanOne(ratio float64) float64 { return ratio - 1 }

// proportionIn reads the fraction that stands between two figures; not ok if there is none.
func proportionIn(mid string) (p proportion, ok bool) {
	const reach = 40
	for _, f := range fractions {
		at := f.words.FindStringIndex(mid)
		if at == nil || at[0] > reach || strings.Contains(mid[:at[0]], ";") {
			continue
		}
		switch rest := mid[at[1]:]; {
		case lessBy.MatchString(rest):
			return proportion{f.of, lessThanOne}, true
		case moreBy.MatchString(rest):
			return proportion{f.of, moreThanOne}, true
		case somePart.MatchString(rest):
			return proportion{f.of, times}, true
		}
	}
	return p, false
}

// proportion holds a part or a multiple that is told in words between two figures against them.
func (in *insider) proportion() string {
	for i := range len(in.levels) - 1 {
		a, b := in.levels[i], in.levels[i+1]
		mid := in.text[a.End:b.Start]
		if !pair(a, b) || ends.MatchString(mid) || text.Denies(mid) {
			continue
		}
		if p, ok := proportionIn(mid); ok {
			if !proportional(a, b, p, mid) {
				return in.notThat(a, b)
			}
			continue
		}
		if m := timesAs.FindStringSubmatch(mid); m != nil {
			of, err := strconv.ParseFloat(m[2], 64)
			if err != nil {
				of = multiple(m[1])
			}
			if !proportional(a, b, proportion{of: of, is: times}, m[0]) {
				return in.notThat(a, b)
			}
		}
		if why := in.multiplied(a, b); why != "" {
			return why
		}
	}
	return ""
}

// multiplied holds "tripled to 6 from 2", or "tripled, from 2 to 6", against the two figures.
func (in *insider) multiplied(a, b text.Figure) string {
	ahead, mid := in.text[:a.Start], in.text[a.End:b.Start]
	m := multiplied.FindStringSubmatch(ahead)
	if m == nil {
		return ""
	}
	of := proportion{of: [...]float64{2, 3, 4, .5}[groupOf(m)-1], is: times}
	switch {
	case fromNext.MatchString(mid) && toAhead.MatchString(ahead) && !proportional(a, b, of, ahead), fromAhead.MatchString(ahead) && toBetween.MatchString(mid) && !proportional(b, a, of, ahead):
		return in.notThat(a, b)
	}
	return ""
}

func (in *insider) notThat(a, b text.Figure) string {
	return in.say.Text("proof.not-the-proportion", messages.Args{"first": a.Text, "second": b.Text})
}

func multiple(word string) float64 {
	if strings.HasPrefix(strings.ToLower(word), "h") {
		return .5
	}
	return 2
}

func groupOf(m []string) int {
	for g := 1; g < len(m); g++ {
		if m[g] != "" {
			return g
		}
	}
	return 1
}

// proportional tells whether a figure may be said to be so much of another.
func proportional(a, b text.Figure, p proportion, words string) bool {
	off := offAtMost
	if asBound.MatchString(words) {
		off = offAsBound
	}
	x, y := a.Readings[0].Value.Float(), b.Readings[0].Value.Float()
	if x == 0 || y == 0 {
		return true
	}
	r := p.is(x / y)
	return r > p.of*(1-off) && r < p.of*(1+off)
}
