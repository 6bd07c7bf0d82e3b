package report

import (
	"context"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store/keyword"
)

// library searches the person's documents. Nothing of it leaves the machine.
type library struct{ *finder }

// Search implements SearchClient: a retrieval of each part of the question, or one of the claims that did not hold. The parts'
// results come by turns, so that each has its share of the places.
func (l *library) Search(ctx context.Context, ask request) (out []Result) {
	if len(ask.Claims) > 0 {
		return l.retrieve(ctx, ask.Claims[0], ask.Claims[1:])
	}
	if len(ask.Parts) == 0 {
		return l.retrieve(ctx, ask.Question, nil)
	}
	found, longest := make([][]Result, len(ask.Parts)), 0
	for i, part := range ask.Parts {
		found[i] = l.retrieve(ctx, part, nil)
		longest = max(longest, len(found[i]))
	}
	for rank := range longest {
		for i, rs := range found {
			if rank < len(rs) {
				rs[rank].part = i + 1
				out = append(out, rs[rank])
			}
		}
	}
	return out
}

// Again implements SearchClient: each of the question's words by itself.
func (l *library) Again(ctx context.Context, ask request) []Result {
	words := keyword.ContentWords(strings.Join(append([]string{ask.Question}, ask.Claims...), " "))
	if len(words) == 0 {
		return nil
	}
	return l.retrieve(ctx, words[0], words[1:min(len(words), max(1, wordQueries))])
}

// Further implements SearchClient: the library is asked for the question alone.
func (l *library) Further(context.Context, request) []Result { return nil }

// Bodies implements SearchClient: a passage is its own body.
func (l *library) Bodies(context.Context, []Result, int) {}

func (l *library) retrieve(ctx context.Context, question string, more []string) (out []Result) {
	if len(l.in.documents) == 0 || ctx.Err() != nil {
		return nil
	}
	plan := rag.Plan{Question: question, Targets: rag.IDs(l.in.targets)}
	for _, text := range more {
		plan.Searches = append(plan.Searches, rag.Search{Text: text})
	}
	c := l.w.Config
	r := rag.Retriever{
		Workspace: l.w.Workspace, Embedder: l.w.Embedder, PerDocument: perSearch, PerLibrary: perSearch,
		Keep: c.LibraryResults, KeepMost: max(c.LibraryResults, min(c.MostResults, c.LibraryResults*max(1, len(l.in.targets)))),
	}
	found, err := r.Retrieve(ctx, plan)
	l.retrievals++
	if found.NoVector != nil && ctx.Err() == nil {
		l.desk.wrong("report.by-words", messages.Args{"error": found.NoVector})
	}
	if err != nil {
		if ctx.Err() == nil {
			l.desk.wrong("report.library-failed", messages.Args{"error": err})
		}
		return nil
	}
	for _, p := range found.Passages {
		out = append(out, ofPassage(p, l.time))
	}
	for _, text := range append([]string{question}, more...) {
		l.queries = append(l.queries, Query{Where: "library", Text: text, Found: len(out)})
	}
	return out
}
