package figures

import (
	"regexp"
	"strings"
	"unicode"

	"lectern/backend/text"
)

// stretch is a range of bytes.
type stretch struct{ start, end int }

// linesOf are the sentences of what a person or a model wrote, of which each line stands for itself.
func linesOf(s string) (out []stretch) {
	at := 0
	for line := range strings.Lines(s) {
		out = append(out, joined(text.Prose(line), at, at+len(line))...)
		at += len(line)
	}
	return out
}

// pageSentences are those of a page, which run over its lines.
func pageSentences(s string) []stretch { return joined(text.Sentences(s), 0, len(s)) }

// joined are sentences of the bytes from at to end, each with the blanks after it: a figure may take some.
func joined(spans []text.Span, at, end int) []stretch {
	out := make([]stretch, len(spans))
	for i, p := range spans {
		out[i] = stretch{at + p.Start, end}
		if i > 0 {
			out[i-1].end = out[i].start
		}
	}
	return out
}

var (
	priorYear = regexp.MustCompile(`(?i)\b(?:prior|previous|preceding)[- ](?:fiscal )?year|year[- ]earlier|year ago|year before|last year|\bvorjahr|前年|去年|上年`)
	inTurn    = regexp.MustCompile(`(?i)respectively|jeweils|beziehungsweise|それぞれ|分别`)
	breaks    = regexp.MustCompile(`(?i)[,;:、，。]|\b(?:from|to|and|versus|vs|compared|while|but|against|und|von|auf|gegenüber|nach)\b`)
)

// TellsYearBefore tells whether a text speaks of the year before another one.
func TellsYearBefore(s string) bool { return priorYear.MatchString(s) }

// fraction finds quarters and halves that may be parts of something else than a year.
var (
	fraction = regexp.MustCompile(`(?i)(?:[\pL-]+ )?(?:an? )?\b(?:quarters?|half|halves)\b(?: (?:of|the|as|an?|earlier|ago|ended|year))?`)
	partLead = regexp.MustCompile(`(?i)^(?:one|two|three|by|about|nearly|roughly|almost|only|than|over|an?) `)
	halfLead = regexp.MustCompile(`(?i)^(?:half (?:of|the|as|an?)$|(?:about|nearly|roughly|almost|only|than|over|by|another|and|the other) (?:an? )?half)`)
	timeTail = regexp.MustCompile(`(?i)(?:earlier|ago|ended|year)$`)
)

// notTime leaves out a fraction, and keeps a part of a year.
func notTime(s string) string {
	if timeTail.MatchString(s) || !partLead.MatchString(s) && !halfLead.MatchString(s) {
		return s
	}
	return strings.Repeat(" ", len(s))
}

// dated is the period that a sentence gives a figure.
type dated struct {
	text.Period
	prior bool // it is of the year before some other one
	said  bool // by the sentence itself
}

// datesIn gives each figure of a sentence its period. text is folded; hidden are ranges of it in which years are part of
// names.
func datesIn(all string, s stretch, figures []text.Figure, hidden []stretch) []dated {
	out := make([]dated, len(figures))
	if len(figures) == 0 {
		return out
	}
	body := all[s.start:s.end]
	var years []text.Year
	for _, y := range text.YearsIn(body) {
		y.Start, y.End = y.Start+s.start, y.End+s.start
		if !covered(y.Start, hidden) {
			years = append(years, y)
		}
	}
	long, part, end := text.Lasting(fraction.ReplaceAllStringFunc(without(body, s.start, hidden), notTime))
	for k := range figures {
		out[k].Months, out[k].Part, out[k].End = long, part, end
	}
	const most = 10_000 // pairs to look at; a sentence has a few
	if len(years) == 0 || len(years)*len(figures) > most {
		return out
	}
	set := func(k int, y text.Year) {
		out[k].said, out[k].Years, out[k].Fiscal = true, []int{y.Year}, strings.HasPrefix(all[y.End:], "年度") || strings.HasSuffix(all[:y.End], "年度")
		if y.Other > 0 {
			out[k].Years = append(out[k].Years, y.Other)
		}
	}
	if pairs := inOrder(body, figures, years); pairs != nil {
		for k, y := range pairs {
			set(k, years[y])
		}
		return out
	}
	for k := range figures {
		if y, prior, ok := nearestYear(all, s, figures, k, years); prior {
			out[k].prior = true
			if len(years) == 1 {
				out[k].Years, out[k].said = []int{years[0].Year - 1}, false
			}
		} else if ok {
			set(k, y)
		}
	}
	return out
}

