package proof

import (
	"cmp"
	"slices"
	"strings"
)

// formsOf are what the words of a sentence are compared by where stems differ: irregular verbs by their first form, in
// German those in -ung and ge- by their stem, and verbs together with a prefix that stands at the end of the clause.
func formsOf(words []string, german bool) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.ToLower(w)
		if german {
			out[i] = germanForm(out[i])
		} else if first := lists.same["en"][out[i]]; first != "" {
			out[i] = first
		}
	}
	if !german {
		return out
	}
	verb := -1
	for i, w := range words {
		switch ends := i+1 == len(words) || strings.ContainsAny(words[i+1], ",;:()") || words[i+1] == "und"; {
		case ends && verb >= 0 && slices.Contains(separable, w):
			out[verb], verb = w+out[verb], -1
		case strings.ContainsAny(w, ",;:()"):
			verb = -1
		case verb < 0 && i > 0 && w == strings.ToLower(w) && !roles[w] && !skipped[w] && !lists.light[w]:
			verb = i
		}
	}
	return out
}

var (
	separable = strings.Fields("ab an auf aus bei dar durch ein fest fort her hin los mit nach nieder statt teil um vor weg weiter wieder zu zurück zusammen")
	prefixed  = append(strings.Fields("be emp ent er miss über unter ver zer"), strings.Fields("ab an auf aus bei dar durch ein fest fort her hin los mit nach nieder statt teil um vor weg weiter wieder zurück zusammen")...)
	endings   = strings.Fields("ungen ung eten ete ten tet te en et st er es em t e n")
)

// germanForm is a word without its ending and without the ge and zu of its forms.
func germanForm(w string) string {
	const least = 4 // bytes
	prefixes := ""
	for {
		if first := lists.same["de"][w]; first != "" {
			return prefixes + first
		}
		at := slices.IndexFunc(prefixed, func(p string) bool { return strings.HasPrefix(w, p) && len(w)-len(p) >= least })
		if at < 0 {
			break
		}
		prefixes += prefixed[at]
		w = w[len(prefixed[at]):]
	}
	if rest, ok := strings.CutPrefix(w, "zu"); ok && prefixes != "" && strings.HasSuffix(w, "en") {
		w = rest
	}
	if rest, ok := strings.CutPrefix(w, "ge"); ok && len(rest) > least && strings.HasSuffix(w, "t") {
		w = rest
	}
	return prefixes + cmp.Or(lists.same["de"][w], stripped(w))
}

func stripped(w string) string {
	const least = 4 // bytes
	for _, e := range endings {
		if cut, ok := strings.CutSuffix(w, e); ok && len(cut) >= least {
			return cut
		}
	}
	return w
}
