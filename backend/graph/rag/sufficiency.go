package rag

import (
	"context"
	"embed"
	"fmt"
	"strings"
	"text/template"

	"lectern/backend/messages"
	"lectern/backend/text"
)

//go:embed prompts/*.md
var promptFiles embed.FS

// Enough says how far passages answer a question.
type Enough string

// The verdicts on passages.
const (
	EnoughYes    Enough = "yes"
	EnoughPartly Enough = "partly"
	EnoughNo     Enough = "no"
)

// Sufficiency is a model's judgement of whether passages answer a question.
type Sufficiency struct {
	Asked   string `json:"asked" schema:"maxLength=300"`
	Given   string `json:"given" schema:"maxLength=400"`
	Missing string `json:"missing" schema:"maxLength=300"`
	Enough  Enough `json:"enough" schema:"enum=yes|partly|no"`
}

// Validate implements the check of llm.Structured.
func (s *Sufficiency) Validate() error {
	switch s.Enough {
	case EnoughYes:
		return nil
	case EnoughPartly, EnoughNo:
		if strings.TrimSpace(s.Missing) == "" {
			return messages.Error("rag.nothing-missing", messages.Args{"enough": fmt.Sprintf("%q", s.Enough)})
		}
		return nil
	}
	return messages.Error("rag.enough-unknown", messages.Args{"enough": fmt.Sprintf("%q", s.Enough)})
}

const (
	sufficiencyTokens = 400 // of the judgement
	sufficiencyShare  = .6  // of the model's context that the passages take, at most
)

// judge is what a judgement needs: the prompts, the model that makes it, and its context in tokens.
func (t Tools) judge(ctx context.Context) (prompts *template.Template, model string, size int, err error) {
	if prompts, err = Prompts(promptFiles, nil); err != nil {
		return nil, "", 0, err
	}
	model = t.ModelAt(ctx)
	size, err = t.Client.ContextOf(ctx, model)
	return prompts, model, size, err
}

// Weigh has the model judge whether passages, best first, answer a question; as many of them as fit are given. It is one
// structured call, and one more if its answer doesn't fit.
func (t Tools) Weigh(ctx context.Context, question, language string, subject Subject, ps []Passage) (out Sufficiency, err error) {
	prompts, model, size, err := t.judge(ctx)
	if err != nil {
		return out, err
	}
	room := int(sufficiencyShare * float64(size))
	var given []Passage
	for _, p := range ps {
		if n := t.Client.Tokens(model, p.Text.Text); n <= room {
			room -= n
			given = append(given, p)
		}
	}
	left := Without(ps, given, NoRoom())
	nowhere := make([]string, len(subject.Nowhere))
	for i, w := range subject.Nowhere {
		nowhere[i] = fmt.Sprintf("%q", Attribute(w))
	}
	name := text.LanguageName(language)
	if name == "" || language == "en" {
		name = "the language of the question"
	}
	text, err := Render(prompts, "sufficiency.md", map[string]any{
		"Language": name, "Nowhere": strings.Join(nowhere, ", "), "Passages": KnowledgeBase(given), "Question": EscapePrompt(question),
	})
	if err != nil {
		return out, err
	}
	return out, t.Structured(ctx, "sufficiency", text, sufficiencyTokens, &out, t.Given(ctx, given, left...))
}
