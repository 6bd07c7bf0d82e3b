// Command figures measures the audit of figures (backend/figures): statements are made from the cells of tables, errors
// are planted in them, and it counts what the audit flags, what it calls the error, and what it flags for no reason.
//
//	go run ./build/figures [-eval DIR] [-cache DIR] [-filings N] [-show KIND] [-seed N]
//
// The tables are drawn as PDFs, whose truth is known, and are read as the program reads every document. With -eval the
// same is done with the annual reports that lie in DIR/financebench/pdf; their statements come from the tables that the
// reader finds. What was read is kept in -cache. The filings fall into two halves by their names: one to look at while
// the audit is made, one that is only measured.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"lectern/backend/ingest"
)

type options struct {
	eval    string
	cache   string
	filings int
	show    string
	shown   int
	seed    uint64
	half    string
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == workerCommand {
		os.Exit(ingest.Worker(os.Stdin, os.Stdout, os.Args[2:]))
	}
	var o options
	flag.StringVar(&o.eval, "eval", "", "folder with evaluation sets")
	flag.StringVar(&o.cache, "cache", filepath.Join(os.TempDir(), "lectern-figures"), "folder for what was read")
	flag.IntVar(&o.filings, "filings", 12, "how many filings to read, spread over all")
	flag.StringVar(&o.show, "show", "", "kinds of statements whose failures to print, parted by |: \"year|true, plain\"; with ! those that are called something else; \"all\"")
	flag.IntVar(&o.shown, "shown", 12, "how many failures of a kind to print")
	flag.Uint64Var(&o.seed, "seed", 1, "of what is drawn by lot")
	flag.StringVar(&o.half, "half", "", "measure \"made\", \"dev\" or \"kept\" alone")
	flag.Parse()
	if err := measure(o); err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
		os.Exit(1)
	}
}
