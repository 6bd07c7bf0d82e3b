// Command facts measures how often a question for a figure is answered right, wrong or not at all, without a model:
// questions to tables of documents, with answers that were read from the rendered pages by people who knew nothing of the
// rules that find them.
//
//	go run ./build/facts -documents DIR,DIR [-home DIR] [-part dev|test] [-show dev] [-open] [-library] [SET.jsonl …]
//	go run ./build/facts -documents DIR [-home DIR] -compare build/facts/questions/comparisons.jsonl
//	go run ./build/facts -documents DIR [-home DIR] -analyst build/facts/questions/analyst.jsonl -model NAME [-writes]
//
// The documents are looked for by their names in the folders, which are no part of the project; what was read of them is
// kept in -home. Sets are the questions beside this program, and others of the same form or of the form {qid, question,
// doc, answer, type}. Of questions with "part": "test" only totals are printed, whatever -show says.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"lectern/backend/app"
	"lectern/backend/ingest"
)

type options struct {
	sets      []string
	documents []string
	home      string
	part      string
	show      string
	open      bool
	only      string
	library   bool
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
	flag.StringVar(&o.home, "home", filepath.Join(cache, "lectern", "facts"), "folder for what was read of them")
	flag.StringVar(&o.part, "part", "", "measure dev or test alone")
	flag.StringVar(&o.show, "show", "", "dev: print the questions of dev that were not answered right; all: every question of dev")
	flag.StringVar(&o.only, "only", "", "ask the question with this id alone")
	flag.BoolVar(&o.open, "open", false, "don't name the document: it is chosen from all of them")
	flag.BoolVar(&o.library, "library", false, "measure how often the right document is chosen for a question that names its company")
	comparisons := flag.String("compare", "", "put the questions of this set to the financial analyst, without a model: build/facts/questions/comparisons.jsonl")
	analyses := flag.String("analyst", "", "put the questions of this set to the financial analyst with a model: build/facts/questions/analyst.jsonl; OLLAMA_HOST names the server")
	model := flag.String("model", "", "the model that writes, with -analyst")
	writes := flag.Bool("writes", false, "it writes whatever its size")
	flag.Parse()
	o.documents, o.sets = strings.FieldsFunc(*documents, func(r rune) bool { return r == ',' }), flag.Args()
	switch {
	case *comparisons != "":
		err = compare(context.Background(), o, *comparisons)
	case *analyses != "":
		err = analyse(context.Background(), o, *analyses, *model, *writes)
	case len(o.sets) == 0:
		for _, set := range []string{"rows", "rows2", "rows3", "loose", "fresh", "typed", "typed2", "typed3", "looked-at"} {
			o.sets = append(o.sets, "build/facts/questions/"+set+".jsonl")
		}
		fallthrough
	default:
		err = run(context.Background(), o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "facts:", err)
		os.Exit(1)
	}
}
