package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lectern/backend/eval"
	"lectern/backend/store"
)

// way is how passages are found.
type way struct {
	name    string
	meaning bool              // with vectors
	set     map[string]string // what differs from the standard
	ranks   *ranks            // of words and vectors, made into one list instead
}

// ranks is reciprocal rank fusion, Σ weight/(constant + rank) (Cormack, Clarke and Büttcher, SIGIR 2009). The program doesn't
// use it: it is what most others do.
type ranks struct{ constant, meaning float64 }

const (
	byWords   = "words"
	byVectors = "vectors"
)

// ways are the program's search, each of its parts alone, other weights of meaning, and other fusions. What is fused comes
// after what it is made of.
func ways() []way {
	all := []way{{name: byWords}, {name: "as it is", meaning: true}, {name: byVectors, meaning: true, set: map[string]string{"vector-weight": "1"}}}
	for _, weight := range []string{".1", ".5"} {
		all = append(all, way{name: "weight of meaning " + weight, meaning: true, set: map[string]string{"vector-weight": weight}})
	}
	for _, r := range []ranks{{60, .5}, {60, .1}, {10, .1}} {
		all = append(all, way{name: fmt.Sprintf("reciprocal ranks, k %g, meaning %g", r.constant, r.meaning), meaning: true, ranks: &r})
	}
	return all
}

// of fuses what words and vectors found for the same questions.
func (r ranks) of(words, vectors []eval.Answer) []eval.Answer {
	out := make([]eval.Answer, len(words))
	for i := range words {
		type page struct {
			doc    string
			number int
		}
		score := map[page]float64{}
		var all []eval.Ranked
		for _, list := range []struct {
			weight float64
			ranked []eval.Ranked
		}{{1 - r.meaning, words[i].Ranked}, {r.meaning, vectors[i].Ranked}} {
			for rank, found := range list.ranked {
				at := page{found.Doc, found.Pages[0]}
				if _, known := score[at]; !known {
					all = append(all, found)
				}
				score[at] += list.weight / (r.constant + float64(rank+1))
			}
		}
		slices.SortStableFunc(all, func(a, b eval.Ranked) int {
			return cmp.Compare(score[page{b.Doc, b.Pages[0]}], score[page{a.Doc, a.Pages[0]}])
		})
		out[i] = eval.Answer{QID: words[i].QID, Question: words[i].Question, Ranked: all}
	}
	return out
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
		f.questions = drawn(s.questions, b.of(s), b.seed)
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
		var vectors []eval.Answer
		for _, way := range ways() {
			if way.meaning != (k != nil) {
				continue
			}
			var answers []eval.Answer
			if way.ranks != nil {
				answers = way.ranks.of(f.words[scope], vectors)
			} else {
				var err error
				if answers, err = f.ask(ctx, scope, way, k); err != nil {
					return err
				}
			}
			if way.name == byVectors {
				vectors = answers
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
