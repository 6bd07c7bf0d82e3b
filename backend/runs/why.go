package runs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Reason is why a passage was found for a run's question. It is looked up anew, in the library as it is now.
type Reason struct {
	Text      string // of the search that ranks it best: the question's, or one that the run made of it
	Reworded  bool   // it isn't the question's
	Hit       store.Hit
	Documents int    // that this search looked into
	Narrowed  string // what the run was limited to; "": nothing was read in the question or wanted
}

const (
	whyDepth = 200             // hits among which a passage is looked for
	whyTime  = 5 * time.Second // for the model that embeds
)

var errUnexplained = messages.Error("runs.not-searched")

// Why tells why a passage was found for a run's question.
func (r *Runs) Why(ctx context.Context, id, passage string) (Reason, error) {
	run, err := r.workspace.Runs.Get(id)
	if err != nil {
		return Reason{}, errNoRun
	}
	ref, err := store.ParseRef(passage)
	if err != nil {
		return Reason{}, errUnexplained
	}
	library, err := r.workspace.Documents.List()
	if err != nil {
		return Reason{}, err
	}
	named := rag.FindMentions(cmp.Or(run.Whole, run.Question), library)
	in := store.Query{Documents: rag.IDs(named.Documents)}
	if len(in.Documents) == 0 {
		if in.Documents, in.Preferred, err = r.scope(run); err != nil {
			return Reason{}, err
		}
	}
	texts := append([]string{named.Rest}, r.searches(run)...)
	best, err := r.best(ctx, texts, in, ref)
	if errors.Is(err, errUnexplained) && len(in.Documents) != 1 {
		best, err = r.best(ctx, texts[:1], store.Query{Documents: []string{ref.Document}}, ref)
	}
	if err != nil {
		return Reason{}, err
	}
	best.Reworded, best.Narrowed = run.Whole != "" || best.Text != named.Rest, run.Narrowed
	return best, nil
}

// searches are the texts that a run looked for beside its question, as far as its last checkpoint tells.
func (r *Runs) searches(run store.Run) (out []string) {
	head, err := r.head(run)
	if err != nil || head == 0 {
		return nil
	}
	at, err := graph.Inspect(r.ctx, r.checkpoints, run.Conversation, "", head)
	if err != nil {
		return nil
	}
	var plan rag.Plan
	if json.Unmarshal(at.State["plan"], &plan) != nil { // another workflow's, of another form
		return nil
	}
	for _, s := range plan.Searches {
		out = append(out, s.Text)
	}
	return out
}

// best is the search that ranks a passage best, in the documents of a query.
func (r *Runs) best(ctx context.Context, texts []string, in store.Query, ref store.Ref) (best Reason, err error) {
	rank := whyDepth + 1
	for i, q := range r.vectors(ctx, texts) {
		q.Limit, q.Why, q.Preferred = whyDepth, true, in.Preferred
		if len(in.Documents) > 0 {
			q.Documents = in.Documents
		}
		found, err := r.workspace.Passages.Find(ctx, q)
		if err != nil {
			return best, err
		}
		for at, h := range found.Hits {
			if h.Ref == ref && at < rank {
				rank, best = at, Reason{Text: texts[i], Hit: h, Documents: found.Documents}
			}
		}
	}
	if best.Hit.Why == nil {
		err = errUnexplained
	}
	return best, err
}

// vectors are queries for texts, with vectors if there is a model that gives them soon.
func (r *Runs) vectors(ctx context.Context, texts []string) []store.Query {
	out := make([]store.Query, len(texts))
	for i, text := range texts {
		out[i].Text = text
	}
	r.mu.Lock()
	embedder := r.embedder
	r.mu.Unlock()
	spaces, err := r.workspace.Vectors.Spaces()
	if err != nil || len(spaces) == 0 {
		return out
	}
	if embedder == nil {
		s := r.models.State()
		embedder = &rag.Embedder{Client: s.Client, Model: s.Embed}
	}
	if !embedder.Ready() {
		return out
	}
	ctx, cancel := context.WithTimeout(ctx, whyTime)
	defer cancel()
	vectors, space, err := embedder.Embed(ctx, texts)
	for i := range vectors {
		if err == nil {
			out[i].Vector, out[i].Space = vectors[i], space
		}
	}
	return out
}
