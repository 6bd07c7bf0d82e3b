package research

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// labelKind is a kind of part of a document that carries a number or a letter: "Note 16", "Anlage 3". Its words are those of
// English and German.
type labelKind struct {
	kind    string // the word that targets begin with
	words   string // for one
	several string // for several, which a list may follow
	small   bool   // it is one in small letters, too: "in table 3"
	letters bool   // it may be told apart by a letter or a roman numeral: "Exhibit A", "Schedule II"
}

// labels are the kinds, those with longer words first where one begins like another.
var labels = []labelKind{
	{"note", `Note|Anhangangabe|Konzernanhangangabe|Textziffer`, `Notes|Anhangangaben|Textziffern`, false, false},
	{"item", `Item|ITEM`, `Items`, false, false},
	{"exhibit", `Exhibit`, `Exhibits`, true, true},
	{"table", `Table|Tabelle|Tab\.`, `Tables|Tabellen`, true, true},
	{"figure", `Figure|Fig\.|Abbildung|Abb\.`, `Figures|Figs\.|Abbildungen`, true, true},
	{"appendix", `Appendix|Anhang|Anhangs`, `Appendices|Anhänge`, true, true},
	{"annex", `Annex|Anlage`, `Annexes|Anlagen`, true, true},
	{"schedule", `Schedule`, `Schedules`, true, true},
	{"section", `Section|Sec\.|Abschnitt|Abschnitts|Abschnittes`, `Sections|Secs\.|Abschnitte|Abschnitten`, true, false},
	{"article", `Article|Artikel|Artikels|Art\.`, `Articles|Artikeln`, true, true},
	{"clause", `Clause|Ziffer|Ziff\.|Klausel|Nummer`, `Clauses|Ziffern|Klauseln|Nummern`, true, false},
	{"chapter", `Chapter|Kapitel|Kapitels|Kap\.`, `Chapters|Kapiteln`, true, false},
	{"equation", `Equation|Eq\.|Gleichung|Gl\.`, `Equations|Eqs\.|Gleichungen`, true, false},
	{"page", `page|Page|p\.|Seite|S\.`, `pages|Pages|pp\.|Seiten|S\.`, false, false},
	{"§", `§`, `§§`, false, false},
}

// labelPattern is the name of what these find, and herePattern and numberPattern those of places above and below, and of a
// bibliography's numbers.
const (
	labelPattern  = "label"
	herePattern   = "here"
	numberPattern = "number"
)

const (
	// numberText is a number with its parts: "7A", "9.6.3", "1-2", "4(b)", "16A1", "(7)".
	numberText = `\(?\d+(?:[.‑-]\d+)*(?:[A-Za-z]\d*)?\b(?:\([A-Za-z\d]{1,4}\))*\)?`
	letterText = `(?:[A-Z]\d*(?:\.\d+)*|[IVXL]+)\b`
	between    = space + `*(?:,|/|&|–|-|and|or|to|through|und|oder|bis|sowie)` + space + `*(?:and|und|or|oder)?` + space + `*`
)

// labelPatterns are the patterns of the kinds: of one part, and of several.
var labelPatterns = func() (out []struct {
	labelKind
	one, list *regexp.Regexp
}) {
	for _, l := range labels {
		number := numberText
		if l.letters {
			number = `(?:` + numberText + `|` + letterText + `)`
		}
		if l.kind == "section" || l.kind == "table" || l.kind == "figure" {
			number = `(?:` + numberText + `|[A-Z]\.?\d+(?:\.\d+)*\b)`
		}
		edge := `(?:^|[^\p{L}\p{N}])`
		gap := space + `+`
		if l.kind == "§" {
			edge, gap = ``, space+`*`
		}
		words, several := l.words, l.several
		if l.small {
			words, several = smaller(words), smaller(several)
		}
		out = append(out, struct {
			labelKind
			one, list *regexp.Regexp
		}{
			l,
			regexp.MustCompile(edge + `((?:` + words + `)` + gap + `(` + number + `))`),
			regexp.MustCompile(edge + `((?:` + several + `)` + gap + `(` + number + `(?:` + between + number + `)+))`),
		})
	}
	return out
}()

// smaller adds the words in small letters, as English has them in a sentence; German ones stay.
func smaller(words string) string {
	out := words
	for w := range strings.SplitSeq(words, "|") {
		if !german[strings.TrimSuffix(w, `\.`)] {
			out += "|" + strings.ToLower(w)
		}
	}
	return out
}

