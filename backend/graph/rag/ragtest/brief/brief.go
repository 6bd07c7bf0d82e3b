// Package brief is a workflow for tests alone: the shortest that there can be, and so the pattern of one.
//
//	find → write
package brief

import (
	"context"
	"embed"
	"strings"
	"text/template"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/tuning"
)

//go:embed prompts/*.md
var files embed.FS

// About tells what the workflow is called, and what of it can be set.
func About() rag.About {
	return rag.About{
		Name: "brief", Title: messages.Plain("Brief"), Label: messages.Plain("Brief"), Hint: messages.Plain("A few sentences from a few passages"),
		Nodes:    []string{"write"},
		Defaults: func() rag.Config { c := tuning.Defaults[Config](); return &c },
	}
}

// Config is every number of the workflow.
type Config struct {
	Keep int `json:"keep" default:"3" range:"1 9" once:"yes" title:"Passages" help:"How many passages the brief is written from."`
}

// Validate implements rag.Config.
func (c *Config) Validate() error { return tuning.Check(c) }

// State is what a conversation knows.
type State struct {
	rag.Conversation
	Passages []string   `json:"briefPassages"` // ids, best first
	Answer   rag.Answer `json:"answer"`
}

type workflow struct {
	rag.Tools
	Config

	prompts *template.Template
}

// New makes the workflow runnable with numbers that About's Defaults are.
func New(t rag.Tools, c rag.Config, checkpoints graph.Store) (rag.Runner, error) {
	w := &workflow{Tools: t, Config: *c.(*Config)}
	var err error
	if w.prompts, err = rag.Prompts(files, nil); err != nil {
		return nil, err
	}
	g, err := w.graph().Compile(graph.Config{Store: checkpoints})
	return rag.Adapt(g, func(s State) rag.Result { return rag.Result{Answer: s.Answer} }), err
}

func (w *workflow) graph() *graph.Graph[State] {
	return graph.New[State]("brief").
		Node("find", w.find, w.Policy()).
		Node("write", w.write, w.Policy()).
		Edge(graph.Start, "find").
		Edge("find", "write").
		Edge("write", graph.End)
}

// find searches for the question as it is put.
func (w *workflow) find(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "rag.searching-library")
	library, err := w.Library(s.Scope)
	if err != nil {
		return s, err
	}
	hits, err := w.Search(ctx, &store.Query{Text: s.Question, Documents: rag.IDs(library), Limit: w.Keep})
	for _, h := range hits {
		s.Passages = append(s.Passages, h.Ref.String())
	}
	s.Documents = true
	rag.StepDone(ctx, "rag.found", messages.Args{"passages": messages.Count("count.passages", len(hits))})
	return s, err
}

// write has the model answer from the passages.
func (w *workflow) write(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "rag.writing-short")
	ps, err := w.Tools.Passages(s.Passages)
	if err != nil {
		return s, err
	}
	prompt, err := rag.Render(w.prompts, "write.md", map[string]any{"Passages": rag.KnowledgeBase(ps), "Question": rag.EscapePrompt(s.Question)})
	if err != nil {
		return s, err
	}
	citer := rag.StreamCiter(ctx, ps)
	reply, err := w.Draft(ctx, llm.Request{
		Purpose: "brief", Model: w.Model, Messages: []llm.Message{{Role: "user", Content: prompt}}, Given: w.Given(ctx, ps),
	}, "passages", false, func(piece string) { citer.Write(piece) })
	citer.Close()
	if err != nil {
		return s, err
	}
	s.Answer = rag.Answer{Mode: "model", Model: w.Model, Citations: append([]store.Citation{}, citer.Citations...)}
	s.Answer.Text, s.Answer.Invented = citer.Text("")
	s.Answered(s.Answer.Text)
	rag.StepDone(ctx, "rag.wrote-words", messages.Args{"words": messages.Count("count.words", len(strings.Fields(reply.Text)))})
	return s, nil
}
