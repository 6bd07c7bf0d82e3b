package checked

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"lectern/backend/graph/rag"
	"lectern/backend/store/keyword"
	"lectern/backend/text"
)

// gap stands where sentences of a passage were left out.
const gap = " […] "

// compress fits passages, best first, into a number of characters: all of them as they are if they fit, else the best
// few whole and of the others the sentences that say most, figures first. The given passages' texts are shortened;
// those of which nothing is left are left out. sources are the same passages with their texts whole.
func compress(question string, ps []rag.Passage, chars, wholeBest int) (given, sources []rag.Passage) {
	left := chars
	for _, p := range ps {
		left -= utf8.RuneCountInString(p.Text.Text)
	}
	if left >= 0 {
		return ps, ps
	}
	kept := make([][]int, len(ps)) // sentences
	left = chars
	for i := range min(wholeBest, len(ps)) {
		if n := utf8.RuneCountInString(ps[i].Text.Text); n <= left {
			left -= n
			kept[i] = every(len(ps[i].Sentences))
		}
	}
	for _, c := range ranked(question, ps) {
		n := utf8.RuneCountInString(ps[c.passage].Sentences[c.sentence]) + utf8.RuneCountInString(gap)
		if len(kept[c.passage]) == 0 { // one more at the end
			n += utf8.RuneCountInString(gap)
		}
		if n <= left && !slices.Contains(kept[c.passage], c.sentence) {
			left -= n
			kept[c.passage] = append(kept[c.passage], c.sentence)
		}
	}
	for i, p := range ps {
		if len(kept[i]) == 0 {
			continue
		}
		sources = append(sources, p)
		if len(kept[i]) < len(p.Sentences) {
			p.Text.Text = joined(p.Sentences, kept[i])
		}
		given = append(given, p)
	}
	if len(given) == 0 && len(ps) > 0 { // not even one sentence fits: the beginning of the best
		p := ps[0]
		p.Text.Text = string([]rune(p.Text.Text)[:chars]) + gap
		return []rag.Passage{p}, ps[:1]
	}
	return given, sources
}

func every(n int) (out []int) {
	for i := range n {
		out = append(out, i)
	}
	return out
}

// choice is a sentence that may be kept.
type choice struct {
	passage, sentence int
	figure            bool
	cover             float64
}

// ranked orders the sentences of all passages: those with figures first, then by how much of the question they hold,
// then by their passage's place.
func ranked(question string, ps []rag.Passage) (out []choice) {
	coverage := keyword.NewCoverage(rag.ContentWords(question))
	for i, p := range ps {
		for k, s := range p.Sentences {
			out = append(out, choice{i, k, len(text.Figures(s, "")) > 0, coverage.Of(s)})
		}
	}
	slices.SortStableFunc(out, func(a, b choice) int {
		if a.figure != b.figure {
			if a.figure {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.cover, a.cover)
	})
	return out
}

func joined(sentences []string, kept []int) string {
	slices.Sort(kept)
	var b strings.Builder
	for i, at := range kept {
		switch {
		case i > 0 && kept[i-1] != at-1 || i == 0 && at > 0:
			b.WriteString(gap)
		case i > 0:
			b.WriteString(" ")
		}
		b.WriteString(strings.TrimSpace(sentences[at]))
	}
	if kept[len(kept)-1] < len(sentences)-1 {
		b.WriteString(gap)
	}
	return strings.TrimSpace(b.String())
}