// german are words of labels that are written with a capital wherever they stand, and whose small forms are other words.
var german = map[string]bool{
	"Tabelle": true, "Tabellen": true, "Tab": true, "Abbildung": true, "Abbildungen": true, "Abb": true, "Anhang": true, "Anhangs": true, "Anhänge": true,
	"Anlage": true, "Anlagen": true, "Abschnitt": true, "Abschnitts": true, "Abschnittes": true, "Abschnitte": true, "Abschnitten": true, "Artikel": true,
	"Artikels": true, "Artikeln": true, "Art": true, "Ziffer": true, "Ziff": true, "Ziffern": true, "Klausel": true, "Klauseln": true, "Nummer": true,
	"Nummern": true, "Kapitel": true, "Kapitels": true, "Kapiteln": true, "Kap": true, "Gleichung": true, "Gleichungen": true, "Gl": true,
}

var (
	oneNumber = regexp.MustCompile(`\d+(?:[.‑-]\d+)*(?:[A-Za-z]\d*)?\b(?:\([A-Za-z\d]{1,4}\))*|[A-Z]\.?\d+(?:\.\d+)*\b|\b[A-Z]\b(?:\.\d+)*|\b[IVXL]+\b`)

	// heads tell of a label that it is a heading or a caption itself, by what follows it at the beginning of a line.
	heads = regexp.MustCompile(`^(?:[:|]|[.]?` + space + `*[—–-]|[.]` + space + `+\p{Lu}|[.]?` + space + `*$|` + space + `+(?:\p{Lu}[\p{L}\p{N}'’-]*` + space + `+(?:\p{Lu}|of|and|to|between|der|des|und)))`)

	// sectionTitle tells of a section of a law that it begins here: a title follows, and no part of it.
	sectionTitle = regexp.MustCompile(`^` + space + `+\p{Lu}\p{Ll}`)
	subdivided   = regexp.MustCompile(`^` + space + `+(?:Abs|Satz|S\.|Nr|Nummer|Unterabs|Buchst|Alt\.|Halbs)`)

	// contentsBefore tells of a label in a table of contents: the number of the page of the entry before it.
	contentsBefore = regexp.MustCompile(`\p{L}` + space + `+\d{1,3}` + space + `$`)

	// adjectival are words that make of "Section 16" a name of what it rules: "Section 16 officers", "Section 401(k) plan".
	adjectival = regexp.MustCompile(`^(?:\([a-z]\))?` + space + `+(?:officers?|persons?|insiders?|filers?|filings?|plans?|trusts?|directors?|deductions?|credits?|tariffs?|deferrals?)\b`)

	// lawAfter and lawBefore name the law or the paper that a section, an item or an exhibit is of, where that is another one.
	lawAfter   = regexp.MustCompile(`^(?:` + space + `*(?:,|or|and)` + space + `*\d+[A-Za-z]?(?:\([A-Za-z\d]{1,4}\))*)*` + space + `+(?:of|to|under)` + space + `+(?:the` + space + `+)?(?P<d>(?:[A-Z][\p{L}’'.&-]*(?:` + space + `+(?:of|and|for|the))*` + space + `+){0,6}(?:Act|Code|Regulation` + space + `[A-Z](?:-[A-Z])?|Indenture|Treaty|Directive)(?:` + space + `of` + space + `\d{4})?)`)
	paperAfter = regexp.MustCompile(`^` + space + `+(?:to|of)` + space + `+(?P<d>(?:the` + space + `+)?(?:[A-Z][\p{L}’'.&,-]*` + space + `+){0,8}(?:Annual|Quarterly|Current)` + space + `+Report` + space + `+on` + space + `+Form` + space + `+[\w-]+(?:` + space + `+(?:for|filed|dated)[^().;]{0,60}?\d{4})?)`)
	bookAfter  = regexp.MustCompile(`^` + space + `+(?:of|to|in|des|der|zum|zur|im|dem)` + space + `+(?:(?:the|der|des|dem)` + space + `+)?(?P<d>\p{Lu}[\p{L}’'&-]*(?:` + space + `(?:(?:of|and|for|on|und|für)` + space + `)?[\p{Lu}\d][\p{L}\d’'&-]*){0,6})`)
	another    = regexp.MustCompile(space + `(?:and|und)` + space + `(?:Notes?|Items?|Exhibits?|Tables?|Figures?|Appendi|Annex|Schedules?|Sections?|Articles?|Clauses?|Chapters?|Tabelle|Abbildung|Anhang|Anlage|Abschnitt|Artikel|Ziffer|Kapitel)`)
	ownBook    = regexp.MustCompile(`^(?:Notes?|Consolidated|Financial|Form|Part|Item|Section|Appendix|Annual Report on Form|Abschnitt|Anhang|Anlage|Kapitel|Teil|Abs|Absatz|Satz)\b`)
	lawBefore  = regexp.MustCompile(`(?P<d>\b(?:[A-Z][\p{L}]*` + space + `)?(?:Code|U\.S\.C\.))` + space + `+$`)
	bookBefore = regexp.MustCompile(`(?P<d>\p{Lu}[\p{L}-]*(?:` + space + `\p{Lu}[\p{L}-]*){1,4})(?:,|:)?` + space + `+$`)
	lawGerman  = regexp.MustCompile(`^` + subdivisions + space + `+(?:(?:des|der)` + space + `+)?(?P<d>` + mixedCase + `)\b`)
	thisBefore = regexp.MustCompile(`(?i)\b(?:this|dieser|diese|dieses|diesem|eine[mnrs]?|a)` + space + `+$`)
	citedPages = regexp.MustCompile(`(?:Proceedings[^.]*|\d{4}|[)\]]|\p{L}),` + space + `*$`)
	bracketed  = regexp.MustCompile(`\[(\d{1,3}(?:` + space + `*(?:,|;|–|-)` + space + `*\d{1,3})*)\]`)
	saidAbove  = `(?:discussed|described|noted|indicated|shown|set forth|set out|mentioned|presented|included|provided|outlined|summarized|summarised|listed|stated|defined|disclosed|explained|identified|referred to|reflected)`
	aboveBelow = regexp.MustCompile(`(?i)(?:\bas` + space + `+)?\b` + saidAbove + `(?:` + space + `+[\p{L}“”"‘’.,-]+){0,4}?` + space + `+(?:above|below)\b|\b(?:tables?|charts?|figures?|schedules?|discussion|paragraphs?|sections?|graph|reconciliation)` + space + `+(?:above|below)\b|\b(?:the|in|by)` + space + `+above` + space + `+(?:table|chart|figure|discussion|paragraph|section|schedule)s?\b|\b(?:see|refer to)` + space + `+(?:[\p{L}]+` + space + `+){0,2}?(?:above|below)\b`)
	obenUnten  = regexp.MustCompile(`(?i)\b(?:wie` + space + `+)?(?:weiter` + space + `+)?(?:oben|unten|vorstehend|nachstehend|nachfolgend|vorgehend)` + space + `+(?:beschrieben|genannt|aufgeführt|erwähnt|dargestellt|erläutert|ausgeführt|angegeben|gezeigt|stehend|bezeichnet|definiert)(?:e[nrms]?)?\b|\bweiter` + space + `+(?:oben|unten)\b|\b(?:siehe|vgl\.|s\.)` + space + `+(?:oben|unten)\b|\b(?:obige|untenstehende|obenstehende|nachstehende|vorstehende)[nrms]?` + space + `+(?:Tabelle|Abbildung|Übersicht|Abschnitt)\b`)
)

