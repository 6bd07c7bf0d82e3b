package rag

import (
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"text/template"
	"time"

	"golang.org/x/sync/errgroup"

	"lectern/backend/llm"
	"lectern/backend/messages"
)

// Reranker orders candidates anew, best first. An error says why they stand as they were given.
type Reranker interface {
	Rerank(ctx context.Context, question string, ps []Passage) ([]Passage, error)
}

// ByModel reranks by judging a chat model of each candidate whether it helps to answer the question. A small model may well
// order worse than the search does: the person chooses it, and "lectern eval" measures it.
//
// The first question that a model is asked measures how long it takes, beyond being loaded. Where that is more than the
// budget, or an answer fails, the candidates stand as they were given.
type ByModel struct {
	Client   *llm.Client
	Model    string
	Budget   time.Duration // for all candidates of a question
	Verdicts *Verdicts
}

const (
	judged  = 20 // candidates that the model is asked about
	sampled = 2  // calls that measure how long one takes
	atOnce  = 4  // calls; Ollama queues those that it doesn't answer at once
)

//go:embed prompts/relevant.md
var relevantText string

var relevant = template.Must(template.New("relevant").Parse(relevantText))

// errSlow ends the calls when the budget is spent.
var errSlow = messages.Error("rag.model-too-slow")

// judging is one question with its candidates.
type judging struct {
	ByModel
	judge   *llm.Judge
	prompts []string
	keys    [][32]byte
	sure    []float64 // that each candidate helps, 0 to 1
	missing []int     // candidates that the model has not been asked about
}

// Rerank implements Reranker.
func (m ByModel) Rerank(ctx context.Context, question string, ps []Passage) ([]Passage, error) {
	if len(ps) < 2 {
		return ps, nil
	}
	judge, err := m.Client.Judge(ctx, m.Model)
	if err != nil {
		return ps, err
	}
	a := judging{ByModel: m, judge: judge}
	candidates := ps[:min(judged, len(ps))]
	if err := a.prepare(question, candidates); err != nil {
		return ps, err
	}
	if err := a.ask(ctx); err != nil {
		return ps, err
	}
	order := make([]int, len(candidates))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(a.sure[j], a.sure[i]) })
	out := make([]Passage, 0, len(ps))
	for _, i := range order {
		p := candidates[i]
		p.Reason = messages.From(ctx).Text("rag.model-sure", messages.Args{"model": m.Model, "percent": fmt.Sprintf("%.0f", 100*a.sure[i])})
		out = append(out, p)
	}
	return append(out, ps[len(candidates):]...), nil
}

// prepare fills the prompts, and takes what the model said before.
func (a *judging) prepare(question string, ps []Passage) error {
	for i, p := range ps {
		prompt, err := Render(relevant, "relevant", map[string]any{"Question": EscapePrompt(question), "Passage": KnowledgeBase([]Passage{p})})
		if err != nil {
			return err
		}
		key := sha256.Sum256([]byte(a.judge.Model.Digest + "\x00" + prompt))
		sure, known := a.Verdicts.find(key)
		if !known {
			a.missing = append(a.missing, i)
		}
		a.prompts, a.keys, a.sure = append(a.prompts, prompt), append(a.keys, key), append(a.sure, sure)
	}
	return nil
}

// ask asks about the candidates that are missing, if there is time for it.
func (a *judging) ask(ctx context.Context) error {
	if len(a.missing) == 0 {
		return nil
	}
	digest := a.judge.Model.Digest
	each, known := a.Verdicts.speed(digest)
	if !known {
		var err error
		if each, err = a.measure(ctx); err != nil {
			return err
		}
		if err := a.Verdicts.took(digest, each); err != nil {
			return err
		}
	}
	if need := each * time.Duration(len(a.missing)); need > a.Budget {
		return messages.Error("rag.model-would-take-too-long", messages.Args{"model": a.Model, "each": fmt.Sprintf("%.1f", each.Seconds()), "all": fmt.Sprintf("%.0f", need.Seconds()), "passages": len(a.missing), "given": a.Budget.Seconds()})
	}
	began, n := time.Now(), len(a.missing)
	limited, cancel := context.WithTimeoutCause(ctx, a.Budget, errSlow)
	defer cancel()
	g, limited := errgroup.WithContext(limited)
	g.SetLimit(atOnce)
	for _, i := range a.missing {
		g.Go(func() error { return a.one(limited, i) })
	}
	err := g.Wait()
	if n > 0 && (err == nil || errors.Is(err, errSlow)) {
		err = errors.Join(err, a.Verdicts.took(digest, time.Since(began)/time.Duration(n)))
	}
	return err
}

// measure asks about the first candidates, one after the other, and says how long a call takes. The first one, which may
// have to load the model, isn't counted.
func (a *judging) measure(ctx context.Context) (time.Duration, error) {
	began, n := time.Now(), 0
	for n <= sampled && len(a.missing) > 0 {
		if n == 1 {
			began = time.Now()
		}
		if err := a.one(ctx, a.missing[0]); err != nil {
			return 0, err
		}
		a.missing, n = a.missing[1:], n+1
	}
	return time.Since(began) / time.Duration(max(1, n-1)), nil
}

// one asks about one candidate.
func (a *judging) one(ctx context.Context, i int) (err error) {
	if a.sure[i], err = a.judge.Yes(ctx, a.prompts[i]); err == nil {
		a.Verdicts.keep(a.keys[i], a.sure[i])
	}
	return err
}
