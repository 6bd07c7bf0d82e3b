package rag

import (
	"context"

	"lectern/backend/graph"
	"lectern/backend/llm"
	"lectern/backend/messages"
)

// Called tells what a call of a model was given and what became of it; see llm.WithCalls.
func Called(ctx context.Context, c llm.Call) { graph.Emit(ctx, Report{Kind: KindCall, Call: c}) }

// Given says of a prompt which passages it holds, for the receipt, and which it could have held.
func (t Tools) Given(ctx context.Context, ps []Passage, left ...Left) llm.Given {
	var g llm.Given
	for _, p := range ps {
		g.Passages = append(g.Passages, llm.GivenPassage{
			Passage: p.Ref.String(), Document: p.Ref.Document, Doc: p.Name, Page: p.Page, Label: p.Label,
			Tokens: t.Client.Estimate(t.ModelAt(ctx), p.Text.Text),
		})
	}
	for _, l := range left {
		g.LeftOut = append(g.LeftOut, llm.LeftOut{What: messages.From(ctx).Text("doubts.page", messages.Args{"document": l.Doc, "label": l.Label}), Why: l.Why.In(messages.From(ctx).Language())})
	}
	return g
}

// Without are the passages of a list, by their ids, that another doesn't have, and why.
func Without(all, given []Passage, why messages.Message) (left []Left) {
	has := map[string]bool{}
	for _, p := range given {
		has[p.Ref.String()] = true
	}
	for _, p := range all {
		if !has[p.Ref.String()] {
			left = append(left, leave(p, why))
		}
	}
	return left
}

// NoRoom is why a passage isn't given for which the model's context is too small.
func NoRoom() messages.Message { return messages.New("rag.context-full") }
