package runs

import (
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
	defaults    func() config
	runner      func(*Runs, rag.Tools, config) (rag.Runner, error)
}

func workflows() []workflow {
	return []workflow{
		{"chat", "Document chat", func() config { c := chat.Defaults(); return &c },
			func(r *Runs, t rag.Tools, c config) (rag.Runner, error) {
				return (&chat.Workflow{Tools: t, Config: *c.(*chat.Config)}).Runner(r.checkpoints)
			}},
		{"checked", "Checked answer", func() config { c := checked.Defaults(); return &c },
			func(r *Runs, t rag.Tools, c config) (rag.Runner, error) {
				return (&checked.Workflow{Tools: t, Config: *c.(*checked.Config), Scales: &r.scales}).Runner(r.checkpoints)
			}},
		{"analyst", "Financial analyst", func() config { c := analyst.Defaults(); return &c },
			func(r *Runs, t rag.Tools, c config) (rag.Runner, error) {
				return (&analyst.Workflow{Tools: t, Config: *c.(*analyst.Config)}).Runner(r.checkpoints)
			}},
		{"research", "Deep research", func() config { c := research.Defaults(); return &c },
			func(r *Runs, t rag.Tools, c config) (rag.Runner, error) {
				return (&research.Workflow{Tools: t, Config: *c.(*research.Config), Speeds: &r.speeds}).Runner(r.checkpoints)
			}},
		{"report", "Research report", func() config { c := report.Defaults(); return &c },
			func(r *Runs, t rag.Tools, c config) (rag.Runner, error) {
				return (&report.Workflow{Tools: t, Config: *c.(*report.Config), Folder: r.Reports}).Runner(r.checkpoints)
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
}

// Configs lists the workflows' numbers with the person's changes. A changed number's key is "workflow.field".
func Configs(s models.Settings) (groups []Group, err error) {
	for _, w := range workflows() {
		c, err := w.configured(s)
		if err != nil {
			return nil, err
		}
		groups = append(groups, Group{w.name, w.title, c.Fields(), w.defaults().Fields()})
	}
	return groups, nil
}

func (w workflow) configured(s models.Settings) (config, error) {
	c := w.defaults()
	fields := c.Fields()
	for key, v := range s.Advanced {
		if name, ok := strings.CutPrefix(key, w.name+"."); ok {
			if err := rag.Set(fields, name, v); err != nil {
				return nil, err
			}
		}
	}
	return c, c.Validate()
}

// runner makes a run's workflow with the models and settings of this moment, and the run's own wishes.
func (r *Runs) runner(run store.Run) (rag.Runner, error) {
	all, settings := workflows(), r.models.Settings()
	i := slices.IndexFunc(all, func(w workflow) bool { return w.name == run.Workflow })
	if run.Workflow == "" { // from before there were others
		i = 0
	}
	if i < 0 {
		return nil, fmt.Errorf("this version has no workflow %q", run.Workflow)
	}
	c, err := all[i].configured(settings)
	if err != nil {
		return nil, err
	}
	common, err := all[0].configured(settings)
	if err != nil {
		return nil, err
	}
	talk := common.(*chat.Config)
	s := r.models.State()
	if run.WantedModel != "" && s.Health.Running {
		s.Chat = run.WantedModel // if it isn't there, Ollama says so
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.embedder == nil || r.embedder.Client != s.Client || r.embedder.Model != s.Embed {
		r.embedder = &rag.Embedder{Client: s.Client, Model: s.Embed, Size: talk.CacheSize}
	}
	return all[i].runner(r, rag.Tools{
		Workspace: r.workspace, Client: s.Client, Embedder: r.embedder, Model: s.Chat, Why: s.Why,
		Attempts: talk.Attempts, Wait: talk.Pause(),
	}, c)
}
