package rag

import (
	"context"
	_ "embed"
	"strings"

	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store/vector"
)

//go:embed pairs.txt
var pairsFile string

// mostPairs are compared of each kind.
const mostPairs = 2_000

// measureVectors compares vectors of the library with each other. A question is embedded otherwise than a passage, so
// its cosines lie elsewhere by as much as the program's own questions tell.
func (s *Calibrations) measureVectors(ctx context.Context, client TextEmbedder, m *Measured) error {
	built, err := measureBuiltIn(ctx, client, m.Model)
	if err != nil {
		return err
	}
	p, err := s.workspace.Vectors.Pairs(ctx, m.Model, m.Digest, mostPairs)
	if err != nil {
		return err
	}
	for _, xs := range [][]float64{p.Noise, p.Signal} {
		for i := range xs {
			xs[i] += built.asking
		}
	}
	m.Asking, m.Passages, m.Scale, m.Why = built.asking, p.Passages, built.scale, few(p)
	if m.Why == "" {
		if scale := scaleOf(p.Noise, p.Signal); scale.Middle-scale.Unrelated >= narrowest {
			m.Scale = scale
			m.count(p)
			return nil
		}
		m.Why = messages.Text("rag.cannot-tell-neighbours", messages.Args{"model": m.Model})
	}
	m.Why = messages.In("en").Sentences(m.Why, messages.Text("rag.own-questions-measured"))
	if m.Scale.Middle-m.Scale.Unrelated < narrowest {
		m.Scale = plain
		m.Why = messages.Text("rag.cannot-tell-related", messages.Args{"model": m.Model})
	}
	return nil
}

// builtIn is what the questions and passages that come with the program tell of a model.
type builtIn struct {
	scale  Calibration // with the middle half way from a question's other passages to its own
	asking float64     // how much nearer, if above 0, a passage is to a question than to another passage, both unrelated
}

// measureBuiltIn takes two small calls of the model.
func measureBuiltIn(ctx context.Context, client TextEmbedder, model string) (b builtIn, err error) {
	var languages, questions, passages []string
	for line := range strings.Lines(pairsFile) {
		if parts := strings.Split(strings.TrimSpace(line), " | "); len(parts) == 3 && !strings.HasPrefix(line, "#") {
			languages, questions, passages = append(languages, parts[0]), append(questions, parts[1]), append(passages, parts[2])
		}
	}
	qs, _, err := client.Embed(ctx, model, llm.Query, questions, nil)
	if err != nil {
		return b, err
	}
	ps, _, err := client.Embed(ctx, model, llm.Document, passages, nil)
	if err != nil {
		return b, err
	}
	var own, others, among []float64
	for i := range qs {
		for k := range ps {
			switch {
			case i == k:
				own = append(own, vector.Cosine(qs[i], ps[k]))
			case languages[i] == languages[k]:
				others, among = append(others, vector.Cosine(qs[i], ps[k])), append(among, vector.Cosine(ps[i], ps[k]))
			}
		}
	}
	unrelated := median(others)
	return builtIn{Calibration{unrelated, (unrelated + median(own)) / 2}, unrelated - median(among)}, nil
}
