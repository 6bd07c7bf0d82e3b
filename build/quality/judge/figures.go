package judge

import (
	"strings"

	"lectern/backend/decimal"
	"lectern/backend/text"
)

// otherWords is how many words a wanted figure may have beside it, as its unit, and still be a figure.
const otherWords = 3

// onlyFigure is the figure that a wanted answer is, if it is one.
func onlyFigure(wanted string) (text.Figure, bool) {
	all := figuresIn(wanted)
	if len(all) != 1 {
		return text.Figure{}, false
	}
	f := all[0]
	rest := wanted[:f.Start] + " " + wanted[f.End:]
	return f, len(tokens(rest)) <= otherWords
}

func figuresIn(s string) []text.Figure {
	language := text.Language(s)
	return append(text.Figures(s, language), text.SpelledOut(s, language)...)
}

// hasFigure tells whether one of the first figures of a text is the wanted one. A wanted figure that is less than nothing
// must have a minus, brackets or a word that says so.
func hasFigure(wanted text.Figure, asWritten, said string) bool {
	n := 0
	for _, f := range figuresIn(said) {
		if n++; n > mostFigures {
			return false
		}
		if !same(wanted, f) {
			continue
		}
		if negative(wanted) && !negative(f) && !falling(said) {
			continue
		}
		return true
	}
	return hasToken(asWritten, said) // a year, a number of a chapter: nothing that says how much
}

func negative(f text.Figure) bool { return f.Negative || f.Bracketed }

// falling tells whether a text speaks of less.
func falling(s string) bool {
	for _, t := range tokens(s) {
		for _, stem := range []string{"decreas", "declin", "fell", "fall", "lower", "negativ", "loss", "down", "drop", "outflow", "reduc", "less", "shrank"} {
			if strings.HasPrefix(t, stem) {
				return true
			}
		}
	}
	return false
}

// same tells whether two figures say the same: with the digits of the one that is told less exactly, whatever power of a
// thousand is left unsaid, and a share as its percentage. A single digit is the same as itself alone.
func same(a, b text.Figure) bool {
	powers := []int{0}
	percent := a.Unit == "%" || b.Unit == "%"
	switch {
	case a.Unit == "%" && b.Unit == "%":
	case percent && text.IsMoney(a.Unit+b.Unit):
		return false
	case a.Unit == "%" && b.Unit == "":
		powers = []int{0, 2}
	case b.Unit == "%" && a.Unit == "":
		powers = []int{0, -2}
	case !a.Scaled || !b.Scaled:
		powers = []int{0, 3, 6, 9, -3, -6, -9}
	}
	for _, power := range powers {
		if alike(a, b, power) {
			return true
		}
	}
	return false
}

// alike compares a with b·10^power.
func alike(a, b text.Figure, power int) bool {
	x, errX := decimal.Parse(a.Value)
	y, errY := decimal.Parse(b.Value)
	if errX != nil || errY != nil {
		return false
	}
	if power != 0 {
		var err error
		if y, err = y.Mul(decimal.New(1, power)); err != nil {
			return false
		}
	}
	if x.Abs().Cmp(y.Abs()) == 0 {
		return true
	}
	place := max(lastPlace(a), lastPlace(b)+power)
	dx, dy := x.Digits(place), y.Digits(place)
	return dx == dy && len(strings.Trim(dx, "0")) >= 2
}

// lastPlace is the power of ten of the last digit that a figure tells, zeros behind the point not counted.
func lastPlace(f text.Figure) int {
	_, behind, _ := strings.Cut(f.Digits, ".")
	return f.Power - len(strings.TrimRight(behind, "0"))
}
