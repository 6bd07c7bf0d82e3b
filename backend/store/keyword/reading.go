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
	part     bool // see emit
	ordinary bool // not a name: in lower case, or at a sentence's start
}

func readings(text string) (out []reading) {
	plain, comma := scanner{}, scanner{comma: true}
	last := 0
	plain.scan(text, func(word []byte, part bool) {
		first, _ := utf8.DecodeRuneInString(text[plain.from:])
		start := last == 0 || strings.ContainsAny(text[min(last, plain.from):plain.from], ".?:!")
		out = append(out, reading{[2]string{string(word), string(word)}, plain.from, plain.to, part, start || unicode.IsLower(first)})
		last = plain.to
	})
	i := 0
	comma.scan(text, func(word []byte, _ bool) {
		if i < len(out) {
			out[i].forms[1] = string(word)
		}
		i++
	})
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
