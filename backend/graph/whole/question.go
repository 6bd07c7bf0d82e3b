package whole

import (
	"embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"lectern/backend/graph/rag"
	"lectern/backend/text"
)

// Kind is what a question wants of the whole.
type Kind string

// The kinds of questions.
const (
	Mentions Kind = "mentions" // how often and where words stand
	Never    Kind = "never"    // in which documents they don't
	List     Kind = "list"
	Count    Kind = "count"
	Summary  Kind = "summary"
)

// Question is what is asked of the whole.
type Question struct {
	Kind  Kind     `json:"kind"`
	Terms []string `json:"terms,omitempty"` // the words that are looked for
	Of    string   `json:"of,omitempty"`    // what is listed or counted, or what a summary is to be about; "": all
	Sort  Sort     `json:"sort,omitempty"`  // of what is listed, where it is found without a model
	All   bool     `json:"all,omitempty"`   // it says that all documents are meant
}

// Exact tells whether words alone answer the question, so that no model is asked.
func (q Question) Exact() bool { return q.Kind == Mentions || q.Kind == Never }

// NeedsModel tells whether a model finds what is asked for, and rules only what comes near it. Dates, amounts and the like are
// told by their form; names are, too, but not very well.
func (q Question) NeedsModel() bool { return !q.Exact() && (q.Sort == "" || q.Sort == Names) }

//go:embed words/*.txt
var files embed.FS

//go:embed prompts/*.md
var promptFiles embed.FS

// rule is a way to ask, with what is asked for as its group x.
type rule struct {
	kind Kind
	*regexp.Regexp
}

// rules are those of all languages; a question in one language is seldom one in another by chance. The lists have roles of
// their own beside the kinds: things are what a list without a model can hold, filler stands around what is asked for,
// document words say no more than "these documents", all that none is left out.
type rules struct {
	ways   []rule
	things map[Sort]*regexp.Regexp
	filler *regexp.Regexp
	plain  *regexp.Regexp
	all    *regexp.Regexp
}

var reading = sync.OnceValue(func() (r rules) {
	lists := map[string][]string{}
	names, err := files.ReadDir("words")
	if err != nil {
		panic(err)
	}
	for _, f := range names {
		raw, err := files.ReadFile("words/" + f.Name())
		if err != nil {
			panic(err)
		}
		for line := range strings.Lines(string(raw)) {
			role, pattern, ok := strings.Cut(strings.TrimSpace(line), ": ")
			if !ok || strings.HasPrefix(line, "#") {
				continue
			}
			lists[role] = append(lists[role], pattern)
		}
	}
	for _, kind := range []Kind{Never, Mentions, Count, List, Summary} {
		for _, p := range lists[string(kind)] {
			r.ways = append(r.ways, rule{kind, regexp.MustCompile(`(?i)` + strings.ReplaceAll(p, "{x}", `(?P<x>.+?)`))})
		}
	}
	r.things = map[Sort]*regexp.Regexp{}
	for _, s := range sorts {
		r.things[s] = regexp.MustCompile(`(?i)^(?:` + strings.Join(lists[string(s)], "|") + `)$`)
	}
	r.filler = regexp.MustCompile(`(?i)^(?:` + strings.Join(lists["before"], "|") + `)|(?:` + strings.Join(lists["behind"], "|") + `)$`)
	r.plain = regexp.MustCompile(`(?i)^(?:` + strings.Join(lists["documents"], "|") + `)$`)
	r.all = regexp.MustCompile(`(?i)` + strings.Join(lists["all"], "|"))
	return r
})

// Read reads what a question wants of the whole; ok is false if it wants something else. The documents that it mentions are no
// part of what it asks for.
func Read(m rag.Mentions) (q Question, ok bool) {
	names := slices.Clone(m.Unknown)
	for _, d := range m.Documents {
		names = append(names, d.Name)
	}
	return wanted(m.Rest, names...)
}

