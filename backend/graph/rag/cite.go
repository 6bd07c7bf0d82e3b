package rag

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/proof"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

// Citer turns what a model streams into an answer whose citations hold. The model cites passages by the numbers that
// they were offered under; a mark that resolves becomes [n], numbered by first use, for the sentence of that passage
// which agrees best with what was just said; a mark that doesn't resolve is dropped and counted.
//
// Text goes in by Write and Close, and comes out through Say and Cite. Marks inside code are left alone.
type Citer struct {
	Offered []Passage // passage i was offered as i+1
	Say     func(text string)
	Cite    func(store.Citation) // before the first use of its number
	Strict  bool                 // no mark stays that resolves to nothing, even where nothing was offered

	Answer    strings.Builder // everything that was said
	Citations []store.Citation
	Invented  []store.Invented // marks that resolved to nothing, which are dropped

	held     string // may be the beginning of a mark
	sentence string // said since the last sentence's end
	fence    bool
	tick     bool
	byQuote  map[string]int
}

// maxMark is the length in bytes past which an open bracket is no mark.
const maxMark = 48

// Write takes the next piece of the model's text.
func (c *Citer) Write(piece string) {
	c.held += piece
	for c.held != "" {
		i := strings.IndexAny(c.held, "[【`")
		if i < 0 {
			c.say(c.held)
			c.held = ""
			return
		}
		if i > 0 {
			c.say(c.held[:i])
			c.held = c.held[i:]
			continue
		}
		if c.held[0] == '`' {
			run := len(c.held) - len(strings.TrimLeft(c.held, "`"))
			if run == len(c.held) && run < 3 {
				return // more ticks may follow
			}
			c.code(run)
			c.say(c.held[:run])
			c.held = c.held[run:]
			continue
		}
		_, size := utf8.DecodeRuneInString(c.held)
		end := strings.IndexAny(c.held[size:], "]】\n[")
		if end < 0 && len(c.held) <= maxMark && !c.fence && !c.tick {
			return // the mark isn't over yet
		}
		stop := size
		if end >= 0 {
			if r, n := utf8.DecodeRuneInString(c.held[size+end:]); r == ']' || r == '】' {
				stop = size + end + n
			}
		}
		c.bracket(c.held[:stop])
		c.held = c.held[stop:]
	}
}

// Text is everything that was said, behind a preface and without blanks around it, with what was cited but never offered.
func (c *Citer) Text(preface string) (string, []store.Invented) {
	said := c.Answer.String()
	shift := len(preface) - len(said) + len(strings.TrimLeftFunc(said, unicode.IsSpace))
	var invented []store.Invented
	for _, i := range c.Invented {
		invented = append(invented, store.Invented{ID: i.ID, At: max(0, i.At+shift)})
	}
	return preface + strings.TrimSpace(said), invented
}

// Close says what was held back.
func (c *Citer) Close() {
	rest := c.held
	c.held = ""
	if !strings.HasPrefix(rest, "[") && !strings.HasPrefix(rest, "【") || len(rest) > 8 {
		c.say(rest)
	}
}

func (c *Citer) code(run int) {
	switch {
	case run >= 3:
		c.fence, c.tick = !c.fence, false
	case !c.fence && run == 1:
		c.tick = !c.tick
	}
}

// bracket says a piece that begins with a bracket, as a citation if it is one.
func (c *Citer) bracket(text string) {
	ids := proof.IDs(text)
	if len(ids) == 0 || c.fence || c.tick || len(c.Offered) == 0 && !c.Strict {
		c.say(text)
		return
	}
	for _, n := range ids {
		c.mark(n)
	}
}

func (c *Citer) mark(offered int) {
	if offered < 1 || offered > len(c.Offered) {
		c.Invented = append(c.Invented, store.Invented{ID: offered, At: c.Answer.Len()})
		return
	}
	p := c.Offered[offered-1]
	at := bestSentence(c.claim(), p.Sentences)
	key := p.Ref.String() + "\x00" + strconv.Itoa(at)
	if c.byQuote == nil {
		c.byQuote = map[string]int{}
	}
	n := c.byQuote[key]
	if n == 0 {
		n = len(c.Citations) + 1
		c.byQuote[key] = n
		cited := proof.Quote(p.Text, at)
		cited.N = n
		c.Citations = append(c.Citations, cited)
		if c.Cite != nil {
			c.Cite(cited)
		}
	}
	text := "[" + strconv.Itoa(n) + "]"
	if strings.HasSuffix(c.Answer.String(), text) {
		return // the same sentence twice in a row
	}
	c.Answer.WriteString(text)
	if c.Say != nil {
		c.Say(text)
	}
}

// say passes text on, but for blanks before all of it: what stands on the screen is then the answer, see Text.
func (c *Citer) say(text string) {
	if c.Answer.Len() == 0 {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
	}
	if text == "" {
		return
	}
	c.Answer.WriteString(text)
	c.sentence += text
	if len(c.sentence) > 2000 {
		c.sentence = c.sentence[len(c.sentence)-1000:]
	}
	if c.Say != nil {
		c.Say(text)
	}
}

// claim is the sentence that a mark stands in or after.
func (c *Citer) claim() string {
	s := strings.TrimRightFunc(c.sentence, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(".!?。！？", r) })
	from := 0
	for i, r := range s {
		if next := i + utf8.RuneLen(r); r == '\n' || strings.ContainsRune("。！？", r) ||
			strings.ContainsRune(".!?", r) && next < len(s) && unicode.IsSpace(rune(s[next])) {
			from = next
		}
	}
	return s[from:]
}

// bestSentence finds the sentence that shares most with a claim; figures count double. The first wins among equals.
func bestSentence(claim string, sentences []string) int {
	wanted := keyword.ContentWords(claim)
	for _, w := range wanted {
		if w[0] >= '0' && w[0] <= '9' {
			wanted = append(wanted, w)
		}
	}
	coverage := keyword.NewCoverage(wanted)
	best, score := 0, -1.0
	for i, s := range sentences {
		if x := coverage.Of(s); x > score {
			best, score = i, x
		}
	}
	return best
}

var shownMark = regexp.MustCompile(`\s?\[\d{1,3}\]`)

// WithoutMarks takes the citations out of an answer, for a model that is to read it: their numbers mean nothing there.
func WithoutMarks(answer string) string { return shownMark.ReplaceAllString(answer, "") }
