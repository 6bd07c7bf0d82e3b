package proof

import (
	"regexp"
	"strings"

	"lectern/backend/store"
)

var (
	// formula is LaTeX.
	formula = regexp.MustCompile(`\$\$[^$]*\$\$|\$[^$\n]*\\[^$\n]*\$|(?s:\\\[.*?\\\]|\\\(.*?\\\))`)
	// signs of a formula: those that part a number's digits from each other or from its %, and the others.
	signs = regexp.MustCompile(`(\{,\}|\\[ ,;:!])|\\\\|\\[a-zA-Z]+|(\\)|[${}]`)
	// constants of a formula are no figures: exponents, and the hundred that makes a share percent.
	constants = regexp.MustCompile(`\^(?:\{[^{}]*\}|\d+)|(?:\\times|\\cdot|[×*])\s*100\b`)

	tick  = regexp.MustCompile("`[^`\n]*`")
	ticks = regexp.MustCompile("```[\\w-]*|`")
	// remark is something in brackets that is more than a number, which would be a mark.
	remark = regexp.MustCompile(`\[[^\[\]\n]*[^\[\]\n\d,;– -][^\[\]\n]*\]`)
)

// plainSight is a text with all its figures in plain sight: none hides in code, in a formula or in brackets. Marks of citations are
// blanks.
func plainSight(s string) placed {
	var blank []Stretch
	for _, of := range []*regexp.Regexp{anyMark, ticks} {
		for _, f := range of.FindAllStringIndex(s, -1) {
			blank = append(blank, Stretch{f[0], f[1]})
		}
	}
	for _, f := range remark.FindAllStringIndex(s, -1) {
		if !webMark.MatchString(s[f[0]:f[1]]) {
			blank = append(blank, Stretch{f[0], f[0] + 1}, Stretch{f[1] - 1, f[1]})
		}
	}
	var cut [][]int
	for _, f := range formula.FindAllStringIndex(s, -1) {
		piece := s[f[0]:f[1]]
		for _, c := range constants.FindAllStringIndex(piece, -1) {
			blank = append(blank, Stretch{f[0] + c[0], f[0] + c[1]})
		}
		for _, sign := range signs.FindAllStringSubmatchIndex(piece, -1) {
			from, to := f[0]+sign[0], f[0]+sign[1]
			switch {
			case s[from] == '{' && to-from > 1: // 1{,}577
				cut = append(cut, []int{from, from + 1}, []int{to - 1, to})
			case sign[2] >= 0, sign[4] >= 0:
				cut = append(cut, []int{from, to})
			default:
				blank = append(blank, Stretch{from, to})
			}
		}
	}
	p := placed{without(s, blank), steps(0, len(s))}
	if len(cut) > 0 {
		p = p.without(cut)
	}
	return p
}

// back puts what was found in a text where it stands in the text that this one was made of.
func (p placed) back(found []store.FigureCheck) []store.FigureCheck {
	for i, f := range found {
		found[i].Start, found[i].End = p.at[f.Start], p.at[f.End-1]+1
		if m := f.Mend; m != nil {
			m.Start, m.End = p.at[m.Start], p.at[m.End-1]+1
		}
	}
	return found
}

// bare leaves out the signs of code in running text, and brackets in it: they are no citations.
func (p placed) bare() placed {
	var cut [][]int
	for _, f := range tick.FindAllStringIndex(p.s, -1) {
		cut = append(cut, []int{f[0], f[0] + 1})
		for _, m := range anyMark.FindAllStringIndex(p.s[f[0]:f[1]], -1) {
			cut = append(cut, []int{f[0] + m[0], f[0] + m[1]})
		}
		cut = append(cut, []int{f[1] - 1, f[1]})
	}
	return p.without(cut)
}

// coded is a fenced piece of code as a sentence.
func coded(draft string, from, to int) (s sentence, ok bool) {
	body := strings.TrimSpace(ticks.ReplaceAllString(draft[from:to], ""))
	from += max(0, strings.Index(draft[from:to], body))
	return sentence{text: body, start: from, end: min(from+len(body), to), apart: ReasonCode}, body != ""
}

// unseen tells whether a sentence is nothing but a formula or code.
func (s sentence) unseen() bool {
	reason := s.unchecked()
	return reason == ReasonFormula || reason == ReasonCode
}

// unseenClaim is a formula or code: its figures may speak against it, and don't prove it.
func (p *Prover) unseenClaim(s sentence, all []placedMark, invented []int, evidence map[int]cited, numbers []store.FigureCheck) store.Claim {
	c := p.byFigures(s, all, invented, evidence, numbers)
	if c.Verdict == store.Contradicted || c.Verdict == store.InDoubt {
		return c
	}
	return p.unchecked(s, s.unchecked())
}
