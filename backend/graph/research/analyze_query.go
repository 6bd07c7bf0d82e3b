package research

import (
	"context"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store/keyword"
)

// analyzeQuery has the model say what the question is about, where asking back is switched off, and whether it can't be
// researched without a clarification.
func (w *Workflow) analyzeQuery(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "rag.reading-question")
	b, err := w.begin(ctx, s.Turn)
	if err != nil {
		return s, err
	}
	var out understood
	if err := w.call(ctx, "analyze_query.md", map[string]any{"Question": b.question, "Language": b.language}, &out); err != nil {
		return s, err
	}
	a := Anchor{Question: s.Asks(), Language: b.language, Entities: lines(out.Entities, mostEntities), Scope: clip(out.Scope, lineLength), Clarifications: []string{}}
	if a.Language == "" {
		a.Language = clip(out.Language, 40)
	}
	brief := Brief{Queries: lines(append([]string{b.question}, out.Concepts...), w.Config.Topics)}
	s.Asked = b.scope
	if out.Unclear {
		brief.Question = clip(out.Ask, lineLength)
		rag.StepDone(ctx, "research.one-thing-unclear")
	} else {
		s.Anchor = a
		rag.StepDone(ctx, "research.clear-queries", messages.Args{"queries": count(len(brief.Queries))})
	}
	s.Brief = brief
	return s, nil
}

// understoodAsPut takes the question as it is where the model doesn't say what it is about.
func (w *Workflow) understoodAsPut(ctx context.Context, s State, err error) (State, error) {
	if err := without(ctx, err, "research.question-not-analyzed"); err != nil {
		return s, err
	}
	b, err := w.begin(ctx, s.Turn)
	s.Asked, s.Anchor, s.Brief = b.scope, plainAnchor(s.Asks(), b), Brief{Queries: []string{b.question}}
	rag.StepDone(ctx, "research.clear-as-it-stands")
	return s, err
}

func plainAnchor(question string, b begun) Anchor {
	return Anchor{Question: question, Language: b.language, Entities: lines(keyword.ContentWords(b.question), mostEntities), Clarifications: []string{}}
}

type understood struct {
	Concepts []string `json:"concepts" schema:"maxItems=20 each.maxLength=150"`
	Entities []string `json:"entities" schema:"maxItems=8 each.maxLength=100"`
	Scope    string   `json:"scope" schema:"maxLength=250"`
	Language string   `json:"language" schema:"maxLength=40"`
	Unclear  bool     `json:"clarification_needed"`
	Ask      string   `json:"clarification" schema:"maxLength=250"`
}

// Validate implements the check of llm.Structured.
func (r *understood) Validate() error {
	if r.Unclear && clip(r.Ask, 1) == "" {
		return messages.Error("research.clarification-empty")
	}
	return nil
}

// clarify puts the one question to the person, and sets the anchor.
func (w *Workflow) clarify(ctx context.Context, s State) (State, error) {
	reply, err := graph.Ask[rag.Reply](ctx, rag.Card{
		Kind: "text", Text: s.Brief.Question, Options: []string{messages.From(ctx).Text("research.go-on")}, Items: []rag.Item{},
		Help: messages.From(ctx).Text("research.card-clarify"),
	})
	if err != nil {
		return s, err
	}
	rag.StepStarted(ctx, "rag.reading-answer")
	b, err := w.begin(ctx, s.Turn)
	if err != nil {
		return s, err
	}
	s.Anchor, s.Brief.Question = plainAnchor(s.Asks(), b), ""
	said, _ := ends(ctx, reply.Text)
	if text := clip(said, textLength); text != "" {
		s.Anchor.Clarifications, s.Brief.Context = []string{clip(text, 2*lineLength)}, text
		rag.StepDone(ctx, "research.understood")
	} else {
		rag.StepDone(ctx, "research.goes-on-as-it-stands")
	}
	return s, nil
}
