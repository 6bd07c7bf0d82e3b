package rag

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Audit is what the citation engine finds out about a draft without asking a model.
type Audit struct {
	Sentences   int           `json:"sentences"`   // that claim something
	Uncited     int           `json:"uncited"`     // of them without any citation
	Missing     []string      `json:"missing"`     // the first of those
	Invalid     []int         `json:"invalid"`     // ids that were never offered, each once
	Figures     int           `json:"figures"`     // in what is claimed
	Unsupported []LooseFigure `json:"unsupported"` // those that stand in no cited passage
}

// LooseFigure is a figure that no cited passage holds, with the sentence that it stands in.
type LooseFigure struct {
	Figure   string `json:"figure"`
	Sentence string `json:"sentence"`
}

// Bounds of what an Audit lists; it counts beyond them.
const (
	listedAtMost = 12
	quotedRunes  = 200
)

// Penalty is what uncited sentences and invented citations cost a confidence.
type Penalty struct {
	Uncited     float64 // for each uncited sentence,
	UncitedMost float64 // and at most for all
	Invalid     float64 // factor, if any id was never offered
}

// Apply is confidence × (1 − min(UncitedMost, Uncited · n)) × Invalid if an id is invalid.
func (p Penalty) Apply(confidence float64, a Audit) float64 {
	confidence *= 1 - min(p.UncitedMost, p.Uncited*float64(a.Uncited))
	if len(a.Invalid) > 0 {
		confidence *= p.Invalid
	}
	return confidence
}

// AuditCitations reads a draft as a model wrote it, with the ids that passages were offered under: passage i as i+1.
// page gives the text of the page that a passage stands on, or of the passage if it can't: what a table is in often
// stands outside of its passage. A figure of the question needs no passage. A sentence without citations of its own
// may rest, as to its figures, on any that the draft cites.
func AuditCitations(draft, question string, offered []Passage, page func(Passage) string) Audit {
	a := Audit{Missing: []string{}, Invalid: []int{}, Unsupported: []LooseFigure{}}
	asked := ReadFigures(question)
	pages := map[int]*FigureText{}
	of := func(id int) *FigureText {
		if pages[id] == nil {
			pages[id] = ReadFigures(page(offered[id-1]))
		}
		return pages[id]
	}
	sentences := sentencesOf(draft)
	var all []int
	for _, s := range sentences {
		for _, id := range s.ids {
			switch {
			case id >= 1 && id <= len(offered):
				all = append(all, id)
			case !slices.Contains(a.Invalid, id):
				a.Invalid = append(a.Invalid, id)
			}
		}
	}
	language := Language(draft)
	for _, s := range sentences {
		if s.claims() {
			a.Sentences++
			if len(s.ids) == 0 {
				a.Uncited++
				a.Missing = listed(a.Missing, shortened(s.text))
			}
		}
		ids := slices.DeleteFunc(slices.Clone(s.ids), func(id int) bool { return id < 1 || id > len(offered) })
		if len(ids) == 0 {
			ids = all
		}
		for _, f := range lexAs(s.text, language, true) {
			a.Figures++
			if !asked.Holds(f) && !slices.ContainsFunc(ids, func(id int) bool { return of(id).Holds(f) }) {
				a.Unsupported = listed(a.Unsupported, LooseFigure{f.Raw, shortened(s.text)})
			}
		}
	}
	return a
}

func listed[T any](list []T, x T) []T {
	if len(list) < listedAtMost {
		list = append(list, x)
	}
	return list
}

func shortened(s string) string {
	if utf8.RuneCountInString(s) > quotedRunes {
		return string([]rune(s)[:quotedRunes]) + "…"
	}
	return s
}

// sentence is one of a draft, without its marks.
type sentence struct {
	text string
	ids  []int // that it cites, as written
}

// Citations as Citer reads them, anywhere and at the beginning.
var (
	anyMark   = regexp.MustCompile(strings.Trim(marks.String(), "^$"))
	firstMark = regexp.MustCompile(strings.TrimSuffix(marks.String(), "$"))
)

// markedIDs reads the numbers of a mark, with those between the ends of a range.
func markedIDs(mark string) (ids []int) {
	through := false
	for _, part := range markNumber.FindAllString(mark, -1) {
		n, err := strconv.Atoi(part)
		if err != nil {
			through = true
			continue
		}
		const widest = 10
		if last := len(ids) - 1; through && last >= 0 && n > ids[last] && n-ids[last] < widest {
			for k := ids[last] + 1; k < n; k++ {
				ids = append(ids, k)
			}
		}
		ids, through = append(ids, n), false
	}
	return ids
}

var (
	listMark  = regexp.MustCompile(`^(?:[-*+•]|\(?\d{1,2}[.)])\s+`)
	rule      = regexp.MustCompile(`^(?:[-*_]\s?){3,}$`)
	tick      = regexp.MustCompile("`[^`\n]*`")
	emphasis  = strings.NewReplacer("**", "", "__", "")
	tableRule = regexp.MustCompile(`^[\s|:-]+$`)
)

