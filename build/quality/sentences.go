package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"lectern/backend/eval"
	"lectern/backend/graph/chat"
	"lectern/backend/graph/rag"
	"lectern/backend/store"
)

// retriever finds passages as the chat does, by words alone.
func retriever(w *store.Workspace) *rag.Retriever {
	c := chat.Defaults()
	return &rag.Retriever{
		Workspace: w, PerDocument: c.PerDocument, PerLibrary: c.PerLibrary, First: c.FirstPassages, Keep: c.Keep, KeepMost: c.KeepMost,
	}
}

// search is a question with the passages that were found for it.
type search struct {
	eval.Question
	found []rag.Passage
	facts store.Facts
}

// variant is a ranking of sentences with a part of it left out.
type variant struct {
	name   string
	change func(*rag.SentenceConfig)
}

func variants() []variant {
	return []variant{
		{"as it is", func(*rag.SentenceConfig) {}},
		{"without the passage's rank", func(c *rag.SentenceConfig) { c.Rank = 0 }},
		{"without what is asked for", func(c *rag.SentenceConfig) { c.AnswerType = 0 }},
		{"without bare sentences", func(c *rag.SentenceConfig) { c.Bare = 1 }},
		{"without local rarity", func(c *rag.SentenceConfig) { c.Local = 0 }},
		{"BM25 alone", func(c *rag.SentenceConfig) { c.Rank, c.AnswerType, c.Bare, c.Local = 0, 0, 1, 0 }},
	}
}

// within is a row: in which share of the questions the answer, as the set writes it, stands in the best sentences.
type within struct {
	Set       string     `json:"set"`
	Ranking   string     `json:"ranking"`
	Questions int        `json:"questions"`
	Best      [3]float64 `json:"best"`     // the first, the first 3, the first 5
	Passages  float64    `json:"passages"` // in what was found at all
	Micros    int64      `json:"micros"`   // a question
}

// sentences measures the ranking as it is, and with each of its parts left out: what gains less than a hundredth is too
// clever.
func sentences(b *bench, ctx context.Context) (section, error) {
	var rows []within
	for _, s := range b.all {
		if s.pdfs != nil {
			continue // their answers are seldom what stands there, word for word
		}
		w, err := b.library(ctx, s, nil)
		if err != nil {
			return section{}, err
		}
		searches, err := searched(ctx, w, drawn(s.questions, b.of(s), b.seed))
		if err != nil {
			return section{}, err
		}
		found := 0
		for _, q := range searches {
			found += oneIf(slices.ContainsFunc(q.found, func(p rag.Passage) bool { return holds(p.Text.Text, q.Answer) }))
		}
		for _, v := range variants() {
			best, took := v.measure(searches)
			rows = append(rows, within{s.name, v.name, len(searches), best, float64(found) / float64(len(searches)), took.Microseconds() / int64(len(searches))})
		}
	}
	t := table{Head: []string{"set", "ranking", "n", "best sentence", "best 3", "best 5", "the passages", "µs a question"}}
	for _, r := range rows {
		t.Rows = append(t.Rows, []string{r.Set, r.Ranking, fmt.Sprint(r.Questions), share(r.Best[0]), share(r.Best[1]), share(r.Best[2]), share(r.Passages), fmt.Sprint(r.Micros)})
	}
	return section{Title: "The best sentence, without a model", Tables: []table{t}, Data: rows}, nil
}

// searched puts questions to a library.
func searched(ctx context.Context, w *store.Workspace, questions []eval.Question) (out []search, err error) {
	for _, q := range questions {
		found, err := retriever(w).Retrieve(ctx, rag.Plan{Question: q.Text})
		if err != nil {
			return nil, err
		}
		facts, err := w.Passages.Facts(ctx, q.Text, nil)
		if err != nil {
			return nil, err
		}
		out = append(out, search{q, found.Passages, facts})
	}
	return out, nil
}

// measure is in which share of the questions the answer stands in the best sentence, the best three and the best five.
func (v variant) measure(searches []search) (within [3]float64, took time.Duration) {
	c := rag.SentenceDefaults()
	v.change(&c)
	for _, q := range searches {
		start := time.Now()
		best := c.Sentences(q.Text, q.facts, q.found, nil)
		took += time.Since(start)
		at := slices.IndexFunc(best, func(s rag.Sentence) bool { return holds(s.Text, q.Answer) })
		for i, most := range []int{1, 3, 5} {
			if at >= 0 && at < most {
				within[i] += 1 / float64(len(searches))
			}
		}
	}
	return within, took
}

// holds tells whether an answer stands in a text, whatever the case and the blanks.
func holds(text, answer string) bool { return strings.Contains(plain(text), plain(answer)) }

func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}
