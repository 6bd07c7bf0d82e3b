package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"text/tabwriter"

	"lectern/backend/app"
	"lectern/backend/graph/chat"
	"lectern/backend/graph/rag"
	"lectern/backend/ingest/metadata"
	"lectern/backend/runs"
	"lectern/backend/store"
)

// asking is what is asked, and what is shown of it.
type asking struct {
	part, show, only string
	most             int
	fit              bool
}

// one is a question as it was asked.
type one struct {
	row      string
	question question
	answered bool // by the documents that it was put to
	told     store.Told
	subject  rag.Subject
	values   []float64 // rag.Features
}

// count is what became of the questions of a row that are in a half.
type count struct{ n, no, partly, unsure, failed int }

func run(ctx context.Context, home string, paths []string, a asking) error {
	var sets []set
	of := map[string]string{} // companies, by set and document
	for _, path := range paths {
		s, err := readSet(path)
		if err != nil {
			return err
		}
		sets = append(sets, s)
		if err := s.companies(ctx, home, of); err != nil {
			return err
		}
	}
	var all []one
	for _, in := range sets {
		if a.only != "" && in.name != a.only {
			continue
		}
		asked, err := a.library(ctx, home, in, sets, of)
		if err != nil {
			return err
		}
		all = append(all, asked...)
	}
	report(all, a.show)
	if a.fit {
		fit(all)
	}
	return nil
}

// companies learns which company each document of a set is of.
func (s set) companies(ctx context.Context, home string, of map[string]string) (err error) {
	core, ids, err := s.open(ctx, home)
	if core != nil {
		defer core.Close()
	}
	if err != nil {
		return err
	}
	about, err := metadata.OpenFacets(core.Workspace)
	if err != nil {
		return err
	}
	for name, id := range ids {
		of[s.name+"\n"+name] = about.Of(id).Company
	}
	return nil
}

// library puts the questions of all sets to the documents of one.
func (a asking) library(ctx context.Context, home string, in set, sets []set, companies map[string]string) (all []one, err error) {
	core, ids, err := in.open(ctx, home)
	if core != nil {
		defer core.Close()
	}
	if err != nil {
		return nil, err
	}
	about, err := metadata.OpenFacets(core.Workspace)
	if err != nil {
		return nil, err
	}
	here := about.Companies(nil)
	ask := func(row string, qs []question, answered bool, files func(question) (string, bool)) {
		for _, half := range []string{"dev", "kept"} {
			n := 0
			for _, q := range qs {
				if q.half() != half || a.part != "" && a.part != half || n >= a.most || err != nil {
					continue
				}
				file, fits := files(q)
				if !fits {
					continue
				}
				n++
				var o one
				if o, err = put(ctx, core, q, file, ids[file]); err == nil {
					o.row, o.answered = row, answered
					all = append(all, o)
				}
			}
		}
	}
	everywhere := func(question) (string, bool) { return "", true }
	own := func(q question) (string, bool) { return q.Doc, ids[q.Doc] != "" }
	// strange tells whether no document is of the company that a question asks of.
	company := func(s set, q question) string { return cmp.Or(q.Company, companies[s.name+"\n"+q.Doc]) }
	strange := func(s set, q question) bool {
		return ids[q.Doc] == "" && (company(s, q) == "" || len(metadata.Named(company(s, q), here)) == 0)
	}
	for _, s := range sets {
		switch {
		case s.name != in.name:
			ask(s.name+" → "+in.name, s.questions, false, func(q question) (string, bool) { return "", strange(s, q) })
			if s.pdfs != nil && in.pdfs != nil {
				ask(s.name+" → "+in.name+", all", s.questions, false, everywhere)
			}
			continue
		case s.pdfs != nil:
			ask(s.name+" @file", s.questions, true, own)
			ask(s.name+" @another's file", s.questions, false, func(q question) (string, bool) { return another(q, company(s, q), about, here) })
			ask(s.name+" unanswerable @file", s.without, false, own)
		}
		ask(s.name+" library", s.questions, true, everywhere)
	}
	return all, err
}

