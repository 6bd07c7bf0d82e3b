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
	asked, named := mentioned(ctx, s, library)
	in := rag.Within(s.Scope, library, named)
	rag.StepStarted(ctx, "rag.searching", messages.Args{"documents": messages.Count("count.documents", len(in))})
	if s.Decision != retry {
		rag.TellWhole(ctx, s.Turn)
	}
	limit, threshold := w.Config.Candidates, w.Config.Threshold
	query := store.Query{Text: strings.Join(asked, "\n"), Documents: rag.IDs(in), Preferred: s.Preferred, PerPage: w.Config.PerPage}
	apart, err := w.apart(ctx, s, asked[0], query)
	if err != nil {
		return s, err
	}
	if s.Decision == retry {
		limit, threshold = w.Config.RetryCandidates, w.Config.RetryThreshold
		for _, missing := range slices.Concat(s.Round.Critique.Unsupported, s.Round.Critique.Gaps) {
			part := query
			part.Text = missing
			apart = append(apart, part)
		}
	}
	searched := []string{query.Text}
	for _, part := range apart {
		searched = append(searched, part.Text)
	}
	query.Limit = limit
	found := Search{Threshold: threshold}
	scored, byMeaning, err := w.candidates(ctx, query, apart, asked)
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
	s.Query, s.Search, s.Evidence, s.Retrievals = strings.Join(searched, "\n"), found, evidence, s.Retrievals+1
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

// apart are the searches for the several things that a question asks for.
func (w *Workflow) apart(ctx context.Context, s State, question string, q store.Query) (out []store.Query, err error) {
	if s.Drops(store.ReadParts) || len(q.Documents) == 0 {
		return nil, nil
	}
	parts, err := rag.Parts(ctx, w.Workspace, question, q.Documents)
	var names []string
	for _, part := range parts {
		q.Text, q.Preferred = part.Text, part.Preferred
		out, names = append(out, q), append(names, part.Name)
	}
	if len(names) > 0 {
		rag.Note(ctx, "rag.searched-parts", messages.Args{"parts": strings.Join(names, "; ")})
	}
	return out, err
}

// fewApart is how many passages each search for a part brings at least.
const fewApart = 2

// hits are those of a search, and beside them of searches for parts of it, each with its share of as many again.
func (w *Workflow) hits(ctx context.Context, q *store.Query, apart []store.Query) (out []store.Hit, err error) {
	queries := []*store.Query{q}
	for i := range apart {
		apart[i].Limit = max(fewApart, q.Limit/len(apart))
		queries = append(queries, &apart[i])
	}
	if _, err := w.Embedder.Vectors(ctx, queries...); err != nil {
		return nil, err
	}
	at := map[store.Ref]int{}
	for _, one := range queries {
		hits, err := w.Workspace.Passages.Search(ctx, *one)
		if err != nil {
			return nil, err
		}
		for _, h := range hits {
			if i, known := at[h.Ref]; known {
				out[i].Cosine = max(out[i].Cosine, h.Cosine)
				continue
			}
			at[h.Ref], out = len(out), append(out, h)
		}
	}
	return out, nil
}

// candidates makes the one retrieval of a round and scores what it gives, best first: by what was asked, or a part of it.
func (w *Workflow) candidates(ctx context.Context, q store.Query, apart []store.Query, asked []string) (out []Evidence, byMeaning bool, err error) {
	if len(q.Documents) == 0 {
		return nil, w.Embedder.Ready(), nil
	}
	embedded := map[string]bool{} // documents with vectors of this model
	hits, err := w.hits(ctx, &q, apart)
	if err != nil {
		return nil, false, err
	}
	for _, part := range apart {
		asked = append(asked, part.Text)
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
	covers, meaning, words := rag.NewCovers(asked), w.Calibrations.Of(q.Space.Model), w.Calibrations.Words()
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
