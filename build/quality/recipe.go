package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"lectern/backend/eval"
	"lectern/backend/graph/chat"
	"lectern/backend/llm"
	"lectern/backend/store"
	"lectern/backend/store/vector"
)

// The plain recipe, as others ship it: passages of so many characters with so many of overlap, the nearest few by cosine,
// pasted under one sentence.
const (
	pieceRunes  = 1000
	pieceShared = 20
	nearest     = 4
	recipeText  = "Use the following context to answer the question.\n\nContext:\n%s\n\nQuestion: %s"
	recipeRoom  = 8192 // tokens of context, as the program asks for
)

// piece is a part of a document, with the pages that it stands on.
type piece struct {
	text  string
	pages []eval.Page
}

// pieces cuts a document's plain text.
func pieces(w *store.Workspace, d store.Document) ([]piece, error) {
	var all []rune
	var page []int // of each of them
	for n := 1; n <= d.Pages; n++ {
		p, err := w.Pages.Get(d.ID, n)
		if errors.Is(err, store.ErrNotFound) {
			continue
		} else if err != nil {
			return nil, err
		}
		for _, r := range p.Text + "\n" {
			all, page = append(all, r), append(page, n)
		}
	}
	var out []piece
	for at := 0; at < len(all); at += pieceRunes - pieceShared {
		end := min(at+pieceRunes, len(all))
		if text := strings.TrimSpace(string(all[at:end])); text != "" {
			p := piece{text: text}
			for n := page[at]; n <= page[end-1]; n++ {
				p.pages = append(p.pages, eval.Page{Doc: d.Name, Page: n})
			}
			out = append(out, p)
		}
		if end == len(all) {
			break
		}
	}
	return out, nil
}

// recipe answers from pieces.
type recipe struct {
	server ollama
	source *kept
	from   map[string]readings // by the place that a question is put to
}

// readings are the pieces of a place, with their vectors.
type readings struct {
	pieces  []piece
	vectors [][]float32
}

// place is what a question is put to, as workspace/document.
func (q asking) place() string { return q.workspace + "/" + q.document }

// read makes the vectors of a place's pieces.
func (r *recipe) read(ctx context.Context, place string, all []piece) error {
	texts := make([]string, len(all))
	for i, p := range all {
		texts[i] = p.text
	}
	vectors, err := r.source.vectors(ctx, llm.Document, texts)
	r.from[place] = readings{all, vectors}
	return err
}

// ask puts a question to a model.
func (r *recipe) ask(ctx context.Context, q asking) (answer, error) {
	var a answer
	asked, err := r.source.vectors(ctx, llm.Query, []string{q.question})
	if err != nil {
		return a, err
	}
	all, vectors := r.from[q.place()].pieces, r.from[q.place()].vectors
	order, near := make([]int, len(all)), make([]float64, len(all))
	for i := range all {
		order[i], near[i] = i, vector.Cosine(asked[0], vectors[i])
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(near[k], near[i]) })
	var given []string
	for _, i := range order[:min(nearest, len(order))] {
		given = append(given, all[i].text)
		a.Given = append(a.Given, all[i].pages...)
	}
	limited, cancel := context.WithTimeout(ctx, q.limit)
	defer cancel()
	c := chat.Defaults()
	began := time.Now()
	var first time.Time
	said, err := r.server.chat(limited, q.model, fmt.Sprintf(recipeText, strings.Join(given, "\n\n"), q.question),
		map[string]any{"num_ctx": recipeRoom, "temperature": c.Temperature, "num_predict": c.AnswerTokens, "seed": 1}, func() {
			if first.IsZero() {
				first = time.Now()
			}
		})
	a.Text, a.Prompt, a.Written, a.Calls, a.Mode = said.Text, said.Prompt, said.Answer, 1, "model"
	a.Seconds = time.Since(began).Seconds()
	a.Working = a.Seconds
	if !first.IsZero() {
		a.First = first.Sub(began).Seconds()
	}
	switch {
	case ctx.Err() != nil:
		return a, context.Cause(ctx)
	case limited.Err() != nil:
		a.Late = true
	case err != nil:
		a.Failed = err.Error()
	}
	return a, nil
}
