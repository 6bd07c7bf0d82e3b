package chat

import (
	"context"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// retriever finds the passages.
func (w *Workflow) retriever(ctx context.Context, s State) (State, error) {
	if len(s.Plan.Targets) > 0 {
		rag.StepStarted(ctx, "rag.searching", messages.Args{"documents": messages.Count("count.documents", len(s.Plan.Targets))})
	} else {
		rag.StepStarted(ctx, "rag.searching-library")
	}
	c := w.Config
	r := rag.Retriever{
		Workspace: w.Workspace, Embedder: w.Embedder, Reranker: w.reranker(ctx),
		PerDocument: c.PerDocument, PerLibrary: c.PerLibrary, First: c.FirstPassages,
		Keep: c.Keep, KeepMost: max(c.KeepMost, c.Keep), Neighbours: c.Neighbours,
	}
	found, err := r.Retrieve(ctx, s.Plan)
	if err != nil {
		return s, err
	}
	if found.NoRerank != nil {
		rag.Note(ctx, "chat.not-reranked", messages.Args{"error": strings.TrimSuffix(found.NoRerank.Error(), ".")})
	}
	if len(found.Parts) > 0 {
		rag.Note(ctx, "rag.searched-parts", messages.Args{"parts": strings.Join(found.Parts, "; ")})
	}
	s.Passages, s.Hits = make([]string, len(found.Passages)), 0
	for i, p := range found.Passages {
		s.Passages[i] = p.Ref.String()
		if p.Role == "hit" {
			s.Hits++
		}
	}
	how := messages.From(ctx).Text("rag.by-words")
	if found.ByMeaning {
		how = messages.From(ctx).Text("rag.by-words-and-meaning")
	}
	along := ""
	if n := len(s.Passages) - s.Hits; n > 0 {
		along = messages.From(ctx).Text("chat.with-around", messages.Args{"number": n})
	}
	if len(found.Left) > 0 {
		rag.Note(ctx, "chat.not-taken", messages.Args{"left": rag.SayLeft(messages.From(ctx), found.Left)})
	}
	s.Same = rag.Same(found.Passages)
	if n := len(s.Same); n > 0 {
		along += messages.From(ctx).Text("chat.same-text", messages.Args{"texts": messages.Count("count.texts", n)})
	}
	rag.StepDone(ctx, "chat.kept", messages.Args{"kept": s.Hits, "passages": messages.Count("count.passages", found.Candidates), "how": how, "along": along})
	s.Subject, err = w.subject(ctx, s, found)
	return s, err
}

// reranker orders what is found anew, if the person wants it.
func (w *Workflow) reranker(ctx context.Context) rag.Reranker {
	if w.Config.Rerank == RerankModel && w.Verdicts != nil && w.Model != "" {
		return rag.ByModel{Client: w.Client, Model: w.ModelAt(ctx), Budget: rerankTime, Verdicts: w.Verdicts}
	}
	return nil
}

// subject tells how the question fits the documents. Names that no document has are told elsewhere, and a document seldom
// says what its file is called. A question that leans on the one before can't be judged by its words, nor can one that
// asks for the whole.
func (w *Workflow) subject(ctx context.Context, s State, found rag.Retrieval) (rag.Subject, error) {
	question := s.Plan.Question
	for _, name := range slices.Concat(s.Route.Unknown, s.Route.Named) {
		question = strings.ReplaceAll(question, name, " ")
	}
	asked, facts, err := rag.AskedOf(ctx, w.Workspace, question, s.Plan.Targets, found.Passages)
	if err != nil {
		return rag.Subject{}, err
	}
	var near *float64
	if found.Nearest != 0 {
		near = w.Calibrations.Nearness(found.Space.Model, found.Nearest)
	}
	out := rag.SubjectOf(asked, facts, found.Passages, near)
	if s.Route.FollowUp || s.Route.Intent == IntentWhole {
		out.Score, out.Apart = 1, false
	}
	if near == nil && found.Nearest != 0 && out.Doubtful() && 1-found.Nearest <= w.Config.ProbeDistance {
		out.Near()
	}
	if near == nil {
		in, err := w.Library(s.Plan.Targets)
		if err != nil {
			return rag.Subject{}, err
		}
		if rag.InOthers(asked, in) {
			out.InAnother()
		}
	}
	return out, nil
}
