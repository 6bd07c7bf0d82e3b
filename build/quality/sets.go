package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lectern/backend/eval"
)

// set is an evaluation set.
type set struct {
	name       string
	pdfs       []string // its documents; none: they are paragraphs, each a document of a page,
	paragraphs string   // in this file
	language   string
	questions  []eval.Question
	without    []eval.Question // those that its documents have no answer to
}

// readSets reads the sets of a folder.
func readSets(dir string) (all []set, err error) {
	for _, language := range []string{"en", "de", "zh"} {
		s := set{name: "xquad-" + language, paragraphs: filepath.Join(dir, "xquad", language+".pages.jsonl"), language: language}
		if s.questions, err = eval.ReadQuestions(filepath.Join(dir, "xquad", language+".questions.jsonl")); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	for _, name := range []string{"mmlongbench", "financebench"} {
		s := set{name: name, language: "en"}
		if s.pdfs, err = filepath.Glob(filepath.Join(dir, name, "pdf", "*.pdf")); err != nil || s.pdfs == nil {
			return nil, fmt.Errorf("%s has no documents in its folder pdf: %w", name, err)
		}
		if s.questions, err = eval.ReadQuestions(filepath.Join(dir, name, "questions.jsonl")); err != nil {
			return nil, err
		}
		s.without, err = eval.Lines[eval.Question](filepath.Join(dir, name, "unanswerable.jsonl"))
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// smaller is a set with so many of its documents at most, drawn by seed, and the questions about them: a library of its own.
func (s set) smaller(documents int, seed uint64) set {
	if documents == 0 || len(s.pdfs) <= documents {
		return s
	}
	at := rand.New(rand.NewPCG(seed, 2)).Perm(len(s.pdfs))[:documents]
	slices.Sort(at)
	there := map[string]bool{}
	out := set{name: fmt.Sprintf("%s-%d", s.name, documents), language: s.language}
	for _, i := range at {
		out.pdfs = append(out.pdfs, s.pdfs[i])
		there[strings.TrimSuffix(filepath.Base(s.pdfs[i]), ".pdf")] = true
	}
	about := func(q eval.Question) bool {
		return !slices.ContainsFunc(append(q.Docs(), docsOf(q.Gold)...), func(doc string) bool { return !there[doc] })
	}
	for _, q := range s.questions {
		if about(q) {
			out.questions = append(out.questions, q)
		}
	}
	for _, q := range s.without {
		if about(q) {
			out.without = append(out.without, q)
		}
	}
	return out
}

func docsOf(pages []eval.Page) (docs []string) {
	for _, p := range pages {
		docs = append(docs, p.Doc)
	}
	return docs
}

// drawn are so many of the questions, by seed, in their order; all of them for 0. Sets in several languages have the same.
func drawn(questions []eval.Question, n int, seed uint64) []eval.Question {
	if n == 0 || n >= len(questions) {
		return questions
	}
	at := rand.New(rand.NewPCG(seed, 0)).Perm(len(questions))[:n]
	slices.Sort(at)
	out := make([]eval.Question, n)
	for i, k := range at {
		out[i] = questions[k]
	}
	return out
}
