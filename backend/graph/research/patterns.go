package research

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"lectern/backend/ingest/metadata"
)

// Pieces of the patterns. RE2's \s and \b know ASCII only, and PDFs are full of other spaces.
const (
	space        = `[\s\p{Z}]`
	nameText     = `(?:[„“"«‚]([^„“”"»‘’\n]{2,80})[“”"»‘]|([A-ZÄÖÜ0-9][\p{L}\d./&-]*(?:` + space + `+[A-ZÄÖÜ0-9][\p{L}\d./&-]*){0,5}))`
	subdivisions = `(?:` + space + `*(?:(?:Unterabsatz|Unterabs\.|Abs\.?|Absatz|Absätze|Satz|S\.|Nr\.?|Nummer|lit\.|Buchst\.|Buchstabe|Alt\.|Halbs\.|Hs\.)` + space + `*(?:\d+[a-z]?|[a-z]{1,2})\b\)?|\([a-z\d]+\)|[IVX]+\b|ff?\.))*`
	sectionList  = `\d+[a-z]?\b` + subdivisions + `(?:` + space + `*(?:,|und|oder|bis|u\.|–|-)` + space + `*\d+[a-z]?\b` + subdivisions + `)*`
	clauseText   = `\d+(?:\.\d+)*(?:\([a-z\d]\))*`
	mixedCase    = `[A-ZÄÖÜ][\p{L}]*[A-ZÄÖÜ][\p{L}]*` // a word with a second capital, as laws' short names have
	union        = `(?:EU|EG|EC|EWG|EEC|Euratom)`
)

// cues are words and signs that point elsewhere. They are wide: where one stands and no pattern finds what it points to, the
// model is asked.
var cues = regexp.MustCompile(`(?i)\b(?:see|cf\.|refer|pursuant|in accordance with|as (?:described|discussed|defined|set (?:out|forth)|shown|stated|provided|required) (?:in|by|under|above|below)|laid down in|according to|under (?:the )?(?:section|article|act|agreement)|hereto|exhibits?|appendix|appendices|annex|schedules?|notes? \d|items? \d|tables? \d|figures? \d|sections? \d|articles? \d|et al|siehe|vgl|gemäß|gemaess|laut|nach maßgabe|im sinne|anhang|anlagen?|abschnitt|kapitel|artikel|ziffer|leitfaden|richtlinie|verordnung)\b|§|\[\d+\]|参照|別紙|別表|附属|第[\d０-９一二三四五六七八九十百]+[条章節]`)

// pattern finds one kind of reference. Of its groups, those named n or m hold the target and those named d the
// document that it is in.
type pattern struct {
	name, kind string
	re         *regexp.Regexp
}

// The names of the seven patterns, which are for English and German.
const (
	lawPattern        = "law"
	sectionDEPattern  = "section_de"
	documentDEPattern = "document_de"
	euPattern         = "eu"
	sectionENPattern  = "section_en"
	documentENPattern = "document_en"
	urlPattern        = "url"
)

