package proof

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"lectern/backend/store/keyword"
	"lectern/backend/text"
)

// sentence is one of a draft in Markdown.
type sentence struct {
	text       string // without its marks
	ids        []int  // that it cites, as written
	start, end int    // where it stands in the draft, in bytes, with its marks
	apart      string // the reason for which it is none to check, such as that it is a heading; "" for any other
	cell       *cell  // nil if it isn't one of a table
}

var (
	listMark   = regexp.MustCompile(`^(?:[-*+•]|\(?\d{1,2}[.)])\s+`)
	rule       = regexp.MustCompile(`^(?:[-*_]\s?){3,}$`)
	beforeStop = regexp.MustCompile(`[ \t]+([.,;:!?])`)
	boldLine   = regexp.MustCompile(`^\*\*[^*]*[^*.!?。！？]\*\*:?$`) // a heading in all but name
)

// placed is a text put together from pieces of a draft, which knows where each of its bytes comes from.
type placed struct {
	s  string
	at []int
}

func (p *placed) add(text string, at int) {
	for i := range len(text) {
		p.at = append(p.at, at+i)
	}
	p.s += text
}

// within is the piece from byte i to byte j.
func (p placed) within(i, j int) placed { return placed{p.s[i:j], p.at[i:j]} }

// without leaves out what an expression finds.
func (p placed) without(found [][]int) placed {
	out, from := placed{}, 0
	for _, f := range append(slices.Clone(found), []int{len(p.s), len(p.s)}) {
		out.s += p.s[from:f[0]]
		out.at = append(out.at, p.at[from:f[0]]...)
		from = f[1]
	}
	return out
}

var emphasis = regexp.MustCompile(`\*\*|__`)

// sentencesOf cuts a draft in Markdown into sentences. Headings and code are told apart; of a table each cell is one.
func sentencesOf(draft string) []sentence { return sentencesAround(draft, gridsOf(draft)) }

// sentencesAround cuts a draft whose tables are known.
func sentencesAround(draft string, grids []grid) (out []sentence) {
	fence, table, rows := -1, 0, 0 // fence is where code began; -1: it is none
	var paragraph placed
	flush := func() {
		out = append(out, paragraph.sentences()...)
		paragraph = placed{}
	}
	at := 0
	for raw := range strings.Lines(draft) {
		line := strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(raw), ">"))
		from := at + strings.LastIndex(raw, line)
		start := at
		at += len(raw)
		if len(grids) > 0 && start >= grids[0].start {
			if start == grids[0].start {
				flush()
				table--
				out = append(out, grids[0].sentences(table, rows, out)...)
				rows += len(grids[0].rows)
			}
			if at >= grids[0].end {
				grids = grids[1:]
			}
			continue
		}
		if strings.HasPrefix(line, "```") {
			flush()
			if fence < 0 {
				fence = start
			} else if code, ok := coded(draft, fence, at); ok {
				out = append(out, code)
			}
			if fence != start {
				fence = -1
			}
			continue
		}
		switch {
		case fence >= 0:
		case line == "", strings.HasPrefix(line, "#"), boldLine.MatchString(line) && !anyMark.MatchString(line), rule.MatchString(line):
			flush()
			if title := strings.Trim(line, "#* "); title != "" && !rule.MatchString(line) {
				head := placed{title, steps(from+strings.Index(line, title), len(title))}.sentence()
				head.apart = ReasonHeading
				out = append(out, head)
			}
		case listMark.MatchString(line):
			flush()
			rest := listMark.ReplaceAllString(line, "")
			paragraph.add(rest, from+len(line)-len(rest))
		default:
			if paragraph.s != "" {
				paragraph.add(" ", from-1)
			}
			paragraph.add(line, from)
		}
	}
	flush()
	if code, ok := coded(draft, max(fence, 0), len(draft)); ok && fence >= 0 {
		out = append(out, code)
	}
	lendBehind(out)
	return out
}

func steps(from, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = from + i
	}
	return out
}

