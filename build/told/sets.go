package main

import (
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"

	"lectern/backend/app"
	"lectern/backend/eval"
	"lectern/backend/store"
	"lectern/backend/text"
)

// question is one of a set.
type question struct {
	Text    string `json:"question"`
	Doc     string `json:"doc"`
	Company string `json:"company"` // that it asks of; "": none, or it isn't known
}

// half is dev or kept.
func (q question) half() string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(q.Text))
	if h.Sum32()%2 == 0 {
		return "dev"
	}
	return "kept"
}

// set is questions and the documents that answer them.
type set struct {
	name      string
	questions []question
	without   []question // that its documents don't answer
	pdfs      []string
	pages     string // of paragraphs, if there are no pdfs
}

func readSet(path string) (s set, err error) {
	s.name = filepath.Base(path)
	at := func(file string) string { return filepath.Join(path, file) }
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		at = func(file string) string { return path + "." + file }
		s.pages = at("pages.jsonl")
	} else if s.pdfs, err = filepath.Glob(at("pdf/*.pdf")); err != nil {
		return s, err
	}
	if s.questions, err = eval.Lines[question](at("questions.jsonl")); err != nil {
		return s, err
	}
	if s.without, err = eval.Lines[question](at("unanswerable.jsonl")); os.IsNotExist(err) {
		err = nil
	}
	return s, err
}

// open opens the library of a set, into which its documents are read that aren't there yet; ids are theirs, by their names.
func (s set) open(ctx context.Context, home string) (core *app.Core, ids map[string]string, err error) {
	core, err = app.Open(app.Config{Home: home, Workspace: s.name})
	if err != nil {
		return nil, nil, err
	}
	ids = map[string]string{}
	list := func() error {
		have, err := core.Workspace.Documents.List()
		for _, d := range have {
			ids[d.Name] = d.ID
		}
		return err
	}
	if err := list(); err != nil {
		return core, ids, err
	}
	for _, path := range s.pdfs {
		if ids[strings.TrimSuffix(filepath.Base(path), ".pdf")] != "" {
			continue
		}
		fmt.Fprintln(os.Stderr, "reading", path)
		if _, err := core.Library.Add(ctx, path); err != nil {
			return core, ids, err
		}
	}
	if s.pages != "" && len(ids) == 0 {
		if err := s.paragraphs(core); err != nil {
			return core, ids, err
		}
	}
	return core, ids, list()
}

// paragraphs makes a document of a page of each paragraph.
func (s set) paragraphs(core *app.Core) error {
	all, err := eval.Lines[struct{ Doc, Text string }](s.pages)
	if err != nil {
		return err
	}
	for _, p := range all {
		_, err := core.Workspace.Documents.Add(store.Document{ID: p.Doc, Name: p.Doc}, &store.Content{
			Pages:    []store.Page{{Number: 1, Label: "1", Text: p.Text, Sentences: text.Sentences(p.Text)}},
			Passages: []store.Passage{{Page: 1, Span: store.Span{End: len(p.Text)}}},
			Language: text.Language(p.Text), Reader: "plain",
		})
		if err != nil {
			return fmt.Errorf("%s: %w", p.Doc, err)
		}
	}
	return nil
}
