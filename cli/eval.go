package cli

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lectern/backend/app"
	"lectern/backend/eval"
	"lectern/backend/graph/rag"
	"lectern/backend/ingest/metadata"
	"lectern/backend/library"
	"lectern/backend/messages"
	"lectern/backend/models"
	"lectern/backend/store"
)

type evalCommand struct {
	Questions string            `arg:"" placeholder:"QUESTIONS" help:"Questions with the pages where their answers stand: a JSON object a line, or a .csv with the columns qid, question, doc, page, type."`
	Docs      string            `placeholder:"DIR" type:"existingdir" help:"Search the PDFs of this folder, which are read once, instead of your library."`
	Again     bool              `help:"Read the PDFs of --docs again."`
	Set       map[string]string `placeholder:"KEY=VALUE" mapsep:"none" help:"A number of the search that differs from the standard, as k1=1.5; may be repeated."`
	Against   map[string]string `placeholder:"KEY=VALUE" mapsep:"none" help:"Compare with another setting: standard but for this; may be repeated."`
	Rerank    string            `enum:"none,model" default:"none" help:"Order what is found anew by asking the chat model of each passage (none or model). Without --against it is compared with the order in which it is found."`
	Seconds   float64           `default:"2" placeholder:"SECONDS" help:"What the model is given to order the passages of a question; one that takes longer isn't asked. 2 by default."`
	File      bool              `help:"Search in each question's own document only."`
	Library   bool              `help:"Search in all documents only."`
	All       bool              `help:"Prefer nothing that a question says of documents, as a company or a year."`
	Into      string            `name:"run" placeholder:"FILE" help:"Write what was found; the same command goes on with it if it was stopped."`
	Explain   string            `placeholder:"QID" help:"Show where the gold pages of one question stand in each search, and what stands above them; with --rerank before and after it, and why."`
}

// Validate is called by the parser.
func (c *evalCommand) Validate() error {
	_, err := settings(c.Set)
	if err == nil {
		_, err = settings(c.Against)
	}
	if err == nil && c.Again && c.Docs == "" {
		err = messages.Error("cli.again-with-docs")
	}
	return err
}

// settings is the standard search with some numbers changed.
func settings(changed map[string]string) (store.SearchConfig, error) {
	config := store.SearchDefaults()
	for _, key := range slices.Sorted(maps.Keys(changed)) {
		if err := config.Set(key, changed[key]); err != nil {
			return config, err
		}
	}
	return config, nil
}

// evaluation is a library with what is asked of it.
type evaluation struct {
	*evalCommand
	*env
	core      *app.Core
	bar       *bar
	questions []eval.Question
	names     eval.Names
	prefers   eval.Prefers
	documents []store.Document
	embedder  *rag.Embedder
	judge     models.State // where the model that orders what is found is
	verdicts  rag.Verdicts // its
}

func (c *evalCommand) Run(e *env) error {
	questions, err := eval.ReadQuestions(e.path(c.Questions))
	if err != nil {
		return err
	}
	v := &evaluation{evalCommand: c, env: e, bar: newBar(e), questions: questions}
	if err := v.open(); err != nil {
		return err
	}
	defer v.core.Close()
	if err := cmp.Or(v.meaning(), v.judges()); err != nil {
		return err
	}
	if c.Explain != "" {
		return v.explain()
	}
	trials, err := v.trials()
	if err != nil {
		return err
	}
	defer func() {
		for _, t := range trials {
			_ = t.file.Close()
		}
	}()
	return v.measure(trials)
}

