package rag

import (
	"context"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// StreamCiter is a citer that streams the answer, with its citations.
func StreamCiter(ctx context.Context, offered []Passage) *Citer {
	return &Citer{
		Offered: offered,
		Say:     func(text string) { EmitToken(ctx, text) },
		Cite:    func(c store.Citation) { graph.Emit(ctx, Report{Kind: KindCitation, Citation: c}) },
	}
}

// Instead says an answer in the place of what was streamed so far.
func Instead(ctx context.Context, a Answer) {
	graph.Emit(ctx, Report{Kind: KindRestart, Text: a.Message})
	for _, c := range a.Citations {
		graph.Emit(ctx, Report{Kind: KindCitation, Citation: c})
	}
	EmitToken(ctx, a.Text)
}

// Draft has a model write prose, of which write gets each piece as it comes. reads is what it reads, for the person who
// waits; with again, what was said of an earlier draft is dropped at the first piece. An empty draft is llm.ErrFormat, one of
// a model too small to write llm.ErrSmall. What was written before an error is in the reply.
func (t Tools) Draft(ctx context.Context, r llm.Request, reads string, again bool, write func(piece string)) (llm.Reply, error) {
	if err := t.tooSmall(ctx); err != nil {
		return llm.Reply{}, err
	}
	waiting := t.Waiting(ctx, reads)
	defer waiting.Stop()
	reply, err := t.Client.Chat(ctx, r, func(piece string) error {
		waiting.Stop()
		if again {
			graph.Emit(ctx, Report{Kind: KindRestart, Text: messages.From(ctx).Text("rag.new-draft")})
			again = false
		}
		write(piece)
		return nil
	})
	NoteStopped(ctx, reply)
	reply.Text = strings.TrimSpace(strings.ToValidUTF8(reply.Text, ""))
	switch {
	case err != nil:
		return reply, err
	case reply.Text == "":
		return reply, &llm.Error{Kind: llm.ErrFormat, Message: messages.New("rag.empty-answer", messages.Args{"model": r.Model})}
	case reply.Full:
		Note(ctx, "rag.draft-cut", messages.Args{"tokens": r.MaxTokens})
	}
	return reply, nil
}
