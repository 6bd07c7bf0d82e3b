package rag

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"lectern/backend/facts"
	"lectern/backend/graph"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Tools are what the nodes of a workflow work with.
type Tools struct {
	Workspace    *store.Workspace
	Client       *llm.Client
	Embedder     *Embedder
	Model        string            // the chat model; "" if there is none
	Small        bool              // the chat model is too small to write: it picks sentences; see models.State
	Smaller      map[string]string // models that the person wants for single nodes, by the node's name
	Why          messages.Message  // why there is no model, for the person
	Attempts     int               // at a step whose call of a model broke off
	Wait         time.Duration     // before the second attempt, doubled before each further one
	Verdicts     *Verdicts         // of models on passages; nil: none rerank
	Facts        *facts.Library    // looks figures up in tables; nil: none are
	Speeds       *Speeds           // measured of models; nil: they are measured anew
	Calibrations *Calibrations     // what similarities mean; nil: they are taken as they are
}

// ModelAt is the model that the node which runs asks: one of its own, else the run's.
func (t Tools) ModelAt(ctx context.Context) string {
	return cmp.Or(t.Smaller[graph.Running(ctx)], t.Model)
}

// Policy has a step tried again where a call of a model broke off.
func (t Tools) Policy() graph.Policy {
	return graph.Policy{Attempts: t.Attempts, Wait: t.Wait, RetryIf: llm.Transient}
}

// NoModel is the error of a workflow that can't do without a model; it says what the person can do.
func (t Tools) NoModel() error { return &llm.Error{Kind: llm.ErrNoModel, Message: t.Why} }

// tooSmall is llm.ErrSmall where the node's model is to write nothing: what such a model plans and judges is worth as
// little as what it writes, and takes minutes. A model that the person chose for the node is asked whatever its size.
func (t Tools) tooSmall(ctx context.Context) error {
	if !t.Small || t.Smaller[graph.Running(ctx)] != "" {
		return nil
	}
	return &llm.Error{Kind: llm.ErrSmall, Message: messages.New("llm.too-small-to-write", messages.Args{"model": t.Model})}
}

// Structured makes one structured call at temperature 0 and decodes the answer into out, which says the form that it must
// have (llm.SchemaOf) and may check itself (Validate), with the node's model. purpose says in a word what the call is for.
// An answer that doesn't fit is sent back once; then it is llm.ErrFormat. A model too small to write isn't asked: llm.ErrSmall.
// given is what the prompt is made of beside instructions, if anything.
func (t Tools) Structured(ctx context.Context, purpose, prompt string, tokens int, out any, given ...llm.Given) error {
	if err := t.tooSmall(ctx); err != nil {
		return err
	}
	return t.structured(ctx, purpose, prompt, tokens, out, given...)
}

func (t Tools) structured(ctx context.Context, purpose, prompt string, tokens int, out any, given ...llm.Given) error {
	var of llm.Given
	if len(given) > 0 {
		of = given[0]
	}
	return t.Client.Structured(ctx, llm.Request{
		Purpose: purpose, Model: t.ModelAt(ctx), Schema: llm.SchemaOf(out), MaxTokens: tokens, Messages: []llm.Message{{Role: "user", Content: prompt}}, Given: of,
	}, out)
}

// GivenUp tells whether a node should take its fallback for an error of a model: not while the call may be tried again
// by the node's Policy, and not when the run was stopped.
func GivenUp(ctx context.Context, err error) bool {
	var told *llm.Error
	return ctx.Err() == nil && errors.As(err, &told) && !llm.Transient(err)
}

// Passages reads passages by their ids, in that order; those whose document was removed meanwhile are left out.
func (t Tools) Passages(ids []string) ([]Passage, error) {
	refs := make([]store.Ref, len(ids))
	for i, id := range ids {
		var err error
		if refs[i], err = store.ParseRef(id); err != nil {
			return nil, err
		}
	}
	texts, err := t.Workspace.Passages.Texts(refs)
	out := make([]Passage, len(texts))
	for i, text := range texts {
		out[i] = Passage{Text: text, Role: "hit"}
	}
	return out, err
}

// Library lists the documents that can be asked, within a scope of ids if it isn't empty.
func (t Tools) Library(scope []string) ([]store.Document, error) {
	library, err := t.Workspace.Documents.List()
	return slices.DeleteFunc(library, func(d store.Document) bool {
		return d.Failed != "" || len(scope) > 0 && !slices.Contains(scope, d.ID)
	}), err
}
