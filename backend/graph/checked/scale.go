package checked

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/store"
)

//go:embed pairs.txt
var pairsFile string

// Scale says what cosines mean for an embedding model: of one, unrelated texts lie at .1, of another at .7. A cosine
// becomes a score by the straight line on which Unrelated and Answering get the scores that Config gives them:
//
//	score = c.Unrelated + (cosine − Unrelated) / (Answering − Unrelated) · (c.Answering − c.Unrelated)
//
// bounded by 0 and 1. With the defaults a passage half way from unrelated to answering scores .60.
type Scale struct {
	Unrelated float64 `json:"unrelated"` // median cosine of a question and a passage that has nothing to do with it
	Answering float64 `json:"answering"` // median cosine of a question and the passage that answers it
}

func (s Scale) score(cosine float64, c Config) float64 {
	x := c.Unrelated + (cosine-s.Unrelated)/(s.Answering-s.Unrelated)*(c.Answering-c.Unrelated)
	const places = 1e4 // so that .60 is .60, however it was reckoned
	return math.Round(max(0, min(1, x))*places) / places
}

// coverage is the score without an embedding model: the same line through the share of the content words that a
// passage holds, where none is unrelated and all is answering.
func (c Config) coverage(share float64) float64 { return Scale{0, 1}.score(share, c) }

// narrowest is the least distance between unrelated and answering of a model that can tell them apart.
const narrowest = .05

// scalesKey is what scales are kept under. They are measured anew where the pairs that they were measured with changed.
var scalesKey = fmt.Sprintf("scales %x", sha256.Sum256([]byte(pairsFile)))

// Scales remembers the scales of embedding models, by name and digest. The zero value is ready to use, by several
// workflows at once.
type Scales struct {
	Keeper rag.Keeper // where they outlive the program; nil: nowhere

	mu    sync.Mutex
	known map[string]Scale // by the model's name, a blank, and its digest
}

// of is the scale of a model, measured when it is first used.
func (s *Scales) of(ctx context.Context, e *rag.Embedder, space store.VectorSpace) (Scale, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil {
		s.known = map[string]Scale{}
		if s.Keeper != nil {
			if err := s.Keeper.Settings(scalesKey, &s.known); err != nil {
				return Scale{}, fmt.Errorf("the scales of embedding models: %w", err)
			}
		}
	}
	model := space.Model + " " + space.Digest
	if scale, ok := s.known[model]; ok {
		return scale, nil
	}
	scale, err := measured(ctx, e)
	if err != nil {
		return Scale{}, err
	}
	s.known[model] = scale
	if s.Keeper != nil {
		if err := s.Keeper.SaveSettings(scalesKey, s.known); err != nil {
			return Scale{}, fmt.Errorf("the scale of %s: %w", e.Model, err)
		}
	}
	return scale, nil
}

// measured measures the scale of a model, which takes one small call of each kind.
func measured(ctx context.Context, e *rag.Embedder) (Scale, error) {
	var languages, questions, passages []string
	for line := range strings.Lines(pairsFile) {
		if parts := strings.Split(strings.TrimSpace(line), " | "); len(parts) == 3 && !strings.HasPrefix(line, "#") {
			languages, questions, passages = append(languages, parts[0]), append(questions, parts[1]), append(passages, parts[2])
		}
	}
	rag.Remark(ctx, "Measuring what scores mean for %s, once.", e.Model)
	qs, _, err := e.Client.Embed(ctx, e.Model, llm.Query, questions, nil)
	if err != nil {
		return Scale{}, err
	}
	ps, _, err := e.Client.Embed(ctx, e.Model, llm.Document, passages, nil)
	if err != nil {
		return Scale{}, err
	}
	var related, unrelated []float64
	for i, q := range qs {
		for k, p := range ps {
			switch {
			case i == k:
				related = append(related, cosine(q, p))
			case languages[i] == languages[k]:
				unrelated = append(unrelated, cosine(q, p))
			}
		}
	}
	scale := Scale{median(unrelated), median(related)}
	if scale.Answering-scale.Unrelated < narrowest {
		return Scale{}, &llm.Error{Kind: llm.ErrWrongUse, Message: fmt.Sprintf("%s can't tell related texts from others. Choose another embedding model in Settings.", e.Model)}
	}
	return scale, nil
}

func cosine(a, b []float32) float64 {
	var dot, aa, bb float64
	for i := range min(len(a), len(b)) {
		dot, aa, bb = dot+float64(a[i])*float64(b[i]), aa+float64(a[i])*float64(a[i]), bb+float64(b[i])*float64(b[i])
	}
	return dot / math.Sqrt(aa*bb)
}

func median(xs []float64) float64 {
	slices.Sort(xs)
	return xs[len(xs)/2]
}