// without is a text, which begins at a byte, with blanks for what is hidden.
func without(s string, from int, hidden []stretch) string {
	if len(hidden) == 0 {
		return s
	}
	out := []byte(s)
	for _, h := range hidden {
		for i := h.start - from; i < h.end-from; i++ {
			out[i] = ' '
		}
	}
	return string(out)
}

func covered(at int, by []stretch) bool {
	for _, h := range by {
		if at >= h.start && at < h.end {
			return true
		}
	}
	return false
}

// inOrder pairs figures with years where all of the one stand before all of the other, or where the sentence says so.
func inOrder(body string, figures []text.Figure, years []text.Year) []int {
	n, m := len(figures), len(years)
	if m < 2 || n%m != 0 {
		return nil
	}
	apart := years[m-1].End <= figures[0].Start || years[0].Start >= figures[n-1].End
	if !(inTurn.MatchString(body) || apart && n == m) {
		return nil
	}
	out := make([]int, n)
	for k := range out {
		out[k] = k % m
	}
	return out
}

// nearestYear is the year that a figure goes with: one that follows before the next figure in the same clause, else the
// one before it. A year in brackets counts within them only.
func nearestYear(body string, s stretch, figures []text.Figure, k int, years []text.Year) (y text.Year, prior, ok bool) {
	f := figures[k]
	from, to := s.start, max(s.end, f.End)
	if k > 0 {
		from = min(figures[k-1].End, f.Start)
	}
	if k+1 < len(figures) {
		to = max(figures[k+1].Start, f.End)
	}
	const reach = 40
	lead := body[max(from, f.Start-reach):f.Start]
	tail := body[f.End:min(to, f.End+reach)]
	if i := strings.IndexAny(tail, "(:;,|（"); i > 0 {
		tail = tail[:i]
	}
	if !strings.ContainsAny(lead, "0123456789") || strings.LastIndexFunc(lead, unicode.IsDigit) < lastIndex(priorYear, lead) {
		if priorYear.MatchString(lead) {
			return y, true, false
		}
	}
	if at := priorYear.FindStringIndex(tail); at != nil && !(k+1 < len(figures) && breaks.MatchString(tail[:at[0]])) { // else it is the next one's: "41.7 in 2024, and in the year before 36.2"
		return y, true, false
	}
	var before, after *text.Year
	for i := range years {
		if years[i].End <= f.Start {
			if shut(body[years[i].End:f.Start]) {
				continue
			}
			before = &years[i]
		} else if after == nil && years[i].Start >= f.End {
			after = &years[i]
		}
	}
	if after != nil {
		gap := body[f.End:after.Start]
		switch {
		case after.Start >= to, len(gap) > reach, before != nil && breaks.MatchString(gap), opens(gap) && !closesBehind(body[after.End:s.end]):
			after = nil
		}
	}
	switch {
	case after != nil:
		return *after, false, true
	case before != nil:
		return *before, false, true
	}
	for i := range years { // one further on: "12 % … in all of 2018"
		if years[i].Start >= f.End && !opens(body[f.End:years[i].Start]) {
			return years[i], false, len(years) == 1
		}
	}
	return y, false, false
}

func lastIndex(p *regexp.Regexp, s string) int {
	all := p.FindAllStringIndex(s, -1)
	if len(all) == 0 {
		return -1
	}
	return all[len(all)-1][0]
}

// shut tells whether a bracket that is open at the beginning of a text is closed in it.
func shut(s string) bool {
	return strings.Count(s, ")")+strings.Count(s, "）") > strings.Count(s, "(")+strings.Count(s, "（")
}

// opens tells whether a bracket is opened in a text and stays open.
func opens(s string) bool {
	return strings.Count(s, "(")+strings.Count(s, "（") > strings.Count(s, ")")+strings.Count(s, "）")
}

// closesBehind tells whether a bracket closes at once: "31.7 (2017)" but not "32.8 (2017: 31.7)".
func closesBehind(s string) bool {
	return strings.HasPrefix(s, ")") || strings.HasPrefix(s, "）")
}
