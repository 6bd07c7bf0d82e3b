package research

import (
	"context"
	"embed"
	"errors"
	"strings"
	"text/template"

	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
)

//go:embed prompts/*.md
var promptFiles embed.FS

func readPrompts() (*template.Template, error) {
	return rag.Prompts(promptFiles, template.FuncMap{
		"inert": rag.EscapePrompt, "number": func(i int) int { return i + 1 },
		"join": func(list []string) string { return rag.EscapePrompt(strings.Join(list, "; ")) },
	})
}

// noUse is the error of a model's answer, or of a call that came to none. The node can do without it.
type noUse struct{ error }

func (e noUse) Unwrap() error { return e.error }

// judged marks the errors that a node can do without: not those after which no other call would come to anything either,
// which end the run.
func judged(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	gone := errors.Is(err, llm.ErrDown) && !errors.Is(err, llm.ErrDropped)
	if gone || errors.Is(err, llm.ErrNoModel) || errors.Is(err, llm.ErrMemory) || errors.Is(err, llm.ErrWrongUse) {
		return err
	}
	return noUse{err}
}

// call makes one structured call with a prompt.
func (w *Workflow) call(ctx context.Context, prompt string, data map[string]any, out any) error {
	return w.callWith(ctx, prompt, data, out, nil, nil)
}

// callWith is a call whose prompt holds some of the passages that there are.
func (w *Workflow) callWith(ctx context.Context, prompt string, data map[string]any, out any, all, given []rag.Passage) error {
	return w.callFor(ctx, prompt, data, w.Config.ReplyTokens, out, all, given)
}

// callFor is a call whose answer may have so many tokens.
func (w *Workflow) callFor(ctx context.Context, prompt string, data map[string]any, reply int, out any, all, given []rag.Passage) error {
	text, err := rag.Render(w.prompts, prompt, data)
	if err != nil {
		return err
	}
	return judged(w.Structured(ctx, strings.ReplaceAll(strings.TrimSuffix(prompt, ".md"), "_", " "), text, reply, out, w.Given(ctx, given, rag.Without(all, given, rag.NoRoom())...)))
}

// without tells, by its key, that a node does without the model, if the error allows that; else it gives the error back.
func without(ctx context.Context, err error, key string) error {
	var n noUse
	if !errors.As(err, &n) {
		return err
	}
	rag.Note(ctx, "research.without", messages.Args{"done": messages.New(key), "error": n.error})
	return nil
}

// room is how many tokens of text fit beside a prompt of so many characters and an answer.
func (w *Workflow) room(ctx context.Context, prompt string, answer int) (int, error) {
	size, err := w.Client.ContextOf(ctx, w.ModelAt(ctx))
	if err != nil {
		return 0, judged(err)
	}
	return size - min(answer, size/2) - w.tokens(ctx, prompt), nil
}

// blockTokens is what the marks around a passage take.
const blockTokens = 32

func (w *Workflow) tokens(ctx context.Context, text string) int {
	return w.Client.Tokens(w.ModelAt(ctx), text)
}

// fit keeps the passages that fit a room, in their order, and tells how many don't.
func (w *Workflow) fit(ctx context.Context, ps []rag.Passage, room int) (kept []rag.Passage, left int) {
	for _, p := range ps {
		cost := w.tokens(ctx, p.Text.Text) + blockTokens
		if cost > room {
			left++
			continue
		}
		room -= cost
		kept = append(kept, p)
	}
	return kept, left
}
