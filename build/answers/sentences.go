package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"lectern/backend/graph/chat"
	"lectern/backend/graph/rag"
	"lectern/backend/store"
	"lectern/backend/text"
)

// paragraph of XQuAD.
type paragraph struct {
	Doc  string `json:"doc"`
	Text string `json:"text"`
}

// paragraphs makes a library of a language's paragraphs, each a document of a page.
func paragraphs(s *store.Store, sets, language string) (*store.Workspace, error) {
	w, err := s.Workspace("xquad " + language)
	if err != nil {
		return nil, err
	}
	all, err := lines[paragraph](sets, "xquad", language+".pages.jsonl")
	if err != nil {
		return nil, err
	}
	for _, p := range all {
		whole := store.Span{Start: 0, End: len(p.Text)}
		_, err := w.Documents.Add(store.Document{ID: p.Doc, Name: p.Doc}, &store.Content{
			Pages:    []store.Page{{Number: 1, Label: "1", Text: p.Text, Sentences: text.Sentences(p.Text)}},
			Passages: []store.Passage{{Page: 1, Span: whole}},
			Language: language, Reader: "plain",
		})
		if err != nil {
			return nil, err
		}
	}
	return w, nil
}

// retriever finds passages as the chat does, by words alone.
func retriever(w *store.Workspace) *rag.Retriever {
	c := chat.Defaults()
	return &rag.Retriever{
		Workspace: w, PerDocument: c.PerDocument, PerLibrary: c.PerLibrary, First: c.FirstPassages, Keep: c.Keep, KeepMost: c.KeepMost,
	}
}

// search is a question with the passages that were found for it.
type search struct {
	question
	found []rag.Passage
	facts store.Facts
}

// variant is a ranking of sentences with a part of it left out.
type variant struct {
	name   string
	change func(*rag.SentenceConfig)
}

var variants = []variant{
	{"as it is", func(*rag.SentenceConfig) {}},
	{"without the passage's rank", func(c *rag.SentenceConfig) { c.Rank = 0 }},
	{"without what is asked for", func(c *rag.SentenceConfig) { c.AnswerType = 0 }},
	{"without bare sentences", func(c *rag.SentenceConfig) { c.Bare = 1 }},
	{"without local rarity", func(c *rag.SentenceConfig) { c.Local = 0 }},
	{"BM25 alone", func(c *rag.SentenceConfig) { c.Rank, c.AnswerType, c.Bare, c.Local = 0, 0, 1, 0 }},
}

// sentences measures the ranking as it is, and with each of its parts left out: what gains less than a hundredth is too
// clever.
func sentences(sets string) (err error) {
	dir, err := os.MkdirTemp("", "lectern-answers-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s, err := store.Open(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	out := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(out, "The answer stands in\tquestions\tbest sentence\tbest 3\tbest 5\tthe passages\tµs a question")
	means := make([][3]float64, len(variants))
	languages := []string{"en", "de", "zh"}
	for _, language := range languages {
		searches, err := searched(s, sets, language)
		if err != nil {
			return err
		}
		inPassages := 0
		for _, q := range searches {
			if slices.ContainsFunc(q.found, func(p rag.Passage) bool { return holds(p.Text.Text, q.Answer) }) {
				inPassages++
			}
		}
		for i, v := range variants {
			within, took := v.measure(searches)
			for k := range within {
				means[i][k] += within[k] / float64(len(languages))
			}
			fmt.Fprintf(out, "%s, %s\t%d\t%.3f\t%.3f\t%.3f\t%.3f\t%d\n", language, v.name, len(searches), within[0], within[1], within[2],
				float64(inPassages)/float64(len(searches)), took.Microseconds()/int64(len(searches)))
		}
	}
	for i, v := range variants {
		fmt.Fprintf(out, "mean, %s\t\t%.3f\t%.3f\t%.3f\n", v.name, means[i][0], means[i][1], means[i][2])
	}
	return out.Flush()
}

// searched puts the questions of a language to its paragraphs.
func searched(s *store.Store, sets, language string) (out []search, err error) {
	w, err := paragraphs(s, sets, language)
	if err != nil {
		return nil, err
	}
	questions, err := lines[question](sets, "xquad", language+".questions.jsonl")
	if err != nil {
		return nil, err
	}
	for _, q := range questions {
		found, err := retriever(w).Retrieve(context.Background(), rag.Plan{Question: q.Text})
		if err != nil {
			return nil, err
		}
		facts, err := w.Passages.Facts(context.Background(), q.Text, nil)
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
