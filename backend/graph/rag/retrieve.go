package rag

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"lectern/backend/ingest/metadata"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
	"lectern/backend/store/vector"
)

// Search is one thing to look for, in one document or (Document "") in all of the scope.
type Search struct {
	Text     string `json:"text"`
	Document string `json:"document,omitempty"`
}

// Plan says what to retrieve.
type Plan struct {
	Question string   `json:"question"`
	Searches []Search `json:"searches"`        // beside the question itself and its content words
	Sections []string `json:"sections"`        // passages under such headings weigh more
	Targets  []string `json:"targets"`         // documents it is limited to, each searched apart unless they are many; empty: the library
	AsOne    bool     `json:"asOne,omitempty"` // a question for several things isn't searched in its parts

	Preferred []string `json:"preferred,omitempty"` // documents that stand before the others, in a search over several
}

// Retriever finds passages for a question.
type Retriever struct {
	Workspace *store.Workspace
	Embedder  *Embedder // nil, or one without a model: by words alone
	Reranker  Reranker  // nil: they stand as they were found

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
	Score  float64 // of the search, or the reranker's; 0 for neighbours and first passages
	Role   string  // hit, first or neighbour
	Reason string  // why the reranker put it where it stands; "" if none did
}

// Retrieval is what a retrieval gave.
type Retrieval struct {
	Passages   []Passage // hits best first, then first passages, then neighbours
	Left       []Left    // found, but not given
	Candidates int       // different passages found before reranking
	Searches   int
	Parts      []string     // of a question that asks for several things: each was searched by itself, and has its share of the places
	ByMeaning  bool         // vectors took part,
	Space      vector.Space // of this space,
	Nearest    float64      // and this is the greatest similarity of a passage to the question, hit or not
	NoVector   error        // why they didn't
	NoRerank   error        // why the reranker left them as they were found
}

// mostApart is how many documents are searched one by one, each for its own best passages.
const mostApart = 8

// boostSection is how much more a passage weighs under a heading that the plan names.
const boostSection = 1.2

// perPage is how many passages of a page one search gives: kept are first the best ones of different pages.
const perPage = 2

// contentWeight is what a rank among the hits of the question's content words weighs: they say the question once more,
// and are searched by words alone.
const contentWeight = .5

// variations are the texts that are searched for: the question, the plan's, and last, unless they are one of these, the
// question's content words.
func variations(p Plan, document string) []string {
	out := []string{p.Question}
	for _, s := range p.Searches {
		if s.Document == "" || s.Document == document {
			out = append(out, s.Text)
		}
	}
	out = append(out, contentOf(p.Question))
	seen := map[string]bool{"": true}
	return slices.DeleteFunc(out, func(s string) bool {
		s = strings.ToLower(strings.TrimSpace(s))
		was := seen[s]
		seen[s] = true
		return was
	})
}

func contentOf(question string) string { return strings.Join(keyword.ContentWords(question), " ") }

