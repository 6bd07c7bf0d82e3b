package rag

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"lectern/backend/llm"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

// Search is one thing to look for, in one document or (Document "") in all of the scope.
type Search struct {
	Text     string `json:"text"`
	Document string `json:"document,omitempty"`
}

// Plan says what to retrieve.
type Plan struct {
	Question string   `json:"question"`
	Searches []Search `json:"searches"` // beside the question itself and its content words
	Sections []string `json:"sections"` // passages under such headings weigh more
	Targets  []string `json:"targets"`  // documents it is limited to, each searched apart; empty: the library
}

// Retriever finds passages for a question.
type Retriever struct {
	Workspace *store.Workspace
	Embedder  *Embedder // nil, or one without a model: by words alone
	Reranker  Reranker  // nil: Overlap

	PerDocument int // hits of one search in a targeted document
	PerLibrary  int // hits of one search in the library
	First       int // first passages of each targeted document that always come along
	Keep        int // passages that are kept of all hits,
	KeepMost    int // and at most, with several documents
	Neighbours  int // passages before and after each kept one
}

// Passage is a passage on its way to a model.
type Passage struct {
	store.Text
	Score float64 // of the reranker; 0 for neighbours and first passages
	Role  string  // hit, first or neighbour
}

// Found is what a retrieval gave.
type Found struct {
	Passages   []Passage // hits best first, then first passages, then neighbours
	Candidates int       // different passages found before reranking
	Searches   int
	ByMeaning  bool  // vectors took part
	NoVector   error // why they didn't
}

// boostSection is how much more a passage weighs under a heading that the plan names.
const boostSection = 1.2

// variations are the texts that are searched for: the question, its content words, and the plan's.
func variations(p Plan, document string) []string {
	out := []string{p.Question}
	for _, s := range p.Searches {
		if s.Document == "" || s.Document == document {
			out = append(out, s.Text)
		}
	}
	out = append(out, strings.Join(keyword.ContentWords(p.Question), " "))
	seen := map[string]bool{"": true}
	return slices.DeleteFunc(out, func(s string) bool {
		s = strings.ToLower(strings.TrimSpace(s))
		was := seen[s]
		seen[s] = true
		return was
	})
}

// Retrieve carries a plan out. A document that was removed meanwhile is passed over.
func (r *Retriever) Retrieve(ctx context.Context, p Plan) (Found, error) {
	scopes := [][]string{nil}
	limit := r.PerLibrary
	if len(p.Targets) > 0 {
		limit, scopes = r.PerDocument, nil
		for _, id := range p.Targets {
			scopes = append(scopes, []string{id})
		}
	}
	var found Found
	var queries []store.Query
	for _, scope := range scopes {
		document := ""
		if scope != nil {
			document = scope[0]
		}
		for _, text := range variations(p, document) {
			queries = append(queries, store.Query{Text: text, Documents: scope, Limit: limit, PerPage: 3})
		}
	}
	if found.NoVector = r.embed(ctx, queries); ctx.Err() != nil {
		return found, context.Cause(ctx)
	}
	found.ByMeaning, found.Searches = found.NoVector == nil && r.Embedder.Ready(), len(queries)
	results := make([][]store.Hit, len(queries))
	var g errgroup.Group
	g.SetLimit(4)
	for i, q := range queries {
		g.Go(func() (err error) {
			results[i], err = r.Workspace.Search(ctx, q)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return found, err
	}
	hits := merge(results)
	found.Candidates = len(hits)
	passages, err := r.read(hits)
	if err != nil {
		return found, err
	}
	for i := range passages {
		if underSection(passages[i], p.Sections) {
			passages[i].Score *= boostSection
		}
	}
	reranker := r.Reranker
	if reranker == nil {
		reranker = Overlap{}
	}
	passages = reranker.Rerank(ctx, p.Question, passages)
	keep := min(r.KeepMost, r.Keep*max(1, len(p.Targets)))
	passages = distinct(passages, keep, p.Targets)
	around, err := r.around(passages, p.Targets)
	found.Passages = append(passages, around...)
	return found, err
}

// embed gives the queries their vectors.
func (r *Retriever) embed(ctx context.Context, queries []store.Query) error {
	if !r.Embedder.Ready() {
		return nil
	}
	texts := make([]string, len(queries))
	for i, q := range queries {
		texts[i] = q.Text
	}
	vectors, space, err := r.Embedder.Embed(ctx, texts)
	if err != nil {
		return err
	}
	for i := range queries {
		queries[i].Vector, queries[i].Space = vectors[i], space
	}
	return nil
}

// merge fuses the lists of several searches by reciprocal rank, best first.
func merge(lists [][]store.Hit) []store.Hit {
	sum := map[store.Ref]store.Hit{}
	for _, list := range lists {
		for rank, h := range list {
			m, known := sum[h.Ref]
			if !known {
				m = h
				m.Score = 0
			}
			m.Score += 1 / float64(61+rank)
			m.Cosine = max(m.Cosine, h.Cosine)
			m.Keyword = max(m.Keyword, h.Keyword)
			sum[h.Ref] = m
		}
	}
	out := make([]store.Hit, 0, len(sum))
	for _, h := range sum {
		out = append(out, h)
	}
	slices.SortFunc(out, func(a, b store.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Ref.Document, b.Ref.Document), a.Ref.Passage-b.Ref.Passage)
	})
	return out
}

