// Command told measures how well a question that documents don't tell is known from one that they do, by words alone: the
// questions of sets, asked as "lectern ask" does, without a model, of their own document, of their own library, and of the
// libraries of the other sets.
//
//	go run ./build/told [-home DIR] [-part dev|kept] [-show ROW] SET …
//
// A set is a folder with questions.jsonl ({qid, question, doc, company, type}), pdf/ and maybe unanswerable.jsonl, or a prefix
// of NAME.questions.jsonl and NAME.pages.jsonl ({doc, text}), where each paragraph is a document. None is a part of the project;
// what was read of them is kept in -home. A hash of a question decides which half it is in. Rules are made on dev: of the
// questions that were kept aside only totals are printed, whatever -show says.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"lectern/backend/app"
	"lectern/backend/ingest"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == app.WorkerCommand {
		os.Exit(ingest.Worker(os.Stdin, os.Stdout, os.Args[2:]))
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	home := flag.String("home", filepath.Join(cache, "lectern", "told"), "folder for what was read of the documents")
	part := flag.String("part", "", "measure dev or kept alone")
	show := flag.String("show", "", "print the questions of dev that a row of the table counts as wrong")
	only := flag.String("only", "", "ask of the library of this set alone")
	most := flag.Int("most", 70, "ask so many questions of a half and row at most")
	fitted := flag.Bool("fit", false, "print the coefficients of the score, fitted anew on dev")
	flag.Parse()
	if err := run(context.Background(), *home, flag.Args(), asking{part: *part, show: *show, only: *only, most: *most, fit: *fitted}); err != nil {
		fmt.Fprintln(os.Stderr, "told:", err)
		os.Exit(1)
	}
}
