// Package judge says whether an answer is right, by the answer that a set of questions gives. It asks no model: what it
// says can be said again by anybody.
//
// Only the first words of an answer count, and only its first figures: who says everything says nothing. An answer is right
// where it states the wanted figure within rounding, whatever scale word or unit of thousands it is told in; the wanted
// words, whole or so that a sentence shares most of them; all items of a list; or the wanted yes or no at its beginning.
// What isn't right has declined where it says that the documents don't tell, and else is wrong.
package judge

import (
	"regexp"
	"strings"
)

// Verdict is what an answer comes to.
type Verdict string

// The verdicts.
const (
	Right    Verdict = "right"
	Wrong    Verdict = "wrong"
	Declined Verdict = "declined"
)

const (
	mostWords   = 150 // of an answer that count: half a minute's reading
	mostFigures = 12  // of these words
	enough      = .5  // of F1 between the wanted words and a sentence's
)

// Of judges an answer; wanted is "" where the documents have none, and then nothing but declining is right.
func Of(wanted, answer string) Verdict {
	said := plain(answer)
	switch {
	case wanted != "" && states(wanted, said):
		return Right
	case said == "" || declines(said):
		return Declined
	}
	return Wrong
}

// States tells whether a text states the wanted answer, whoever says it.
func States(wanted, text string) bool { return wanted != "" && states(wanted, plain(text)) }

func states(wanted, said string) bool {
	wanted = strings.TrimSpace(wanted)
	if items := list(wanted); items != nil {
		for _, item := range items {
			if !states(item, said) {
				return false
			}
		}
		return true
	}
	if figure, ok := onlyFigure(wanted); ok {
		return hasFigure(figure, wanted, said)
	}
	if yes := affirmed(wanted); yes != "" && affirmed(said) == yes {
		return true
	}
	return hasWords(wanted, said)
}

var (
	thinking = regexp.MustCompile(`(?s)<think>.*?(</think>|$)`)
	source   = regexp.MustCompile(`(?m)^\s*\*\*[^*\n]+\*\*,? p\. \S+\s*$`) // whose passages follow
	marks    = regexp.MustCompile(`\[\d+\](\[\d+\])*|(?m)^\s*(>+|[-*#]+)\s?|\*\*|\\`)
)

// plain is what an answer says, without marks of citations and of Markdown, up to where it counts.
func plain(answer string) string {
	answer = thinking.ReplaceAllString(answer, " ")
	answer = marks.ReplaceAllString(source.ReplaceAllString(answer, " "), " ")
	return first(strings.TrimSpace(answer), mostWords)
}

// first are so many words of a text, as they stand; letters that are words by themselves count two for one.
func first(s string, most int) string {
	words, inside, wide := 0, false, 0
	for i, r := range s {
		switch {
		case isWide(r):
			if wide++; wide == 2 {
				words, wide = words+1, 0
			}
			inside = false
		case r == ' ' || r == '\n' || r == '\t':
			inside = false
		case !inside:
			inside = true
			words++
		}
		if words > most {
			return s[:i]
		}
	}
	return s
}

// list are the items of ['a', 'b'], nil if it is none.
func list(wanted string) (items []string) {
	if !strings.HasPrefix(wanted, "[") || !strings.HasSuffix(wanted, "]") {
		return nil
	}
	for _, m := range item.FindAllStringSubmatch(wanted, -1) {
		if s := strings.TrimSpace(m[1] + m[2] + m[3]); s != "" {
			items = append(items, s)
		}
	}
	return items
}

var item = regexp.MustCompile(`'((?:[^'\\]|\\.|'[^,\]\s])*)'|"([^"]*)"|([^\[\],'"\s][^,\]'"]*)`)

// affirmed is the yes or the no that a text begins with; "" if it does with neither.
func affirmed(s string) string {
	word := strings.ToLower(leading.FindString(strings.TrimLeft(s, " \n\t\"“'")))
	for of, words := range map[string][]string{"yes": {"yes", "ja", "是"}, "no": {"no", "nein", "否", "不"}} {
		for _, w := range words {
			if word == w {
				return of
			}
		}
	}
	return ""
}

var leading = regexp.MustCompile(`^\p{L}+`)

// begins is how much of an answer tells whether it declines.
const begins = 60 // words

func declines(said string) bool { return declining.MatchString(first(said, begins)) }

var declining = regexp.MustCompile(`(?i)` + strings.Join([]string{
	`\b(does|do|did|could|can|was|were|is|are)(\s+not|n['’]t)\s+(\w+\s+){0,2}?(say|mention|provide|contain|specify|state|include|give|tell|disclose|report|show|find|answer|determine|mentioned|provided|contained|specified|stated|included|given|disclosed|found|available|possible|enough|sufficient|answerable|known)\b`,
	`\bcan(no|['’])t\s+(be\s+)?(\w+\s+)?(say|answer|determine|find|tell|provide|answered|determined|found)\w*`,
	`\b(no|any|insufficient|not enough)\s+(\w+\s+)?(information|mention|answer|data|evidence|context)\b`,
	`\bunable to\b`, `\bnot answerable\b`, `\bI\s+(do not|don['’]t)\s+(know|have)\b`, `\bnothing (about|on)\b`,
	`\bnicht\s+(erwähnt|angegeben|genannt|enthalten|beantwort\w*|bekannt)`, `\bkeine (Angabe|Information|Antwort)`,
	`没有(提到|说明|提供)`, `未(提及|提供|说明)`, `无法(回答|确定)`, `不知道`,
}, "|"))
