package metadata

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/store"
)

// Part is what a question asks of one company, one time and one matter, where it asks for several: "net sales 3M 2018" of
// "net sales of 3M and Boeing in 2018 and 2019".
type Part struct {
	Text      string   // to search for
	Name      string   // in a few words, for a person
	Preferred []string // documents (ids) that are like it; none: no document is before the others
}

// mostParts is how many parts a question is searched in. Of more, years are the first to be left together, then matters.
const mostParts = 8

// Parts are those of a question put to documents (ids; none: all): each company that it names with each year and each matter;
// "the others" are all other companies. matters reads what the rest of the question asks for, without companies and years. None
// for a question that asks for one thing, or for too many.
func (s *Facets) Parts(question string, documents []string, matters func(rest string) []string) []Part {
	scope := s.Scope(documents, nil)
	companies := s.companiesAsked(question, scope)
	years := severalYears(yearsAsked(question, len(companies) > 0))
	rest := question
	for _, c := range companies {
		rest = blanked(rest, c.At)
	}
	rest = others.ReplaceAllString(fourDigits.ReplaceAllString(rest, " "), " ")
	asked := matters(rest)
	if len(asked) < 2 {
		asked = []string{strings.Join(strings.Fields(rest), " ")}
	}
	number := func() int { return max(1, len(companies)) * max(1, len(years)) * len(asked) }
	if number() > mostParts {
		years = nil
	}
	if number() > mostParts {
		asked = []string{strings.Join(strings.Fields(rest), " ")}
	}
	if n := number(); n < 2 || n > mostParts {
		return nil
	}
	if len(companies) == 0 {
		companies = []Mention{{}}
	}
	if len(years) == 0 {
		years = []string{""}
	}
	var out []Part
	for _, c := range companies {
		for _, year := range years {
			like := []store.Filter{}
			if len(c.Spellings) > 0 {
				like = append(like, store.Filter{Field: store.ByCompany, Value: c.Spellings[0]})
			}
			if year != "" {
				like = append(like, store.Filter{Field: store.ByYear, Value: year})
			}
			narrowed, _ := s.Narrow(scope, nil, like) // what nothing is like prefers nothing
			for _, matter := range asked {
				name := strings.TrimSpace(c.Name + " " + year)
				if len(asked) > 1 {
					name = strings.TrimSpace(name + " " + matter)
				}
				out = append(out, Part{strings.Join(strings.Fields(matter+" "+c.Name+" "+year), " "), name, narrowed.Preferred})
			}
		}
	}
	return out
}

// companiesAsked are the companies that a question asks of: those it names, and "the others".
func (s *Facets) companiesAsked(question string, scope []string) (out []Mention) {
	for _, m := range Named(question, s.companies()) {
		if len(m.Spellings) > 0 {
			out = append(out, m)
		}
	}
	if othersAsked(question) {
		for _, c := range s.companiesOf(scope) {
			if len(c.Spellings) > 0 && !slices.ContainsFunc(out, func(m Mention) bool { return m.Name == c.Name }) {
				out = append(out, Mention{Company: c})
			}
		}
	}
	return out
}

// severalYears are years, those of a range each.
func severalYears(asked []string) (out []string) {
	for _, y := range asked {
		from, to, _ := years(y)
		if to == 0 || to-from > mostParts {
			continue
		}
		for year := from; year <= to; year++ {
			if y := strconv.Itoa(year); !slices.Contains(out, y) {
				out = append(out, y)
			}
		}
	}
	slices.Sort(out)
	return out
}

var fourDigits = regexp.MustCompile(`(?i)(?:\bfy ?)?\b(?:19|20)\d\d\b`)

// blanked is a text with blanks in the place of some of its bytes.
func blanked(text string, at [][2]int) string {
	raw := []byte(text)
	for _, a := range at {
		for i := a[0]; i < min(a[1], len(raw)); i++ {
			raw[i] = ' '
		}
	}
	return string(raw)
}

// others stands for the companies that a question doesn't name.
var others = regexp.MustCompile(`(?i)\b(?:(?:all )?the (?:others?|rest)|(?:all )?(?:the )?other (?:companies|firms|filers)|(?:its|their|the) (?:competitors|peers|rivals)|(?:den |die |der )?(?:anderen|übrigen)(?: (?:unternehmen|firmen))?|les autres|(?:los|las) (?:otros|otras|demás))\b|他社|他の(?:会社|企業)|その他の(?:会社|企業)|其他公司`)

// othersAsked tells whether a question asks of other companies than those it names, so that none is before the others.
func othersAsked(question string) bool {
	return compares.MatchString(question) && others.MatchString(question)
}

// compares are words of questions that set things beside each other.
var compares = regexp.MustCompile(`(?i)\b(?:compar\w*|against|versus|vs\.?|than|rank\w*|beside|vergleich\w*|gegenüber|als|compara\w*|par rapport)\b|比較|比べ|对比|相比`)
