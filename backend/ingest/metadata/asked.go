package metadata

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/store"
)

// Narrowed is what came of the filters of a question: those of the person shut documents out, what the question says only
// puts some before the others.
type Narrowed struct {
	Documents []string       // ids of those that are like what the person wants; nil: they want nothing
	Preferred []string       // ids of those among them that are like what the question says; nil: none is before the others
	Of        int            // documents that there were before
	Wanted    []store.Filter // the person's
	Found     []store.Filter // read in the question, that tell some documents from others
}

// Said tells in a sentence what is searched, and what is preferred; "" for all alike.
func (n Narrowed) Said(say messages.Messages) string {
	var out []string
	left := n.Of
	if n.Documents != nil {
		left = len(n.Documents)
		out = append(out, say.Text("metadata.only-in", messages.Args{"filters": Words(say, n.Wanted), "left": left, "all": n.Of}))
	}
	if n.Preferred != nil {
		out = append(out, say.Text("metadata.preferred", messages.Args{"filters": Words(say, n.Found), "preferred": len(n.Preferred), "left": left}))
	}
	return say.Sentences(out...)
}

// Narrow limits documents, all for none, to those that are like what the person wants; no document that is like it is an
// error for them. Of these it prefers those that are like what is asked for (see Asked).
func (s *Facets) Narrow(documents []string, wanted, asked []store.Filter) (Narrowed, error) {
	n := Narrowed{Wanted: append([]store.Filter{}, wanted...), Found: []store.Filter{}}
	for _, f := range wanted {
		if err := Check(f); err != nil {
			return n, err
		}
	}
	scope := s.Scope(documents, nil)
	n.Of = len(scope)
	if len(wanted) > 0 {
		if scope = s.Scope(documents, wanted); len(scope) == 0 {
			return n, messages.Error("metadata.no-document-like-that", messages.Args{"wanted": Words(messages.In("en"), wanted)})
		}
		n.Documents = scope
	}
	for _, field := range fields { // company before year before type: what says most first
		these := ofField(asked, field)
		if len(these) == 0 || len(scope) == 0 || slices.ContainsFunc(wanted, func(f store.Filter) bool { return f.Field == field }) {
			continue
		}
		if like := s.Scope(scope, these); len(like) > 0 && len(like) < len(scope) {
			n.Found, n.Preferred, scope = append(n.Found, these...), like, like
		}
	}
	return n, nil
}

// ofField are the filters of a field.
func ofField(filters []store.Filter, field string) []store.Filter {
	return slices.DeleteFunc(slices.Clone(filters), func(f store.Filter) bool { return f.Field != field })
}

// Asked are the filters that a question speaks of, in English, German, Japanese or Chinese: companies of documents, years
// ("FY2018", "in 2018", "seit 2016", "2018年度"), types ("10-K", "Geschäftsbericht"), #tags and "folder NAME".
func (s *Facets) Asked(question string) []store.Filter {
	out := []store.Filter{}
	for _, m := range Named(question, s.companies()) {
		if len(m.Spellings) > 0 && !othersAsked(question) {
			out = append(out, store.Filter{Field: store.ByCompany, Value: m.Spellings[0]})
		}
	}
	for _, t := range s.TypesAsked(question) {
		out = append(out, store.Filter{Field: store.ByType, Value: t})
	}
	for _, y := range yearsAsked(question, len(out) > 0) {
		out = append(out, store.Filter{Field: store.ByYear, Value: y})
	}
	for _, f := range s.Facets() {
		switch {
		case f.Field == store.ByTag && tagAsked(question, f.Value), f.Field == store.ByFolder && folderAsked(question, filepath.Base(f.Value)):
			out = append(out, f.Filter)
		}
	}
	slices.SortStableFunc(out, func(a, b store.Filter) int { return slices.Index(fields, a.Field) - slices.Index(fields, b.Field) })
	return out
}

// asks are the types that a question speaks of by these words. Figures of earnings and notes to financial statements
// are asked for in any document: these words tell no type.
var asks = []struct {
	name  string
	words *regexp.Regexp
}{
	{"10-K", regexp.MustCompile(`(?i)\b10-?Ks?\b`)},
	{"10-Q", regexp.MustCompile(`(?i)\b10-?Qs?\b`)},
	{"8-K", regexp.MustCompile(`\b8-K\b`)},
	{"quarterly report", regexp.MustCompile(`(?i)\bquarterly reports?\b|quartalsbericht|quartalsmitteilung|四半期報告書`)},
	{"annual report", regexp.MustCompile(`(?i)\bannual reports?\b|geschäftsbericht|jahresbericht|有価証券報告書|年次報告書|年度报告|年報`)},
	{"earnings", regexp.MustCompile(`(?i)\bearnings (?:release|report|call|presentation)\b|決算短信|ergebnismitteilung`)},
	{"financial statements", regexp.MustCompile(`(?i)jahresabschluss|konzernabschluss`)},
}

