package checked

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
	Question string   // with what it leaves to the one before it
	Said     []string // what the person added
	Passages string
	Draft    string
	Faults   []string // of the draft before
	Audit    []string // what the citation engine found
}

// given says of a prompt which of the passages it holds; sources are the same with their texts whole.
func (w *Workflow) given(ctx context.Context, ids []string, given, sources []rag.Passage) llm.Given {
	all, _ := w.Passages(ids) // they have just been read
	g := w.Given(ctx, given, rag.Without(all, given, messages.New("checked.others-say-more"))...)
	for i, p := range given {
		if p.Text.Text != sources[i].Text.Text {
			g.Passages[i].Why = messages.From(ctx).Text("checked.shortened-why")
		}
	}
	return g
}

func (w *Workflow) brief(s State, given []rag.Passage) brief {
	b := brief{Language: rag.EscapePrompt(s.WrittenIn()), Question: rag.EscapePrompt(s.Asks()), Passages: rag.KnowledgeBase(given)}
	for _, text := range s.Said {
		b.Said = append(b.Said, rag.EscapePrompt(text))
	}
	return b
}

// evidence reads the passages of the state, best first, and fits them into a number of characters and, with all that is
// to stand beside them, into the model's context. It says how many characters those were.
func (w *Workflow) evidence(ctx context.Context, s State, ids []string, chars, tokens int, beside func(given []rag.Passage) (string, error)) (given, sources []rag.Passage, fit int, err error) {
	ps, err := w.Passages(ids)
	if err != nil {
		return nil, nil, 0, err
	}
	if len(ps) == 0 {
		return nil, nil, 0, messages.Error("rag.passages-gone")
	}
	size, err := w.Client.ContextOf(ctx, w.ModelAt(ctx))
	if err != nil {
		return nil, nil, 0, err
	}
	question := strings.Join(append([]string{s.Asks()}, s.Said...), "\n")
	for {
		given, sources = compress(question, ps, chars, w.Config.WholeBest)
		prompt, err := beside(given)
		if err != nil {
			return nil, nil, 0, err
		}
		if w.Client.Tokens(w.ModelAt(ctx), prompt)+min(tokens, size/2) <= size {
			return given, sources, chars, nil
		}
		const smallest = 200
		if chars = chars * 2 / 3; chars < smallest {
			return nil, nil, 0, &llm.Error{Kind: llm.ErrContext, Message: messages.New("rag.question-too-long", messages.Args{"model": w.ModelAt(ctx)})}
		}
	}
}
