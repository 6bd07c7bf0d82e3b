package research

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

// The kinds of names in the registry.
const (
	ByTitle        = "title"
	ByFile         = "file"
	ByAbbreviation = "abbreviation"
	ByLaw          = "law"
)

// builder is the version of what finds names; names built by another are built anew.
const builder = 1

//go:embed words/laws.txt
var lawFile string

// knownLaws are short names of laws, whether the library has them or not.
func knownLaws() []string { return strings.Fields(lawFile) }

// registry is what the documents of the library are called by.
type registry struct{ entries []store.Names }

// registry reads the names and builds those that are missing.
func (w *Workflow) registry() (registry, error) {
	entries, err := BuildRegistry(w.Workspace, false)
	return registry{entries}, err
}

// BuildRegistry finds the names of the documents that have none yet, or of all, and gives the whole registry. What the
// person changed stays as it is.
func BuildRegistry(ws *store.Workspace, all bool) ([]store.Names, error) {
	entries, err := ws.Registry()
	if err != nil {
		return nil, err
	}
	docs, err := ws.Documents()
	if err != nil {
		return nil, err
	}
	built := map[string][]store.Name{}
	for _, d := range docs {
		known := slices.ContainsFunc(entries, func(n store.Names) bool { return n.Document == d.ID && n.Builder == builder })
		if d.Failed != "" || known && !all {
			continue
		}
		if built[d.ID], err = namesOf(ws, d); err != nil {
			return nil, err
		}
	}
	if len(built) == 0 {
		return entries, nil
	}
	if err := ws.BuildNames(builder, built); err != nil {
		return nil, err
	}
	return ws.Registry()
}

// firstPages is how many pages are read for a document's names.
const firstPages = 3

var (
	// bracketed is a short name in brackets, maybe after what introduces it, or a few words and a dash: "(BDSG)",
	// "(“GDPR”)", "(im Folgenden: „AGB“)", "(Gewerbesteuergesetz – GewStG)".
	bracketed = regexp.MustCompile(`\(([^()\n]{2,90})\)`)
	// introduced is what may stand before a short name.
	introduced = regexp.MustCompile(`(?i)^(?:im folgenden|nachfolgend|nachstehend|kurz|abgekürzt|hereinafter|hereafter|short|abbreviated|the|referred to as|genannt|[:,\s„“”"«»])+`)
	shortName  = regexp.MustCompile(`^[A-ZÄÖÜ][\p{L}\d]*[A-ZÄÖÜ\d][\p{L}\d]*(?:[ -][A-ZÄÖÜ\d][\p{L}\d]*){0,2}$`)
	dash       = regexp.MustCompile(`\s[–—-]\s|,\s`)
)

// namesOf finds what a document is called by: its file's name, its title, and short names that its first pages give it.
func namesOf(ws *store.Workspace, d store.Document) ([]store.Name, error) {
	laws := knownLaws()
	out := []store.Name{}
	add := func(text, kind string) {
		text = unquoted(text)
		if n := utf8.RuneCountInString(text); n < 2 || n > 120 || slices.ContainsFunc(out, func(o store.Name) bool { return strings.EqualFold(o.Text, text) }) {
			return
		}
		if slices.Contains(laws, text) {
			kind = ByLaw
		}
		out = append(out, store.Name{Text: text, Kind: kind})
	}
	add(d.Name, ByFile)
	if spaced := strings.Join(strings.FieldsFunc(d.Name, func(r rune) bool { return r == '_' || r == '-' || unicode.IsSpace(r) }), " "); spaced != d.Name {
		add(spaced, ByFile)
	}
	about := d.Name // what a short name must stand beside to be this document's
	for n := 1; n <= min(firstPages, d.Pages); n++ {
		page, err := ws.Page(d.ID, n)
		if err != nil {
			return nil, err
		}
		if n == 1 {
			title := titleOf(page)
			add(bracketed.ReplaceAllString(title, ""), ByTitle)
			about += " " + title
		}
		for _, at := range bracketed.FindAllStringSubmatchIndex(page.Text, -1) {
			inner, line := page.Text[at[2]:at[3]], lineBefore(page.Text, at[0])
			if !belongs(line, about) {
				continue
			}
			for _, part := range dash.Split(introduced.ReplaceAllString(inner, ""), -1) {
				if part = unquoted(part); shortName.MatchString(part) || slices.Contains(laws, part) {
					add(part, ByAbbreviation)
				} else if strings.Contains(inner, "–") { // "(Kurzname – KÜRZEL)"
					add(part, ByTitle)
				}
			}
		}
	}
	return out, nil
}

