// Command proof measures how often a text that is held against documents is wrongly accused, and how often what is wrong in
// it is caught: sentences of natural prose, true ones and ones with a fault planted, that were written from the rendered
// pages of documents by people who knew nothing of the rules that judge them.
//
//	go run ./build/proof -documents DIR,DIR [-home DIR] [-part dev|test] [-show CLASS] [SET.jsonl …]
//
// The documents are looked for by their names in the folders, which are no part of the project; what was read of them is
// kept in -home. A sentence is held against all of its document, as "lectern check --file" does. Half of the documents are
// kept apart (test): of those only totals are printed, whatever -show says.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lectern/backend/app"
	"lectern/backend/eval"
	"lectern/backend/ingest"
)

// Sentence is one of a set.
type Sentence struct {
	ID    string `json:"id"`
	Doc   string `json:"doc"` // name of the PDF, without .pdf
	Text  string `json:"text"`
	Lang  string `json:"lang"`  // ISO 639-1; "": en
	Label string `json:"label"` // true or fault
	Class string `json:"class"` // of the fault
	Pages []int  `json:"pages"` // where it is told
	Part  string `json:"part"`  // dev or test, by document
	Of    any    `json:"of"`    // id of the true sentence that a fault was made from
}

type options struct {
	sets      []string
	documents []string
	home      string
	part      string
	show      string
	support   bool
	embed     string
	tables    bool
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == app.WorkerCommand {
		os.Exit(ingest.Worker(os.Stdin, os.Stdout, os.Args[2:]))
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	var o options
	documents := flag.String("documents", "", "folders with the documents, with commas between them")
	flag.StringVar(&o.home, "home", filepath.Join(cache, "lectern", "proof"), "folder for what was read of them")
	flag.StringVar(&o.part, "part", "", "measure dev or test alone")
	flag.StringVar(&o.show, "show", "", "print what became of the sentences of a class, as true or negation, or of all; of dev only")
	flag.BoolVar(&o.support, "support", false, "measure the support of true sentences by their own pages and by others, instead")
	flag.StringVar(&o.embed, "embed", "", "with -support, what this embedding model of the Ollama in reach adds")
	flag.BoolVar(&o.tables, "tables", false, "check tables of the documents as if they were an answer's, instead")
	flag.Parse()
	o.documents, o.sets = strings.FieldsFunc(*documents, func(r rune) bool { return r == ',' }), flag.Args()
	if len(o.sets) == 0 {
		o.sets, err = filepath.Glob("build/proof/prose/*.jsonl")
	}
	if err == nil {
		err = run(o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "proof:", err)
		os.Exit(1)
	}
}

func run(o options) error {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	var all []Sentence
	for _, path := range o.sets {
		some, err := read(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		all = append(all, some...)
	}
	all = slices.DeleteFunc(all, func(s Sentence) bool { return o.part != "" && s.Part != o.part })
	if len(all) == 0 {
		return errors.New("there are no sentences")
	}
	core, err := app.Open(app.Config{Home: o.home, Workspace: "proof"})
	if err != nil {
		return err
	}
	defer core.Close()
	ids, err := furnish(ctx, core, o.documents, all)
	if err != nil {
		return err
	}
	if o.support {
		of, err := pairs(ctx, core, all, ids)
		if err == nil && o.embed != "" {
			err = embed(ctx, o.embed, of)
		}
		if err == nil {
			support(os.Stdout, of, o.embed != "")
		}
		return err
	}
	if o.tables {
		return copies(ctx, os.Stdout, core, all, ids)
	}
	outcomes, took := make([]outcome, len(all)), time.Duration(0)
	for i, s := range all {
		if ids[s.Doc] == "" {
			outcomes[i].missing = true
			continue
		}
		start := time.Now()
		checked, err := core.Check(ctx, app.CheckRequest{Text: s.Text, Documents: []string{ids[s.Doc]}})
		if err != nil {
			return fmt.Errorf("%s: %w", s.ID, err)
		}
		took += time.Since(start)
		outcomes[i] = outcomeOf(checked.Sentences, checked.FigureChecks)
		if o.show != "" && s.Part != "test" && (o.show == "all" || o.show == s.Class) {
			fmt.Printf("%s %s %s: %s\n", s.ID, s.Class, outcomes[i].colour, s.Text)
			for _, why := range outcomes[i].why {
				fmt.Printf("        %s\n", why)
			}
		}
	}
	report(os.Stdout, all, outcomes)
	fmt.Printf("%.1f ms a sentence, each searched for and checked alone\n", float64(took.Milliseconds())/float64(len(all)))
	return nil
}

// read reads a set; lines without an id are called by their number.
func read(path string) ([]Sentence, error) {
	all, err := eval.Lines[Sentence](path)
	for i := range all {
		all[i].ID = cmp.Or(all[i].ID, fmt.Sprintf("%s:%d", filepath.Base(path), i+1))
		all[i].Lang = cmp.Or(all[i].Lang, "en")
		if all[i].Label == "true" {
			all[i].Class = all[i].Label
		}
	}
	return all, err
}

// furnish reads the documents that aren't in the library yet, and gives the ids of all by their names.
func furnish(ctx context.Context, core *app.Core, folders []string, all []Sentence) (map[string]string, error) {
	ids := map[string]string{}
	known := func() error {
		documents, err := core.Workspace.Documents.List()
		for _, d := range documents {
			ids[strings.TrimSuffix(d.Name, ".pdf")] = d.ID
		}
		return err
	}
	if err := known(); err != nil {
		return nil, err
	}
	var missing []string
	for _, s := range all {
		if ids[s.Doc] != "" || slices.ContainsFunc(missing, func(path string) bool { return filepath.Base(path) == s.Doc+".pdf" }) {
			continue
		}
		for _, folder := range folders {
			path := filepath.Join(folder, s.Doc+".pdf")
			if _, err := os.Stat(path); err == nil {
				missing = append(missing, path)
				break
			} else if !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
		}
	}
	if len(missing) > 0 {
		fmt.Fprintf(os.Stderr, "reading %d documents\n", len(missing))
		if err := add(ctx, core, missing); err != nil {
			return nil, err
		}
	}
	return ids, known()
}
