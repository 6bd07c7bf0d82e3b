package text

// Mistyped tells whether a word is another one with a letter too many, too few, wrong, or two changed round (F. J. Damerau,
// A technique for computer detection and correction of spelling errors, 1964). The first letter is right.
func Mistyped(word, right string) bool {
	a, b := []rune(word), []rune(right)
	if len(a) == 0 || len(b) == 0 || a[0] != b[0] || len(a)-len(b) > 1 || len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	rest := func(x, y []rune) bool { return string(x) == string(y) }
	switch {
	case len(a) == len(b):
		return i < len(a) && (rest(a[i+1:], b[i+1:]) || i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && rest(a[i+2:], b[i+2:]))
	case len(a) > len(b):
		return rest(a[i+1:], b[i:])
	}
	return rest(a[i:], b[i+1:])
}