// kinds are the types that are also what another one says: a 10-K is an annual report.
var kinds = map[string]string{"annual report": "10-K", "quarterly report": "10-Q"}

// TypesAsked are the types that a question speaks of: the first that it names, and of this and its kind those that there
// are. If there are none it is the one that it names.
func (s *Facets) TypesAsked(question string) (out []string) {
	for _, t := range asks {
		if !t.words.MatchString(question) {
			continue
		}
		for _, name := range []string{t.name, kinds[t.name]} {
			if name != "" && len(s.Scope(nil, []store.Filter{{Field: store.ByType, Value: name}})) > 0 {
				out = append(out, name)
			}
		}
		if len(out) == 0 {
			out = append(out, t.name)
		}
		return out
	}
	return nil
}

const anyYear = `((?:19|20)\d\d)`

var (
	yearRange = regexp.MustCompile(`(?i)\b(?:FY ?)?` + anyYear + `\s*年?度?\s*(?:-|–|—|~|〜|to|through|until|and|bis|und|から)\s*(?:FY ?)?` + anyYear + `(?:$|[^\d])`)
	between   = regexp.MustCompile(`(?i)\b(?:between|zwischen)\b`)
	yearSince = regexp.MustCompile(`(?i)\b(?:since|seit|ab|from)\s+(?:FY ?)?` + anyYear + `\b(?:\s+(?:on|onwards?))|\b(?:since|seit)\s+(?:FY ?)?` + anyYear + `\b|` + anyYear + `年(?:度)?以[降来]`)
	yearCued  = regexp.MustCompile(`(?i)\b(?:FY|fiscal(?: year)?|(?:calendar |fiscal )?year(?: end(?:ed|ing))?|in|for|during|of|im jahre?|jahre?s?|geschäftsjahre?s?|für)[ -]?` + anyYear + `\b|` + anyYear + ` ?(?:年度|年\d{1,2}月期|年)`)
	yearShort = regexp.MustCompile(`(?i)\bFY ?['’]?(\d\d)\b`)
	yearBare  = regexp.MustCompile(`(?:^|[^\d.,$€£¥-])` + anyYear + `(?:$|[^\d,.%-]|[.,](?:$|\D))`)
)

// yearsAsked are the years and ranges of years that a question speaks of. A year without a word that tells it is one counts
// beside a company or a type.
func yearsAsked(question string, beside bool) (out []string) {
	add := func(y string) {
		if y != "" && !slices.Contains(out, y) {
			out = append(out, y)
		}
	}
	rest := question
	for _, m := range yearRange.FindAllStringSubmatchIndex(question, -1) {
		from, to := question[m[2]:m[3]], question[m[4]:m[5]]
		joined := question[m[3]:m[4]]
		switch and := strings.Contains(joined, "and") || strings.Contains(joined, "und"); {
		case from >= to || and && !between.MatchString(question[:m[0]]):
			continue // two years
		default:
			add(from + "–" + to)
			rest = rest[:m[2]] + strings.Repeat(" ", m[5]-m[2]) + rest[m[5]:]
		}
	}
	for _, m := range yearSince.FindAllStringSubmatch(rest, -1) {
		add(m[1] + m[2] + m[3] + "–")
	}
	rest = yearSince.ReplaceAllString(rest, " ")
	found := len(out) > 0
	for _, m := range yearCued.FindAllStringSubmatch(rest, -1) {
		add(m[1] + m[2])
	}
	for _, m := range yearShort.FindAllStringSubmatch(rest, -1) {
		add("20" + m[1])
	}
	if beside || found || len(out) > 0 { // "2018 and 2019": the second needs no word of its own
		for _, m := range yearBare.FindAllStringSubmatch(rest, -1) {
			add(m[1])
		}
	}
	return out
}

func tagAsked(question, tag string) bool {
	return regexp.MustCompile(`(?i)(?:^|\s)#` + regexp.QuoteMeta(tag) + `(?:$|[^\p{L}\d_-])`).MatchString(question)
}

func folderAsked(question, folder string) bool {
	return regexp.MustCompile(`(?i)\b(?:folder|ordner|verzeichnis|directory)\s+["“„']?`+regexp.QuoteMeta(folder)+`(?:$|[^\p{L}\d_-])`).MatchString(question) ||
		strings.Contains(question, folder+"フォルダ") || strings.Contains(question, "「"+folder+"」フォルダ")
}
