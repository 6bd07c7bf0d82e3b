package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"lectern/backend/eval"
	"lectern/backend/store"
)

// way is how passages are found.
type way struct {
	name    string
	meaning bool // with vectors
	set     map[string]string
}

// ways are all fusions that a search knows, at the weights that could matter.
func ways() []way {
	all := []way{{"words", false, nil}, {"as it is", true, nil}, {"vectors", true, map[string]string{"vector-weight": "1"}}}
	for _, constant := range []string{"60", "10"} {
		for _, weight := range []string{".1", ".2", ".3", ".5", ".7"} {
			set := map[string]string{"fusion": store.FusionRanks, "rank-constant": constant, "vector-weight": weight}
			all = append(all, way{"ranks, k " + constant + ", meaning " + weight, true, set})
		}
	}
	for _, weight := range []string{".1", ".2", ".3", ".4", ".5", ".7"} {
		all = append(all, way{"scores, meaning " + weight, true, map[string]string{"fusion": store.FusionScores, "vector-weight": weight}})
	}
	return all
}

// found is a row of the table.
type found struct {
	Set       string          `json:"set"`
	Scope     string          `json:"scope"`
	Model     string          `json:"model"` // "" for words
	Way       string          `json:"way"`
	Questions int             `json:"questions"`
	Hits      []eval.Measured `json:"hits"` // at 1, 5, 10 and 20, against words
}

// finding measures in which way the pages that hold the answer are found.
func finding(b *bench, ctx context.Context) (section, error) {
	self, err := os.Executable()
	if err != nil {
		return section{}, err
	}
	sum, err := fileSum(self)
	if err != nil {
		return section{}, err
	}
	f := &finder{bench: b, sum: sum}
	var left section
	for _, s := range b.all {
		w, err := b.library(ctx, s, nil)
		if err != nil {
			return section{}, err
		}
		names, err := namesIn(w)
		if err != nil {
			return section{}, err
		}
		f.set, f.workspace, f.names, f.words = s, w, names, map[string][]eval.Answer{}
		f.questions = drawn(s.questions, b.sample, b.seed)
		if err := f.by(ctx, nil); err != nil {
			return section{}, err
		}
		for _, k := range b.sources {
			if lacks, err := b.lacks(ctx, s, k, &left); err != nil {
				return section{}, err
			} else if lacks {
				continue
			}
			if f.workspace, err = b.library(ctx, s, k); err != nil {
				return section{}, err
			}
			if err := f.by(ctx, k); err != nil {
				return section{}, err
			}
		}
	}
	return foundSection(f.rows, left.Text), nil
}

// finder is a set on its way through the models.
type finder struct {
	*bench
	sum       string // of this program: another one may search otherwise
	set       set
	workspace *store.Workspace
	names     eval.Names
	questions []eval.Question
	words     map[string][]eval.Answer // by scope: what the others are compared with
	rows      []found
}

// by measures with a model, or by words alone.
func (f *finder) by(ctx context.Context, k *kept) error {
	scopes := []string{eval.InFile, eval.InLibrary}
	if f.set.pdfs == nil {
		scopes = scopes[1:] // a document of one page has nothing to find
	}
	for _, scope := range scopes {
		for _, way := range ways() {
			if way.meaning != (k != nil) {
				continue
			}
			answers, err := f.ask(ctx, scope, way, k)
			if err != nil {
				return err
			}
			row := found{Set: f.set.name, Scope: scope, Way: way.name, Questions: len(f.questions)}
			if k == nil {
				f.words[scope] = answers
			} else {
				row.Model = k.about().Name
			}
			for _, m := range eval.Sum(f.questions, answers, f.words[scope]).Groups[0].Measures {
				if strings.HasPrefix(m.Name, "hit@") && m.Name != "hit@30" {
					row.Hits = append(row.Hits, m)
				}
			}
			f.rows = append(f.rows, row)
		}
	}
	return nil
}

// ask puts the questions to a scope in one way, unless that was done before.
func (f *finder) ask(ctx context.Context, scope string, way way, k *kept) ([]eval.Answer, error) {
	trial := eval.Trial{Library: f.workspace.Passages, Names: f.names, Scope: scope, Config: store.SearchDefaults()}
	for key, value := range way.set {
		if err := trial.Config.Set(key, value); err != nil {
			return nil, err
		}
	}
	of := []any{f.sum, f.set.name, scope, trial.Config}
	if k != nil {
		trial.Embedder = k
		of = append(of, k.about())
	}
	print, err := eval.Fingerprint(of)
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(f.cache, "found")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	file, err := eval.OpenRun(filepath.Join(folder, print+".jsonl"), print)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if left := file.Left(f.questions); left > 0 {
		f.tell("%s, %s: %s: %d questions", f.set.name, scope, way.name, left)
	}
	return trial.Run(ctx, f.questions, file, func() {})
}

// foundSection is the table.
func foundSection(rows []found, text string) section {
	t := table{Head: []string{"set", "where", "model", "way", "n", "hit@1", "hit@5", "hit@10", "hit@20", "@5 less words"}}
	for _, r := range rows {
		line := []string{r.Set, map[string]string{eval.InFile: "@file", eval.InLibrary: "library"}[r.Scope], dash(r.Model), r.Way, fmt.Sprint(r.Questions)}
		for _, h := range r.Hits {
			line = append(line, share(h.Value))
		}
		line = append(line, difference(r.Hits[1]))
		t.Rows = append(t.Rows, line)
	}
	return section{Title: "Finding the page", Text: text, Tables: []table{t}, Data: rows}
}

// difference is how a measure does beside the other setting: with its interval and the probability of chance.
func difference(m eval.Measured) string {
	if m.Against == nil {
		return "-"
	}
	return differs(m.Against.Difference)
}

func differs(d eval.Difference) string {
	return fmt.Sprintf("%+.3f [%+.2f, %+.2f] p %.2g", d.Value, d.Low, d.High, d.P)
}
