package analyst

import (
	"context"
	"embed"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
)

//go:embed prompts/*.md
var files embed.FS

// brief is what the prompts are filled with.
type brief struct {
	Language string
	Question string // with what it leaves to the one before it
	History  string // the turn before
	Memory   []string
	Passages string
	Rows     []string // of tables, that figures may be taken from
	Figures  []string // of sentences
	Looked   []string // what was looked up already
	Gaps     []string
	Keywords []string
	Metrics  []string
	Computed []string
	Finding  string
	Failures []string
	Turns    []string
}

func (w *Workflow) brief(s State) brief {
	return brief{Language: rag.EscapePrompt(s.WrittenIn()), Question: rag.EscapePrompt(s.Asks()), Gaps: inertAll(s.Retrieval.Gaps), Memory: w.recalled(s)}
}

func (w *Workflow) recalled(s State) (out []string) {
	for _, m := range w.remembered(s.Retrieval.Memory) {
		out = append(out, rag.EscapePrompt(m.Text))
	}
	return out
}

func inertAll(list []string) (out []string) {
	for _, s := range list {
		out = append(out, rag.EscapePrompt(s))
	}
	return out
}

// short cuts a text to a number of characters, on one line.
func short(s string, chars int) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ")
	if r := []rune(s); len(r) > chars {
		return string(r[:chars]) + "…"
	}
	return s
}

// listed bounds a list that a model gave: each entry on a line, none twice.
func listed(list []string, most, chars int) []string {
	out, seen := []string{}, map[string]bool{"": true}
	for _, s := range list {
		if s = short(s, chars); !seen[strings.ToLower(s)] && len(out) < most {
			out = append(out, s)
		}
		seen[strings.ToLower(s)] = true
	}
	return out
}

// entry is how long a name, a keyword or a gap may be, and sentence a sentence, in characters.
const (
	entryChars    = 80
	gapChars      = 160
	sentenceChars = 300
)

// fit fills a prompt with as many of the passages, best first, as the model's context holds beside the answer.
func (w *Workflow) fit(ctx context.Context, name string, ps []rag.Passage, tokens int, b brief) (prompt string, given []rag.Passage, err error) {
	size, err := w.Client.ContextOf(ctx, w.ModelAt(ctx))
	if err != nil {
		return "", nil, err
	}
	for n := len(ps); ; n-- {
		b.Passages = rag.KnowledgeBase(ps[:n])
		if prompt, err = rag.Render(w.prompts, name, b); err != nil {
			return "", nil, err
		}
		if w.Client.Tokens(w.ModelAt(ctx), prompt)+min(tokens, size/2) <= size {
			if n < len(ps) {
				rag.Note(ctx, "analyst.left-out", messages.Args{"passages": messages.Count("count.passages", len(ps)-n)})
			}
			return prompt, ps[:n], nil
		}
		if n <= 1 {
			return "", nil, &llm.Error{Kind: llm.ErrContext, Message: messages.New("rag.question-too-long", messages.Args{"model": w.ModelAt(ctx)})}
		}
	}
}

// given says of a prompt which of the passages it holds.
func (w *Workflow) given(ctx context.Context, all, given []rag.Passage) llm.Given {
	return w.Given(ctx, given, rag.Without(all, given, rag.NoRoom())...)
}
