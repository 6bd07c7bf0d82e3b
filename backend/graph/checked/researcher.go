package checked

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Search is what a retrieval gave.
type Search struct {
	Candidates int     `json:"candidates"`
	Kept       int     `json:"kept"`
	New        int     `json:"new"`  // of these, not known from the rounds before
	Mean       float64 `json:"mean"` // score of those kept; 0 for none
	Best       float64 `json:"best"` // score of any candidate
	Threshold  float64 `json:"threshold"`
	ByMeaning  bool    `json:"byMeaning"` // vectors took part
}

// researcher looks for evidence and keeps what scores high enough.
func (w *Workflow) researcher(ctx context.Context, s State) (State, error) {
	library, err := w.Library(nil)
	if err != nil {
		return s, err
	}
	parts, named := mentioned(ctx, s, library)
	in := rag.Within(s.Scope, library, named)
	rag.StepStarted(ctx, "rag.searching", messages.Args{"documents": messages.Count("count.documents", len(in))})
	if s.Decision != retry {
		rag.TellWhole(ctx, s.Turn)
	}
	limit, threshold := w.Config.Candidates, w.Config.Threshold
	if s.Decision == retry {
		limit, threshold = w.Config.RetryCandidates, w.Config.RetryThreshold
		parts = append(parts, s.Round.Critique.Unsupported...)
		parts = append(parts, s.Round.Critique.Gaps...)
	}
	found := Search{Threshold: threshold}
	query := strings.Join(parts, "\n")
	scored, byMeaning, err := w.candidates(ctx, store.Query{Text: query, Documents: rag.IDs(in), Preferred: s.Preferred, Limit: limit, PerPage: w.Config.PerPage}, parts)
	if err != nil {
		return s, err
	}
	found.ByMeaning = byMeaning
	evidence, dropped := []Evidence{}, 0
	again := s.Decision == retry && len(scored) > 0
	if again { // what was good enough before stays
		evidence = slices.Clone(s.Evidence)
	}
	for _, e := range scored {
		found.Best = max(found.Best, e.Score)
		if e.Score < threshold {
			dropped++
			continue
		}
		known := slices.IndexFunc(evidence, func(o Evidence) bool { return o.ID == e.ID })
		if known >= 0 {
			evidence[known].Score = max(evidence[known].Score, e.Score)
			continue
		}
		evidence = append(evidence, e)
		found.New++
	}
	slices.SortStableFunc(evidence, func(a, b Evidence) int { return cmp.Compare(b.Score, a.Score) })
	for _, e := range evidence {
		found.Mean += e.Score
	}
	found.Candidates, found.Kept = len(scored), len(evidence)
	if found.Kept > 0 {
		found.Mean /= float64(found.Kept)
	}
	s.Asked, s.Documents = rag.IDs(in), true
	if len(in) == len(library) {
		s.Asked = []string{}
	}
	s.Query, s.Search, s.Evidence, s.Retrievals = query, found, evidence, s.Retrievals+1
	if again && found.New == 0 && !s.Round.wrong() {
		s.NeedsPerson = nothingNew
		rag.StepDone(ctx, "checked.found-nothing-new")
		return s, nil
	}
	rag.StepDone(ctx, "checked.kept", messages.Args{"kept": found.Kept, "dropped": dropped, "mean": fmt.Sprintf("%.2f", found.Mean), "threshold": fmt.Sprintf("%.2f", threshold), "words": byWordsAlone(ctx, found)})
	switch {
	case found.Kept > 0:
	case found.Candidates == 0 || found.Best < Faint:
		s.NeedsPerson = nothingFound
	default:
		s.NeedsPerson = allTooWeak
	}
	return s, nil
}

// mentioned reads the @names of the question and of what the person added: the texts with plain names, and the documents.
func mentioned(ctx context.Context, s State, library []store.Document) (parts []string, named []store.Document) {
	for _, text := range append([]string{s.Asks()}, s.Said...) {
		m := rag.FindMentions(text, library)
		for _, name := range m.Unknown {
			rag.Note(ctx, "rag.no-document-called", messages.Args{"name": name})
		}
		parts, named = append(parts, m.Rest), append(named, m.Documents...)
	}
	return parts, named
}

func byWordsAlone(ctx context.Context, s Search) string {
	if s.ByMeaning {
		return ""
	}
	return messages.From(ctx).Text("checked.by-words")
}

// candidates makes the one retrieval of a round and scores what it gives, best first.
func (w *Workflow) candidates(ctx context.Context, q store.Query, parts []string) (out []Evidence, byMeaning bool, err error) {
	if len(q.Documents) == 0 {
		return nil, w.Embedder.Ready(), nil
	}
	embedded := map[string]bool{} // documents with vectors of this model
	hits, err := w.Search(ctx, &q)
	if err != nil {
		return nil, false, err
	}
	if byMeaning = q.Vector != nil; byMeaning {
		spaces, err := w.Workspace.Vectors.Spaces()
		if err != nil {
			return nil, false, err
		}
		for id, s := range spaces {
			embedded[id] = q.Space.Answers(s)
		}
	}
	refs := make([]store.Ref, len(hits))
	byRef := map[store.Ref]store.Hit{}
	for i, h := range hits {
		refs[i], byRef[h.Ref] = h.Ref, h
	}
	texts, err := w.Workspace.Passages.Texts(refs)
	if err != nil {
		return nil, false, err
	}
	covers, meaning, words := rag.NewCovers(parts), w.Calibrations.Of(q.Space.Model), w.Calibrations.Words()
	out = make([]Evidence, len(texts))
	for i, t := range texts {
		out[i].ID, out[i].Score = t.Ref.String(), ScoreOf(words, covers.Of(t))
		if embedded[t.Ref.Document] { // either search is enough: to neither does everything that answers seem near
			out[i].Score = max(out[i].Score, ScoreOf(meaning, byRef[t.Ref].Cosine))
		}
	}
	slices.SortStableFunc(out, func(a, b Evidence) int { return cmp.Compare(b.Score, a.Score) })
	return out, byMeaning, nil
}
