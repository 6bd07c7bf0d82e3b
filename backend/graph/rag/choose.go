package rag

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/store"
)

const (
	choosable     = 8   // sentences that a model chooses from: as many as choice can name
	choosableRune = 300 // of each
	choiceTokens  = 64  // a grammar leaves room for blanks
)

// choice is which of the numbered sentences answer the question.
type choice struct {
	Best string `json:"best" schema:"enum=1|2|3|4|5|6|7|8|none"`
	Also string `json:"also" schema:"enum=none|1|2|3|4|5|6|7|8"`

	offered int
}

// Validate implements the check of llm.Structured.
func (c *choice) Validate() error {
	for _, s := range []string{c.Best, c.Also} {
		if n, _ := strconv.Atoi(s); s != "none" && (n < 1 || n > c.offered) {
			return messages.Error("rag.no-such-sentence", messages.Args{"number": s, "offered": c.offered})
		}
	}
	return nil
}

// Choice is an answer of sentences of the documents, none of whose words are a model's.
type Choice struct {
	Text      string
	Citations []store.Citation // one for each sentence
	None      bool             // the model finds the answer in none of the sentences; the text has those that fit best
}

// Offered are those of the passages chosen from that are cited: the marks of the text are the numbers of these, in this order.
func (c Choice) Offered(ps []Passage) []Passage {
	out := make([]Passage, len(c.Citations))
	for i, cited := range c.Citations {
		out[i] = ps[slices.IndexFunc(ps, func(p Passage) bool { return p.Ref.String() == cited.Passage })]
	}
	return out
}

// Choose has a model pick, among the sentences that fit a question best, those that answer it. It is for models too small
// to write: what they write is invented too often, while a pick can be no worse than a sentence of the documents. The
// sentence that fits best by its words comes along whatever is picked. documents are those that were searched (nil: all); cited is how many citations the answer has already.
func (t Tools) Choose(ctx context.Context, question string, documents []string, ps []Passage, cited int) (Choice, error) {
	e, ranked, err := t.ranked(ctx, question, documents, ps)
	if err != nil {
		return Choice{}, err
	}
	e.cited = cited
	ranked = ranked[:min(len(ranked), choosable)]
	if len(ranked) == 0 {
		return Choice{None: true, Citations: []store.Citation{}}, nil
	}
	numbered := make([]claimBlock, len(ranked))
	for i, s := range ranked {
		numbered[i] = claimBlock{N: i + 1, Text: EscapePrompt(e.plain(s))}
	}
	prompts, err := Prompts(promptFiles, nil)
	if err != nil {
		return Choice{}, err
	}
	prompt, err := Render(prompts, "choose.md", map[string]any{"Question": EscapePrompt(question), "Sentences": numbered})
	if err != nil {
		return Choice{}, err
	}
	picked := choice{offered: len(ranked)}
	if err := t.structured(ctx, "choice", prompt, choiceTokens, &picked, t.Given(ctx, ps)); err != nil {
		return Choice{}, err
	}
	if picked.Best == "none" {
		text, citations := e.quoted(quotable(ranked))
		return Choice{Text: text, Citations: NonNil(citations), None: true}, nil
	}
	var kept []int
	for _, s := range []string{picked.Best, picked.Also, "1"} {
		if n, err := strconv.Atoi(s); err == nil && !slices.Contains(kept, n-1) {
			kept = append(kept, n-1)
		}
	}
	best := make([]Sentence, len(kept))
	for i, n := range kept {
		best[i] = ranked[n]
	}
	text, citations := e.quoted(best)
	return Choice{Text: text, Citations: NonNil(citations)}, nil
}

// plain is a sentence in a line; of a row each figure stands behind the head of its column.
func (e *extract) plain(s Sentence) string {
	text := oneLine(s.Text)
	if s.Row >= 0 {
		part := e.parts[s.Passage]
		row := part.Rows[s.Row]
		pieces := []string{strings.Join(append(slices.Clone(row.Parents), row.Label), " › ")}
		for _, cell := range row.Cells {
			pieces = append(pieces, part.Columns[cell.Column].Head()+": "+cell.Text)
		}
		text = oneLine(strings.Join(pieces, "; "))
	}
	if r := []rune(text); len(r) > choosableRune {
		text = string(r[:choosableRune]) + "…"
	}
	return text
}
