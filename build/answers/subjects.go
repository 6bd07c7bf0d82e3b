package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"lectern/backend/graph/rag"
	"lectern/backend/store"
)

// withPDFs are the sets whose documents are PDFs.
var withPDFs = []string{"financebench", "mmlongbench"}

// set is an evaluation set with its library.
type set struct {
	name      string
	questions []question
	library   *store.Workspace
	holds     map[string]bool // names of documents
}

// asked is a question that was put to a library.
type asked struct {
	rag.Features
	own   bool   // the library is its own
	group string // its document: what is fitted on one of its questions isn't measured on another
	from  string // set and library
}

// subjects measures how well the questions of a set are told from those of the others.
func subjects(sets, home string) (err error) {
	if err := read(sets, home); err != nil {
		return err
	}
	s, err := store.Open(home)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	var all []set
	for _, name := range withPDFs {
		w, err := s.Workspace(name)
		if err != nil {
			return err
		}
		questions, err := lines[question](sets, name, "questions.jsonl")
		if err != nil {
			return err
		}
		all = append(all, set{name: name, questions: questions, library: w})
	}
	w, err := paragraphs(s, sets, "en")
	if err != nil {
		return err
	}
	questions, err := lines[question](sets, "xquad", "en.questions.jsonl")
	if err != nil {
		return err
	}
	all = append(all, set{name: "xquad", questions: questions, library: w})
	var cases []asked
	for i := range all {
		documents, err := all[i].library.Documents.List()
		if err != nil {
			return err
		}
		all[i].holds = map[string]bool{}
		for _, d := range documents {
			all[i].holds[d.Name] = true
		}
	}
	for _, of := range all {
		for _, in := range all {
			for _, q := range of.questions {
				doc := strings.TrimSuffix(q.Doc, ".pdf")
				if of.name != in.name && in.holds[doc] {
					continue // it is in both
				}
				f, err := features(in.library, q.Text)
				if err != nil {
					return err
				}
				cases = append(cases, asked{f, of.name == in.name, doc, of.name + " to " + in.name})
			}
		}
	}
	return report(cases)
}

