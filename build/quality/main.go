// Command quality measures with real models how well the program finds, judges and answers, and writes what comes of it as
// a table for people and as JSON:
//
//	go run ./build/quality [-n 50] [-only finding,answers] [-embed all-minilm] [-chat gemma3:270m] SETS
//
//	SETS/{financebench,mmlongbench}/pdf/*.pdf, questions.jsonl and unanswerable.jsonl beside it
//	SETS/xquad/{en,de,zh}.pages.jsonl and .questions.jsonl
//
// The models are those of the Ollama server that OLLAMA_HOST names. Libraries, vectors and answers are kept in the folder
// that -cache names, vectors by the text and the weights, answers by the program, the question and the model: a run that was
// stopped goes on, and what was measured before isn't measured again. -n takes a sample of the questions of each set, by
// -seed; documents are all there in any case.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// options are what is wanted of a run.
type options struct {
	sets    string
	cache   string
	only    []string
	within  []string // names of sets; none: all
	library int      // documents of each set at most; 0: all
	sample  sample
	seed    uint64
	embed   []string
	chat    []string
	kept    bool   // nothing is embedded anew
	seconds int    // that a question may take
	tried   int    // questions that each workflow is tried with, half of them from each set with PDFs
	page    string // to write; "" for none
}

func main() {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	var o options
	flag.StringVar(&o.cache, "cache", filepath.Join(cache, "lectern", "quality"), "folder for libraries, vectors and answers")
	only := flag.String("only", "", "sections, with commas between them: "+strings.Join(sectionNames(), ", ")+"; all if empty")
	within := flag.String("sets", "", "sets, with commas between them, as mmlongbench,xquad-en; all if empty")
	n := flag.String("n", "50", "questions of each set, or all; other numbers of single sets follow, as 50,mmlongbench=20")
	flag.IntVar(&o.library, "documents", 0, "of each set, drawn by seed, where all take too long to embed; 0: all")
	flag.Uint64Var(&o.seed, "seed", 1, "of the sample")
	embed := flag.String("embed", "", "embedding models, with commas between them; all of the server if empty")
	chat := flag.String("chat", "", "chat models, with commas between them; all of the server if empty")
	flag.BoolVar(&o.kept, "kept", false, "measure only where all passages have been embedded before")
	flag.IntVar(&o.seconds, "seconds", 180, "that a question may take, in a workflow five times as many")
	flag.IntVar(&o.tried, "tried", 10, "questions that each workflow is tried with: a small model takes minutes for one")
	flag.StringVar(&o.page, "write", "", "page that is written from what was measured last, as QUALITY.md")
	flag.Parse()
	o.sets, o.only, o.within, o.embed, o.chat = flag.Arg(0), names(*only), names(*within), names(*embed), names(*chat)
	if err = o.read(*n); err == nil {
		err = run(o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "quality:", err)
		os.Exit(1)
	}
}

func names(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
}

// read checks what was typed.
func (o *options) read(n string) error {
	var err error
	if o.sample, err = readSample(n); err != nil {
		return err
	}
	for _, name := range o.only {
		if !slices.Contains(sectionNames(), name) {
			return fmt.Errorf("there is no section %q; there are %s", name, strings.Join(sectionNames(), ", "))
		}
	}
	if o.sets == "" {
		return errors.New("give the folder with the evaluation sets")
	}
	return nil
}

// sample is how many questions are asked of each set; 0: all.
type sample struct {
	Each   int            `json:"each"`
	Others map[string]int `json:"others,omitempty"` // by set, where it is another number
}

// readSample reads "50", "all" or "50,mmlongbench=20".
func readSample(text string) (s sample, err error) {
	s.Others = map[string]int{}
	for i, part := range names(text) {
		set, n, single := strings.Cut(part, "=")
		if !single {
			n = part
		}
		count := 0
		if n != "all" {
			if count, err = strconv.Atoi(n); err != nil || count < 1 {
				return s, fmt.Errorf("-n %q is neither a number nor all", n)
			}
		}
		switch {
		case single:
			s.Others[set] = count
		case i > 0:
			return s, fmt.Errorf("-n %q has several numbers for every set", text)
		default:
			s.Each = count
		}
	}
	return s, nil
}

// of is how many questions of a set are asked.
func (o options) of(s set) int {
	if n, other := o.sample.Others[s.name]; other {
		return n
	}
	return o.sample.Each
}

func (s sample) String() string {
	count := func(n int) string {
		if n == 0 {
			return "all questions"
		}
		return fmt.Sprintf("%d questions", n)
	}
	if s.Each == 0 && len(s.Others) == 0 {
		return count(0)
	}
	out := count(s.Each) + " of each set"
	for _, name := range slices.Sorted(maps.Keys(s.Others)) {
		out += fmt.Sprintf(", %s of %s", count(s.Others[name]), name)
	}
	return out
}

func run(o options) error {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	b, err := newBench(ctx, o)
	if err != nil {
		return err
	}
	defer b.close()
	for _, s := range sections() {
		if len(o.only) > 0 && !slices.Contains(o.only, s.name) {
			continue
		}
		b.tell("%s …", s.name)
		measured, err := s.measure(b, ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if err := b.report.put(s.name, measured, o, b.models()); err != nil {
			return err
		}
		fmt.Println(b.report.section(s.name))
	}
	if err := b.report.save(); err != nil || o.page == "" {
		return err
	}
	all, err := readSets(o.sets)
	if err != nil {
		return err
	}
	return b.report.write(o.page, all)
}
