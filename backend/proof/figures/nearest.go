package figures

import (
	"math"
	"slices"
	"strings"

	"lectern/backend/decimal"
	"lectern/backend/text"
)

// guess is an explanation of a figure that stands nowhere as it is.
type guess struct {
	*held
	kind string
	how  string // for digits: what is wrong with them, a message
	cost float64
}

// guesses are figures of the pages that a figure may be a slip of: the digits of another scale, swapped, wrong. Those that have
// its value were found already.
func (a *asked) guesses(found []*match) (out []guess) {
	known := map[*held]bool{}
	for _, m := range found {
		known[m.held] = true
	}
	r := a.Readings[0]
	want := r.Shift(a.powers[0])
	digits := want.Value.Digits(want.Last)
	if digits == "" {
		return nil
	}
	for _, s := range a.sources {
		const most = 4000
		for _, h := range s.held[:min(len(s.held), most)] {
			if known[h] {
				continue
			}
			if g, ok := guessOf(want, digits, h); ok {
				out = append(out, a.weighed(g))
			}
		}
	}
	slices.SortStableFunc(out, func(x, y guess) int {
		if x.cost < y.cost {
			return -1
		} else if x.cost > y.cost {
			return 1
		}
		return 0
	})
	return out
}

// guessOf compares a number, and its digits, with a figure that has another value, at each of its scales.
func guessOf(want text.Reading, digits string, h *held) (best guess, ok bool) {
	v := want.Value.Float()
	for i := range h.power {
		const tenfold = 11 // and a little
		if r := h.sizes[i] / v; (r > tenfold || r < 1./tenfold) && (h.digits == "" || h.digits[0] != digits[0]) {
			continue
		}
		if g, fits := guessAt(want, digits, h, i); fits && (!ok || g.cost < best.cost) {
			best, ok = g, true
		}
	}
	return best, ok
}

func guessAt(want text.Reading, digits string, h *held, scale int) (g guess, ok bool) {
	const fewest = 3
	g = guess{held: h}
	v := h.value.Shift(h.power[scale])
	theirs := v.Digits(want.Last)
	bare, all := strings.Trim(digits, "0"), h.digits
	if len(digits) < 2 || bare == "" || all == "" {
		return g, false
	}
	defer func() {
		if len(all) < fewest || len(bare) < 2 { // which may be chance
			g.cost += 2.5
		}
	}()
	e := magnitude(want.Value.Float(), h.sizes[scale])
	switch {
	case theirs == digits: // more digits than the page has
		g.kind, g.cost = Rounding, 4
	case e != 0 && (bare == all || rounded(all, bare)):
		g.kind, g.cost = Scale, 4
		switch {
		case e%3 != 0 && !unspacedIn(h.source.language) && h.power[scale]%3 == 0:
			g.kind, g.how = Digits, "figures.digit-missing"
		case len(bare) < fewest && bare != all:
			g.cost = 5.5
		}
	case len(digits) < fewest || len(theirs) < 2:
		return g, false
	case swapped(digits, theirs):
		g.kind, g.how, g.cost = Digits, "figures.digits-swapped", 4
	case oneWrong(digits, theirs):
		g.kind, g.how, g.cost = Digits, "figures.digit-differs", 4.5
	case slipped(want, v):
		g.kind, g.how, g.cost = Digits, "figures.last-digit-differs", 4.5
	case dropped(digits, theirs), dropped(theirs, digits):
		g.kind, g.how, g.cost = Digits, "figures.digit-missing", 4.5
	case h.value.Exponent()+h.power[scale] > want.Last && strings.HasPrefix(digits, strings.TrimRight(theirs, "0")) && near(want.Value.Float(), h.sizes[scale]):
		g.kind, g.cost = Rounding, 4
	case near(want.Value.Float(), h.sizes[scale]):
		g.kind, g.cost = Digits, 7
	default:
		return g, false
	}
	return g, true
}

// magnitude is by how many powers of ten two numbers differ.
func magnitude(a, b float64) int {
	if a <= 0 || b <= 0 {
		return 0
	}
	return int(math.Round(math.Log10(a / b)))
}

// unspacedIn tells whether a language counts in ten thousands.
func unspacedIn(language string) bool { return language == "ja" || language == "zh" }

// slipped tells whether a number is off by a little in its last digit.
func slipped(want text.Reading, v decimal.Decimal) bool {
	const little = 3
	return want.Value.Distance(v.Abs()).Cmp(decimal.New(little, want.Last)) < 0
}

// weighed makes a guess likelier if its row is named and its time is the sentence's.
func (a *asked) weighed(g guess) guess {
	switch {
	case g.row != nil && a.carries(g.held) > 0:
		g.cost -= 3
	case g.row != nil && len(a.names) > 0:
		g.cost += 1 - max(g.row.name.cover(a.words), g.row.bare.cover(a.words))
	case g.row != nil:
		g.cost -= 2 * max(g.row.name.cover(a.words), g.row.bare.cover(a.words))
	case !a.tied(g.held):
		g.cost++
	}
	if kind := a.when.Clash(g.period); kind != "" {
		g.cost += 2
	} else if g.period.Known() {
		g.cost--
	}
	if a.odd(g.held) {
		g.cost += 3
	}
	return g
}

func near(a, b float64) bool {
	const close = .02
	return a > 0 && b/a > 1-close && b/a < 1+close
}

// rounded tells whether digits are rounded to a few.
func rounded(long, short string) bool {
	if len(long) <= len(short) {
		return false
	}
	a, err := decimal.Parse(short)
	b, wrong := decimal.Parse(long)
	if err != nil || wrong != nil {
		return false
	}
	n := len(long) - len(short)
	return a.Shift(n).Distance(b).Cmp(decimal.New(5, n-1)) <= 0
}

func swapped(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

func oneWrong(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	wrong := 0
	for i := range len(a) {
		if a[i] != b[i] {
			wrong++
		}
	}
	return wrong == 1
}

// dropped tells whether one has the other's digits but one.
func dropped(short, long string) bool {
	if len(long) != len(short)+1 {
		return false
	}
	i := 0
	for i < len(short) && short[i] == long[i] {
		i++
	}
	return short[i:] == long[i+1:]
}