// titleOf is a page's first heading or, if it has none, its first line, unless that is a sentence.
func titleOf(p store.Page) string {
	title, _, _ := strings.Cut(p.Heading, " | ")
	if title == "" {
		title, _, _ = strings.Cut(strings.TrimSpace(p.Text), "\n")
		if title = strings.TrimSpace(title); strings.HasSuffix(title, ".") || len(strings.Fields(title)) > titleWords {
			return ""
		}
	}
	return strings.TrimSpace(title)
}

// titleWords is how many words a first line may have to be a title.
const titleWords = 12

// lineBefore is the end of a text before a place: at most a line and a half.
func lineBefore(text string, at int) string {
	from := max(0, at-120)
	for from < at && !utf8.RuneStart(text[from]) {
		from++
	}
	return text[from:at]
}

// belongs tells whether what stands before a short name is what the document is called: at least half of its last words.
func belongs(line, about string) bool {
	words := keyword.ContentWords(line)
	if len(words) > 4 {
		words = words[len(words)-4:]
	}
	return len(words) > 0 && keyword.NewCoverage(words).Of(about) >= .5
}

// laws are the short names of laws: known ones, and those in the registry.
func (r registry) laws() []string {
	out := knownLaws()
	for _, e := range r.entries {
		for _, n := range e.List() {
			if n.Kind == ByLaw || n.Kind == ByAbbreviation || n.Kind == "" && shortName.MatchString(n.Text) {
				out = append(out, n.Text)
			} else if n.Kind == ByTitle && strings.HasSuffix(strings.ToLower(n.Text), "gesetz") {
				out = append(out, n.Text)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// How a document was found by its name, best first.
const (
	exactly   = "by its name"
	nearly    = "by a name like it"
	partially = "by a part of its name"
)

// find is the document that a name means, and how it was found: a name word for word, then the likest one if it is like
// enough, then one that the name is a part of, or that is a part of it.
func (r registry) find(called string, like float64) (document, how string) {
	wanted := simple(called)
	if wanted == "" {
		return "", ""
	}
	best, longest := like, 0
	var near, part string
	for _, e := range r.entries {
		for _, n := range e.List() {
			have := simple(n.Text)
			if have == "" {
				continue
			}
			if have == wanted {
				return e.Document, exactly
			}
			if x := likeness(wanted, have); x >= best && (near == "" || x > best) {
				best, near = x, e.Document
			}
			short := min(utf8.RuneCountInString(wanted), utf8.RuneCountInString(have))
			if (within(wanted, have) || within(have, wanted)) && short >= shortestPart && short > longest {
				longest, part = short, e.Document
			}
		}
	}
	if near != "" {
		return near, nearly
	}
	if part != "" {
		return part, partially
	}
	return "", ""
}

// shortestPart is how many characters a part of a name needs to stand for it.
const shortestPart = 4

// simple is a name in small letters, without its extension and marks.
func simple(s string) string {
	s = strings.TrimSuffix(strings.ToLower(strings.TrimSpace(s)), ".pdf")
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// likeness is one minus the edits (insert, remove, replace a character) that turn one text into the other, over the longer
// one's length. Texts with different numbers aren't alike at all: TR-03108 isn't TR-03109.
func likeness(a, b string) float64 {
	if !slices.Equal(figure.FindAllString(a, -1), figure.FindAllString(b, -1)) {
		return 0
	}
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return 1 - float64(row[len(y)])/float64(max(len(x), len(y), 1))
}
