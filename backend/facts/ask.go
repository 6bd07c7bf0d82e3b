package facts

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"lectern/backend/text"
)

// Comparison is what is compared: measures of companies over periods, each with each.
type Comparison struct {
	Measures  []string  `json:"measures"` // in the question's words, none twice
	Companies []Company `json:"companies"`
	Periods   []string  `json:"periods"`  // the earliest first; as PeriodName writes them
	Language  string    `json:"language"` // of the measures: en or one of those whose terms are known (see translated)
}

// Company is somebody whose figures are compared.
type Company struct {
	Name      string   `json:"name"`
	Documents []string `json:"documents"` // ids of its documents
}

// Named tells whether there is anything to look up.
func (c Comparison) Named() bool { return len(c.Measures)*len(c.Companies)*len(c.Periods) > 0 }

// with is a comparison with another one's companies and periods added.
func (c Comparison) with(more Comparison) Comparison {
	out := Comparison{Measures: slices.Clone(c.Measures), Companies: more.Companies, Periods: slices.Clone(c.Periods), Language: c.Language}
	for _, p := range more.Periods {
		if !slices.Contains(out.Periods, p) {
			out.Periods = append(out.Periods, p)
		}
	}
	slices.SortStableFunc(out.Periods, ByTime)
	return out
}

// beyond are the periods, companies and measures that another comparison lacks.
func (c Comparison) beyond(before Comparison) []string {
	out := []string{}
	for _, p := range c.Periods {
		if !slices.Contains(before.Periods, p) {
			out = append(out, p)
		}
	}
	for _, o := range c.Companies {
		if !slices.ContainsFunc(before.Companies, func(b Company) bool { return b.Name == o.Name }) {
			out = append(out, o.Name)
		}
	}
	for _, m := range c.Measures {
		if !slices.Contains(before.Measures, m) {
			out = append(out, m)
		}
	}
	return out
}

// comparative are the words of compare.txt, by what they do.
var comparative = sync.OnceValue(func() map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for line := range linesOf("compare.txt") {
		what, list, _ := strings.Cut(line, ":")
		if out[what] == nil {
			out[what] = map[string]bool{}
		}
		for w := range strings.FieldsSeq(list) {
			out[what][w] = true
		}
	}
	return out
})

// says tells whether a question has a word of compare.txt that does something.
func says(question, what string) bool {
	words := strings.FieldsFunc(strings.ToLower(question), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",.;:?!()", r) })
	return slices.ContainsFunc(words, func(w string) bool { return comparative()[what][w] })
}

var (
	spanWords  = regexp.MustCompile(`(?i)^['’s]*\s*(?:年度?)?\s*(?:-|–|—|~|〜|to|through|thru|until|till|up to|bis|à|au|jusqu'en|jusqu'à|a|al|hasta|から|到|至)\s*(?:fy|fiscal(?: year)?)?\s*$`)
	betweenTwo = regexp.MustCompile(`(?i)\b(?:between|zwischen|entre)\s*(?:fy|fiscal(?: year)?s?)?\s*$`)
	andWord    = regexp.MustCompile(`(?i)^\s*(?:and|und|et|y|&)\s*(?:fy|fiscal(?: year)?)?\s*$`)
	sinceWord  = regexp.MustCompile(`(?i)(?:\b(?:since|seit|depuis|desde)\s*(?:fy|fiscal(?: year)?)?|自从?)\s*$`)
	lastYears  = regexp.MustCompile(`(?i)\b(?:(?:over|for|in|during) )?(?:the )?(?:last|past|latest|recent|most recent|letzten|vergangenen) (\d|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf) (?:fiscal |reported )?(?:years|jahren|jahre)\b|(?:直近|過去|过去|最近|近) ?([0-9０-９一二三四五]) ?个?(?:年|期|财年)(?:間)?|\b(\d) (?:dernières années|derniers exercices|últimos años)|últimos (\d) (?:años|ejercicios)`)
)