// open opens the library that is asked, and learns what its documents are called.
func (v *evaluation) open() (err error) {
	ids := map[string]string{}
	if v.Docs != "" {
		v.core, ids, err = v.openFolder()
	} else {
		v.core, err = v.env.open()
	}
	if err != nil {
		return err
	}
	if v.documents, err = v.core.Workspace.Documents.List(); err != nil {
		return errors.Join(err, v.core.Close())
	}
	v.documents = slices.DeleteFunc(v.documents, func(d store.Document) bool { return d.Failed != "" })
	v.names = eval.NewNames(v.documents)
	if v.prefers, err = v.preferring(); err != nil {
		return errors.Join(err, v.core.Close())
	}
	for _, path := range slices.Sorted(maps.Keys(ids)) {
		if i := slices.IndexFunc(v.documents, func(d store.Document) bool { return d.ID == ids[path] }); i >= 0 {
			v.names.Add(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), v.documents[i])
		}
	}
	return nil
}

// preferring reads questions as a search does.
func (v *evaluation) preferring() (eval.Prefers, error) {
	if v.All {
		return nil, nil
	}
	facets, err := metadata.OpenFacets(v.core.Workspace)
	return func(question string, documents []string) ([]string, error) {
		n, err := facets.Narrow(documents, nil, facets.Asked(question))
		return n.Preferred, err
	}, err
}

// openFolder opens a library of the folder's PDFs, apart from the person's.
func (v *evaluation) openFolder() (*app.Core, map[string]string, error) {
	config := v.config()
	config.Documents = v.bar.show
	defer v.bar.clear()
	f := app.Folder{Dir: v.Docs, Again: v.Again, Begin: v.bar.start, Done: v.bar.done}
	f.Failed = func(d library.Document) {
		v.bar.clear()
		v.describe(d)
	}
	f.Note = func(note string) { fmt.Fprintln(v.Stderr, note) }
	return f.Open(v.ctx, config)
}

// meaning makes ready for searching by meaning too, if there are vectors and a model.
func (v *evaluation) meaning() error {
	spaces, err := v.core.Workspace.Vectors.Spaces()
	if err != nil || len(spaces) == 0 {
		return err
	}
	if s := v.core.Models.Refresh(v.ctx); s.Embed != "" {
		v.embedder = &rag.Embedder{Client: s.Client, Model: s.Embed, Size: len(v.questions)}
	}
	return nil
}

// side is one of the settings that are measured.
type side struct {
	changed map[string]string // numbers that differ from the standard
	rerank  string            // none or model
}

// trial is one setting in one scope, with its run file.
type trial struct {
	eval.Trial
	side
	path string // of the run file; "" for none
	file *eval.RunFile
}

func (v *evaluation) trial(scope string, s side) (trial, error) {
	config, err := settings(s.changed)
	return trial{Trial: eval.Trial{
		Library: v.core.Workspace.Passages, Names: v.names, Scope: scope, Config: config, Prefers: v.prefers, Embedder: v.embedder, Reranker: v.reranker(s.rerank),
	}, side: s}, err
}

// reranker orders what is found anew; nil if nothing does.
func (v *evaluation) reranker(by string) rag.Reranker {
	if by == "model" {
		return rag.ByModel{Client: v.judge.Client, Model: v.judge.Chat, Budget: time.Duration(v.Seconds * float64(time.Second)), Verdicts: &v.verdicts}
	}
	return nil
}

// judges makes ready for a model that orders what is found.
func (v *evaluation) judges() error {
	if v.Rerank != "model" {
		return nil
	}
	if v.judge = v.core.Models.Refresh(v.ctx); v.judge.Chat == "" {
		return messages.Error("messages.text", messages.Args{"text": v.judge.Why})
	}
	v.verdicts.Keeper = v.core.Store.Settings
	return nil
}

func (v *evaluation) scopes() []string {
	switch {
	case v.File == v.Library:
		return []string{eval.InFile, eval.InLibrary}
	case v.File:
		return []string{eval.InFile}
	}
	return []string{eval.InLibrary}
}

// sides are the settings that are measured: one, or two to compare.
func (v *evaluation) sides() []side {
	this := side{v.Set, v.Rerank}
	switch {
	case len(v.Against) > 0:
		return []side{this, {v.Against, v.Rerank}}
	case v.Rerank != "none" && v.Explain == "": // which tells both orders
		return []side{this, {v.Set, "none"}}
	}
	return []side{this}
}