func wanted(question string, names ...string) (q Question, ok bool) {
	s := strings.Join(strings.Fields(strings.ReplaceAll(question, "’", "'")), " ")
	quoted := quotations(s)
	for _, name := range names {
		s = without(s, name)
	}
	s = strings.TrimSpace(strings.TrimRight(s, "?？.。!！ "))
	r := reading()
	for _, way := range r.ways {
		m := way.FindStringSubmatch(s)
		if m == nil {
			continue
		}
		q = Question{Kind: way.kind, All: r.all.MatchString(s)}
		x := ""
		if i := way.SubexpIndex("x"); i >= 0 {
			x = r.stripped(m[i])
		}
		if q.of(x, quoted, r) {
			return q, true
		}
	}
	return Question{}, false
}

// of takes over what is asked for; it is false if that says nothing where something has to be said.
func (q *Question) of(x string, quoted []string, r rules) bool {
	switch q.Kind {
	case Mentions, Never:
		if q.Terms = quoted; len(quoted) == 0 && x != "" {
			q.Terms = []string{strings.Trim(x, `"'“”„«»「」《》 `)}
		}
		return len(q.Terms) > 0 && q.Terms[0] != "" && !r.plain.MatchString(q.Terms[0])
	case Summary:
		if !r.plain.MatchString(x) {
			q.Of = x
		}
		return true
	}
	q.Of = strings.Trim(x, `"“”„«»「」《》 `)
	for _, s := range sorts {
		if r.things[s].MatchString(q.Of) {
			q.Sort = s
		}
	}
	return q.Of != "" && !r.plain.MatchString(q.Of)
}

// stripped takes away what stands around the thing that is asked for: articles before it, where to look behind it.
func (r rules) stripped(x string) string {
	for {
		x = strings.Trim(x, " ,:;")
		next := strings.Trim(r.filler.ReplaceAllString(x, ""), " ,:;")
		if next == x {
			return x
		}
		x = next
	}
}

// particle is one of Japanese, behind a name.
var particle = regexp.MustCompile(`^ *(?:の|は|を|で|に|が|から)`)

// without takes a document's name out of a question, wherever it stands.
func without(s, name string) string {
	if name == "" {
		return s
	}
	at := regexp.MustCompile(`(?i)["“„「]?` + regexp.QuoteMeta(name) + `(?:\.pdf)?["”“」]?`)
	var out strings.Builder
	end := 0
	for _, m := range at.FindAllStringIndex(s, -1) {
		if whole(s, m[0], m[1]) {
			out.WriteString(s[end:m[0]])
			if end = m[1]; particle.MatchString(s[end:]) {
				out.WriteString("文書") // what follows leans on it
				end += len(s[end:]) - len(strings.TrimLeft(s[end:], " "))
			} else {
				out.WriteString(" ")
			}
		}
	}
	return strings.Join(strings.Fields(out.String()+s[end:]), " ")
}

var quoting = regexp.MustCompile(`"([^"]+)"|“([^”“]+)”|„([^“”]+)[“”]|«([^»]+)»|「([^」]+)」|《([^》]+)》|'([^' ][^']*)'(?:[\s,.?!]|$)`)

// quotations are what stands in quotation marks.
func quotations(s string) (out []string) {
	for _, m := range quoting.FindAllStringSubmatch(s, -1) {
		for _, g := range m[1:] {
			if g = strings.TrimSpace(g); g != "" && !slices.Contains(out, g) {
				out = append(out, g)
			}
		}
	}
	return out
}

var joint = regexp.MustCompile(`(?i),? (?:and|or|und|oder|et|ou|y|o) |, |、|和|与|或|と|や`)

// parts are the terms that one may be meant as, if it stands nowhere as it is: "rent and deposit".
func parts(term string) (out []string) {
	for _, p := range joint.Split(term, -1) {
		p = strings.TrimSpace(p)
		if n := utf8.RuneCountInString(p); n < 2 && !strings.ContainsFunc(p, text.Wide) {
			return nil
		}
		out = append(out, p)
	}
	if len(out) < 2 {
		return nil
	}
	return out
}
