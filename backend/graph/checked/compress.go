package checked

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"lectern/backend/graph/rag"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
	"lectern/backend/text"
)

// gap stands where sentences of a passage were left out.
const gap = " […] "

// compress fits passages, best first, into a number of characters: all of them as they are if they fit, else the best
// few whole and of the others the pieces that say most, figures first: sentences, and of a table rows, with its heads and
// the headings that they stand under. The given passages' texts are shortened; those of which nothing is left are left out.
// sources are the same passages with their texts whole.
func compress(question string, ps []rag.Passage, chars, wholeBest int) (given, sources []rag.Passage) {
	left := chars
	for _, p := range ps {
		left -= utf8.RuneCountInString(p.Text.Text)
	}
	if left >= 0 {
		return ps, ps
	}
	all := make([]pieces, len(ps))
	for i, p := range ps {
		all[i] = piecesOf(p.Text)
	}
	kept := make([][]int, len(ps))
	left = chars
	for i := range min(wholeBest, len(ps)) {
		if n := utf8.RuneCountInString(ps[i].Text.Text); n <= left {
			left -= n
			kept[i] = every(len(all[i].text))
		}
	}
	for _, c := range ranked(question, all) {
		if slices.Contains(kept[c.passage], c.piece) {
			continue
		}
		of := all[c.passage]
		more := slices.DeleteFunc(of.with(c.piece), func(k int) bool { return slices.Contains(kept[c.passage], k) })
		n := 0
		for _, k := range more {
			n += utf8.RuneCountInString(of.text[k]) + utf8.RuneCountInString(gap)
		}
		if len(kept[c.passage]) == 0 { // its heads, and one more gap at the end
			n += utf8.RuneCountInString(of.head) + 1 + utf8.RuneCountInString(gap)
		}
		if n <= left {
			left -= n
			kept[c.passage] = append(kept[c.passage], more...)
		}
	}
	for i, p := range ps {
		if len(kept[i]) == 0 {
			continue
		}
		sources = append(sources, p)
		if len(kept[i]) < len(all[i].text) {
			p.Text.Text = all[i].joined(kept[i])
		}
		given = append(given, p)
	}
	if len(given) == 0 && len(ps) > 0 { // not even one piece fits: the beginning of the best
		p := ps[0]
		p.Text.Text = string([]rune(p.Text.Text)[:chars]) + gap
		return []rag.Passage{p}, ps[:1]
	}
	return given, sources
}

// pieces are what a passage is shortened by.
type pieces struct {
	head  string // of a table, that stays: what stands over it, and its columns' heads
	text  []string
	lines bool // they are rows
}

// piecesOf are the sentences of a passage, or the lines below the heads of a table: those are up to the first line that has
// columns (see store.Text).
func piecesOf(t store.Text) pieces {
	lines := strings.Split(t.Text, "\n")
	heads := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "|") })
	if !t.Table || heads < 0 {
		return pieces{text: t.Sentences}
	}
	return pieces{head: strings.Join(lines[:heads+1], "\n"), text: lines[heads+1:], lines: true}
}

// with is a piece and, of a row, the headings that it stands under.
func (p pieces) with(piece int) []int {
	out := []int{piece}
	if !p.lines {
		return out
	}
	depth := indent(p.text[piece])
	for k := piece - 1; k >= 0 && depth > 0; k-- {
		if d := indent(p.text[k]); d < depth && !strings.Contains(p.text[k], "|") {
			out, depth = append(out, k), d
		}
	}
	return out
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

func every(n int) (out []int) {
	for i := range n {
		out = append(out, i)
	}
	return out
}

// choice is a piece of a passage that may be kept.
type choice struct {
	passage, piece int
	figure         bool
	cover          float64
}

// ranked orders the pieces of all passages: those with figures first, then by how much of the question they hold,
// then by their passage's place.
func ranked(question string, all []pieces) (out []choice) {
	coverage := keyword.NewCoverage(rag.ContentWords(question))
	for i, p := range all {
		for k, s := range p.text {
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

// joined are the pieces that are kept, with gaps between them.
func (p pieces) joined(kept []int) string {
	slices.Sort(kept)
	between, left := " ", gap
	if p.lines {
		between, left = "\n", "\n"+strings.TrimSpace(gap)+"\n"
	}
	var b strings.Builder
	if p.lines {
		b.WriteString(p.head + between)
	}
	for i, at := range kept {
		switch {
		case i > 0 && kept[i-1] != at-1 || i == 0 && at > 0:
			b.WriteString(left)
		case i > 0:
			b.WriteString(between)
		}
		if p.lines {
			b.WriteString(p.text[at])
		} else {
			b.WriteString(strings.TrimSpace(p.text[at]))
		}
	}
	if kept[len(kept)-1] < len(p.text)-1 {
		b.WriteString(left)
	}
	if p.lines { // a gap may stand beside the heads
		return strings.ReplaceAll(strings.TrimSpace(b.String()), "\n\n", "\n")
	}
	return strings.TrimSpace(b.String())
}