func (r *Retriever) read(hits []store.Hit) ([]Passage, error) {
	refs := make([]store.Ref, len(hits))
	score := map[store.Ref]float64{}
	for i, h := range hits {
		refs[i], score[h.Ref] = h.Ref, h.Score
	}
	texts, err := r.Workspace.Texts(refs)
	out := make([]Passage, len(texts))
	for i, t := range texts {
		out[i] = Passage{Text: t, Score: score[t.Ref], Role: "hit"}
	}
	return out, err
}

func underSection(p Passage, sections []string) bool {
	under := strings.ToLower(p.Heading + " " + p.Section)
	return slices.ContainsFunc(sections, func(s string) bool {
		s = strings.ToLower(strings.TrimSpace(s))
		return len(s) > 2 && strings.Contains(under, s)
	})
}

// distinct keeps the best passages, the same text only once, and of several targets each one's best.
func distinct(ps []Passage, keep int, targets []string) []Passage {
	seen := map[string]bool{}
	ps = slices.DeleteFunc(ps, func(p Passage) bool {
		key := strings.Join(strings.Fields(strings.ToLower(p.Text.Text)), " ")
		was := seen[key]
		seen[key] = true
		return was
	})
	if len(targets) < 2 || len(ps) <= keep {
		return ps[:min(keep, len(ps))]
	}
	share := max(1, keep/len(targets))
	taken := map[string]int{}
	var first, rest []Passage
	for _, p := range ps {
		if taken[p.Ref.Document]++; taken[p.Ref.Document] <= share {
			first = append(first, p)
		} else {
			rest = append(rest, p)
		}
	}
	out := append(first, rest...)
	return out[:min(keep, len(out))]
}

// around adds the first passages of each target and the neighbours of each kept passage.
func (r *Retriever) around(kept []Passage, targets []string) ([]Passage, error) {
	have := map[store.Ref]bool{}
	for _, p := range kept {
		have[p.Ref] = true
	}
	var refs []store.Ref
	role := map[store.Ref]string{}
	add := func(ref store.Ref, as string) {
		if ref.Passage >= 0 && !have[ref] {
			have[ref], role[ref] = true, as
			refs = append(refs, ref)
		}
	}
	for _, id := range targets {
		for i := range r.First {
			add(store.Ref{Document: id, Passage: i}, "first")
		}
	}
	for _, p := range kept {
		for d := 1; d <= r.Neighbours; d++ {
			add(store.Ref{Document: p.Ref.Document, Passage: p.Ref.Passage + d}, "neighbour")
			add(store.Ref{Document: p.Ref.Document, Passage: p.Ref.Passage - d}, "neighbour")
		}
	}
	texts, err := r.Workspace.Texts(refs)
	out := make([]Passage, len(texts))
	for i, t := range texts {
		out[i] = Passage{Text: t, Role: role[t.Ref]}
	}
	return out, err
}

// IsModelTrouble says whether an error is Ollama's rather than ours: a step can go on without it.
func IsModelTrouble(err error) bool {
	var told *llm.Error
	var bad *llm.BadText
	return errors.As(err, &told) || errors.As(err, &bad)
}