// periodsIn reads the periods of a question: each that it names, all years of a span, the last few until the newest. The rest
// of the question has a mark in their places.
func periodsIn(question string, newest int) (periods []string, rest string) {
	whens := whensIn(question)
	add := func(w when) {
		if name := w.name(); !slices.Contains(periods, name) {
			periods = append(periods, name)
		}
	}
	var b strings.Builder
	from := 0
	for i, w := range whens {
		before := question[from:w.at]
		spans := i > 0 && w.annual() && whens[i-1].annual() && (spanWords.MatchString(before) || andWord.MatchString(before) && betweenTwo.MatchString(question[:whens[i-1].at]))
		switch {
		case spans:
			for y := whens[i-1].year + 1; y < w.year && y-whens[i-1].year < mostPeriods; y++ {
				add(when{year: y})
			}
			before = ""
		case w.annual() && sinceWord.MatchString(question[:w.at]):
			for y := w.year; y <= newest && y-w.year < mostPeriods; y++ {
				add(when{year: y})
			}
		case w.other > 0: // 2018–2019 are two years in a comparison
			add(when{year: w.other})
		}
		if w.part > 0 || w.months > 0 {
			before = lengthWords.ReplaceAllString(before, " ")
		}
		b.WriteString(before + cut)
		add(w)
		from = w.end
	}
	b.WriteString(question[from:])
	rest = b.String()
	if m := lastYears.FindStringSubmatchIndex(rest); m != nil && newest > 0 {
		n := numberOf(strings.TrimSpace(grouped(rest, m, 1) + grouped(rest, m, 2) + grouped(rest, m, 3) + grouped(rest, m, 4)))
		for y := newest - n + 1; y <= newest; y++ {
			add(when{year: y})
		}
		rest = rest[:m[0]] + cut + rest[m[1]:]
	}
	slices.SortStableFunc(periods, ByTime)
	if at := theYearBefore.FindStringIndex(rest); at != nil && len(periods) > 0 {
		if w := whensIn(periods[0]); len(w) == 1 && w[0].annual() {
			periods = append([]string{strconv.Itoa(w[0].year - 1)}, periods...)
			rest = rest[:at[0]] + cut + rest[at[1]:]
		}
	}
	return periods, rest
}

// theYearBefore is the year before the first one that a question names.
var theYearBefore = regexp.MustCompile(`(?i)\b(?:(?:than|from|to|with|against|over) )?(?:the |its )?(?:year before|year earlier|(?:prior|previous|preceding)(?: fiscal)? year)\b|\b(?:zum|gegenüber dem|als im|mit dem|im) vorjahr\b|\bl'(?:année|exercice) précédente?\b|\b(?:el |al )?(?:año|ejercicio) anterior\b|前年度?(?:比|と)?|上一?年`)

// cut stands in the rest of a question where something was taken out of it.
const cut = " ¦ "

const mostPeriods = 30

var lengthWords = regexp.MustCompile(`(?i)\b(?:the )?(?:(?:first|second|third|fourth|last|1st|2nd|3rd|4th) (?:fiscal )?(?:quarter|half)|q[1-4]|h[12]|(?:first )?(?:three|six|nine|3|6|9) months|year[- ]to[- ]date|ytd)(?: ended| of| in)?\s*$`)

func (w when) annual() bool { return !w.day && w.part == 0 && (w.months == 0 || w.months == 12) }

// name is how a period is told, and can be read again: "2018", "Q2 2023", "H1 2023", "December 31, 2018".
func (w when) name() string {
	year := strconv.Itoa(w.year)
	switch {
	case w.day && w.month > 0:
		return monthNames[w.month-1] + " " + year
	case w.part > 0 && w.months == 6:
		return "H2 " + year
	case w.months == 6:
		return "H1 " + year
	case w.part > 0:
		return "Q" + strconv.Itoa(w.part) + " " + year
	case w.months == 9:
		return "9 months " + year
	case w.months == 3:
		return "3 months " + year
	}
	return year
}

var monthNames = strings.Fields("January February March April May June July August September October November December")

// ByTime orders periods by the years that they name, a part of a year before the whole of it.
func ByTime(a, b string) int {
	one, two := whensIn(a), whensIn(b)
	if len(one) == 0 || len(two) == 0 {
		return strings.Compare(a, b)
	}
	order := func(w when) int {
		const months = 16
		switch at := w.year * months; {
		case w.month > 0:
			return at + w.month
		case w.part > 0:
			return at + w.part*max(w.months, 3)
		case w.months > 0 && w.months < 12:
			return at + w.months
		default:
			return at + months - 1
		}
	}
	return order(one[0]) - order(two[0])
}

// piece is a part of a question that may name a measure, and what joins it to the one before.
type piece struct{ joint, name string }

