package runs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/analyst"
	"lectern/backend/graph/chat"
	"lectern/backend/graph/checked"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/report"
	"lectern/backend/graph/research"
	"lectern/backend/messages"
	"lectern/backend/models"
	"lectern/backend/store"
	"lectern/backend/tuning"
)

// workflow is one of those that a person can choose from: what it says of itself, and how a run gets it.
type workflow struct {
	rag.About
	runner func(*Runs, rag.Tools, rag.Config) (rag.Runner, error)
}

// workflows are all that there are, the default first. Another one needs a package and a line here.
func workflows() []workflow {
	return []workflow{
		{chat.About(), over(chat.New)},
		{checked.About(), over(checked.New)},
		{analyst.About(), over(analyst.New)},
		{research.About(), over(research.New)},
		{report.About(), (*Runs).report},
	}
}

// over is for workflows that need nothing but their checkpoints beside tools and numbers.
func over(made func(rag.Tools, rag.Config, graph.Store) (rag.Runner, error)) func(*Runs, rag.Tools, rag.Config) (rag.Runner, error) {
	return func(r *Runs, t rag.Tools, c rag.Config) (rag.Runner, error) { return made(t, c, r.checkpoints) }
}

// Workflow is a workflow as a person chooses among them.
type Workflow struct {
	Name  string `json:"name"`
	Label string `json:"label"` // in a word
	Hint  string `json:"hint"`  // what it does
}

// Choice lists the workflows as a person chooses among them, the default first.
func Choice(say messages.Messages) []Workflow { return choice(say, workflows()) }

func choice(say messages.Messages, all []workflow) []Workflow {
	out := []Workflow{}
	for _, w := range all {
		out = append(out, Workflow{w.Name, say.Say(w.Label), say.Say(w.Hint)})
	}
	return out
}

// Drawing is a workflow's graph, as Markdown with Mermaid's flowcharts; "" for one that isn't there.
func Drawing(workflow string) string {
	for _, w := range workflows() {
		if w.Name == workflow {
			return w.Graph
		}
	}
	return ""
}

// Workflows names them.
func Workflows() (names []string) {
	for _, w := range workflows() {
		names = append(names, w.Name)
	}
	return names
}

// Group is a workflow's numbers, for Settings.
type Group struct {
	Key    string
	Title  messages.Message
	Fields []tuning.Field
	Nodes  []string // that a model of their own can be named for, by "workflow.node" in the settings
}

// Configs lists the workflows' numbers with the person's changes. A changed number's key is "workflow.field".
func Configs(s models.Settings) (groups []Group, err error) {
	for _, w := range workflows() {
		c, err := w.configured(s, nil)
		if err != nil {
			return nil, err
		}
		groups = append(groups, Group{w.Name, w.Title, tuning.Fields(c), w.Nodes})
	}
	return groups, nil
}

// configured is a workflow's numbers: the defaults, the person's changes, and what they want for one run. Changes of
// numbers that there are no longer, or not yet, change nothing: another version may have kept them.
func (w workflow) configured(s models.Settings, once []store.Override) (rag.Config, error) {
	c := w.Defaults()
	for key, v := range s.Advanced {
		name, ok := strings.CutPrefix(key, w.Name+".")
		if _, known := tuning.Find(c, name); !ok || !known {
			continue
		}
		if err := tuning.Set(c, name, v); err != nil {
			return nil, err
		}
	}
	for _, n := range once {
		if err := tuning.Set(c, n.Name, n.Value); err != nil {
			return nil, err
		}
	}
	return c, c.Validate()
}

// aim tells which of the numbers wanted for one run are the workflow's, and which the calls' of all workflows, which are
// the chat's. A name may have its workflow before it: "checked.retries".
func (r *Runs) aim(w workflow, once []store.Override) (own, calls []store.Override, err error) {
	c, common := w.Defaults(), r.workflows[0].Defaults()
	for _, n := range once {
		of, name, ok := strings.Cut(n.Name, ".")
		if !ok {
			of, name = "", n.Name
		}
		_, its := tuning.Find(c, name)
		f, shared := tuning.Find(common, name)
		shared = shared && !f.Group.Empty() && (of == "" || of == r.workflows[0].Name)
		its = its && (of == "" || of == w.Name)
		n.Name = name
		if its {
			own = append(own, n)
		}
		if shared {
			calls = append(calls, n)
		}
		if !its && !shared {
			return nil, nil, messages.Error("runs.no-number", messages.Args{"workflow": w.Name, "number": fmt.Sprintf("%q", cmp.Or(of, w.Name)+"."+name)})
		}
	}
	return own, calls, nil
}

// may tells what is wrong with numbers that are wanted for one run.
func (r *Runs) may(w workflow, once []store.Override) error {
	own, calls, err := r.aim(w, once)
	if err == nil {
		_, err = w.configured(r.models.Settings(), own)
	}
	if err == nil {
		_, err = r.workflows[0].configured(r.models.Settings(), calls)
	}
	return err
}

// smaller are the models of single nodes.
func (w workflow) smaller(s models.Settings) map[string]string {
	out := map[string]string{}
	for _, node := range w.Nodes {
		if model := s.Nodes[w.Name+"."+node]; model != "" {
			out[node] = model
		}
	}
	return out
}

// named finds a workflow; "" is the chat, as runs from before there were others have it.
func (r *Runs) named(name string) (workflow, error) {
	i := slices.IndexFunc(r.workflows, func(w workflow) bool { return w.Name == cmp.Or(name, "chat") })
	if i < 0 {
		return workflow{}, messages.Error("runs.no-workflow", messages.Args{"name": fmt.Sprintf("%q", name), "workflows": strings.Join(Workflows(), ", ")})
	}
	return r.workflows[i], nil
}

// runner makes a run's workflow with the models and settings of this moment, and the run's own wishes.
func (r *Runs) runner(ctx context.Context, run store.Run) (rag.Runner, error) {
	settings := r.models.Settings()
	w, err := r.named(run.Workflow)
	if err != nil {
		return nil, err
	}
	own, calls, err := r.aim(w, run.Overrides)
	if err != nil {
		return nil, err
	}
	c, err := w.configured(settings, own)
	if err != nil {
		return nil, err
	}
	tools, err := r.tools(ctx, run.WantedModel, calls)
	if err != nil {
		return nil, err
	}
	tools.Smaller = w.smaller(settings)
	return w.runner(r, tools, c)
}

// tools are the models and settings of this moment, with the chat model that is wanted if any is, and the numbers of calls.
func (r *Runs) tools(ctx context.Context, model string, numbers []store.Override) (rag.Tools, error) {
	common, err := r.workflows[0].configured(r.models.Settings(), numbers)
	if err != nil {
		return rag.Tools{}, err
	}
	talk := common.(*chat.Config)
	s := r.models.Ready(ctx)
	if model != "" && s.Health.Running {
		s = s.With(model) // if it isn't there, Ollama says so
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.embedder == nil || r.embedder.Client != s.Client || r.embedder.Model != s.Embed || r.embedder.Size != talk.CacheSize {
		r.embedder = &rag.Embedder{Client: s.Client, Model: s.Embed, Size: talk.CacheSize}
	}
	return rag.Tools{
		Workspace: r.workspace, Client: s.Client.Reading(talk.ContextTokens), Embedder: r.embedder, Model: s.Chat, Small: s.Small, Why: s.Why,
		Attempts: talk.Attempts, Wait: talk.Pause(), Verdicts: &r.verdicts, Speeds: &r.speeds, Calibrations: r.Calibrations, Facts: r.Facts,
	}, nil
}
