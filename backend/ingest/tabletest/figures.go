package tabletest

import (
	"strings"
)

// figures is how a country writes them.
type figures struct {
	thousands, decimal string
	minus              string // "-", "–", "△"; "()" for brackets
	none               string // what stands for nothing
	percent            string // "%", " %"
	indian             bool   // 1,23,45,678
}

var (
	english  = figures{",", ".", "()", "—", "%", false}
	plain    = figures{"", ".", "-", "-", "%", false}
	british  = figures{",", ".", "()", "–", "%", false}
	german   = figures{".", ",", "-", "–", " %", false}
	helvetic = figures{"'", ".", "-", "–", "%", false}
	french   = figures{"\u00a0", ",", "-", "–", "\u00a0%", false}
	french0  = figures{" ", ",", "()", "-", "\u00a0%", false}
	japanese = figures{",", ".", "△", "－", "%", false}
	chinese  = figures{",", ".", "-", "—", "%", false}
	indian   = figures{",", ".", "()", "-", "%", true}
)

// write sets a decimal number, such as "-1577.0", as it is printed.
func (f figures) write(number, percent string) string {
	digits, negative := strings.CutPrefix(number, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	s := f.group(whole)
	if fraction != "" {
		s += f.decimal + fraction
	}
	s += percent
	switch {
	case !negative:
		return s
	case f.minus == "()":
		return "(" + s + ")"
	}
	return f.minus + s
}

func (f figures) group(whole string) string {
	var parts []string
	for n := 3; len(whole) > n; {
		parts = append([]string{whole[len(whole)-n:]}, parts...)
		whole = whole[:len(whole)-n]
		if f.indian {
			n = 2
		}
	}
	return strings.Join(append([]string{whole}, parts...), f.thousands)
}
