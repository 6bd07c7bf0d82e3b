package whole

import (
	"fmt"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/store"
)

// mostPlaces is how many places an answer cites at most: marks have three figures, and nobody reads more.
const mostPlaces = 999

// answer is written place by place.
type answer struct {
	say       messages.Messages
	lines     []string
	citations []store.Citation
	left      int      // places that aren't cited, for want of marks
	missing   []string // what was looked for and stands nowhere
	numbers   map[string]int
}

func newAnswer(say messages.Messages) *answer {
	return &answer{say: say, numbers: map[string]int{}}
}

func escape(s string) string { return rag.Escape(s) }

// line adds a paragraph, or an entry of a list.
func (a *answer) line(text string) { a.lines = append(a.lines, text) }

// text adds a paragraph of the program's own words.
func (a *answer) text(key string, args ...messages.Args) { a.line(a.say.Text(key, args...)) }

// cite gives the mark of a place, and " " before it; "" if there are too many.
func (a *answer) cite(c store.Citation) string {
	key := c.Passage + "\x00" + c.Quote
	n := a.numbers[key]
	if n == 0 {
		if len(a.citations) >= mostPlaces {
			a.left++
			return ""
		}
		n = len(a.citations) + 1
		a.numbers[key] = n
		c.N = n
		a.citations = append(a.citations, c)
	}
	return " " + rag.Mark(n)
}

// done is the answer, with what was read at its end.
func (a *answer) done(c Coverage) rag.Answer {
	if a.left > 0 {
		a.text("whole.too-many", messages.Args{"n": a.left, "shown": len(a.citations)})
	}
	a.line(c.Said(a.say))
	var b strings.Builder
	for i, line := range a.lines {
		if i > 0 {
			b.WriteString("\n")
			if !(strings.HasPrefix(line, "- ") && strings.HasPrefix(a.lines[i-1], "- ")) {
				b.WriteString("\n")
			}
		}
		b.WriteString(line)
	}
	out := rag.Answer{Text: b.String(), Mode: rag.Read, Citations: rag.NonNil(a.citations)}
	if len(a.missing) > 0 {
		out.Told = store.Told{Told: store.ToldPartly, Missing: a.missing}
	}
	return out
}

// page is a page's place in a list: its number, how often, and its mark.
func (a *answer) page(c store.Citation, times int) string {
	out := a.say.Text("whole.page", messages.Args{"label": escape(c.Label)})
	if times > 1 {
		out += fmt.Sprintf(" (%d×)", times)
	}
	return out + a.cite(c)
}

// quoted cites a sentence of a passage.
func quoted(t store.Text, sentence int) store.Citation { return proof.Quote(t, sentence) }