// patterns makes the seven, with the short names of laws that the registry knows.
func patterns(laws []string) []pattern {
	alternatives := make([]string, 0, len(laws))
	for _, l := range laws {
		if l = strings.TrimSpace(l); l != "" {
			alternatives = append(alternatives, regexp.QuoteMeta(l))
		}
	}
	slices.SortFunc(alternatives, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
	law := `[^\x00-\x{10FFFF}]` // nothing
	if len(alternatives) > 0 {
		law = `(?:` + strings.Join(alternatives, "|") + `)`
	}
	compile := regexp.MustCompile
	return []pattern{
		{lawPattern, LegalSection, compile(`(?:§§?|\bArt\.|\bArtikel|\bArticles?)` + space + `*(?P<n>` + sectionList + `)(?:` + space + `+(?:des|der))?` + space + `+(?P<d>` + law + `)(?:e?s)?\b`)},
		{sectionDEPattern, Section, compile(`\b(?i:siehe|s\.|vgl\.|gemäß|gem\.|nach|laut|in)(?:` + space + `+(?i:auch|den|der|dem))?` + space + `+§§?` + space + `*(?P<n>` + sectionList + `)(?:` + space + `+(?P<d>` + mixedCase + `))?`)},
		{documentDEPattern, Document, compile(`\b(?i:siehe|vgl\.|gemäß|gem\.|laut)(?:` + space + `+(?i:auch|das|dem|die|der|den))*` + space + `+(?:Dokuments?|Dok\.|Unterlagen?)(?:` + space + `+Nr\.)?` + space + `+(?P<n>` + nameText + `)`)},
		{euPattern, Document, compile(`(?:\b(?:Durchführungsverordnung|Verordnung|Richtlinie|Beschluss|Entscheidung|Regulation|Directive|Decision)` + space + `+)?(?:\(?\b` + union + `\)?` + space + `*(?:(?:Nr|No)\.?` + space + `*)?(?P<n>\d{2,4}/\d{1,4})\b(?:/` + union + `\b)?|\b(?P<m>\d{2,4}/\d{1,4})/` + union + `\b)`)},
		{sectionENPattern, Section, compile(`\b(?i:see|cf\.?|refer` + space + `+to)(?:` + space + `+(?i:also))?` + space + `+(?:(?i:sections|secs\.|§§)` + space + `*(?P<n>` + clauseText + `(?:` + space + `*(?:,|and|or|to|–|-)` + space + `*` + clauseText + `)*)|(?i:section|sect?\.|§)` + space + `*(?P<m>` + clauseText + `))(?:` + space + `+of` + space + `+(?:the` + space + `+)?(?P<d>` + nameText + `))?`)},
		{documentENPattern, Document, compile(`\b(?i:see|refer` + space + `+to)(?:` + space + `+(?i:also|the))*` + space + `+(?i:document)(?:` + space + `+(?i:entitled|no\.))?` + space + `+(?P<n>` + nameText + `)`)},
		{urlPattern, External, compile(`\b(?:https?://|www\.)(?P<n>[^\s\p{Z}<>"“”„«»{}|\\^\x60]+)`)},
	}
}

// match is a reference where a pattern found it.
type match struct {
	Reference
	start, end int // in the text
}

// byPatterns finds the references of a text, in order.
func byPatterns(text string, ps []pattern) []Reference {
	found := matches(text, ps)
	out := make([]Reference, len(found))
	for i, m := range found {
		out[i] = m.Reference
	}
	return out
}

// matches are the references of a text with their places, in order. Of those that overlap the longer stays, as it names more.
func matches(text string, ps []pattern) []match {
	var all []match
	for _, p := range ps {
		for _, at := range p.re.FindAllStringSubmatchIndex(text, -1) {
			all = append(all, p.read(text, at)...)
		}
	}
	all = append(all, byLabels(text)...)
	slices.SortStableFunc(all, func(a, b match) int { // a law that is known says more than a word that looks like one
		return cmp.Or(rank(a)-rank(b), cmp.Compare(b.end-b.start, a.end-a.start), a.start-b.start)
	})
	var kept []match
	for _, m := range all {
		if !slices.ContainsFunc(kept, func(k match) bool {
			return m.start < k.end && k.start < m.end && (m.start != k.start || m.end != k.end || m.Pattern != k.Pattern)
		}) {
			kept = append(kept, m)
		}
	}
	slices.SortStableFunc(kept, func(a, b match) int { return a.start - b.start })
	return kept
}

func rank(m match) int {
	if m.Pattern == lawPattern {
		return 0
	}
	return 1
}

var (
	sectionNumber = regexp.MustCompile(`\d+[a-z]?\b`)
	clauseNumber  = regexp.MustCompile(clauseText)
	subdivision   = regexp.MustCompile(subdivisions)
)

// read makes references of one match: one for each section where it names several.
func (p pattern) read(text string, at []int) (out []match) {
	group := func(names ...string) string {
		for _, n := range names {
			if i := p.re.SubexpIndex(n); i >= 0 && at[2*i] >= 0 {
				return text[at[2*i]:at[2*i+1]]
			}
		}
		return ""
	}
	start, end := at[0], at[1]
	r := Reference{Type: p.kind, Target: metadata.Unquoted(group("n", "m")), Document: metadata.Unquoted(group("d")), Pattern: p.name, Method: "regex"}
	r.Original = strings.Join(strings.Fields(text[start:end]), " ")
	switch p.name {
	case urlPattern:
		whole := trimURL(text[start:end])
		r.Target, r.Original, end = whole, whole, start+len(whole)
	case lawPattern, sectionDEPattern:
		sign, numbers := "§ ", sectionNumber.FindAllString(subdivision.ReplaceAllString(r.Target, ""), -1)
		if strings.HasPrefix(r.Original, "Art") {
			sign = "Art. "
		}
		if !strings.Contains(r.Original, "§§") { // "§ 3 Abs. 1 und 4" is one section
			numbers = numbers[:1]
		}
		return each(r, sign, numbers, start, end)
	case sectionENPattern:
		return each(r, "section ", clauseNumber.FindAllString(r.Target, -1), start, end)
	}
	return []match{{r, start, end}}
}

// each makes a reference of each number of a list.
func each(r Reference, sign string, numbers []string, start, end int) (out []match) {
	for _, n := range slices.Compact(numbers) {
		one := r
		one.Target = sign + n
		out = append(out, match{one, start, end})
	}
	return out
}

func trimURL(s string) string {
	for {
		r, n := utf8.DecodeLastRuneInString(s)
		if open := strings.Count(s, ")") > strings.Count(s, "("); !strings.ContainsRune(".,;:!?'…]", r) && !(r == ')' && open) {
			return s
		}
		s = s[:len(s)-n]
	}
}
