package main

import (
	"context"
	"fmt"
	"path/filepath"

	"lectern/backend/eval"
	"lectern/backend/store"
)

// plainly puts the same questions to the same models by the plain recipe, and compares the answers with the program's.
func plainly(b *bench, ctx context.Context) (section, error) {
	if b.serving() == nil {
		return section{}, fmt.Errorf("the plain recipe needs an embedding model of the server")
	}
	theirs, err := b.cooked(ctx)
	if err != nil {
		return section{}, err
	}
	ours, err := b.asked(ctx, b.chats, manner{})
	if err != nil {
		return section{}, err
	}
	s := answeredSection(append(theirs, ours...))
	s.Title, s.Data = "Beside the plain recipe", theirs
	s.Tables = append([]table{headline(ours, theirs)}, s.Tables...)
	return s, nil
}

// cooked are the answers by the plain recipe.
func (b *bench) cooked(ctx context.Context) ([]judged, error) {
	cases := b.cases()
	answers, err := openBook(filepath.Join(b.cache, "answers.jsonl"))
	if err != nil {
		return nil, err
	}
	defer answers.close()
	var rows []judged
	for _, m := range b.chats {
		r := recipe{server: b.server, source: b.serving(), from: map[string]readings{}}
		who := "plain recipe, " + m.Name
		for i, c := range cases {
			q := asking{workspace: c.set.name, document: c.document(), question: c.Text, model: m.Name, limit: b.limit()}
			of := []any{"recipe", recipeText, pieceRunes, pieceShared, nearest, fmt.Sprint(q), m.Digest, r.source.about()}
			a, err := remembered(answers, of, func() (answer, error) {
				b.tell("%s: %s, %d of %d", who, c.set.name, i+1, len(cases))
				if err := b.prepare(ctx, &r, q); err != nil {
					return answer{}, err
				}
				return r.ask(ctx, q)
			})
			if err != nil {
				return nil, err
			}
			rows = append(rows, c.judge(who, a))
		}
	}
	return rows, nil
}

// prepare reads what a question is put to for the recipe, once: its document, or all of its library.
func (b *bench) prepare(ctx context.Context, r *recipe, q asking) error {
	if _, done := r.from[q.place()]; done {
		return nil
	}
	l, err := b.libraries(ctx)
	if err != nil {
		return err
	}
	w, err := l.Workspace(q.workspace)
	if err != nil {
		return err
	}
	documents, err := w.Documents.List()
	if err != nil {
		return err
	}
	if q.document != "" {
		d, there := eval.NewNames(documents).Find(q.document)
		if !there {
			return fmt.Errorf("%s has no document %q", q.workspace, q.document)
		}
		documents = []store.Document{d}
	}
	var all []piece
	for _, d := range documents {
		of, err := pieces(w, d)
		if err != nil {
			return err
		}
		all = append(all, of...)
	}
	if err := b.shut(); err != nil {
		return err
	}
	r.source.told = func(done, of int) { b.tell("%s: %d of %d pieces", q.place(), done, of) }
	return r.read(ctx, q.place(), all)
}

// headline compares both, question by question.
func headline(ours, theirs []judged) table {
	t := table{Title: "Lectern less the plain recipe, over the same questions with the same model:",
		Head: []string{"set", "model", "n", "right: Lectern", "recipe", "difference", "wrong: Lectern", "recipe", "difference"}}
	left := grouped(ours)
	for i, g := range grouped(theirs) {
		line := []string{g.set, g.who, fmt.Sprint(len(g.rows))}
		for _, verdict := range []string{"right", "wrong"} {
			d := eval.Compare(having(left[i].rows, verdict), having(g.rows, verdict))
			line = append(line, fmt.Sprint(left[i].count(verdict)), fmt.Sprint(g.count(verdict)), differs(d))
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

// having is 1 for each answer with a verdict, and 0 for the others.
func having(rows []judged, verdict string) []float64 {
	out := make([]float64, len(rows))
	for i, r := range rows {
		out[i] = float64(oneIf(r.Verdict == verdict))
	}
	return out
}
