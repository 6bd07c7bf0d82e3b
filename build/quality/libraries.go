package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"lectern/backend/eval"
	"lectern/backend/library"
	"lectern/backend/llm"
	"lectern/backend/store"
	"lectern/backend/text"
)

// libraries are the sets' documents, a workspace each.
type libraries struct {
	*store.Store
}

// openLibraries opens the data folder; what isn't there yet is read into it first.
func openLibraries(ctx context.Context, p program, sets []set) (libraries, error) {
	missing, err := unread(ctx, p.home, sets)
	if err != nil {
		return libraries{}, err
	}
	for _, s := range missing {
		if err := p.add(ctx, s.name, s.pdfs); err != nil {
			return libraries{}, err
		}
	}
	s, err := openFolder(ctx, p.home)
	return libraries{s}, err
}

// openFolder waits for others that have the folder open: another run may measure something else.
func openFolder(ctx context.Context, home string) (*store.Store, error) {
	for {
		s, err := store.Open(home)
		if !errors.Is(err, store.ErrLocked) {
			return s, err
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(time.Second):
		}
	}
}

// unread are the sets of PDFs whose workspaces are empty; paragraphs are put into theirs.
func unread(ctx context.Context, home string, sets []set) (out []set, err error) {
	s, err := openFolder(ctx, home)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for _, of := range sets {
		w, err := s.Workspace(of.name)
		if err != nil {
			return nil, err
		}
		documents, err := w.Documents.List()
		switch {
		case err != nil:
			return nil, err
		case len(documents) > 0:
		case of.pdfs != nil:
			out = append(out, of)
		default:
			if err := addParagraphs(w, of); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// addParagraphs makes a document of a page of each paragraph, and one passage of that.
func addParagraphs(w *store.Workspace, s set) error {
	all, err := eval.Lines[struct{ Doc, Text string }](s.paragraphs)
	if err != nil {
		return err
	}
	for _, p := range all {
		_, err := w.Documents.Add(store.Document{ID: p.Doc, Name: p.Doc}, &store.Content{
			Pages:    []store.Page{{Number: 1, Label: "1", Text: p.Text, Sentences: text.Sentences(p.Text)}},
			Passages: []store.Passage{{Page: 1, Span: store.Span{End: len(p.Text)}}},
			Language: s.language, Reader: "plain",
		})
		if err != nil {
			return fmt.Errorf("%s: %w", p.Doc, err)
		}
	}
	return nil
}

// passages are all those of a library that have text, document by document.
func passages(w *store.Workspace) (documents []store.Document, texts [][]store.Text, err error) {
	all, err := w.Documents.List()
	if err != nil {
		return nil, nil, err
	}
	for _, d := range all {
		if d.Failed != "" || d.Passages == 0 {
			continue
		}
		refs := make([]store.Ref, d.Passages)
		for i := range refs {
			refs[i] = store.Ref{Document: d.ID, Passage: i}
		}
		of, err := w.Passages.Texts(refs)
		if err != nil {
			return nil, nil, err
		}
		documents, texts = append(documents, d), append(texts, of)
	}
	return documents, texts, nil
}

// library is a set's workspace with the vectors of a model (nil: whatever it has), as the program itself would make them.
// While the model works the folder is open to others: that can take hours.
func (b *bench) library(ctx context.Context, s set, k *kept) (*store.Workspace, error) {
	l, err := b.libraries(ctx)
	if err != nil {
		return nil, err
	}
	w, err := l.Workspace(s.name)
	if err != nil || k == nil {
		return w, err
	}
	documents, texts, err := passages(w)
	if err != nil {
		return nil, err
	}
	spaces, err := w.Vectors.Spaces()
	if err != nil {
		return nil, err
	}
	made := map[string][][]float32{}
	for i, d := range documents {
		if was, has := spaces[d.ID]; has && was == k.space(was.Dim) {
			continue
		}
		if err := b.shut(); err != nil {
			return nil, err
		}
		k.told = func(done, of int) {
			b.tell("%s: %s, %s (%d of %d): %d of %d passages", k.about().Name, s.name, d.Name, i+1, len(documents), done, of)
		}
		if made[d.ID], err = k.vectors(ctx, llm.Document, library.Inputs(texts[i])); err != nil {
			return nil, fmt.Errorf("%s: %w", d.Name, err)
		}
	}
	if l, err = b.libraries(ctx); err != nil {
		return nil, err
	}
	if w, err = l.Workspace(s.name); err != nil {
		return nil, err
	}
	for id, vs := range made {
		if err := w.Vectors.Put(id, k.space(len(vs[0])), vs); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// lacks tells whether a set is left out with a model, since only kept vectors are wanted and not all of its are; the section
// says so.
func (b *bench) lacks(ctx context.Context, s set, k *kept, of *section) (bool, error) {
	if !b.kept || k == nil {
		return false, nil
	}
	w, err := b.library(ctx, s, nil)
	if err != nil {
		return false, err
	}
	_, texts, err := passages(w)
	if err != nil {
		return false, err
	}
	for _, document := range texts {
		for _, input := range library.Inputs(document) {
			if k.known[textKey(llm.Document, input)] == nil {
				of.Text += fmt.Sprintf("%s was not embedded by %s when this was measured. ", s.name, k.about().Name)
				return true, nil
			}
		}
	}
	return false, nil
}

// namesIn are what questions may call the documents of a library.
func namesIn(w *store.Workspace) (eval.Names, error) {
	documents, err := w.Documents.List()
	return eval.NewNames(documents), err
}
