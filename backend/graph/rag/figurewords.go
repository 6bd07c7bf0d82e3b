package rag

import (
	"regexp"
	"strings"
)

// month names of English and German, long and short.
const months = `(?i:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)`

// notFigures are numbers that don't say how much of something there is.
var notFigures = []*regexp.Regexp{
	regexp.MustCompile(`https?://\S+|\S+@\S+\.\w+`),
	regexp.MustCompile(`\b\d{4}-\d\d-\d\d\b|\b\d{1,2}/\d{1,2}/\d{2,4}\b|\b\d{1,2}\. ?\d{1,2}\. ?(?:19|20)\d\d\b`), // dates
	regexp.MustCompile(`\b\d{1,2}(?:st|nd|rd|th)?\.? (?:of )?` + months + `\b\.?(?:,? (?:19|20)\d\d\b)?`),
	regexp.MustCompile(`\b` + months + `\.? \d{1,2}(?:st|nd|rd|th)?\b(?:,? (?:19|20)\d\d\b)?`),
	regexp.MustCompile(`(?:\d{4} ?年[度代]? ?)?\d{1,2} ?月(?: ?\d{1,2} ?日|期)?|\d{4} ?年[度代]?|(?:令和|平成|昭和) ?\d+ ?年度?|\d{1,2} ?月末`),
	regexp.MustCompile(`\b\d{1,2}:\d\d\b(?: ?[ap]\.?m\.?)?|\b\d{1,2} ?[ap]\.?m\b`),                                                                      // times
	regexp.MustCompile(`\b(?:19|20)\d\d ?[/–-] ?(?:(?:19|20)\d\d|\d\d)\b|\b(?:FY|Q[1-4]|H[12]|CY|GJ) ?'?(?:19|20)?\d\d\b|\b(?:19|20)\d\ds\b|'\d\ds?\b`), // years
	regexp.MustCompile(`\+\d[\d ()/-]{7,}\d|\b\d{3}-\d{3}-\d{4}\b|\(\d{3}\) ?\d{3}-\d{4}`),                                                              // telephones
	regexp.MustCompile(`\b[vV]\.? ?\d+(?:\.\d+)*\b|\b(?i:version|release) \d+(?:\.\d+)*`),
	regexp.MustCompile(`[A-Za-z]+-\d+\b|\b\d+(?:,\d+)*-[A-Z]\b|\b\d+\([a-z]\)|\b\d{1,3}/\d{1,3}\b`), // codes: COVID-19, 10-K; 24/7
	regexp.MustCompile(`\b\d{1,4}(?:st|nd|rd|th)\b|第 ?\d+ ?(?:[章節条項号回期位編]|四半期)?|\d{1,2} ?世紀`),       // ordinals
	regexp.MustCompile(`\b\d{1,2}\. (?:Jahrhundert|Quartal|Halbjahr|Platz|Auflage|Stelle|Klasse|Absatz|Kapitel|Jahrestag|Geburtstag|Mal|Etage|Stock)`),
	regexp.MustCompile(`(?:\b(?i:pages?|pp?\.|notes?|items?|sections?|sec\.|tables?|figures?|fig\.|chapters?|exhibits?|steps?|footnotes?|paragraphs?|clauses?|` +
		`seiten?|abschnitte?|tabellen?|abb\.|abbildung|kapitel|anhang|anlage|artikel|art\.|articles?|appendix|annex|schedule|ziffer|absatz|abs\.|satz|fußnote|form|rule|level|ifrs|ias|iso|din|asc)|` +
		`\b(?:No|Nr|S)\.|§§?|#|表|図|注|別紙|頁|ページ) ?\(?\d+(?:[.,–-]\d+)*(?: ?(?:and|und|bis|to|–|-) ?\d+)?\b`), // references
	regexp.MustCompile(`\d+ ?(?:頁|ページ目|ページ)`),
}

// proseOnly are such numbers where a model wrote the text: citations, list marks, formulas.
var proseOnly = []*regexp.Regexp{
	regexp.MustCompile(`[\[【][^\]】\n]{0,40}\d[^\]】\n]{0,20}[\]】]`),
	regexp.MustCompile(`(?m)^[ >]*(?:[-*•] )?[*_]*\(?\d{1,2}[.)](?:[*_]* |$)`),
	regexp.MustCompile(`\$\$[^$]*\$\$|\$[^$\n]*\\[^$\n]*\$`),
}

// skipped marks the bytes of what is no figure.
func (t folded) skipped(prose bool) []bool {
	out := make([]bool, len(t.s))
	patterns := notFigures
	if prose {
		patterns = append(patterns[:len(patterns):len(patterns)], proseOnly...)
	}
	for _, p := range patterns {
		for _, m := range p.FindAllStringIndex(t.s, -1) {
			for i := m[0]; i < m[1]; i++ {
				out[i] = true
			}
		}
	}
	return out
}

var about = regexp.MustCompile(`(?i)(?:\b(?:about|around|approximately|approx\.|roughly|some|nearly|almost|over|more than|less than|circa|ca\.|rund|etwa|ungefähr|knapp|fast|über|mehr als|weniger als)|[~≈約]|およそ|ほぼ) ?\(?$`)

// scaleWord is a word after a number that multiplies it by a power of ten.
type scaleWord struct {
	pattern *regexp.Regexp
	scale   int
}

