package metadata

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"lectern/backend/messages"
	"lectern/backend/store"
)

// types are the documents that reports come as, with the words that tell them.
var types = []struct {
	name  string
	words *regexp.Regexp
}{
	{"10-K", regexp.MustCompile(`(?i)\b10-?K\b`)},
	{"10-Q", regexp.MustCompile(`(?i)\b10-?Q\b`)},
	{"8-K", regexp.MustCompile(`(?i)\b8-?K\b`)},
	{"quarterly report", regexp.MustCompile(`(?i)\bquarterly report|quartalsbericht|quartalsmitteilung|四半期報告書`)},
	{"annual report", regexp.MustCompile(`(?i)\bannual report|geschäftsbericht|jahresbericht|有価証券報告書|年次報告書`)},
	{"earnings", regexp.MustCompile(`(?i)\bearnings\b|決算短信|ergebnismitteilung`)},
	{"financial statements", regexp.MustCompile(`(?i)\bfinancial statements?\b|jahresabschluss|konzernabschluss|財務諸表`)},
}

// TypeOf is the type of document that a text speaks of, "" if none is known.
func TypeOf(text string) string {
	name, _ := typeIn(text)
	return name
}

// typeIn is the type that a text speaks of, and where.
func typeIn(text string) (name string, at int) {
	for _, t := range types {
		if found := t.words.FindStringIndex(text); found != nil {
			return t.name, found[0]
		}
	}
	return "", len(text)
}

var (
	year     = regexp.MustCompile(`(?:19|20)\d\d`)
	fiscal   = regexp.MustCompile(`(?i)(?:(?:fiscal )?year ended|fiscal year|for the year|geschäftsjahr|zum 31\. dezember|annual report|geschäftsbericht)[^\n]{0,40}?((?:19|20)\d\d)|((?:19|20)\d\d) ?年(?:度|3月期|12月期)`)
	listedAs = regexp.MustCompile(`(?im)^\s*(.{2,80}?)\s*\n?\s*\(exact name of registrant`)
	legal    = regexp.MustCompile(`(?m)^\s*((?:[\p{Lu}\d][\p{L}\d&.,'’-]* ){1,6}(?:Inc\.?|Incorporated|Corporation|Corp\.?|Company|Co\.|plc|PLC|Ltd\.?|Limited|AG|SE|GmbH|KGaA|N\.V\.|S\.A\.|LLC))\b|(\p{Han}*株式会社[\p{Han}\p{Katakana}ー]*)`)
)

// Where things are found, as messages.
const (
	inName   = "metadata.where-name"
	inFile   = "metadata.where-file"
	inText   = "metadata.where-words"
	ofSaving = "metadata.where-saved"
)

func onPage(p store.Page) string {
	return messages.Text("metadata.where-page", messages.Args{"label": p.Label})
}

// describe finds what a document is about. Its name comes first, then its first pages; the title and the authors are
// what the file says, where that makes sense.
func describe(d store.Document, pages []store.Page, said store.Info) (m store.Finding) {
	name := spaced(d.Name)
	m.Title, m.Where.Title = titled(pages, said)
	if a := cmp.Or(author(said.Authors), author(said.XMP.Authors)); a != "" {
		m.Authors, m.Where.Authors = a, messages.Text(inFile)
	}
	m.Company, m.Where.Company = companyOf(name, pages)
	m.Aliases = aliasesOf(m.Company, pages)
	if m.Type = TypeOf(name); m.Type != "" {
		m.Where.Type = messages.Text(inName)
	}
	if y := year.FindString(name); y != "" {
		m.Year, _ = strconv.Atoi(y)
		m.Where.Year = messages.Text(inName)
	}
	for _, p := range pages {
		if m.Type == "" {
			if m.Type = TypeOf(p.Text); m.Type != "" {
				m.Where.Type = onPage(p)
			}
		}
		if f := fiscal.FindStringSubmatch(p.Text); f != nil && m.Year == 0 {
			m.Year, _ = strconv.Atoi(f[1] + f[2])
			m.Where.Year = onPage(p)
		}
	}
	if y := year.FindString(cmp.Or(said.XMP.Created, said.Created)); y != "" && m.Year == 0 && m.Type == "" { // a report is of an earlier year
		m.Year, _ = strconv.Atoi(y)
		m.Where.Year = messages.Text(ofSaving)
	}
	if m.Language = d.Language; m.Language != "" {
		m.Where.Language = messages.Text(inText)
	}
	return m
}

