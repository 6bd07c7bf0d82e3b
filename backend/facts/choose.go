package facts

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lectern/backend/ingest/metadata"
	"lectern/backend/text"
)

// mostLooked is how many documents one question looks into.
const mostLooked = 4

// Choose gives the documents among the given ones, all for none, that a question is about, the likeliest first: of its company,
// and of the years that it names, those of a year itself before later ones, which may have restated it.
func (l *Library) Choose(question string, ids []string) ([]string, error) {
	facets, err := metadata.OpenFacets(l.Workspace)
	if err != nil {
		return nil, err
	}
	named := map[string]bool{}
	for _, m := range metadata.Named(question, facets.Companies(ids)) {
		for _, id := range m.Documents {
			named[id] = true
		}
	}
	among := map[string]bool{}
	for _, id := range facets.Scope(ids, nil) {
		among[id] = true
	}
	q := readQuestion(question)
	said, types := sourceYear(question), facets.TypesAsked(question)
	scores := map[string]float64{}
	var chosen []string
	for _, d := range facets.Documents() {
		if !among[d.ID] {
			continue
		}
		score := nameScore(question, d.Name) * byFile
		if named[d.ID] {
			score = 1
		}
		if score == 0 && (len(among) > mostLooked || len(ids) == 0 && len(among) > 1) {
			continue
		}
		m := facets.Of(d.ID)
		scores[d.ID] = score + yearScore(m.Year, cmp.Or(said, q.latest())) + typeScore(m.Type, d.Name, m.Year, q)
		if slices.Contains(types, m.Type) {
			scores[d.ID] += typeNamed
		}
		chosen = append(chosen, d.ID)
	}
	slices.SortStableFunc(chosen, func(a, b string) int { return cmp.Compare(scores[b], scores[a]) })
	return chosen[:min(len(chosen), mostLooked)], nil
}

// latest is the last year that a question names, of its days where it names some; 0 for none. What falls due in 2027 "as of June
// 30, 2023" stands in the document of 2023.
func (q *question) latest() (year int) {
	day := slices.ContainsFunc(q.whens, func(w when) bool { return w.day })
	for _, w := range q.whens {
		if w.day == day {
			year = max(year, w.year)
		}
	}
	return year
}

// sourceYear is the year of the document that a question names as its source: "from the 2022 annual report"; 0 for none.
func sourceYear(question string) int {
	for _, m := range sources.FindAllString(question, -1) {
		for _, y := range text.YearsIn(m) {
			return y.Year
		}
	}
	return 0
}

// yearScore prefers a year's own document, then those of the next years, then those before it.
func yearScore(is, wanted int) float64 {
	const ahead, perYear = .15, .02
	switch {
	case is == 0 || wanted == 0:
		return 0
	case is == wanted:
		return .5
	case is == wanted+1:
		return .3
	case is == wanted+2:
		return .2
	case is < wanted: // what is expected stands in the last one before
		return max(0, ahead-perYear*float64(wanted-is))
	}
	return 0
}

// byFile is what it is worth that a question has the first word of a document's file, beside the name of its company: china_2023.pdf.
const byFile = .8

// typeNamed is what it is worth that a document is of a kind that the question names.
const typeNamed = .4

// typeScore prefers a year's report where a year is asked for, and a quarter's where a quarter is that it may tell, most of all
// that of the same quarter, which its name may tell.
func typeScore(is, name string, year int, q *question) float64 {
	interim := slices.ContainsFunc(q.whens, func(w when) bool { return w.part > 0 || w.months > 0 && w.months < 12 })
	yearly, quarterly := isYearly(is), is == "10-Q" || is == "quarterly report"
	switch {
	case yearly && !interim:
		return .2
	case yearly:
		return -.2
	}
	score := .05
	if quarterly && interim {
		if latest := q.latest(); year > 0 && latest > 0 && (year < latest || year > latest+2) { // it has its own year's and the one before; a fiscal year may be called by the next
			return -.15
		}
		score = .2
	}
	if m := quarterNamed.FindStringSubmatch(name); m != nil && slices.ContainsFunc(q.whens, func(w when) bool { return w.months == 3 && strconv.Itoa(w.part) == m[1]+m[2] }) {
		score += .2
	}
	return score
}

// isYearly tells whether a kind of document tells of a whole year.
func isYearly(kind string) bool {
	return kind == "10-K" || kind == "20-F" || kind == "40-F" || kind == "annual report"
}

// quarterNamed is the quarter that a file's name tells: ACME_2023Q2_10Q.
var quarterNamed = regexp.MustCompile(`(?i)Q([1-4])(?:\D|$)|(?:^|\D)([1-4])Q`)

// nameScore tells whether a question names a document by the first word of its file's name, "3M" of 3M_2018_10K, or by a word
// that this begins with and that no line of a statement is called by.
func nameScore(question, name string) float64 {
	first, _, ok := strings.Cut(strings.ToLower(strings.NewReplacer("_", " ", "-", " ").Replace(name)), " ")
	if !ok || len(first) < 2 {
		return 0
	}
	squeezed := strings.NewReplacer(" ", "", "-", "", ".", "", "'", "", "’", "").Replace(strings.ToLower(question))
	for _, w := range wordsOf(question) {
		if strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(w.text, "'s"), "’s")) == first {
			return 1
		}
	}
	const long, short, begins = 5, 3, .8
	if len(first) >= long && strings.Contains(squeezed, first) {
		return 1
	}
	for _, w := range wordsOf(question) {
		if lower := strings.ToLower(w.text); len(lower) >= short && strings.HasPrefix(first, lower) && strings.ContainsFunc(lower, unicode.IsLetter) && !w.light && !listed().speaks(w.term) { // MGM of MGMRESORTS
			return begins
		}
	}
	return 0
}
