package runs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/graph/analyst"
	"lectern/backend/graph/chat"
	"lectern/backend/graph/checked"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/report"
	"lectern/backend/graph/research"
	"lectern/backend/models"
	"lectern/backend/store"
)

// config is every number of a workflow.
type config interface {
	Fields() []rag.Field
	Validate() error
}

// workflow is one of those that a person can choose from.
type workflow struct {
	name, title string
	nodes       []string // that a model of their own can be named for: those which judge, not those which write
	defaults    func() config
	runner      func(*Runs, rag.Tools, config) (rag.Runner, error)
}

func workflows() []workflow {
	return []workflow{
		{"chat", "Document chat", []string{"router", "rewriter"},
			func() config { c := chat.Defaults(); return &c },
			func(r *Runs, t rag.Tools, c config) (rag.Runner, error) {
				return (&chat.Workflow{Tools: t, Config: *c.(*chat.Config)}).Runner(r.checkpoints)
			}},
		{"checked", "Checked answer", []string{"critic", "evaluator"},
			func() config { c := checked.Defaults(); return &c },
			func(r *Runs, t rag.Tools, c config) (rag.Runner, error) {
				return (&checked.Workflow{Tools: t, Config: *c.(*checked.Config)}).Runner(r.checkpoints)
			}},
		{"analyst", "Financial analyst", []string{"memory and query", "validation", "refinement", "analysis", "self heal", "memory update"},
			func() config { c := analyst.Defaults(); return &c },
			func(r *Runs, t rag.Tools, c config) (rag.Runner, error) {
				return (&analyst.Workflow{Tools: t, Config: *c.(*analyst.Config)}).Runner(r.checkpoints)
			}},
		{"research", "Deep research", []string{"generate queries", "analyze", "questions", "finalize", "analyze query", "plan", "task queries", "extract", "detect references", "gate", "reevaluate", "quality check", "decide"},
			func() config { c := research.Defaults(); return &c },
			func(r *Runs, t rag.Tools, c config) (rag.Runner, error) {
				return (&research.Workflow{Tools: t, Config: *c.(*research.Config), Speeds: &r.speeds}).Runner(r.checkpoints)
			}},
		{"report", "Research report", []string{"verification"},
			func() config { c := report.Defaults(); return &c },
			func(r *Runs, t rag.Tools, c config) (rag.Runner, error) {
				return r.report(t, *c.(*report.Config))
			}},
	}
}

// Workflows names them, the default first.
func Workflows() (names []string) {
	for _, w := range workflows() {
		names = append(names, w.name)
	}
	return names
}

// Group is a workflow's numbers, for Settings.
type Group struct {
	Key, Title       string
	Fields, Defaults []rag.Field
	Nodes            []string // that a model of their own can be named for, by "workflow.node" in the settings
}

// Configs lists the workflows' numbers with the person's changes. A changed number's key is "workflow.field".
func Configs(s models.Settings) (groups []Group, err error) {
	for _, w := range workflows() {
		c, err := w.configured(s, nil)
		if err != nil {
			return nil, err
		}
		groups = append(groups, Group{w.name, w.title, c.Fields(), w.defaults().Fields(), w.nodes})
	}
	return groups, nil
}

// configured is a workflow's numbers: the defaults, the person's changes, and what they want for one run.
func (w workflow) configured(s models.Settings, once []store.Override) (config, error) {
	c := w.defaults()
	fields := c.Fields()
	for key, v := range s.Advanced {
		if name, ok := strings.CutPrefix(key, w.name+"."); ok {
			if err := rag.Set(fields, name, v); err != nil {
				return nil, err
			}
		}
	}
	for _, n := range once {
		if err := rag.Set(fields, n.Name, n.Value); err != nil {
			return nil, err
		}
	}
	return c, c.Validate()
}

// smaller are the models of single nodes.
func (w workflow) smaller(s models.Settings) map[string]string {
	out := map[string]string{}
	for _, node := range w.nodes {
		if model := s.Nodes[w.name+"."+node]; model != "" {
			out[node] = model
		}
	}
	return out
}

// named finds a workflow; "" is the chat, as runs from before there were others have it.
func named(name string) (workflow, error) {
	all := workflows()
	i := slices.IndexFunc(all, func(w workflow) bool { return w.name == cmp.Or(name, "chat") })
	if i < 0 {
		return workflow{}, fmt.Errorf("this version has no workflow %q; choose one of %s", name, strings.Join(Workflows(), ", "))
	}
	return all[i], nil
}

// runner makes a run's workflow with the models and settings of this moment, and the run's own wishes.
func (r *Runs) runner(ctx context.Context, run store.Run) (rag.Runner, error) {
	settings := r.models.Settings()
	w, err := named(run.Workflow)
	if err != nil {
		return nil, err
	}
	c, err := w.configured(settings, run.Overrides)
	if err != nil {
		return nil, err
	}
	tools, err := r.tools(ctx, run.WantedModel)
	if err != nil {
		return nil, err
	}
	tools.Smaller = w.smaller(settings)
	return w.runner(r, tools, c)
}

// tools are the models and settings of this moment, with the chat model that is wanted if any is.
func (r *Runs) tools(ctx context.Context, model string) (rag.Tools, error) {
	common, err := workflows()[0].configured(r.models.Settings(), nil)
	if err != nil {
		return rag.Tools{}, err
	}
	talk := common.(*chat.Config)
	s := r.models.Ready(ctx)
	if model != "" && s.Health.Running {
		s.Chat = model // if it isn't there, Ollama says so
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.embedder == nil || r.embedder.Client != s.Client || r.embedder.Model != s.Embed {
		r.embedder = &rag.Embedder{Client: s.Client, Model: s.Embed, Size: talk.CacheSize}
	}
	return rag.Tools{
		Workspace: r.workspace, Client: s.Client, Embedder: r.embedder, Model: s.Chat, Why: s.Why,
		Attempts: talk.Attempts, Wait: talk.Pause(), Verdicts: &r.verdicts, Scales: r.Scales,
	}, nil
}