// trials lists scope by scope what is measured, with its run file opened if one is wanted. Several have the scope and the
// side in their files' names.
func (v *evaluation) trials() (all []trial, err error) {
	fail := func(err error) ([]trial, error) {
		for _, t := range all {
			err = errors.Join(err, t.file.Close())
		}
		return nil, err
	}
	program := ""
	if v.Into != "" {
		if program, err = programSum(); err != nil {
			return nil, err
		}
	}
	for _, scope := range v.scopes() {
		for i, of := range v.sides() {
			t, err := v.trial(scope, of)
			if err != nil {
				return fail(err)
			}
			if v.Into != "" {
				t.path = v.env.path(v.runPath(scope, i))
				print, err := v.fingerprint(program, t)
				if err == nil {
					t.file, err = eval.OpenRun(t.path, print)
				}
				if err != nil {
					return fail(err)
				}
			}
			all = append(all, t)
		}
	}
	return all, nil
}

func (v *evaluation) runPath(scope string, side int) string {
	ext := filepath.Ext(v.Into)
	name := strings.TrimSuffix(v.Into, ext)
	if len(v.scopes()) > 1 {
		name += "." + scope
	}
	if side > 0 {
		name += ".against"
	}
	return name + ext
}

// fingerprint stands for all that a run depends on but the questions.
func (v *evaluation) fingerprint(program string, t trial) (string, error) {
	type document struct {
		ID, Name string
		Passages int
	}
	of := struct {
		Program, Scope string
		All            bool `json:",omitempty"`
		Config         store.SearchConfig
		Model, Digest  string
		Rerank         string  `json:",omitempty"`
		Judge          string  `json:",omitempty"` // digest
		Seconds        float64 `json:",omitempty"`
		Documents      []document
	}{Program: program, Scope: t.Scope, All: v.All, Config: t.Config}
	if t.rerank != "none" {
		of.Rerank = t.rerank
	}
	if t.rerank == "model" {
		of.Judge, of.Seconds = digest(v.judge, v.judge.Chat), v.Seconds
	}
	if v.embedder.Ready() {
		of.Model, of.Digest = v.embedder.Model, v.core.Models.State().Digest
	}
	for _, d := range v.documents {
		of.Documents = append(of.Documents, document{d.ID, d.Name, d.Passages})
	}
	return eval.Fingerprint(of)
}

func digest(s models.State, model string) string {
	for _, m := range s.Models {
		if m.Name == model {
			return m.Digest
		}
	}
	return ""
}

// programSum tells this build from others, which may search otherwise.
func programSum() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return hex.EncodeToString(sum.Sum(nil)), err
}

// measure asks the questions of all trials and prints what came of each scope.
func (v *evaluation) measure(trials []trial) error {
	left := 0
	for _, t := range trials {
		left += t.file.Left(v.questions)
	}
	v.head()
	v.bar.start(left)
	answers := make([][]eval.Answer, len(trials))
	for i := range trials {
		var err error
		if answers[i], err = trials[i].Run(v.ctx, v.questions, trials[i].file, v.bar.done); err != nil {
			v.bar.clear()
			return v.stopped(err, trials[i], len(answers[i]))
		}
	}
	v.bar.clear()
	for i := 0; i < len(trials); i += len(v.sides()) {
		var other []eval.Answer
		if len(v.sides()) > 1 {
			other = answers[i+1]
		}
		if err := v.print(trials[i:i+len(v.sides())], eval.Sum(v.questions, answers[i], other)); err != nil {
			return err
		}
	}
	v.foot()
	return nil
}

// stopped says how far it came.
func (v *evaluation) stopped(err error, t trial, n int) error {
	if !errors.Is(err, context.Canceled) {
		return err
	}
	if t.path == "" {
		return messages.Error("cli.stopped-run-kept")
	}
	return messages.Error("cli.stopped-run-holds", messages.Args{"questions": messages.Count("count.questions", n), "path": t.path})
}
