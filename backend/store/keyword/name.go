package keyword

import (
	"slices"
	"strings"
)

// name collects the terms that may stand in a file's name: the question's, and up to four neighbouring words written
// together, as file names do: "Best Buy" → "bestbuy".
func (q *question) name(text string, in tongueSet) {
	q.names = map[string]int{}
	n := 0
	stop := tongues[tongueOfQuestion(text)].stop
	add := func(text string) {
		for _, r := range readings(text) {
			if stop[r.forms[0]] {
				continue
			}
			n++
			for _, ts := range r.terms(in) {
				for _, t := range ts {
					if q.names[t] == 0 {
						q.names[t] = n
					}
				}
			}
		}
	}
	add(splitYears(text))
	ws := strings.FieldsFunc(strings.ToLower(text), isMark)
	ws = slices.DeleteFunc(ws, func(w string) bool { return w == "s" || w == "and" })
	for i := range ws {
		j := ws[i]
		for n := i + 1; n < min(i+4, len(ws)); n++ {
			j += ws[n]
			add(j)
		}
	}
}

// nameWords makes words of a file's name.
func nameWords(name string) string {
	return splitYears(strings.Map(func(r rune) rune {
		if isMark(r) && r != '&' {
			return ' '
		}
		return r
	}, name))
}