// noTitle is what programs write where a title should stand: the file's name, or their own.
var noTitle = regexp.MustCompile(`(?i)^(?:untitled|unbenannt|document\d*|dokument\d*|title|null|none|print|layout \d+|powerpoint.presentation|microsoft (?:word|powerpoint|excel).*|slide \d+|.*\.(?:docx?|pptx?|xlsx?|tex|dvi|indd|qxd|rtf|html?|pdf)|[\w.-]*\d[\w.-]*)$`)

// titled is a document's title: what the file says, unless that is none, else the title on its first page.
func titled(pages []store.Page, said store.Info) (title, where string) {
	for _, t := range []string{said.Title, said.XMP.Title} {
		if t = tidy(t); strings.ContainsFunc(t, unicode.IsLetter) && !noTitle.MatchString(t) && !saysNothing(t) {
			return t, messages.Text(inFile)
		}
	}
	if len(pages) > 0 {
		if t := tidy(bracketed.ReplaceAllString(titleOf(pages[0]), "")); t != "" && (TypeOf(t) == "" || len(strings.Fields(t)) > 2) {
			return t, onPage(pages[0])
		}
	}
	return "", ""
}

// noAuthor is what programs write where an author should stand.
var noAuthor = regexp.MustCompile(`(?i)^(?:user|admin\w*|administrator|unknown|author|owner|default|microsoft.*|adobe.*|\S*\d\S*|.*@.*)$`)

func author(said string) string {
	if said = tidy(said); !strings.ContainsFunc(said, unicode.IsLetter) || noAuthor.MatchString(said) {
		return ""
	}
	return said
}

func companyOf(name string, pages []store.Page) (company, where string) {
	for _, p := range pages {
		if f := listedAs.FindStringSubmatch(p.Text); f != nil && !saysNothing(f[1]) {
			return tidy(f[1]), onPage(p)
		}
	}
	for _, p := range pages {
		for _, f := range legal.FindAllStringSubmatch(p.Text, -1) {
			if !saysNothing(f[1] + f[2]) {
				return tidy(f[1] + f[2]), onPage(p)
			}
		}
	}
	if at := year.FindStringIndex(name); at != nil { // 3M 2018 10K
		if company = tidy(name[:at[0]]); company != "" {
			return inPages(company, pages), messages.Text(inName)
		}
		return "", ""
	}
	if kind, at := typeIn(name); kind != "" {
		if company = tidy(name[:at]); company != "" {
			return inPages(company, pages), messages.Text(inName)
		}
	}
	return "", ""
}

// inPages is how the pages write a name that a file has in one word: "Coca-Cola" of COCACOLA; as the file has it if they don't.
func inPages(name string, pages []store.Page) string {
	const longest = 3 // words
	wanted, times, best := squeeze(name), map[string]int{}, ""
	for _, p := range pages {
		words := nameWords.FindAllStringIndex(p.Text, -1)
		for i, from := range words {
			for _, to := range words[i:min(i+longest, len(words))] {
				as := p.Text[from[0]:to[1]]
				if len(as) > 2*len(name) {
					break
				}
				if squeeze(as) != wanted || !strings.ContainsFunc(as, unicode.IsLower) || as == strings.ToLower(as) {
					continue
				}
				if times[as]++; times[as] > times[best] {
					best = as
				}
			}
		}
	}
	return cmp.Or(best, name)
}

// companyChars is how long a name or a title may be, in characters.
const companyChars = 120

func tidy(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(strings.Trim(s, " -–,:("), "")), " ")
	if r := []rune(s); len(r) > companyChars {
		return string(r[:companyChars]) + "…"
	}
	return s
}