// byLabels finds what points to a numbered part of a document, to a place above or below, or into a bibliography.
func byLabels(text string) (out []match) {
	for _, l := range labelPatterns {
		for _, re := range []*regexp.Regexp{l.list, l.one} {
			for _, at := range re.FindAllStringSubmatchIndex(text, -1) {
				if m := l.read(text, at[2], at[3], text[at[4]:at[5]], re == l.list); m != nil {
					out = append(out, m...)
				}
			}
		}
	}
	for _, at := range bracketed.FindAllStringSubmatchIndex(text, -1) {
		if before, _ := utf8.DecodeLastRuneInString(text[:at[0]]); unicode.IsLetter(before) || unicode.IsDigit(before) || before == ']' {
			continue // an index
		}
		numbers := strings.FieldsFunc(text[at[2]:at[3]], func(r rune) bool { return !unicode.IsDigit(r) })
		if slices.Contains(numbers, "0") {
			continue // an interval
		}
		r := Reference{Type: AcademicNumbered, Original: text[at[0]:at[1]], Pattern: numberPattern, Method: "regex"}
		for _, n := range slices.Compact(numbers) {
			r.Target = "[" + n + "]"
			out = append(out, match{r, at[0], at[1]})
		}
	}
	for _, re := range []*regexp.Regexp{aboveBelow, obenUnten} {
		for _, at := range re.FindAllStringIndex(text, -1) {
			words := strings.Join(strings.Fields(text[at[0]:at[1]]), " ")
			out = append(out, match{Reference{Type: Nearby, Target: words, Original: words, Pattern: herePattern, Method: "regex"}, at[0], at[1]})
		}
	}
	return out
}

