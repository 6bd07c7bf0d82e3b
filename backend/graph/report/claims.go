package report

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/store/keyword"
	"lectern/backend/text"
)

// The statuses of a claim.
const (
	passed = "pass"
	review = "review"
	failed = "fail"
)

// Claim is a sentence of a draft, and what the sources say of it.
type Claim struct {
	Text          string  `json:"text"`
	Status        string  `json:"status"` // pass, review or fail
	Confidence    float64 `json:"confidence"`
	Sources       []int   `json:"sources"`       // numbers: those that it cites, else those that it was checked against
	Contradiction string  `json:"contradiction"` // what a source says against it; "" if none does
}

const claimRunes = 300

var (
	sourceMark = regexp.MustCompile(`\s*\[S(\d{1,3})\]`)
	cells      = regexp.MustCompile(`\s*\|\s*`)
	emphasis   = strings.NewReplacer("**", "", "__", "", "`", "", "\\", "")
	silent     = regexp.MustCompile(`(?i)\b(?:documents?|passages?|sources?|evidence|excerpts?)\b.*(?:\bnot\b|n['’]t\b|\bno\b|\bnothing\b)|(?:Dokument|Unterlage|Quelle|Auszüge|Auszug).*\b(?:nicht|kein\w*|nichts)\b|\b[Kk]eine? Quelle|(?:文書|資料|出典|抜粋).*(?:ない|ません|なし)`)
)

// claimsIn are the sentences of a draft that claim something, with what they cite: those with figures first, at most so
// many. Headings, code, questions and notes that the sources are silent are none.
func claimsIn(draft string, most int) (out []Claim) {
	var plain, numbered []Claim
	fence, seen := false, map[string]bool{}
	var prose strings.Builder
	for line := range strings.SplitSeq(draft, "\n") {
		line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), ">"))
		switch {
		case strings.HasPrefix(line, "```"):
			fence = !fence
		case fence, tableRule.MatchString(line) && line != "", strings.HasPrefix(line, "#"):
			prose.WriteString("\n\n")
		default:
			prose.WriteString(line + "\n")
		}
	}
	for _, s := range sentencesIn(prose.String()) {
		c := Claim{Sources: []int{}}
		for _, m := range number.FindAllString(strings.Join(sourceMark.FindAllString(s, -1), " "), -1) {
			if n := atoi(m); n > 0 && !slices.Contains(c.Sources, n) {
				c.Sources = append(c.Sources, n)
			}
		}
		body := listMark.ReplaceAllString(strings.TrimSpace(sourceMark.ReplaceAllString(s, "")), "")
		c.Text = shorten(strings.TrimSpace(emphasis.Replace(cells.ReplaceAllString(strings.Trim(body, "| "), ", "))), claimRunes)
		if !claims(c.Text) || seen[c.Text] {
			continue
		}
		seen[c.Text] = true
		if len(text.Figures(c.Text, "")) > 0 || strings.ContainsFunc(c.Text, unicode.IsDigit) {
			numbered = append(numbered, c)
		} else {
			plain = append(plain, c)
		}
	}
	out = append(numbered, plain...)
	return rag.NonNil(out[:min(len(out), most)])
}

func atoi(s string) (n int) {
	for _, r := range s {
		if r < '0' || r > '9' {
			return 0
		}
		n = 10*n + int(r-'0')
	}
	return n
}

// claims tells whether a sentence says something that a source could support.
func claims(text string) bool {
	end, _ := utf8.DecodeLastRuneInString(text)
	if strings.ContainsRune(":：?？", end) || silent.MatchString(text) {
		return false
	}
	const fewest = 3
	wide := 0
	for _, r := range text {
		if r >= 0x3040 && r <= 0x9FFF {
			wide++
		}
	}
	return len(strings.Fields(text))+wide/2 >= fewest
}

// against is a passage that a claim is checked against.
type against struct {
	number int
	text   string
}

// passagesFor finds the passages that hold most of a claim; those of the sources that it cites weigh more.
func (w *Workflow) passagesFor(c Claim, all map[int][]string) (out []against) {
	coverage := keyword.NewCoverage(weighted(c.Text))
	type scored struct {
		against
		score float64
	}
	var list []scored
	const cited = .5
	for n, texts := range all {
		for _, t := range texts {
			score := coverage.Of(t)
			if score > 0 && slices.Contains(c.Sources, n) {
				score += cited
			}
			if score > 0 {
				list = append(list, scored{against{n, t}, score})
			}
		}
	}
	slices.SortFunc(list, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), a.number-b.number, cmp.Compare(a.text, b.text))
	})
	for _, s := range list[:min(len(list), w.Config.Passages)] {
		out = append(out, s.against)
	}
	return out
}

// weighted are the words of a claim, figures twice.
func weighted(text string) []string {
	words := keyword.ContentWords(text)
	for _, word := range words {
		if word[0] >= '0' && word[0] <= '9' {
			words = append(words, word)
		}
	}
	return words
}

// held holds a claim against the passages that it is checked against, without a model, and says how likely they support it.
func held(say messages.Messages, c Claim, passages []against) (s proof.Support, likely float64) {
	var all []string
	for _, p := range passages {
		all = append(all, p.text)
	}
	config := proof.SupportDefaults()
	config.Say = say
	return config.Held(c.Text, strings.Join(all, "\n\n"))
}