// sentencesOf cuts a draft in Markdown into sentences. Headings and code are none; a table counts as one.
func sentencesOf(draft string) (out []sentence) {
	fence := false
	paragraph := ""
	flush := func() {
		out = append(out, splitSentences(paragraph)...)
		paragraph = ""
	}
	table := false
	for line := range strings.Lines(draft) {
		line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), ">"))
		if strings.HasPrefix(line, "```") {
			fence = !fence
			flush()
			continue
		}
		isTable := strings.HasPrefix(line, "|")
		switch {
		case fence:
		case line == "", strings.HasPrefix(line, "#"), rule.MatchString(line), isTable && tableRule.MatchString(line):
			if !isTable {
				flush()
				table = false
			}
		case isTable && table:
			last := &out[len(out)-1]
			more := oneSentence(line)
			last.text, last.ids = last.text+"\n"+more.text, append(last.ids, more.ids...)
		case isTable:
			flush()
			out, table = append(out, oneSentence(line)), true
		case listMark.MatchString(line):
			flush()
			paragraph, table = listMark.ReplaceAllString(line, ""), false
		default:
			paragraph, table = strings.TrimSpace(paragraph+" "+line), false
		}
	}
	flush()
	return out
}

// oneSentence takes a text as a whole.
func oneSentence(text string) sentence {
	s := sentence{}
	for _, m := range anyMark.FindAllStringSubmatch(text, -1) {
		s.ids = append(s.ids, markedIDs(m[1])...)
	}
	s.text = strings.TrimSpace(anyMark.ReplaceAllString(text, ""))
	return s
}

// splitSentences cuts a paragraph. Marks behind a full stop belong to the sentence that it ends.
func splitSentences(text string) (out []sentence) {
	text = emphasis.Replace(tick.ReplaceAllString(text, ""))
	from := 0
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		i += n
		if !strings.ContainsRune(".!?。！？", r) || strings.ContainsRune(".!?", r) && !stops(text, i) {
			continue
		}
		for { // closing quotes and marks
			rest := strings.TrimLeft(text[i:], " ")
			if n := markAt(rest); n > 0 {
				i = len(text) - len(rest) + n
			} else if r, n := utf8.DecodeRuneInString(text[i:]); n > 0 && strings.ContainsRune(`”"’»」』)）.!?。！？`, r) {
				i += n
			} else {
				break
			}
		}
		out = append(out, oneSentence(text[from:i]))
		from = i
	}
	if strings.TrimSpace(text[from:]) != "" {
		out = append(out, oneSentence(text[from:]))
	}
	return out
}

var (
	abbreviated = regexp.MustCompile(`(?i)(?:^|[\s(])(?:\p{L}|e\.g|i\.e|z\.\s?b|d\.\s?h|u\.\s?a|u\.s|u\.k|inc|ltd|co|corp|mr|mrs|ms|dr|prof|no|nr|vs|approx|ca|bzw|ggf|abs|art|mio|mrd|tsd|st|pp|fig|sec|vgl|bspw|inkl|exkl|abb|tab|kap|jan|feb|apr|aug|sept?|oct|okt|nov|dec|dez)\.$`)
	ordinal     = regexp.MustCompile(`(?:^|\s)\d{1,2}\.$`)
	afterNumber = regexp.MustCompile(`^\s(?:\p{Ll}|` + months + `\b|Jahrhundert|Quartal|Halbjahr|Platz|Auflage|Stelle|Klasse|Absatz)`)
)

// stops tells whether the full stop before byte i ends a sentence.
func stops(text string, i int) bool {
	const window = 24 // bytes, more than any abbreviation or month
	rest, before := text[i:], tail(text[:i], window)
	next := strings.TrimLeft(rest, " ")
	if next == "" {
		return true
	}
	if n := markAt(next); n > 0 {
		return !abbreviated.MatchString(before) || len(next) == n
	}
	rest = head(rest, window)
	first, n := utf8.DecodeRuneInString(rest)
	if strings.ContainsRune(`”"’»)`, first) {
		rest = rest[n:]
		first, _ = utf8.DecodeRuneInString(rest + " ")
		if next, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " ")); unicode.IsLower(next) { // “Good!” she said.
			return false
		}
	}
	if first != ' ' && first != '\n' {
		return unspaced(first) // 3.5, example.com; but Japanese has no space
	}
	return !abbreviated.MatchString(before) && !(ordinal.MatchString(before) && afterNumber.MatchString(rest))
}

// markAt is the length of the mark that a text begins with; 0 if there is none.
func markAt(text string) int {
	if m := firstMark.FindStringIndex(head(text, 2*maxMark)); m != nil {
		return m[1]
	}
	return 0
}

// silent are sentences about what the documents don't say: there is nothing to cite.
var silent = regexp.MustCompile(`(?i)\b(?:documents?|passages?|sources?|evidence|excerpts?)\b.*(?:\bnot\b|n['’]t\b|\bno\b|\bsilent\b|\bnothing\b)|\b(?:no|none of the|nothing in the) (?:documents?|passages?|sources?|evidence)\b|` +
	`(?:Dokument|Unterlage|Passage|Quelle|Textstelle|Auszüge|Auszug).*\b(?:nicht|kein\w*|nichts)\b|\b[Kk]ein\w* (?:Dokument|Passage|Quelle|Textstelle)|(?:文書|資料|文献|抜粋|箇所).*(?:ない|ません|ていない|なし)`)

// claims tells whether a sentence claims something that a passage could support: not a heading of a list, a question,
// a word or two, or a note that the documents are silent.
func (s sentence) claims() bool {
	text := strings.TrimRight(s.text, " ")
	if strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：") || strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？") {
		return false
	}
	const fewest = 3
	wide, n := 0, len(strings.Fields(text))
	for _, r := range text {
		if unspaced(r) {
			wide++
		}
	}
	return n+wide/2 >= fewest && !silent.MatchString(text)
}