// read makes references of one label, or of a list; none where it points nowhere.
func (l labelKind) read(text string, start, end int, numbers string, list bool) (out []match) {
	before, after := text[:start], text[end:]
	lineStart := strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:]) == ""
	sentence := strings.TrimSpace(before)
	switch {
	case lineStart && l.kind == "§" && sectionTitle.MatchString(after) && !subdivided.MatchString(after):
		return nil
	case lineStart && l.kind != "§" && l.kind != "page" && heads.MatchString(firstLine(after)):
		return nil
	case contentsBefore.MatchString(before) && !strings.HasPrefix(strings.TrimSpace(after), ")"):
		return nil
	case l.kind == "section" && adjectival.MatchString(after):
		return nil
	case thisBefore.MatchString(before):
		return nil
	case l.kind == "page" && citedPages.MatchString(before) && strings.HasSuffix(sentence, ","):
		return nil // of a paper, in a bibliography
	case l.kind == "page" && list && !strings.HasPrefix(strings.ToLower(text[start:end]), "s") && strings.HasSuffix(sentence, ","):
		return nil
	}
	kind := Section
	r := Reference{Type: kind, Original: strings.Join(strings.Fields(text[start:end]), " "), Pattern: labelPattern, Method: "regex"}
	named := func(re *regexp.Regexp, in string) string {
		if at := re.FindStringSubmatchIndex(in); at != nil {
			i := re.SubexpIndex("d")
			return strings.Join(strings.Fields(in[at[2*i]:at[2*i+1]]), " ")
		}
		return ""
	}
	switch l.kind {
	case "section", "item", "article", "clause":
		if r.Document = named(lawAfter, after); r.Document == "" {
			r.Document = named(lawBefore, before)
		}
	case "exhibit":
		r.Document = named(paperAfter, after)
	case "§":
		r.Document = named(lawGerman, after)
	case "chapter":
		if name := named(bookBefore, before); strings.Contains(name, " ") {
			r.Document = name
		}
	}
	if r.Document == "" && !list { // what the registry doesn't know is sought in the document itself
		if name := named(bookAfter, after); !ownBook.MatchString(name) {
			r.Document = another.Split(name, 2)[0]
		}
	}
	found := oneNumber.FindAllString(numbers, -1)
	if !list && len(found) > 1 {
		found = found[:1]
	}
	if list && ranged.MatchString(numbers) {
		found = spelled(found)
	}
	for _, n := range slices.Compact(found) {
		if l.kind == "figure" || l.kind == "equation" {
			n = strings.TrimRight(partLetter.ReplaceAllString(n, "$1"), "()")
		}
		r.Target = l.kind + " " + n
		out = append(out, match{r, start, end})
	}
	return out
}

var (
	ranged     = regexp.MustCompile(`^[^,]*\d[)]?` + space + `*(?:–|-|bis|to|through)` + space + `*[(]?\d+[)]?$`)
	partLetter = regexp.MustCompile(`^(\d+(?:[.-]\d+)*)(?:\([a-z]\)|[a-z])$`)
)

// spelled are all numbers from the first to the last, where these are few.
func spelled(ends []string) []string {
	const most = 12
	if len(ends) != 2 {
		return ends
	}
	from, errFrom := strconv.Atoi(ends[0])
	to, errTo := strconv.Atoi(ends[1])
	if errFrom != nil || errTo != nil || to <= from || to-from >= most {
		return ends
	}
	var out []string
	for n := from; n <= to; n++ {
		out = append(out, strconv.Itoa(n))
	}
	return out
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
