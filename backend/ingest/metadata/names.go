package metadata

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

//go:embed words/laws.txt
var lawFile string

// Laws are short names of laws, whether the library has them or not.
func Laws() []string { return strings.Fields(lawFile) }

var (
	// bracketed is a short name in brackets, maybe after what introduces it, or a few words and a dash: "(BDSG)",
	// "(“GDPR”)", "(im Folgenden: „AGB“)", "(Gewerbesteuergesetz – GewStG)".
	bracketed = regexp.MustCompile(`\(([^()\n]{2,90})\)`)
	// introduced is what may stand before a short name.
	introduced = regexp.MustCompile(`(?i)^(?:im folgenden|nachfolgend|nachstehend|kurz|abgekürzt|hereinafter|hereafter|short|abbreviated|the|referred to as|genannt|[:,\s„“”"«»])+`)
	shortName  = regexp.MustCompile(`^[A-ZÄÖÜ][\p{L}\d]*[A-ZÄÖÜ\d][\p{L}\d]*(?:[ -][A-ZÄÖÜ\d][\p{L}\d]*){0,2}$`)
	dash       = regexp.MustCompile(`\s[–—-]\s|,\s`)
)

// IsShort tells whether a name looks like an abbreviation.
func IsShort(name string) bool { return shortName.MatchString(name) }

// called is what a document is called by, no name twice.
type called []store.Name

func (all *called) add(text, kind string) {
	text = Unquoted(text)
	known := slices.ContainsFunc(*all, func(n store.Name) bool { return strings.EqualFold(n.Text, text) })
	if n := utf8.RuneCountInString(text); n < 2 || n > 120 || known {
		return
	}
	if slices.Contains(Laws(), text) {
		kind = store.ByLaw
	}
	*all = append(*all, store.Name{Text: text, Kind: kind})
}

// namesOf finds what a document is called by: its file's name, its title, and short names that its first pages give it.
func namesOf(name string, pages []store.Page) []store.Name {
	out := called{}
	out.add(name, store.ByFile)
	out.add(strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' || unicode.IsSpace(r) }), " "), store.ByFile)
	about := name // what a short name must stand beside to be this document's
	for i, p := range pages {
		if i == 0 {
			title := titleOf(p)
			out.add(bracketed.ReplaceAllString(title, ""), store.ByTitle)
			about += " " + title
		}
		out.addShort(p.Text, about)
	}
	return out
}

// addShort adds the short names that a page's text gives the document.
func (all *called) addShort(text, about string) {
	for _, at := range bracketed.FindAllStringSubmatchIndex(text, -1) {
		inner := text[at[2]:at[3]]
		if !belongs(lineBefore(text, at[0]), about) {
			continue
		}
		for _, part := range dash.Split(introduced.ReplaceAllString(inner, ""), -1) {
			if part = Unquoted(part); IsShort(part) || slices.Contains(Laws(), part) {
				all.add(part, store.ByAbbreviation)
			} else if strings.Contains(inner, "–") { // "(Kurzname – KÜRZEL)"
				all.add(part, store.ByTitle)
			}
		}
	}
}

// titleOf is a page's first heading or, if it has none, its first line, unless that is a sentence.
func titleOf(p store.Page) string {
	title := firstTelling(strings.Split(p.Heading, " | "))
	if title == "" {
		line, _, _ := strings.Cut(strings.TrimSpace(p.Text), "\n")
		title = firstTelling([]string{line}) // what follows a form's first line is seldom a title
		if title = strings.TrimSpace(title); strings.HasSuffix(title, ".") || len(strings.Fields(title)) > titleWords {
			return ""
		}
	}
	return strings.TrimSpace(title)
}

// firstTelling is the first of some lines that isn't a form's; "" for none.
func firstTelling(lines []string) string {
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" && !saysNothing(line) {
			return line
		}
	}
	return ""
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

// Unquoted is a name without quotation marks and what ends a sentence.
func Unquoted(s string) string {
	s = strings.Trim(strings.Join(strings.Fields(s), " "), `„“”"«»‚‘’'`)
	return strings.TrimRightFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(".,;:–-/", r) })
}