// read adds the PDFs to libraries of their own, with the program itself, unless that was done before.
func read(sets, home string) error {
	names, err := unread(home)
	if err != nil || len(names) == 0 {
		return err
	}
	dir, err := os.MkdirTemp("", "lectern-answers-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "lectern")
	run := func(name string, args ...string) error {
		c := exec.Command(name, args...)
		c.Stderr = os.Stderr
		c.Env = append(os.Environ(), "CGO_ENABLED=0")
		return c.Run()
	}
	if err := run("go", "build", "-o", program, "."); err != nil {
		return err
	}
	for _, name := range names {
		if err := run(program, "--home", home, "--workspace", name, "add", filepath.Join(sets, name, "pdf")); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// unread names the libraries that have no documents yet.
func unread(home string) (names []string, err error) {
	s, err := store.Open(home)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for _, name := range withPDFs {
		w, err := s.Workspace(name)
		if err != nil {
			return nil, err
		}
		documents, err := w.Documents.List()
		if err != nil {
			return nil, err
		}
		if len(documents) == 0 {
			names = append(names, name)
		}
	}
	return names, nil
}

func features(w *store.Workspace, question string) (rag.Features, error) {
	found, err := retriever(w).Retrieve(context.Background(), rag.Plan{Question: question})
	if err != nil {
		return rag.Features{}, err
	}
	facts, err := w.Passages.Facts(context.Background(), question, nil)
	f, _ := rag.FeaturesOf(question, facts, found.Passages)
	return f, err
}

const folds = 5

func report(cases []asked) error {
	// Questions of one document stay in one fold.
	fold := map[string]int{}
	r := rand.New(rand.NewPCG(1, 0))
	var groups []string
	for _, c := range cases {
		if _, known := fold[c.group]; !known {
			fold[c.group] = 0
			groups = append(groups, c.group)
		}
	}
	r.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	for i, g := range groups {
		fold[g] = i % folds
	}
	scores := make([]float64, len(cases))
	for k := range folds {
		var train []asked
		for _, c := range cases {
			if fold[c.group] != k {
				train = append(train, c)
			}
		}
		weights := fit(train)
		for i, c := range cases {
			if fold[c.group] == k {
				scores[i] = weights.score(c.Values())
			}
		}
	}
	out := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintf(out, "\nQuestions put to\tn\tROC AUC\tscore under .3\tunder .12\tunder .1\n")
	sections := []string{"all"}
	for _, c := range cases {
		if !slices.Contains(sections, c.from) {
			sections = append(sections, c.from)
		}
	}
	for _, section := range sections {
		var own, other []float64
		var under [3]int
		n := 0
		for i, c := range cases {
			set, _, _ := strings.Cut(section, " to ")
			if section == "all" || c.from == section || c.own && strings.HasPrefix(c.from, set+" ") {
				if c.own {
					own = append(own, scores[i])
				} else {
					other = append(other, scores[i])
				}
			}
			if section == "all" || c.from == section {
				n++
				for j, u := range []float64{.3, .12, .1} {
					if scores[i] < u {
						under[j]++
					}
				}
			}
		}
		auc := "-"
		if len(own) > 0 && len(other) > 0 {
			auc = fmt.Sprintf("%.3f", area(own, other))
		}
		share := func(k int) float64 { return float64(k) / float64(n) }
		fmt.Fprintf(out, "%s\t%d\t%s\t%.3f\t%.3f\t%.3f\n", section, n, auc, share(under[0]), share(under[1]), share(under[2]))
	}
	for i, name := range []string{"best", "together", "size", "titled"} {
		var own, other []float64
		for _, c := range cases {
			if v := c.Values()[i]; c.own {
				own = append(own, v)
			} else {
				other = append(other, v)
			}
		}
		fmt.Fprintf(out, "%s alone\t%d\t%.3f\n", name, len(cases), area(own, other))
	}
	fmt.Fprintf(out, "\ncoefficients (all cases)\t%.3f\n", fit(cases))
	return out.Flush()
}

// model is a logistic regression: a constant, then a coefficient for each feature.
type model []float64

func (m model) score(x []float64) float64 {
	z := m[0]
	for i, v := range x {
		z += m[i+1] * v
	}
	return 1 / (1 + math.Exp(-z))
}

// fit weighs both kinds of cases, and each pair of set and library, alike.
func fit(cases []asked) model {
	const steps, rate, decay = 8000, 2, .001
	count := map[string]float64{}
	kinds := map[bool]map[string]bool{true: {}, false: {}}
	for _, c := range cases {
		count[c.from]++
		kinds[c.own][c.from] = true
	}
	m := make(model, 1+len(cases[0].Values()))
	for range steps {
		slope := make([]float64, len(m))
		for _, c := range cases {
			x, y := c.Values(), 0.0
			if c.own {
				y = 1
			}
			d := (m.score(x) - y) / count[c.from] / float64(2*len(kinds[c.own]))
			slope[0] += d
			for i, v := range x {
				slope[i+1] += d * v
			}
		}
		for i := range m {
			if i > 0 {
				slope[i] += decay * m[i]
			}
			m[i] -= rate * slope[i]
		}
	}
	return m
}

// area is the ROC AUC: how often an own question's score is above another's.
func area(own, other []float64) float64 {
	type scored struct {
		v   float64
		own bool
	}
	var all []scored
	for _, v := range own {
		all = append(all, scored{v, true})
	}
	for _, v := range other {
		all = append(all, scored{v, false})
	}
	slices.SortFunc(all, func(a, b scored) int { return cmp.Compare(a.v, b.v) })
	sum := 0.0
	for i := 0; i < len(all); {
		j := i
		for j < len(all) && all[j].v == all[i].v {
			j++
		}
		for k := i; k < j; k++ {
			if all[k].own {
				sum += float64(i+j+1) / 2
			}
		}
		i = j
	}
	n := float64(len(own))
	return (sum - n*(n+1)/2) / (n * float64(len(other)))
}
