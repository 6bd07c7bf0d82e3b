package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
)

// bench is what sections measure with.
type bench struct {
	options
	program program
	all     []set
	server  ollama
	client  *llm.Client
	sources []*kept // embedding models
	chats   []model
	report  *report

	own  *llmtest.Ollama // the server, if it was started here
	open *libraries      // while a section looks into them itself
}

// measuring is a section of the report.
type measuring struct {
	name    string
	measure func(*bench, context.Context) (section, error)
}

func sectionNames() (names []string) {
	for _, s := range sections() {
		names = append(names, s.name)
	}
	return names
}

func newBench(ctx context.Context, o options) (*bench, error) {
	b := &bench{options: o}
	vectors := filepath.Join(o.cache, "vectors")
	err := os.MkdirAll(vectors, 0o700)
	if err != nil {
		return nil, err
	}
	if err := b.serve(); err != nil {
		return nil, err
	}
	if b.all, err = readSets(o.sets); err != nil {
		return nil, err
	}
	for i, s := range b.all {
		b.all[i] = s.smaller(o.library, o.seed)
	}
	if len(o.within) > 0 {
		b.all = slices.DeleteFunc(b.all, func(s set) bool { return !slices.Contains(o.within, s.name) })
	}
	if b.program, err = build(ctx, o.cache); err != nil {
		return nil, err
	}
	if b.client, err = llm.New(llm.Config{}); err != nil {
		return nil, err
	}
	if b.report, err = openReport(filepath.Join(o.cache, "report.json")); err != nil {
		return nil, err
	}
	return b, b.choose(ctx, vectors)
}

// serve finds the server: the person's, which OLLAMA_HOST names, else the rig's, which is started for as long as this runs.
func (b *bench) serve() (err error) {
	if os.Getenv("OLLAMA_HOST") == "" && os.Getenv("LECTERN_OLLAMA") != "" {
		const parallel = 1
		if b.own, err = llmtest.Serve(filepath.Join(os.Getenv("LECTERN_WEIGHTS"), "store"), parallel); err != nil {
			return err
		}
		if err := os.Setenv("OLLAMA_HOST", b.own.Host); err != nil {
			return err
		}
	}
	b.server = ollama{os.Getenv("OLLAMA_HOST")}
	return nil
}

// choose finds the models that are measured: those that were named, else all that there are.
func (b *bench) choose(ctx context.Context, vectors string) error {
	installed, err := b.client.Models(ctx)
	if err != nil {
		return err
	}
	embed, chat := b.options.embed, b.options.chat
	for _, m := range installed {
		if m.Embed && len(b.options.embed) == 0 {
			embed = append(embed, m.Name)
		}
		if m.Chat && len(b.options.chat) == 0 {
			chat = append(chat, m.Name)
		}
	}
	for _, name := range without(embed, staticName) {
		m, err := b.describe(ctx, name)
		if err != nil {
			return err
		}
		if err := b.add(vectors, served{m, b.client}); err != nil {
			return err
		}
	}
	if len(b.options.embed) == 0 || slices.Contains(b.options.embed, staticName) {
		t, err := openTable()
		if err == nil && t != nil {
			err = b.add(vectors, t)
		}
		if err != nil {
			return err
		}
	}
	for _, name := range without(chat) {
		m, err := b.describe(ctx, name)
		if err != nil {
			return err
		}
		b.chats = append(b.chats, m)
	}
	return nil
}

func (b *bench) add(vectors string, s source) error {
	k, err := openKept(vectors, s)
	b.sources = append(b.sources, k)
	return err
}

// describe tells of a model, with the licence that the rig knows where the server doesn't.
func (b *bench) describe(ctx context.Context, name string) (model, error) {
	m, err := b.server.describe(ctx, name)
	if known := licenceOf(m.Name); known != "" {
		m.Licence = known
	}
	return m, err
}

// licenceOf is a model's licence as the rig wrote it down; "" if it doesn't know the model.
func licenceOf(name string) string {
	raw, err := os.ReadFile(filepath.Join(os.Getenv("LECTERN_WEIGHTS"), "made", strings.ReplaceAll(name, ":", "-")+".json"))
	var record struct{ Licence string }
	if err != nil || json.Unmarshal(raw, &record) != nil {
		return ""
	}
	return record.Licence
}

// without are names without "none", which stands for no model, and others.
func without(names []string, others ...string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "none" || slices.Contains(others, name) })
}

func (b *bench) models() (all []model) {
	for _, k := range b.sources {
		all = append(all, k.about())
	}
	return append(all, b.chats...)
}

// libraries are the documents' workspaces. The program can't open them meanwhile: see shut.
func (b *bench) libraries(ctx context.Context) (*libraries, error) {
	if b.open == nil {
		l, err := openLibraries(ctx, b.program, b.all)
		if err != nil {
			return nil, err
		}
		b.open = &l
	}
	return b.open, nil
}

// shut gives the libraries to the program.
func (b *bench) shut() error {
	if b.open == nil {
		return nil
	}
	l := b.open
	b.open = nil
	return l.Close()
}

func (b *bench) close() {
	err := b.shut()
	for _, k := range b.sources {
		err = errors.Join(err, k.close())
	}
	if b.own != nil {
		b.own.Stop()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "quality:", err)
	}
}

// tell says on the terminal how far it is.
func (b *bench) tell(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%s  %s\n", time.Now().Format("15:04:05"), fmt.Sprintf(format, args...))
}
