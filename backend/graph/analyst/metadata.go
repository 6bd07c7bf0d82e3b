package analyst

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lectern/backend/store"
)

// Filter is what a search was limited by, and to how many documents. What is empty limits nothing.
type Filter struct {
	Companies []string `json:"companies"`
	Years     []int    `json:"years"`
	Types     []string `json:"types"`
	Documents int      `json:"documents"`
	Of        int      `json:"of"`
}

// metadataRules is the version of the rules below; documents described by an older one are described anew.
const metadataRules = 1

// Learn is the metadata of documents by their ids, which is found and stored for those that have none. The person's
// edits win.
func Learn(w *store.Workspace, library []store.Document, firstPages int) (map[string]store.Metadata, error) {
	known, err := w.Described()
	if err != nil {
		return nil, err
	}
	found := map[string]store.Metadata{}
	out := map[string]store.Metadata{}
	for _, d := range library {
		k := known[d.ID]
		if k.Builder != metadataRules {
			k.Found = describe(d.Name, pagesOf(w, d, firstPages))
			found[d.ID] = k.Found
		}
		out[d.ID] = k.Metadata()
	}
	if len(found) > 0 {
		err = w.Describe(metadataRules, found)
	}
	return out, err
}

// pagesOf is the text of the first pages of a document.
func pagesOf(w *store.Workspace, d store.Document, n int) string {
	var b strings.Builder
	for i := 1; i <= min(n, d.Pages); i++ {
		if p, err := w.Page(d.ID, i); err == nil {
			b.WriteString(p.Text + "\n")
		}
	}
	return b.String()
}

var (
	fiscal   = regexp.MustCompile(`(?i)(?:(?:fiscal )?year ended|fiscal year|for the year|geschäftsjahr|zum 31\. dezember|annual report|geschäftsbericht)[^\n]{0,40}?((?:19|20)\d\d)|((?:19|20)\d\d) ?年(?:度|3月期|12月期)`)
	listedAs = regexp.MustCompile(`(?im)^\s*(.{2,80}?)\s*\n?\s*\(exact name of registrant`)
	legal    = regexp.MustCompile(`(?m)^\s*((?:[\p{Lu}\d][\p{L}\d&.,'’-]* ){1,6}(?:Inc\.?|Incorporated|Corporation|Corp\.?|Company|Co\.|plc|PLC|Ltd\.?|Limited|AG|SE|GmbH|KGaA|N\.V\.|S\.A\.|LLC))\b|(\p{Han}*株式会社[\p{Han}\p{Katakana}ー]*)`)
	between  = regexp.MustCompile(`[_\s]+`)
)

// describe finds a document's company, year and type by rules from its name and its first pages. The name comes first.
func describe(docName, pages string) store.Metadata {
	m := store.Metadata{Type: kindOf(between.ReplaceAllString(docName, " "))}
	if m.Type == "" {
		m.Type = kindOf(pages)
	}
	plain := between.ReplaceAllString(docName, " ")
	if y := year.FindString(plain); y != "" {
		m.Year, _ = strconv.Atoi(y)
	} else if f := fiscal.FindStringSubmatch(pages); f != nil {
		m.Year, _ = strconv.Atoi(f[1] + f[2])
	}
	if f := listedAs.FindStringSubmatch(pages); f != nil {
		m.Company = tidy(f[1])
	} else if f := legal.FindStringSubmatch(pages); f != nil {
		m.Company = tidy(f[1] + f[2])
	} else if at := year.FindStringIndex(plain); at != nil { // 3M 2018 10K
		m.Company = tidy(plain[:at[0]])
	} else if k := kindOf(plain); k != "" {
		for _, x := range kinds {
			if at := x.words.FindStringIndex(plain); x.name == k && at != nil {
				m.Company = tidy(plain[:at[0]])
			}
		}
	}
	return m
}

func tidy(s string) string { return short(strings.Trim(s, " -–,:("), entryChars) }

// filter limits documents by what the question names. What no document fits is no filter; documents of which nothing is
// known are kept where it isn't told. Only the first attempt is limited by year and type.
func (w *Workflow) filter(q Processed, attempt int, library []store.Document, about map[string]store.Metadata) ([]store.Document, Filter) {
	f := Filter{Companies: []string{}, Years: []int{}, Types: []string{}, Of: len(library)}
	limit := func(fits func(store.Document, store.Metadata) bool) bool {
		kept := slices.DeleteFunc(slices.Clone(library), func(d store.Document) bool { return !fits(d, about[d.ID]) })
		if len(kept) == 0 || len(kept) == len(library) {
			return false
		}
		library = kept
		return true
	}
	if names := slices.DeleteFunc(slices.Clone(q.Entities), func(e string) bool {
		return !slices.ContainsFunc(library, func(d store.Document) bool { return names(e, about[d.ID].Company) || names(e, d.Name) })
	}); len(names) > 0 && limit(func(d store.Document, m store.Metadata) bool {
		return slices.ContainsFunc(names, func(e string) bool { return namedBy(e, d, m) })
	}) {
		f.Companies = names
	}
	var years []int
	for _, p := range q.Periods {
		for _, y := range year.FindAllString(p, -1) {
			n, _ := strconv.Atoi(y)
			years = append(years, n)
		}
	}
	// A report gives the years before its own as well, so the one after a year will do.
	told := func(is func(store.Metadata) bool) bool {
		return attempt == 0 && slices.ContainsFunc(library, func(d store.Document) bool { return is(about[d.ID]) })
	}
	ofYear := func(m store.Metadata) bool { return slices.Contains(years, m.Year) || slices.Contains(years, m.Year-1) }
	if told(ofYear) && limit(func(_ store.Document, m store.Metadata) bool { return m.Year == 0 || ofYear(m) }) {
		f.Years = years
	}
	var types []string
	for _, t := range q.Types {
		if k := kindOf(t); k != "" {
			types = append(types, k)
		}
	}
	ofType := func(m store.Metadata) bool {
		return slices.ContainsFunc(types, func(t string) bool { return strings.EqualFold(t, m.Type) })
	}
	if told(ofType) && limit(func(_ store.Document, m store.Metadata) bool { return m.Type == "" || ofType(m) }) {
		f.Types = types
	}
	f.Documents = len(library)
	return library, f
}

func namedBy(entity string, d store.Document, m store.Metadata) bool {
	return names(entity, m.Company) || names(entity, d.Name)
}

// names tells whether an entity and a name are the same, or one begins with or holds the other as whole words.
func names(entity, of string) bool {
	a, b := spoken(entity), spoken(of)
	const least = 3 // bytes of a name, with its two spaces
	return len(a) > least && len(b) > least && (strings.Contains(b, a) || strings.Contains(a, b))
}

// spoken is a name as words in small letters, without what only tells the legal form.
func spoken(s string) string {
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if !strings.Contains(" inc incorporated corporation corp company co plc ltd limited ag se gmbh kgaa llc the ", " "+w+" ") {
			out = append(out, w)
		}
	}
	return " " + strings.Join(out, " ") + " "
}
