package facts

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"lectern/backend/ingest/metadata"
	"lectern/backend/text"
)

// companyOf is whose a document is: the first word of a file's name that also tells a year is surer than what was read on
// the page. key is the same for all documents of one company.
func companyOf(file, company string) (key, name string) {
	first, _, _ := strings.Cut(strings.NewReplacer("_", " ", "-", " ").Replace(file), " ")
	short := metadata.Called(company)
	if len(text.YearNames(file)) == 0 || len(first) < 2 || strings.ContainsAny(first, ".") || len(text.YearNames(first)) > 0 {
		return cmp.Or(squeeze(short), squeeze(file)), cmp.Or(short, file)
	}
	key = squeeze(first)
	if s := squeeze(short); s != "" && (strings.HasPrefix(s, key) || strings.HasPrefix(key, s) || strings.HasPrefix(squeeze(company), key)) {
		return key, short
	}
	return key, first
}

// squeeze is a name without what names of files leave out.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -.,'’&_", r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
}

// companiesIn are the companies that a question names, and the question without their names.
func (c *comparer) companiesIn(question string) (named []Company, rest string) {
	type place struct{ from, to int }
	var places []place
	for _, g := range c.groups {
		at := c.placesOf(question, g)
		if at == nil {
			continue
		}
		named = append(named, g)
		for _, p := range at {
			places = append(places, place{p[0], p[1]})
		}
	}
	slices.SortFunc(places, func(a, b place) int { return a.from - b.from })
	var b strings.Builder
	from := 0
	for _, p := range places {
		if p.from < from {
			continue
		}
		b.WriteString(question[from:p.from] + cut)
		from = p.to
	}
	b.WriteString(question[from:])
	order := func(g Company) int { return c.placesOf(question, g)[0][0] }
	slices.SortStableFunc(named, func(a, b Company) int { return order(a) - order(b) })
	return named, b.String()
}

// placesOf are where a question names a company, or a file of it.
func (c *comparer) placesOf(question string, g Company) (out [][]int) {
	for _, id := range g.Documents {
		if at := strings.Index(question, c.names[id]); at >= 0 {
			out = append(out, []int{at, at + len(c.names[id])})
		}
	}
	return append(out, nameAt(question, g)...)
}

// nameAt finds where a question names a company: neighbouring words that, written together, are its name, or begin it.
func nameAt(question string, g Company) (out [][]int) {
	name := squeeze(g.Name)
	words := nameWords.FindAllStringIndex(question, -1)
	const longestName, shortest = 6, 5
	for i := 0; i < len(words); i++ {
		together, best, end := "", -1, 0
		for j := i; j < len(words) && j < i+longestName; j++ {
			w := question[words[j][0]:words[j][1]]
			own := strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
			together += squeeze(own)
			if together == name || len(together) >= shortest && strings.HasPrefix(name, together) && (j > i || metadata.Tells(own)) {
				best, end = j, words[j][1]
			}
			if len(together) > len(name) {
				break
			}
		}
		if best >= 0 {
			out = append(out, []int{words[i][0], end})
			i = best
		}
	}
	return out
}

var nameWords = regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}ー]+|[\p{Latin}\p{Greek}\p{Cyrillic}\pN](?:[\p{Latin}\p{Greek}\p{Cyrillic}\pN.'’]*[\p{Latin}\p{Greek}\p{Cyrillic}\pN])?`)

// Companies are those that documents (ids; none: all) are of: those with the given names, or all of them, at most as many
// as a comparison takes without naming them.
func (l *Library) Companies(ctx context.Context, ids, names []string) ([]Company, error) {
	c, err := l.comparer(ctx, ids)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return c.asked(len(ids) > 0, nil, false), nil
	}
	named, _ := c.companiesIn(strings.Join(names, ", "))
	return named, nil
}
