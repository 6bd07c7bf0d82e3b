package text

import "regexp"

// Span is a range of bytes of a text.
type Span struct {
	Start int `json:"s"`
	End   int `json:"e"`
}

// Matches are where an expression is found in a text.
func Matches(in *regexp.Regexp, s string) []Span {
	found := in.FindAllStringIndex(s, -1)
	out := make([]Span, len(found))
	for i, f := range found {
		out[i] = Span{Start: f[0], End: f[1]}
	}
	return out
}
