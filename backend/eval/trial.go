package eval

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/store/vector"
)

// Where is searched.
const (
	InFile    = "file"    // the documents that the question is about
	InLibrary = "library" // all documents
)

// depth is how many passages of a ranking are kept: more than the largest budget takes.
const depth = 50

// Library is what is searched; *store.Passages are.
type Library interface {
	Search(ctx context.Context, q store.Query) ([]store.Hit, error)
	Texts(refs []store.Ref) ([]store.Text, error)
}

// Embedder makes vectors of questions; *rag.Embedder does.
type Embedder interface {
	Ready() bool // there is a model
	Embed(ctx context.Context, texts []string) ([][]float32, vector.Space, error)
}

// Prefers are, of some documents, all for none, those that are like what a question says of them; none: all are alike.
type Prefers func(question string, documents []string) ([]string, error)

// Trial is one setting in one scope.
type Trial struct {
	Library  Library
	Names    Names
	Scope    string // InFile or InLibrary
	Config   store.SearchConfig
	Prefers  Prefers      // what a question says of documents; nil: that is passed over
	Embedder Embedder     // nil, or one that isn't ready: by words alone
	Reranker rag.Reranker // orders what was found; nil leaves it

	read   map[store.Ref]passage // before
	warmed bool
}

// Run asks the questions that the run file hasn't, and returns what was found for all of them, in order. After an error, as of
// a cancelled context, it returns the answers up to there; the run file holds them too. done is called after each
// question.
func (t *Trial) Run(ctx context.Context, questions []Question, file *RunFile, done func()) ([]Answer, error) {
	answers := make([]Answer, 0, len(questions))
	for _, q := range questions {
		a, there := file.find(q)
		if !there {
			var err error
			if a, err = t.ask(ctx, q); err == nil {
				err = file.put(a)
			}
			if err != nil {
				return answers, err
			}
		}
		answers = append(answers, a)
		done()
	}
	return answers, nil
}

// query is a question as it is searched for; ok is false if none of its documents is there.
func (t *Trial) query(ctx context.Context, q Question) (query store.Query, ok bool, err error) {
	query = store.Query{Text: q.Text, Limit: depth, PerPage: 1, Fill: true, Config: &t.Config}
	if t.Scope == InFile {
		for _, doc := range q.Docs() {
			if d, there := t.Names[bare(doc)]; there {
				query.Documents = append(query.Documents, d.ID)
			}
		}
		if query.Documents == nil {
			return query, false, nil
		}
	}
	if t.Prefers != nil {
		if query.Preferred, err = t.Prefers(q.Text, query.Documents); err != nil {
			return query, false, err
		}
	}
	if t.Embedder != nil && t.Embedder.Ready() {
		vectors, space, err := t.Embedder.Embed(ctx, []string{q.Text})
		if err != nil {
			return query, false, messages.Error("eval.question-not-embedded", messages.Args{"qid": q.QID, "error": err})
		}
		query.Vector, query.Space = vectors[0], space
	}
	return query, true, ctx.Err()
}

// warm searches everything once, untimed: the first search may have to index anew what an earlier version did.
func (t *Trial) warm(ctx context.Context, query store.Query) error {
	if t.warmed {
		return nil
	}
	query.Documents = nil
	_, err := t.Library.Search(ctx, query)
	t.warmed = err == nil
	return err
}

func (t *Trial) ask(ctx context.Context, q Question) (Answer, error) {
	a := Answer{QID: q.QID, Question: q.Text, Ranked: []Ranked{}}
	query, ok, err := t.query(ctx, q)
	if err == nil && ok {
		err = t.warm(ctx, query)
	}
	if err != nil || !ok {
		return a, err
	}
	began := time.Now()
	hits, err := t.Library.Search(ctx, query)
	if err != nil {
		return a, messages.Error("eval.searching", messages.Args{"qid": q.QID, "error": err})
	}
	if t.Reranker != nil {
		if hits, _, a.Reranking, err = t.rerank(ctx, q.Text, hits); err != nil {
			return a, err
		}
	}
	a.Milliseconds = float64(time.Since(began).Microseconds()) / 1000
	if err := t.lookUp(hits); err != nil {
		return a, err
	}
	spelt := t.spelling(q)
	for _, h := range hits {
		p := t.read[h.Ref]
		a.Ranked = append(a.Ranked, Ranked{cmp.Or(spelt[h.Ref.Document], p.name), []int{h.Page}, p.chars})
	}
	return a, nil
}

// rerank orders what was found anew, and says of each why it stands where it does.
func (t *Trial) rerank(ctx context.Context, question string, hits []store.Hit) ([]store.Hit, map[store.Ref]string, *Reranking, error) {
	texts, err := t.Library.Texts(refs(hits))
	if err != nil {
		return nil, nil, nil, err
	}
	began := time.Now()
	byRef, passages := map[store.Ref]store.Hit{}, make([]rag.Passage, len(texts))
	for _, h := range hits {
		byRef[h.Ref] = h
	}
	for i, text := range texts {
		passages[i] = rag.Passage{Text: text, Score: byRef[text.Ref].Score, Role: "hit"}
	}
	var calls atomic.Int64
	counted := llm.WithUsage(ctx, func(context.Context, llm.Usage) { calls.Add(1) })
	passages, why := t.Reranker.Rerank(counted, question, passages)
	r := &Reranking{Milliseconds: float64(time.Since(began).Microseconds()) / 1000, Calls: int(calls.Load())}
	if why != nil {
		r.Stayed = why.Error()
	}
	out, reasons := make([]store.Hit, len(passages)), map[store.Ref]string{}
	for i, p := range passages {
		out[i], reasons[p.Ref] = byRef[p.Ref], p.Reason
	}
	return out, reasons, r, ctx.Err()
}

func refs(hits []store.Hit) []store.Ref {
	out := make([]store.Ref, len(hits))
	for i, h := range hits {
		out[i] = h.Ref
	}
	return out
}

// passage is what a run file tells of one beside its page.
type passage struct {
	name  string // of its document
	chars int
}

// lookUp reads the passages that were not found before.
func (t *Trial) lookUp(hits []store.Hit) error {
	fresh := slices.DeleteFunc(refs(hits), func(r store.Ref) bool { _, known := t.read[r]; return known })
	texts, err := t.Library.Texts(fresh)
	if err != nil {
		return err
	}
	if t.read == nil {
		t.read = map[store.Ref]passage{}
	}
	for _, text := range texts {
		t.read[text.Ref] = passage{text.Name, utf8.RuneCountInString(text.Text)}
	}
	return nil
}

// spelling is how the question writes the names of its documents, by id: a ranking is compared with its gold pages by name.
func (t *Trial) spelling(q Question) map[string]string {
	out := map[string]string{}
	for _, name := range q.named() {
		if d, there := t.Names[bare(name)]; there && out[d.ID] == "" {
			out[d.ID] = name
		}
	}
	return out
}
