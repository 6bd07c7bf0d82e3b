package main

import (
	"context"
	"fmt"

	"lectern/backend/eval"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/store"
)

// put is a question that was put to a library.
type put struct {
	values  []float64   // rag.Features, then how near the nearest passage is, on the model's scale
	program rag.Subject // what the program makes of it
	own     bool        // the library is its own
	group   string      // its document: what is fitted on one of its questions isn't measured on another
	from    string      // set and library
}

// crossing is how well the questions of a set, put to their own library, are told from the same put to another one: areas
// under the ROC curve.
type crossing struct {
	Model   string  `json:"model"`
	Of      string  `json:"of"`
	In      string  `json:"in"`
	Own     int     `json:"own"`
	Other   int     `json:"other"`
	Words   float64 `json:"words"`   // by the features of words, fitted on other questions
	Nearest float64 `json:"nearest"` // by the nearest passage alone
	Both    float64 `json:"both"`    // by both, fitted on other questions
	Program float64 `json:"program"` // by what the program makes of them

	// Shares that the program takes to be off the documents' subject, and of those that it doubts to be on it.
	OwnOff, OwnDoubted, OtherOff, OtherDoubted float64
}

// wordFeatures are how many of a case's values come of words.
const wordFeatures = 4

// subjects measures how well questions are told that the documents aren't about, with each embedding model; the
// coefficients of rag.SubjectOf are fitted here.
func subjects(b *bench, ctx context.Context) (section, error) {
	var rows []crossing
	t := table{Head: []string{"model", "questions of", "put to", "n", "words", "nearest passage", "both", "the program's score",
		"own taken to be off", "own doubted", "others taken to be off", "others doubted"}}
	s := section{Title: "Questions off the documents' subject"}
	sources := b.sources
	if len(sources) == 0 {
		sources = []*kept{nil}
	}
	for _, k := range sources {
		cases, err := b.crossed(ctx, k, &s)
		if err != nil {
			return s, err
		}
		if len(cases) == 0 {
			continue
		}
		for _, c := range crossings(cases, k) {
			rows = append(rows, c)
			t.Rows = append(t.Rows, []string{dash(c.Model), c.Of, c.In, fmt.Sprintf("%d + %d", c.Own, c.Other), share(c.Words), share(c.Nearest), share(c.Both), share(c.Program),
				share(c.OwnOff), share(c.OwnDoubted), share(c.OtherOff), share(c.OtherDoubted)})
		}
		name := "words"
		if k != nil {
			name = k.about().Name
		}
		s.Text += fmt.Sprintf("Coefficients fitted on all cases, %s: words %.3f; both %.3f.\n", name, fit(cases, wordFeatures), fit(cases, wordFeatures+1))
	}
	s.Tables, s.Data = []table{t}, rows
	return s, nil
}

// crossed puts the questions of each English set to the library of each.
func (b *bench) crossed(ctx context.Context, k *kept, out *section) (cases []put, err error) {
	for _, in := range b.all {
		if in.language != "en" {
			continue
		}
		if lacks, err := b.lacks(ctx, in, k, out); err != nil {
			return nil, err
		} else if lacks {
			continue
		}
		w, err := b.library(ctx, in, k)
		if err != nil {
			return nil, err
		}
		names, err := namesIn(w)
		if err != nil {
			return nil, err
		}
		c, err := b.calibrated(ctx, w, k)
		if err != nil {
			return nil, err
		}
		b.tell("questions put to %s", in.name)
		for _, of := range b.all {
			if of.language != "en" {
				continue
			}
			for _, q := range drawn(of.questions, b.of(of), b.seed) {
				if _, there := names.Find(q.Doc); there && of.name != in.name {
					continue // it is in both
				}
				one, err := fits(ctx, w, k, c, q)
				if err != nil {
					return nil, err
				}
				one.own, one.group, one.from = of.name == in.name, q.Doc, of.name+" to "+in.name
				cases = append(cases, one)
			}
		}
	}
	return cases, nil
}

// calibrated measures what a model's similarities mean in a library.
func (b *bench) calibrated(ctx context.Context, w *store.Workspace, k *kept) (*rag.Calibrations, error) {
	c := rag.NewCalibrations(w, w.Store().Settings)
	if k == nil {
		return c, c.Measure(ctx, nil, "", "", false)
	}
	return c, c.Measure(ctx, asClient{k}, k.about().Name, k.about().Digest, false)
}

// fits measures how a question fits a library, as document chat does.
func fits(ctx context.Context, w *store.Workspace, k *kept, c *rag.Calibrations, q eval.Question) (put, error) {
	found, err := retriever(w).Retrieve(ctx, rag.Plan{Question: q.Text})
	if err != nil {
		return put{}, err
	}
	asked, facts, err := rag.AskedOf(ctx, w, q.Text, nil, found.Passages)
	if err != nil {
		return put{}, err
	}
	f, _ := rag.FeaturesOf(asked, facts, found.Passages)
	var near *float64
	if k != nil {
		vs, err := k.vectors(ctx, llm.Query, []string{q.Text})
		if err != nil {
			return put{}, err
		}
		hits, err := w.Vectors.Nearest(ctx, k.space(len(vs[0])), vs[0], 1)
		if err != nil {
			return put{}, err
		}
		if len(hits) > 0 {
			near = c.Nearness(k.about().Name, hits[0].Cosine)
		}
	}
	one := put{values: append(f.Values(), 0), program: rag.SubjectOf(asked, facts, found.Passages, near)}
	if near != nil {
		one.values[wordFeatures] = *near
	}
	return one, nil
}

// crossings sums up.
func crossings(cases []put, k *kept) (rows []crossing) {
	words, both := validated(cases, wordFeatures), validated(cases, wordFeatures+1)
	seen := map[string]bool{}
	for _, c := range cases {
		if c.own || seen[c.from] {
			continue
		}
		seen[c.from] = true
		row := crossing{}
		if k != nil {
			row.Model = k.about().Name
		}
		_, _ = fmt.Sscanf(c.from, "%s to %s", &row.Of, &row.In)
		var own, other [6][]float64
		for i, x := range cases {
			values := []float64{words[i], x.values[wordFeatures], both[i], x.program.Score, float64(oneIf(x.program.Off())), float64(oneIf(x.program.Doubtful()))}
			for j, v := range values {
				switch x.from {
				case row.Of + " to " + row.Of:
					own[j] = append(own[j], v)
				case c.from:
					other[j] = append(other[j], v)
				}
			}
		}
		if len(own[0]) == 0 || len(other[0]) == 0 {
			continue
		}
		row.Own, row.Other = len(own[0]), len(other[0])
		row.Words, row.Nearest, row.Both, row.Program = area(own[0], other[0]), area(own[1], other[1]), area(own[2], other[2]), area(own[3], other[3])
		row.OwnOff, row.OtherOff, row.OwnDoubted, row.OtherDoubted = mean(own[4]), mean(other[4]), mean(own[5]), mean(other[5])
		rows = append(rows, row)
	}
	return rows
}

func mean(values []float64) (m float64) {
	for _, v := range values {
		m += v / float64(len(values))
	}
	return m
}
