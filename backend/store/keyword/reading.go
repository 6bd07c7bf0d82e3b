package keyword

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// reading is a word as the scanner gives it, under both customs of writing numbers.
type reading struct {
	forms    [2]string
	from, to int
	part     bool   // see emit
	joined   bool   // a part: a number with blanks between its thousands,
	of       string // and of a group of it, that number
	ordinary bool   // not a name: in lower case, or at a sentence's start
}

func readings(text string) (out []reading) {
	plain, comma := scanner{gaps: true}, scanner{comma: true, gaps: true}
	last := 0
	plain.scan(text, func(word []byte, part bool) {
		first, _ := utf8.DecodeRuneInString(text[plain.from:])
		start := last == 0 || strings.ContainsAny(text[min(last, plain.from):plain.from], ".?:!")
		out = append(out, reading{
			forms: [2]string{string(word), string(word)}, from: plain.from, to: plain.to, part: part, joined: plain.joining,
			ordinary: start || unicode.IsLower(first),
		})
		last = plain.to
	})
	i := 0
	comma.scan(text, func(word []byte, _ bool) {
		if i < len(out) {
			out[i].forms[1] = string(word)
		}
		i++
	})
	for _, n := range out {
		for i, g := range out {
			if n.joined && !g.part && g.from >= n.from && g.to <= n.to {
				out[i].of = n.forms[0]
			}
		}
	}
	return out
}

func (r reading) terms(in tongueSet) (out [maxTongues][]string) {
	for t, tongue := range tongues {
		if !in[t] {
			continue
		}
		for _, form := range r.forms {
			if term := tongue.term(form); term != "" && !slices.Contains(out[t], term) {
				out[t] = append(out[t], term)
			}
		}
	}
	return out
}

func keyOf(terms [maxTongues][]string) string {
	var b strings.Builder
	some := false
	for _, ts := range terms {
		for _, t := range ts {
			b.WriteString(t)
			b.WriteByte(' ')
			some = true
		}
		b.WriteByte('\n')
	}
	if !some {
		return ""
	}
	return b.String()
}

// tongueSet says which tongues a scope has.
type tongueSet [maxTongues]bool
