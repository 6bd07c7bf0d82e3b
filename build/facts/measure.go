package main

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lectern/backend/app"
	"lectern/backend/facts"
	"lectern/backend/graph/rag"
)

// tally counts what became of questions. Of those that are declined, some are for a figure that is there; of these, shown are
// those for which the cells that a person is shown have it.
type tally struct{ right, wrong, declined, there, shown int }

func (t *tally) add(verdict string, there, shown bool) {
	switch verdict {
	case right:
		t.right++
	case wrong:
		t.wrong++
	default:
		t.declined++
		if there {
			t.there++
		}
		if shown {
			t.shown++
		}
	}
}

func run(ctx context.Context, o options) error {
	var all []question
	for _, path := range o.sets {
		qs, err := read(path)
		if err != nil {
			return err
		}
		all = append(all, qs...)
	}
	core, err := app.Open(app.Config{Home: o.home, Workspace: "Library"})
	if err != nil {
		return err
	}
	defer core.Close()
	ids, err := documents(ctx, core, o.documents, all)
	if err != nil {
		return err
	}
	library := &facts.Library{Workspace: core.Workspace}
	if o.library {
		return choices(ctx, library, all, ids)
	}
	tools := rag.Tools{Workspace: core.Workspace, Facts: library}
	tallies := map[string]*tally{}
	var times []time.Duration
	for _, q := range all {
		if o.part != "" && q.Part != o.part || o.only != "" && q.ID != o.only {
			continue
		}
		scope := []string{ids[q.Doc]}
		if o.open {
			scope = nil
		}
		began := time.Now()
		found, err := library.Answer(ctx, q.Text, scope)
		if err != nil {
			return err
		}
		times = append(times, time.Since(began))
		verdict := q.judge(found.Figure)
		shown := false
		if verdict == declined && q.expected != "" {
			_, likely, err := tools.Figure(ctx, q.Text, scope)
			if err != nil {
				return err
			}
			shown = likely != nil && q.has(likely.Figure)
		}
		for _, key := range []string{q.Set + " all", q.Set + " " + q.Part, q.Set + " " + q.Part + " kind " + q.Kind, q.Set + " " + q.Part + " " + q.Lang} {
			if tallies[key] == nil {
				tallies[key] = &tally{}
			}
			tallies[key].add(verdict, q.expected != "", shown)
		}
		good := verdict == right || verdict == declined && q.expected == ""
		if q.Part == "dev" && (o.show == "all" || o.show == "dev" && !good) {
			show(q, verdict, found)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(tallies)) {
		t := tallies[key]
		fmt.Printf("%-34s %3d right %3d wrong %3d declined, %3d of %3d that are there shown as likely\n", key, t.right, t.wrong, t.declined, t.shown, t.there)
	}
	slices.Sort(times)
	if n := len(times); n > 0 {
		fmt.Printf("median %v, 95th of 100 %v, longest %v\n", times[n/2].Round(time.Millisecond), times[n*95/100].Round(time.Millisecond), times[n-1].Round(time.Millisecond))
	}
	return nil
}

func show(q question, verdict string, found facts.Result) {
	fmt.Printf("%s %s [%s] %s\n   wanted %s", verdict, q.ID, q.Doc, q.Text, cmp.Or(q.expected, "nothing"))
	if f := found.Figure; f != nil {
		fmt.Printf(", got %s (%.3f)", f.Asked, f.Confidence)
		for _, c := range f.Cells {
			fmt.Printf("\n     p. %d | %s | %s | %s", c.Page, c.Row, c.Column, c.Text)
		}
	}
	for _, c := range found.Near {
		fmt.Printf("\n     near: p. %d | %s | %s | %s", c.Page, c.Row, c.Column, c.Text)
	}
	fmt.Println()
}

// documents adds those of the questions that the library hasn't, and gives their ids by name.
func documents(ctx context.Context, core *app.Core, folders []string, all []question) (map[string]string, error) {
	paths := map[string]string{}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				if name, ok := strings.CutSuffix(e.Name(), ".pdf"); ok && paths[name] == "" {
					paths[name] = path
				}
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	have, err := core.Workspace.Documents.List()
	if err != nil {
		return nil, err
	}
	ids := map[string]string{}
	for _, d := range have {
		ids[d.Name] = d.ID
	}
	for _, q := range all {
		if ids[q.Doc] != "" {
			continue
		}
		if paths[q.Doc] == "" {
			return nil, fmt.Errorf("%s is in none of the folders", q.Doc)
		}
		d, err := core.Library.Add(ctx, paths[q.Doc])
		if err != nil {
			return nil, err
		}
		ids[q.Doc] = d.ID
	}
	return ids, nil
}