// piecesOf cuts what is left of a question, without companies and times, into what it may measure: each list holds pieces with
// nothing but joints between them, since "selling, general and administrative expenses" is one measure.
func piecesOf(rest, language string) (out [][]piece) {
	switch language {
	case "ja":
		rest = japaneseJoints.ReplaceAllString(rest, "、")
	case "zh":
		rest = chineseJoints.ReplaceAllString(rest, "、")
	}
	rest = percentOf.ReplaceAllString(rest, " as a $1")
	for part := range strings.SplitSeq(rest, strings.TrimSpace(cut)) {
		for _, clause := range clauses.Split(part, -1) {
			var list []piece
			from, joint := 0, ""
			for _, at := range append(joints.FindAllStringIndex(clause, -1), []int{len(clause), len(clause)}) {
				if name := trimmed(strings.Fields(clause[from:at[0]])); name != "" && !onlyDoes(name) {
					if len(list) == 0 {
						joint = ""
					}
					list, joint = append(list, piece{joint, name}), ""
				}
				joint, from = joint+clause[at[0]:at[1]], at[1]
			}
			if len(list) > 0 {
				out = append(out, list)
			}
		}
	}
	return out
}

var (
	percentOf      = regexp.MustCompile(`(?i)\s(?:as|in) ?(% of )`)
	joints         = regexp.MustCompile(`(?i)[,、，] *(?:(?:and|or|und|oder|sowie|et|ou|y|e|o) )?| (?:and|or|und|oder|sowie|et|ou|ainsi que|y|e|o|versus|vs\.?|against|than|als|gegen|contre|frente a|plus|&|\+) `)
	clauses        = regexp.MustCompile(`[;:?!。？！¿¡]|\.(?:\s|$)`)
	chineseJoints  = regexp.MustCompile(`请|(?:对比|比较|相比)(?:一下)?|列出|显示|给出|(?:分别)?(?:是|为)?多少|如何|怎么样|各公司|各自|的变化|[和与及跟同的在从到至、]|以及|财年|年度?|之间|期间`)
	japaneseJoints = regexp.MustCompile(`を?比較(?:して(?:ください)?|すると|せよ)?|は?どう(?:なって(?:い(?:ます|る|た|ました))?|で(?:す|した|しょう)|変化(?:し(?:た|ました|ています))?)?か?|は(?:いくら|どれ|どのくらい)|(?:教え|示し|見せ)て(?:ください)?|ですか|でしたか|推移|それぞれ|各社|[とのをはがに]|及び|および|から|まで|ください|年度?`)
)

// trimmed is a piece without the words at its ends that tell how to show it.
func trimmed(words []string) string {
	bare := func(w string) string { return strings.Trim(strings.ToLower(w), `.,'’"“”„()-–—`) }
	shows := func(w string) bool {
		b := bare(w)
		for _, what := range []string{"say", "most", "least", "order", "grow", "yearly", "more"} {
			if comparative()[what][b] {
				return true
			}
		}
		return b == "" || b == "s"
	}
	for len(words) > 0 && shows(words[0]) {
		words = words[1:]
	}
	for len(words) > 0 && shows(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return strings.Trim(strings.Join(words, " "), ` .,'’"“”„-–—`)
}

// onlyDoes tells whether words only say that somebody has something: "paid", "had reported".
func onlyDoes(name string) bool {
	return !slices.ContainsFunc(strings.Fields(strings.ToLower(name)), func(w string) bool { return !comparative()["does"][w] && !comparative()["say"][w] })
}

// question asks for one measure and one period, in the language of the measure.
func (c Comparison) question(measure, period string) string {
	switch c.Language {
	case "de":
		return "Wie hoch war " + measure + " " + period + "?"
	case "ja":
		return period + "年度の" + measure + "は？"
	case "fr":
		return "Quel était " + measure + " en " + period + " ?"
	case "es":
		return "¿Cuál fue " + measure + " en " + period + "?"
	case "zh":
		return period + "年的" + measure + "是多少？"
	}
	return "What was " + measure + " in " + period + "?"
}

// shownAs writes a measure's name as a heading.
func shownAs(measure string) string {
	r := []rune(measure)
	if len(r) > 1 && unicode.IsLower(r[0]) && unicode.IsLower(r[1]) {
		r[0] = unicode.ToUpper(r[0])
	}
	return string(r)
}

// languageOfMeasures is that in which a question names what it measures.
func languageOfMeasures(question string) string { return languageOf(text.Fold(question).S) }

// beginsWithMore tells whether a question begins by adding: "Add 2017", "and 2019?".
func beginsWithMore(question string) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(strings.ToLower(question), "+ "), " ")
	return strings.HasPrefix(question, "+") || comparative()["more"][first] || strings.Contains(question, "追加") || strings.Contains(question, "加上")
}

// Periods are those that some words name, as comparisons write them.
func Periods(words string) []string {
	out, _ := periodsIn(words, 0)
	return out
}