// Retrieve carries a plan out. A document that was removed meanwhile is passed over. Where the model that embeds can't be
// asked it searches by words alone, from then on.
func (r *Retriever) Retrieve(ctx context.Context, p Plan) (Retrieval, error) {
	var found Retrieval
	var parts []metadata.Part
	var err error
	if !p.AsOne {
		if parts, err = Parts(ctx, r.Workspace, p.Question, p.Targets); err != nil {
			return found, err
		}
	}
	among := p.Targets
	queries, weights := r.queries(&p)
	whole := len(queries)
	for _, part := range parts {
		found.Parts = append(found.Parts, part.Name)
		queries = append(queries, store.Query{Text: part.Text, Documents: among, Preferred: part.Preferred, Limit: r.PerDocument, PerPage: perPage})
		weights = append(weights, 1)
	}
	var byMeaning []*store.Query // the question's content words mean what the question means
	for i := range queries {
		if weights[i] != contentWeight {
			byMeaning = append(byMeaning, &queries[i])
		}
	}
	if found.NoVector, err = r.Embedder.Vectors(ctx, byMeaning...); err != nil {
		return found, err
	}
	if found.NoVector != nil {
		r.Embedder = nil // it wouldn't answer a next time either
	}
	found.ByMeaning, found.Searches = found.NoVector == nil && r.Embedder.Ready(), len(queries)
	results, err := r.searched(ctx, queries)
	if err != nil {
		return found, err
	}
	lists := make([][]store.Hit, len(results))
	for i, of := range results {
		lists[i] = of.Hits
		if queries[i].Text == p.Question {
			found.Space, found.Nearest = queries[i].Space, max(found.Nearest, of.Nearest)
		}
	}
	hits := merge(lists, weights)
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
	slices.SortStableFunc(passages, func(a, b Passage) int { return cmp.Compare(b.Score, a.Score) })
	passages, same := condense(passages)
	if r.Reranker != nil {
		if passages, found.NoRerank = r.Reranker.Rerank(ctx, p.Question, passages); ctx.Err() != nil {
			return found, context.Cause(ctx)
		}
	}
	meant := p.Targets
	if len(meant) == 0 && len(p.Preferred) <= mostApart {
		meant = p.Preferred
	}
	passages, worse := best(passages, min(r.KeepMost, r.Keep*max(1, len(meant), len(parts))), shares{meant, owners(lists[whole:])})
	passages, again, err := r.around(passages, p.Targets)
	found.Passages, found.Left = passages, slices.Concat(same, worse, again)
	return found, err
}

// queries are what a plan searches for, with the weight of each one's hits. Of too many targets none is meant: they are
// searched as one, and p has none any more.
func (r *Retriever) queries(p *Plan) (queries []store.Query, weights []float64) {
	scopes := [][]string{nil}
	limit := r.PerLibrary
	if n := len(p.Preferred); n > 0 {
		limit = r.PerDocument * min(n, mostApart)
	}
	if len(p.Targets) > mostApart {
		scopes[0] = p.Targets
		p.Targets = nil
	}
	if len(p.Targets) > 0 {
		limit, scopes = r.PerDocument, nil
		for _, id := range p.Targets {
			scopes = append(scopes, []string{id})
		}
	}
	for _, scope := range scopes {
		document := ""
		if len(scope) == 1 {
			document = scope[0]
		}
		content := contentOf(p.Question)
		for i, text := range variations(*p, document) {
			queries = append(queries, store.Query{Text: text, Documents: scope, Preferred: p.Preferred, Limit: limit, PerPage: perPage})
			weight := 1.
			if i > 0 && text == content {
				weight = contentWeight
			}
			weights = append(weights, weight)
		}
	}
	return queries, weights
}

// searched makes the searches, a few at a time.
func (r *Retriever) searched(ctx context.Context, queries []store.Query) ([]store.SearchResult, error) {
	results := make([]store.SearchResult, len(queries))
	var g errgroup.Group
	g.SetLimit(4)
	for i, q := range queries {
		g.Go(func() (err error) {
			results[i], err = r.Workspace.Passages.Find(ctx, q)
			return err
		})
	}
	return results, g.Wait()
}

// merge fuses the lists of several searches, each with its weight, best first.
func merge(lists [][]store.Hit, weights []float64) []store.Hit {
	refs, best := make([][]store.Ref, len(lists)), map[store.Ref]store.Hit{}
	for i, list := range lists {
		for _, h := range list {
			refs[i] = append(refs[i], h.Ref)
			m, known := best[h.Ref]
			if !known {
				m = h
			}
			m.Cosine, m.Keyword = max(m.Cosine, h.Cosine), max(m.Keyword, h.Keyword)
			best[h.Ref] = m
		}
	}
	out := make([]store.Hit, 0, len(best))
	for ref, score := range Fuse(refs, weights...) {
		h := best[ref]
		h.Score = score
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
	texts, err := r.Workspace.Passages.Texts(refs)
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
