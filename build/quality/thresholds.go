package main

import (
	"cmp"
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
	"lectern/backend/store/vector"
)

// passing is the share of passages that pass a threshold.
type passing struct {
	Set       string  `json:"set"`
	Model     string  `json:"model"`  // "" for words
	Either    bool    `json:"either"` // words or the model's vectors, whichever scores higher, as it is; then At is a score
	Threshold string  `json:"threshold"`
	At        float64 `json:"at"`     // the similarity where it lies
	Gold      float64 `json:"gold"`   // of questions: the best passage of their gold pages passes
	Random    float64 `json:"random"` // of passages of other pages
	Questions int     `json:"questions"`
	Drawn     int     `json:"drawn"` // passages
}

// strangersEach is how many passages of elsewhere a question is compared with.
const strangersEach = 30

// limits are the thresholds in use, as similarities on a scale; nil: as scores.
func limits(scale *rag.Calibration) (names []string, at []float64) {
	numbers := checked.Defaults()
	for _, t := range []struct {
		name  string
		score float64
	}{{"checked, first time", numbers.Threshold}, {"checked, again", numbers.RetryThreshold}, {"checked, too weak below", checked.Faint}} {
		lies := t.score
		if scale != nil {
			lies = checked.Similarity(*scale, t.score)
		}
		names, at = append(names, fmt.Sprintf("%s (%.2f)", t.name, t.score)), append(at, lies)
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
			p := &passer{set: s, source: k, workspace: w, seed: b.seed}
			of, err := p.measure(ctx, c, drawn(s.questions, b.of(s), b.seed))
			if err != nil {
				return section{}, err
			}
			rows = append(rows, of...)
		}
	}
	t := table{Head: []string{"set", "model", "threshold", "lies at", "gold pass", "random pass", "questions", "random"}}
	for _, r := range rows {
		model := cmp.Or(r.Model, "words")
		if r.Either {
			model = "words or " + model
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
	seed      uint64

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

// measure compares questions with passages, by the one search and, with a model, by either.
func (p *passer) measure(ctx context.Context, c *rag.Calibrations, questions []eval.Question) ([]passing, error) {
	if err := p.read(ctx); err != nil {
		return nil, err
	}
	words := c.Words()
	if p.source == nil {
		covered, err := p.compare(questions, func(q string) (func(int) float64, error) {
			covers := rag.NewCovers([]string{q})
			return func(i int) float64 { return covers.Of(p.texts[i]) }, nil
		})
		return covered.pass(passing{Set: p.set.name}, &words), err
	}
	model := p.source.about().Name
	scale := c.Of(model)
	cosines := func(q string) (func(int) float64, error) {
		vs, err := p.source.vectors(ctx, llm.Query, []string{q})
		if err != nil {
			return nil, err
		}
		return func(i int) float64 { return vector.Cosine(vs[0], p.vectors[i]) }, nil
	}
	near, err := p.compare(questions, cosines)
	if err != nil {
		return nil, err
	}
	either, err := p.compare(questions, func(q string) (func(int) float64, error) {
		covers := rag.NewCovers([]string{q})
		cosine, err := cosines(q)
		return func(i int) float64 {
			return max(checked.ScoreOf(words, covers.Of(p.texts[i])), checked.ScoreOf(scale, cosine(i)))
		}, err
	})
	if err != nil {
		return nil, err
	}
	out := near.pass(passing{Set: p.set.name, Model: model}, &scale)
	probed := 1 - c.Far(model, chat.Defaults().ProbeDistance)
	out = append(out, near.at(passing{Set: p.set.name, Model: model}, "chat, near", probed))
	return append(out, either.pass(passing{Set: p.set.name, Model: model, Either: true}, nil)...), nil
}

// similarities are those of questions to the best passage of their gold pages, and to passages drawn from elsewhere.
type similarities struct{ gold, random []float64 }

// compare measures questions against passages by what gives a question's similarity to a passage, by its number. The same
// strangers are drawn each time.
func (p *passer) compare(questions []eval.Question, by func(question string) (func(int) float64, error)) (out similarities, err error) {
	random := rand.New(rand.NewPCG(p.seed, 1))
	byPage := map[eval.Page][]int{}
	for i, t := range p.texts {
		byPage[eval.Page{Doc: t.Name, Page: t.Page}] = append(byPage[eval.Page{Doc: t.Name, Page: t.Page}], i)
	}
	for _, q := range questions {
		similar, err := by(q.Text)
		if err != nil {
			return out, err
		}
		best, own := -1., map[int]bool{}
		for _, page := range q.Gold {
			for _, i := range byPage[page] {
				own[i] = true
				best = max(best, similar(i))
			}
		}
		if len(own) > 0 {
			out.gold = append(out.gold, best)
		}
		for range strangersEach {
			if i := random.IntN(len(p.texts)); !own[i] {
				out.random = append(out.random, similar(i))
			}
		}
	}
	return out, nil
}

// pass tells what passes each threshold, and where one would lie that lets nearly all gold pass. scale is that of the
// similarities; nil: they are scores.
func (s similarities) pass(of passing, scale *rag.Calibration) (out []passing) {
	names, at := limits(scale)
	for i, name := range names {
		out = append(out, s.at(of, name, at[i]))
	}
	if len(s.gold) == 0 {
		return out
	}
	low := slices.Sorted(slices.Values(s.gold))[len(s.gold)/20]
	score := low
	if scale != nil {
		score = checked.ScoreOf(*scale, low)
	}
	return append(out, s.at(of, fmt.Sprintf("nearly all gold (%.2f)", score), low))
}

func (s similarities) at(of passing, name string, at float64) passing {
	of.Threshold, of.At, of.Gold, of.Random, of.Questions, of.Drawn = name, at, passes(s.gold, at), passes(s.random, at), len(s.gold), len(s.random)
	return of
}

func passes(values []float64, at float64) float64 {
	n := 0
	for _, v := range values {
		n += oneIf(v >= at)
	}
	return float64(n) / max(1, float64(len(values)))
}
