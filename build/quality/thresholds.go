package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"lectern/backend/eval"
	"lectern/backend/graph/chat"
	"lectern/backend/graph/checked"
	"lectern/backend/graph/rag"
	"lectern/backend/library"
	"lectern/backend/llm"
	"lectern/backend/store"
)

// passing is the share of passages that pass a threshold.
type passing struct {
	Set       string  `json:"set"`
	Model     string  `json:"model"` // "" for words
	Threshold string  `json:"threshold"`
	At        float64 `json:"at"`     // the similarity where it lies
	Gold      float64 `json:"gold"`   // of questions: the best passage of their gold pages passes
	Random    float64 `json:"random"` // of passages of other pages
	Questions int     `json:"questions"`
	Drawn     int     `json:"drawn"` // passages
}

// strangersEach is how many passages of elsewhere a question is compared with.
const strangersEach = 30

// limits are the thresholds in use, as similarities on a scale.
func limits(c *rag.Calibrations, model string) (names []string, at []float64) {
	numbers := checked.Defaults()
	scale := c.Of(model)
	if model == "" {
		scale = c.Words()
	}
	for _, t := range []struct {
		name  string
		score float64
	}{{"checked, first time", numbers.Threshold}, {"checked, again", numbers.RetryThreshold}, {"checked, too weak below", checked.Faint}} {
		names, at = append(names, fmt.Sprintf("%s (%.2f)", t.name, t.score)), append(at, checked.Similarity(scale, t.score))
	}
	if model != "" {
		names, at = append(names, "chat, near"), append(at, 1-c.Far(model, chat.Defaults().ProbeDistance))
	}
	return names, at
}

// thresholds measures what passes each: passages that hold the answer, and any.
func thresholds(b *bench, ctx context.Context) (section, error) {
	var rows []passing
	out := section{Title: "Thresholds"}
	for _, s := range b.all {
		for _, k := range append([]*kept{nil}, b.sources...) {
			if lacks, err := b.lacks(ctx, s, k, &out); err != nil {
				return section{}, err
			} else if lacks {
				continue
			}
			w, err := b.library(ctx, s, k)
			if err != nil {
				return section{}, err
			}
			c, err := b.calibrated(ctx, w, k)
			if err != nil {
				return section{}, err
			}
			p := &passer{set: s, source: k, workspace: w, random: rand.New(rand.NewPCG(b.seed, 1))}
			of, err := p.measure(ctx, c, drawn(s.questions, b.of(s), b.seed))
			if err != nil {
				return section{}, err
			}
			rows = append(rows, of...)
		}
	}
	t := table{Head: []string{"set", "model", "threshold", "lies at", "gold pass", "random pass", "questions", "random"}}
	for _, r := range rows {
		model := r.Model
		if model == "" {
			model = "words"
		}
		t.Rows = append(t.Rows, []string{r.Set, model, r.Threshold, fmt.Sprintf("%.3f", r.At), share(r.Gold), share(r.Random), fmt.Sprint(r.Questions), fmt.Sprint(r.Drawn)})
	}
	out.Tables, out.Data = []table{t}, rows
	return out, nil
}

// passer is a set whose passages are compared with its questions.
type passer struct {
	set       set
	source    *kept // nil: by words
	workspace *store.Workspace
	random    *rand.Rand

	texts   []store.Text
	vectors [][]float32 // of them
}

func (p *passer) read(ctx context.Context) error {
	_, all, err := passages(p.workspace)
	if err != nil {
		return err
	}
	for _, of := range all {
		p.texts = append(p.texts, of...)
	}
	if p.source != nil {
		p.vectors, err = p.source.vectors(ctx, llm.Document, library.Inputs(p.texts))
	}
	return err
}

func (p *passer) measure(ctx context.Context, c *rag.Calibrations, questions []eval.Question) ([]passing, error) {
	if err := p.read(ctx); err != nil {
		return nil, err
	}
	byPage := map[eval.Page][]int{}
	for i, t := range p.texts {
		byPage[eval.Page{Doc: t.Name, Page: t.Page}] = append(byPage[eval.Page{Doc: t.Name, Page: t.Page}], i)
	}
	var gold, random []float64
	for _, q := range questions {
		similar, err := p.similarity(ctx, q.Text)
		if err != nil {
			return nil, err
		}
		best, own := -1., map[int]bool{}
		for _, page := range q.Gold {
			for _, i := range byPage[page] {
				own[i] = true
				best = max(best, similar(i))
			}
		}
		if len(own) > 0 {
			gold = append(gold, best)
		}
		for range strangersEach {
			if i := p.random.IntN(len(p.texts)); !own[i] {
				random = append(random, similar(i))
			}
		}
	}
	model := ""
	if p.source != nil {
		model = p.source.about().Name
	}
	var out []passing
	names, at := limits(c, model)
	for i, name := range names {
		out = append(out, passing{p.set.name, model, name, at[i], passes(gold, at[i]), passes(random, at[i]), len(gold), len(random)})
	}
	scale := c.Of(model)
	if model == "" {
		scale = c.Words()
	}
	if len(gold) == 0 {
		return out, nil
	}
	low := slices.Sorted(slices.Values(gold))[len(gold)/20]
	return append(out, passing{p.set.name, model, fmt.Sprintf("nearly all gold (%.2f)", checked.ScoreOf(scale, low)), low, passes(gold, low), passes(random, low), len(gold), len(random)}), nil
}

// similarity tells how near a passage is to a question, by its number.
func (p *passer) similarity(ctx context.Context, question string) (func(int) float64, error) {
	if p.source == nil {
		covers := rag.NewCovers([]string{question})
		return func(i int) float64 { return covers.Of(p.texts[i]) }, nil
	}
	vs, err := p.source.vectors(ctx, llm.Query, []string{question})
	if err != nil {
		return nil, err
	}
	return func(i int) float64 { return cosine(vs[0], p.vectors[i]) }, nil
}

func passes(values []float64, at float64) float64 {
	n := 0
	for _, v := range values {
		n += oneIf(v >= at)
	}
	return float64(n) / max(1, float64(len(values)))
}
