package rag

import (
	"context"
	"crypto/sha256"
	"sync"

	"lectern/backend/llm"
	"lectern/backend/store/vector"
)

// Embedder embeds questions and remembers the last ones, by SHA-256 of model and text. A nil Embedder is never ready.
type Embedder struct {
	Client *llm.Client
	Model  string // "" for none
	Size   int    // vectors remembered at most

	mu    sync.Mutex
	cache map[[32]byte]cached
	order [][32]byte // oldest first
}

type cached struct {
	vector []float32
	space  vector.Space
}

// Ready says whether there is a model.
func (e *Embedder) Ready() bool { return e != nil && e.Model != "" && e.Client != nil }

// Embed returns a vector for each text, and the space that they are of.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, vector.Space, error) {
	out := make([][]float32, len(texts))
	var space vector.Space
	var missing []string
	var at []int
	e.mu.Lock()
	for i, t := range texts {
		if c, ok := e.cache[e.key(t)]; ok {
			out[i], space = c.vector, c.space
			continue
		}
		missing, at = append(missing, t), append(at, i)
	}
	e.mu.Unlock()
	if len(missing) == 0 {
		return out, space, nil
	}
	vectors, digest, err := e.Client.Embed(ctx, e.Model, llm.Query, missing, nil)
	if err != nil {
		return nil, space, err
	}
	space = vector.Space{Model: e.Model, Digest: digest, Dim: len(vectors[0])}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.cache == nil {
		e.cache = map[[32]byte]cached{}
	}
	for i, v := range vectors {
		out[at[i]] = v
		key := e.key(missing[i])
		if _, again := e.cache[key]; !again {
			e.order = append(e.order, key)
		}
		e.cache[key] = cached{v, space}
	}
	for len(e.order) > e.Size {
		delete(e.cache, e.order[0])
		e.order = e.order[1:]
	}
	return out, space, nil
}

func (e *Embedder) key(text string) [32]byte { return sha256.Sum256([]byte(e.Model + "\x00" + text)) }
