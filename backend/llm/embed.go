package llm

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"math"
	"path"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ollama/ollama/api"

	"lectern/backend/messages"
)

// Purpose says what a text is embedded for; many models want another prefix for each.
type Purpose int

const (
	Document Purpose = iota // a passage that is to be found
	Query                   // a question that looks for it
)

// batchSize is how many texts go into one request.
const batchSize = 32

//go:embed prefixes.json
var prefixFile []byte

// prefixes are what models' makers ask for in front of queries and documents, by a pattern (path.Match) of the model's
// name in lower case, without whose it is. The first that fits counts; a model without one gets the bare text.
var prefixes = sync.OnceValue(func() (list []struct{ Name, Query, Document, Source string }) {
	if err := json.Unmarshal(prefixFile, &list); err != nil {
		panic(err) // built in and tested
	}
	return list
})

func prefix(model string, p Purpose) string {
	name := strings.ToLower(path.Base(model))
	for _, x := range prefixes() {
		if fits, _ := path.Match(x.Name, name); fits {
			if p == Query {
				return x.Query
			}
			return x.Document
		}
	}
	return ""
}

// BadText is a text that a model can't embed.
type BadText struct {
	Index int // of the text, from 0
	Err   error
}

// Said is what it says in each language.
func (b *BadText) Said() messages.Message {
	return messages.New("llm.text-failed", messages.Args{"index": b.Index + 1, "error": b.Err})
}
func (b *BadText) Error() string { return b.Said().String() }
func (b *BadText) Unwrap() error { return b.Err }

// Embed turns texts into vectors, one each, and tells the model's digest. A text too long for the model is embedded in
// halves and their mean taken, so that nothing is cut. One that the model can't embed at all is a *BadText.
// progress, if not nil, is called after each batch with the number of texts done.
func (c *Client) Embed(ctx context.Context, model string, p Purpose, texts []string, progress func(done int)) (vs [][]float32, digest string, err error) {
	m, err := c.embed.find(ctx, model)
	if err != nil {
		return nil, "", err
	}
	if !m.Embed {
		return nil, "", &Error{ErrWrongUse, messages.New("llm.cannot-embed", messages.Args{"model": model})}
	}
	pre := prefix(model, p)
	for start := 0; start < len(texts); start += batchSize {
		batch := make([]string, 0, batchSize)
		for _, t := range texts[start:min(start+batchSize, len(texts))] {
			batch = append(batch, pre+t)
		}
		got, err := c.batch(ctx, model, batch)
		if err != nil && !errors.Is(err, ErrDown) && !errors.Is(err, ErrNoModel) && !errors.Is(err, ErrMemory) && ctx.Err() == nil {
			got, err = c.oneByOne(ctx, model, batch, start) // one bad text fails the whole batch
		}
		if err != nil {
			return nil, "", err
		}
		if vs = append(vs, got...); progress != nil {
			progress(len(vs))
		}
	}
	return vs, m.Digest, nil
}

func (c *Client) batch(ctx context.Context, model string, texts []string) ([][]float32, error) {
	no := false
	r, err := c.embed.api.Embed(ctx, &api.EmbedRequest{Model: model, Input: texts, Truncate: &no, KeepAlive: c.alive()})
	if err != nil {
		return nil, c.embed.explain(ctx, model, err)
	}
	if r.PromptEvalCount > 0 {
		used(ctx, Usage{Model: model, In: r.PromptEvalCount})
	}
	if len(r.Embeddings) != len(texts) {
		return nil, messages.Error("llm.vectors-do-not-match", messages.Args{"model": model, "vectors": len(r.Embeddings), "texts": len(texts)})
	}
	for i, v := range r.Embeddings {
		if !usable(v) {
			return nil, &BadText{i, messages.Error("llm.no-usable-vector", messages.Args{"model": model})}
		}
	}
	return r.Embeddings, nil
}

func (c *Client) oneByOne(ctx context.Context, model string, texts []string, start int) ([][]float32, error) {
	out := make([][]float32, 0, len(texts))
	for i, t := range texts {
		v, err := c.whole(ctx, model, t)
		if err != nil {
			if errors.Is(err, ErrDown) || ctx.Err() != nil {
				return nil, err
			}
			return nil, &BadText{start + i, err}
		}
		out = append(out, v)
	}
	return out, nil
}

// whole embeds one text, in halves if it is too long for the model.
func (c *Client) whole(ctx context.Context, model, text string) ([]float32, error) {
	vs, err := c.batch(ctx, model, []string{text})
	if err == nil {
		return vs[0], nil
	}
	if !errors.Is(err, ErrContext) || len(text) < 64 {
		return nil, err
	}
	cut := len(text) / 2
	if i := strings.LastIndexByte(text[:cut], ' '); i > len(text)/4 {
		cut = i
	}
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	a, err := c.whole(ctx, model, text[:cut])
	if err != nil {
		return nil, err
	}
	b, err := c.whole(ctx, model, text[cut:])
	if err != nil {
		return nil, err
	}
	for i := range a {
		a[i] = (a[i] + b[i]) / 2
	}
	return a, nil
}

func usable(v []float32) bool {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	return sum > 0 && !math.IsNaN(sum) && !math.IsInf(sum, 0)
}