// sentence takes a text as a whole.
func (p placed) sentence() sentence {
	s := sentence{}
	for _, m := range anyMark.FindAllStringSubmatch(p.s, -1) {
		s.ids = append(s.ids, numbersOf(m[1])...)
	}
	if n := len(strings.TrimLeft(p.s, " ")); n > 0 {
		end := strings.TrimRight(p.s, " ")
		s.start, s.end = p.at[len(p.s)-n], p.at[len(end)-1]+1
	}
	s.text = strings.TrimSpace(beforeStop.ReplaceAllString(anyMark.ReplaceAllString(p.s, ""), "$1"))
	return s
}

// sentences cuts a paragraph. Marks behind a full stop belong to the sentence that it ends.
func (p placed) sentences() (out []sentence) {
	p = p.bare()
	p = p.without(emphasis.FindAllStringIndex(p.s, -1))
	for _, s := range text.Marked(p.s, text.Matches(anyMark, p.s)) {
		out = append(out, p.within(s.Start, s.End).sentence())
	}
	return out
}

// silent are sentences about what the documents don't say: there is nothing to cite.
var silent = regexp.MustCompile(`(?i)\b(?:documents?|passages?|sources?|evidence|excerpts?)\b.*(?:\bnot\b|n['’]t\b|\bno\b|\bsilent\b|\bnothing\b)|\b(?:reports?|filings?|papers?|texts?|files?|statements?|contracts?|agreements?|tables?|pages?) (?:(?:gives?|contains?|has|have|says?|states?|mentions?|tells?|provides?|includes?|names?) (?:no|nothing|neither)|(?:does|do|did)(?: not|n['’]t) (?:give|contain|have|say|state|mention|tell|provide|include|name))\b|\b(?:no|none of the|nothing in the) (?:documents?|passages?|sources?|evidence)\b|` +
	`(?:Dokument|Unterlage|Passage|Quelle|Textstelle|Auszüge|Auszug).*\b(?:nicht|kein\w*|nichts)\b|\b[Kk]ein\w* (?:Dokument|Passage|Quelle|Textstelle)|(?:文書|資料|文献|抜粋|箇所).*(?:ない|ません|ていない|なし)`)

// hedged are sentences that only weigh what may be.
var hedged = regexp.MustCompile(`(?i)\b(?:may|might|could|perhaps|possibly|probably|presumably|likely|unclear|uncertain|appears?|seems?)\b|` +
	`\b(?:möglicherweise|vielleicht|vermutlich|wahrscheinlich|könnten?|dürften?|wohl|scheint|scheinen|unklar|ungewiss)\b|かもしれ|可能性が|思われ|おそらく|恐らく|不明|と見られ`)

// claims tells whether a sentence claims something that a passage could support.
func (s sentence) claims() bool { return s.unchecked() == "" }

// unchecked is the reason for which a sentence claims nothing that a passage could support: it is a heading, a formula, a
// question, a word or two, a note that the documents are silent, or only weighs without citing.
func (s sentence) unchecked() string {
	if s.apart != "" || s.plainCell() {
		return s.apart
	}
	body := strings.TrimSpace(formula.ReplaceAllString(s.text, ""))
	if strings.HasSuffix(body, ":") || strings.HasSuffix(body, "：") || strings.HasSuffix(body, "?") || strings.HasSuffix(body, "？") {
		return ReasonNoClaim
	}
	const fewest = 3
	wide, n := 0, len(strings.Fields(body))
	for _, r := range body {
		if text.Unspaced(r) {
			wide++
		}
	}
	if len(s.ids) == 0 && hedged.MatchString(body) && !strings.ContainsFunc(body, unicode.IsDigit) {
		return ReasonHedged
	}
	if n+wide/2 >= fewest && !silent.MatchString(body) && len(keyword.ContentWords(body)) > 0 {
		return ""
	}
	if formula.MatchString(s.text) {
		return ReasonFormula
	}
	return ReasonNoClaim
}
