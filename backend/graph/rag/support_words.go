package rag

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/store/keyword"
)

// reading is what a sentence has of a claim's words.
type reading struct {
	has     map[int]bool // by any form, and by words that say the same
	tokens  []token      // that are the claim's words, in order
	others  int          // content words that aren't
	denials int
	excepts bool            // one of them is of the kind of without and unless, which turns another
	sides   map[int][2]side // by the index of the opposites: what it has of the left and of the right
	command bool            // it tells a program what to write
}

// token is a word of the claim in a sentence.
type token struct {
	word   int    // of the claim
	denied string // by which word
	role   string // the word that says which part it plays: a preposition or, in German, an article before it; a particle after it
	joined bool   // nothing but “of” stands between it and the word before
}

// side is what a sentence has of one side of opposites.
type side struct {
	word   string
	at     []int // as which of the claim's words
	beside int   // the claim's word that it stands before, in Japanese after; -1: none
	denied bool
}

//go:embed support.txt
var supportWords string

// opposite is a pair of lists of words that say the opposite of each other.
type opposite struct {
	left, right []string
	order       bool // they tell the order of two things: what stands beside counts
}

var (
	opposites []opposite
	classes   [][]string // of words of which only one can be meant
	light     = map[string]bool{}
	_         = readSupportWords()
)

// readSupportWords reads support.txt.
func readSupportWords() bool {
	for line := range strings.Lines(supportWords) {
		kind, list, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch left, right, _ := strings.Cut(list, "|"); kind {
		case "opposite", "order":
			opposites = append(opposites, opposite{strings.Fields(left), strings.Fields(right), kind == "order"})
		case "one":
			classes = append(classes, strings.Fields(list))
		case "light":
			for _, w := range strings.Fields(list) {
				light[w] = true
			}
		}
	}
	return true
}

// commands are sentences that tell a program what to write. They prove nothing.
var commands = regexp.MustCompile(`(?i)\b(?:ignore|disregard|forget)\b.{0,40}\b(?:instructions?|prompts?|rules|above)\b|\b(?:system prompt|as an ai\b|language model|(?:you|assistant|chatbot|ai)[,:]? (?:must|should|shall|will|please)? ?(?:now )?(?:say|tell|answer|reply|respond|praise|recommend|write|state|claim)\b)|` +
	`\b(?:tell|assure|inform) the (?:user|reader|person)\b|\b(?:ignoriere|missachte|vergiss)\b.{0,40}\b(?:Anweisung\w*|Regeln)\b|\b(?:sage?|teile|antworte|schreibe) (?:dem|der|den) (?:Nutzer|Leser|Benutzer)\w*|指示を無視|(?:ユーザー|読者)に.{0,12}(?:伝え|答え|述べ)(?:て|よ|なさい)`)

var (
	tokens   = regexp.MustCompile(`[\p{L}\p{M}]+(?:['’]\p{L}+)?|\d+(?:[.,]\d+)*|[,;:()]`)
	denials  = regexp.MustCompile(`(?i)^(?:not|no|never|neither|nor|none|nothing|nobody|without|unless|cannot|unable|lacks?|hardly|\p{L}+n['’]t|nicht|kein\p{L}*|nie|niemals|niemand|nichts|ohne|weder)$`)
	excepts  = regexp.MustCompile(`(?i)^(?:without|unless|except|only|ohne|außer|nur)$|なしに|ない限り|限り|限っ`)
	bounding = regexp.MustCompile(`(?i)^(?:only|later|more|less|fewer|nur|mehr|weniger|später|merely|least|exceed\p{L}*|überschreit\p{L}*)$`) // not only, no later than
	roles    = regexp.MustCompile(`^(?:to|from|by|of|for|with|against|than|and|or|as|in|at|on|von|vom|zu|zum|zur|durch|an|nach|aus|mit|als|und|oder|sowie|der|die|das|dem|den|des)$`)
	skipped  = regexp.MustCompile(`^(?:the|an?|his|her|its|their|seine?[mnrs]?|ihre?[mnrs]?|eine?[mnrs]?)$`)
	linking  = regexp.MustCompile(`^(?:of|von|de)$`)
)

// read reads a sentence for what it says of the claim's words.
func (c *Claimed) read(text string) reading {
	r := reading{has: map[int]bool{}, sides: map[int][2]side{}}
	if c.japanese {
		c.readUnspaced(text, &r)
	} else {
		c.readSpaced(text, &r)
	}
	for _, t := range r.tokens {
		r.has[t.word] = true
	}
	c.own.alike(r)
	return r
}

func (c *Claimed) readSpaced(text string, r *reading) {
	words := tokens.FindAllString(text, -1)
	denied := c.deniedIn(words, r)
	last, sides := -1, []*side{}
	for i, w := range words {
		var own []int
		for _, at := range c.matcher.In(w).At {
			if k, content := c.at[at.Word]; content {
				own = append(own, k)
			}
		}
		lower := strings.ToLower(w)
		for _, s := range sides {
			if s.beside < 0 && len(own) > 0 {
				s.beside = own[0]
			}
		}
		if len(own) > 0 {
			sides = nil
		}
		for k, o := range opposites {
			both := r.sides[k]
			for n, list := range [2][]string{o.left, o.right} {
				if both[n].word == "" && slices.ContainsFunc(list, func(form string) bool { return fits(lower, form) }) {
					both[n] = side{w, own, following(c, words[i+1:]), denied[i] != ""}
					r.sides[k] = both
				}
			}
		}
		for _, k := range own {
			r.tokens = append(r.tokens, token{k, denied[i], roleOf(words[:i]), last == i-1 || last == i-2 && linking.MatchString(words[i-1])})
			last = i
		}
		if len(own) == 0 && !bareFigure(w) && numberWord(w) == "" && !light[lower] {
			r.others += len(keyword.ContentWords(w))
		}
	}
}