// another is a document that isn't of a question's company, drawn by its words.
func another(q question, company string, about *metadata.Facets, here []metadata.Company) (string, bool) {
	taken := map[string]bool{}
	for _, m := range metadata.Named(company, here) {
		for _, id := range m.Documents {
			taken[id] = true
		}
	}
	others := slices.DeleteFunc(slices.Clone(about.Documents()), func(d store.Document) bool { return taken[d.ID] || d.Name == q.Doc })
	if len(others) == 0 {
		return "", false
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte("another " + q.Text))
	return others[int(h.Sum32())%len(others)].Name, true
}

// put asks a question of a library, or of one of its files.
func put(ctx context.Context, core *app.Core, q question, file, id string) (o one, err error) {
	o.question = q
	put := runs.Question{Text: q.Text}
	plan := rag.Plan{Question: q.Text}
	if file != "" {
		put.Files, plan.Targets = []string{file}, []string{id}
	}
	started, err := core.Runs.Start(put)
	if err != nil {
		return o, err
	}
	core.Runs.Wait(started.Run)
	turn, err := core.Runs.Turn(started.Run)
	if err != nil {
		return o, err
	}
	o.told = turn.Told
	c := chat.Defaults()
	r := rag.Retriever{Workspace: core.Workspace, PerDocument: c.PerDocument, PerLibrary: c.PerLibrary, First: c.FirstPassages, Keep: c.Keep, KeepMost: c.KeepMost}
	found, err := r.Retrieve(ctx, plan)
	asked, facts, wrong := rag.AskedOf(ctx, core.Workspace, q.Text, plan.Targets, found.Passages)
	if err = errors.Join(err, wrong); err == nil {
		o.subject = rag.SubjectOf(asked, facts, found.Passages, nil)
		f, _ := rag.FeaturesOf(asked, facts, found.Passages)
		o.values = f.ByWords()
	}
	return o, err
}

// report prints the table, and how well the score tells the questions that are answered from those that aren't.
func report(all []one, show string) {
	counts := map[string]*count{}
	var rows []string
	for _, o := range all {
		half := o.question.half()
		if !slices.Contains(rows, o.row) {
			rows = append(rows, o.row)
		}
		c := counts[o.row+half]
		if c == nil {
			c = &count{}
			counts[o.row+half] = c
		}
		c.n++
		wrong := o.answered
		switch o.told.Told {
		case store.ToldNo:
			c.no++
		case store.ToldPartly:
			c.partly++
		case store.ToldUnsure:
			c.unsure++
			wrong = true
		case store.ToldYes:
			wrong = !o.answered
		default:
			c.failed++
		}
		if o.row == show && wrong && half == "dev" {
			fmt.Printf("%-6s %.3f %q %s\n   %+v\n", o.told.Told, o.subject.Score, o.told.Missing, o.question.Text, o.subject)
		}
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "questions → documents\thalf\tn\tno\tpartly\tno or partly\tunsure\tno answer")
	for _, row := range rows {
		for _, half := range []string{"dev", "kept"} {
			if c := counts[row+half]; c != nil {
				fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%.1f %%\t%d\t%d\n", row, half, c.n, c.no, c.partly, 100*float64(c.no+c.partly)/float64(c.n), c.unsure, c.failed)
			}
		}
	}
	w.Flush()
	for _, half := range []string{"dev", "kept"} {
		var own, other []float64
		for _, o := range all {
			switch {
			case o.question.half() != half:
			case o.answered:
				own = append(own, o.subject.Score)
			default:
				other = append(other, o.subject.Score)
			}
		}
		fmt.Printf("%s: area under the curve of the score, all rows: %.3f (%d answered, %d not)\n", half, area(own, other), len(own), len(other))
	}
}

// area is that under the ROC curve: how often a question that is answered has the higher score of a pair.
func area(own, other []float64) (sum float64) {
	for _, a := range own {
		for _, b := range other {
			switch {
			case a > b:
				sum++
			case a == b:
				sum += .5
			}
		}
	}
	return sum / max(1, float64(len(own)*len(other)))
}
