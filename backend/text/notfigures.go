package text

import (
	"regexp"
	"strings"
)

// Months is an expression for the names of months in English and German, long and short.
const Months = `(?i:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)`

// numberWord is a pattern of such numbers, and characters of which a line must have one for it to be tried.
type numberWord struct {
	needs   string
	pattern *regexp.Regexp
}

// notFigures are numbers that don't say how much of something there is.
var notFigures = []numberWord{
	{"@:", regexp.MustCompile(`https?://\S+|\S+@\S+\.\w+`)},
	{"-/.", regexp.MustCompile(`\b\d{4}-\d\d-\d\d\b|\b\d{1,2}/\d{1,2}/\d{2,4}\b|\b\d{1,2}\. ?\d{1,2}\. ?(?:19|20)\d\d\b|\b(?:19|20)\d\d/\d{1,2}/\d{1,2}\b`)}, // dates
	{"aeu", regexp.MustCompile(`\b\d{1,2}(?:st|nd|rd|th)?\.? (?:of )?` + Months + `\b\.?(?:,? (?:19|20)\d\d\b)?`)},
	{"aeu", regexp.MustCompile(`\b` + Months + `\.? \d{1,2}(?:st|nd|rd|th)?\b(?:,? (?:19|20)\d\d\b)?`)},
	{"年月", regexp.MustCompile(`(?:\d{4} ?年[度代]? ?)?\d{1,2} ?月(?: ?\d{1,2} ?日|期)?|\d{4} ?年[度代]?|(?:令和|平成|昭和) ?\d+ ?年度?|\d{1,2} ?月末`)},
	{":m", regexp.MustCompile(`\b\d{1,2}:\d\d\b(?: ?[ap]\.?m\.?)?|\b\d{1,2} ?[ap]\.?m\b`)}, // times
	{"/–-FQHCGs'", regexp.MustCompile(`\b(?:19|20)\d\d ?[/–-] ?(?:(?:19|20)\d\d|\d\d)\b|\b(?:FY|Q[1-4]|H[12]|CY|GJ) ?'?(?:19|20)?\d\d\b|\b[1-4][QH] ?'?(?:19|20)?\d\d\b|\b(?:19|20)\d\ds\b|'\d\ds?\b`)},
	{"+-", regexp.MustCompile(`\+\d[\d ()/-]{7,}\d|\b\d{3}-\d{3}-\d{4}\b|\(\d{3}\) ?\d{3}-\d{4}`)}, // telephones
	{"vVrR", regexp.MustCompile(`\b[vV]\.? ?\d+(?:\.\d+)*\b|\b(?i:version|release) \d+(?:\.\d+)*`)},
	{"-/(", regexp.MustCompile(`[A-Za-z]+-\d+\b|\b\d+(?:,\d+)*-[A-Z]\b|\b\d+\([a-z]\)|\b\d{1,3}/\d{1,3}\b`)}, // codes: COVID-19, 10-K; 24/7
	{"stndrh", regexp.MustCompile(`\b\d{1,4}(?:st|nd|rd|th)\b`)},                                             // ordinals
	{"第世", regexp.MustCompile(`第 ?\d+ ?(?:[章節条項号回期位編]|四半期)?|\d{1,2} ?世[紀纪]`)},
	{".", regexp.MustCompile(`\b\d{1,2}\. (?:Jahrhundert|Quartal|Halbjahr|Platz|Auflage|Stelle|Klasse|Absatz|Kapitel|Jahrestag|Geburtstag|Mal|Etage|Stock)`)},
	{"", regexp.MustCompile(`(?:\b(?i:pages?|pp?\.|notes?|items?|sections?|sec\.|tables?|figures?|fig\.|chapters?|exhibits?|steps?|footnotes?|paragraphs?|clauses?|` +
		`seiten?|abschnitte?|tabellen?|abb\.|abbildung|kapitel|anhang|anlage|artikel|art\.|articles?|appendix|annex|schedule|ziffer|absatz|abs\.|satz|fußnote|anmerkung|form|rule|level|tier|phase|topic|ifrs|ias|iso|din|asc|asu|s&p|nasdaq|russell|fortune)|` +
		`(?:^|[\s(])(?:No|Nr|S)\.|§§?|#|[表図图注]|別紙|頁|ページ) ?\(?\d+(?:[.,–-]\d+)*(?: ?(?:and|und|bis|to|–|-) ?\d+)?\b`)}, // references
	{"頁ペ页", regexp.MustCompile(`\d+ ?(?:頁|ページ目|ページ|页)`)},
}

// notAReference stands behind a number that is a figure though the word before it is one of references: "items 5 million".
var notAReference = regexp.MustCompile(`^ ?(?:%|(?i:million|billion|thousand|percent|mio|mrd|prozent))`)

// proseOnly are such numbers where somebody writes about pages: citations, list marks, formulas.
var proseOnly = []numberWord{
	{"[【", regexp.MustCompile(`[\[【][^\]】\n]{0,40}\d[^\]】\n]{0,20}[\]】]`)},
	{".)", regexp.MustCompile(`^[ >]*(?:[-*•] )?[*_]*\(?\d{1,2}[.)](?:[*_]* |$)`)},
	{"$", regexp.MustCompile(`\$\$[^$]*\$\$|\$[^$]*\\[^$]*\$`)},
}

// skipped marks the bytes of what is no figure.
func (t Folded) skipped(prose bool) []bool {
	out := make([]bool, len(t.S))
	for from := 0; from < len(t.S); {
		to := len(t.S)
		if n := strings.IndexByte(t.S[from:], '\n'); n >= 0 {
			to = from + n + 1
		}
		if line := t.S[from:to]; strings.ContainsAny(line, "0123456789") {
			mark(out[from:to], strings.TrimSuffix(line, "\n"), notFigures)
			if prose {
				mark(out[from:to], strings.TrimSuffix(line, "\n"), proseOnly)
			}
		}
		from = to
	}
	return out
}

// mark marks the bytes of a line that patterns find.
func mark(out []bool, line string, patterns []numberWord) {
	for _, p := range patterns {
		if p.needs != "" && !strings.ContainsAny(line, p.needs) {
			continue
		}
		for _, m := range p.pattern.FindAllStringIndex(line, -1) {
			if m[1] < len(line) && notAReference.MatchString(line[m[1]:min(len(line), m[1]+12)]) {
				continue
			}
			for i := m[0]; i < m[1]; i++ {
				out[i] = true
			}
		}
	}
}