func words(pattern string, scale int) scaleWord {
	return scaleWord{regexp.MustCompile(`^(?:` + pattern + `)`), scale}
}

// scaleWords in the order in which they are tried. A German Billion is a million millions.
var scaleWords = []scaleWord{
	words(`[\s-]{0,3}(?i:thousand|tausend|tsd\b\.?)`, 3),
	words(`[\s-]{0,3}(?i:millionen|millions?|mio\b\.?|mill\.|mn\b)`, 6),
	words(`[\s-]{0,3}(?i:milliarden?|mrd\b\.?|bn\b)`, 9),
	words(`[\s-]{0,3}(?i:billionen|bio\.)`, 12),
	words(`[\s-]{0,3}(?i:trillions?|tn\b)`, 12),
	words(` ?千万`, 7), words(` ?百万`, 6), words(` ?十億`, 9), words(` ?百億`, 10), words(` ?千億`, 11), words(` ?兆`, 12),
	words(` ?[億亿]`, 8), words(` ?[万萬]`, 4), words(` ?千(?:[^克米瓦]|$)`, 3),
}

var billion = regexp.MustCompile(`^[\s-]{0,3}(?i:billions?)\b`)

// letters are scale words after an amount of money only: 3M is a company, 5m a length.
var letters = regexp.MustCompile(`^[kKmMbB]\b`)

// scaleOf reads the scale word that a text begins with, and its length.
func scaleOf(s string, german, money bool) (scale, taken int) {
	if money && letters.MatchString(s) {
		return map[byte]int{'k': 3, 'm': 6, 'b': 9}[s[0]|0x20], 1
	}
	if m := billion.FindString(s); m != "" {
		if german {
			return 12, len(m)
		}
		return 9, len(m)
	}
	for _, w := range scaleWords {
		if m := w.pattern.FindString(s); m != "" {
			if i := strings.Index(m, "千"); i >= 0 && w.scale == 3 {
				m = m[:i+len("千")]
			}
			return w.scale, len(m)
		}
	}
	return 0, 0
}

// unitWords say what is counted, or at least that something is.
var unitWords = []struct {
	pattern *regexp.Regexp
	unit    string
}{
	{regexp.MustCompile(`^(?:[ -]?(?i:percentage[ -]points?|percent points?|ppts?\b|pp\b|prozentpunkten?|%-punkten?)| ?% ?-?(?:points?|pts)\b|ポイント)`), "pp"},
	{regexp.MustCompile(`^[ -]?(?i:basis points?|bps?\b|basispunkten?)`), "bp"},
	{regexp.MustCompile(`^(?: ?%|[ -]?(?i:percent|per cent|prozent)\b|パーセント)`), "%"},
	{regexp.MustCompile(`^ ?(?:€|EUR\b|(?i:euros?)\b|ユーロ)`), "EUR"},
	{regexp.MustCompile(`^ ?(?:US\$|USD\b|US-Dollar|(?i:u\.?s\.? dollars?)\b|米ドル)`), "USD"},
	{regexp.MustCompile(`^ ?(?:(?i:dollars?)\b|ドル)`), "$"},
	{regexp.MustCompile(`^ ?(?:£|GBP\b|ポンド)`), "GBP"},
	{regexp.MustCompile(`^ ?(?:JPY\b|(?i:yen)\b|円)`), "JPY"},
	{regexp.MustCompile(`^ ?[x×](?:\b|$)`), "x"},
	{regexp.MustCompile(`^(?i:km|kg|cm|mm|ml|m²|kwh|mwh|gwh|gb|mb|ms)\b`), "measure"},
	{regexp.MustCompile(`^ ?(?:CHF\b|(?i:franken|francs)\b)`), "CHF"},
}

func unitOf(s string) (unit string, taken int) {
	for _, w := range unitWords {
		if m := w.pattern.FindString(s); m != "" {
			return w.unit, len(m)
		}
	}
	return "", 0
}

var currencyBefore = regexp.MustCompile(`((?:US|A|C|HK|S)?\$|[€£¥]|\b(?:USD|EUR|GBP|JPY|CHF))[ ]{0,2}[(-]?$`)

func currencyCode(sign string) string {
	switch sign {
	case "€":
		return "EUR"
	case "£":
		return "GBP"
	case "¥":
		return "JPY"
	case "US$":
		return "USD"
	}
	return sign
}

const (
	germanWords  = " der die das und von dem den ist für mit im auf nicht eine ein beträgt betrug wurde sich zum zur tausend tsd mio millionen mrd milliarden prozent "
	englishWords = " the of and to is was for are were by with that a it thousand thousands million millions billion billions percent "
)

// Language guesses whether a text is English (en), German (de) or Japanese (ja), by its script and its commonest words;
// "" if nothing tells.
func Language(text string) string {
	const enough = 4000 // bytes
	text = head(text, enough)
	if strings.ContainsFunc(text, func(r rune) bool { return r >= 'ぁ' && r <= 'ヺ' }) {
		return "ja"
	}
	german, english := 0, 0
	for w := range strings.FieldsSeq(strings.ToLower(text)) {
		w = " " + strings.Trim(w, ".,;:()") + " "
		if strings.Contains(germanWords, w) {
			german++
		}
		if strings.Contains(englishWords, w) {
			english++
		}
	}
	switch {
	case german > english:
		return "de"
	case english > german:
		return "en"
	}
	return ""
}
