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
	for _, language := range []string{"en", "de", "zh"} {
		w, err := paragraphs(s, sets, language)
		if err != nil {
			return err
		}
		questions, err := lines[question](sets, "xquad", language+".questions.jsonl")
		if err != nil {
			return err
		}
		var within [3]int
		inPassages := 0
		var took time.Duration
		for _, q := range questions {
			found, err := retriever(w).Retrieve(context.Background(), rag.Plan{Question: q.Text})
			if err != nil {
				return err
			}
			facts, err := w.Passages.Facts(context.Background(), q.Text, nil)
			if err != nil {
				return err
			}
			start := time.Now()
			best := rag.SentenceDefaults().Sentences(q.Text, facts, found.Passages, nil)
			took += time.Since(start)
			at := slices.IndexFunc(best, func(s rag.Sentence) bool { return holds(s.Text, q.Answer) })
			for i, most := range []int{1, 3, 5} {
				if at >= 0 && at < most {
					within[i]++
				}
			}
			if slices.ContainsFunc(found.Passages, func(p rag.Passage) bool { return holds(p.Text.Text, q.Answer) }) {
				inPassages++
			}
		}
		share := func(n int) float64 { return float64(n) / float64(len(questions)) }
		fmt.Fprintf(out, "%s\t%d\t%.3f\t%.3f\t%.3f\t%.3f\t%d\n", language, len(questions), share(within[0]), share(within[1]), share(within[2]),
			share(inPassages), took.Microseconds()/int64(len(questions)))
	}
	return out.Flush()
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
