package app

import (
	"context"

	"lectern/backend/models"
	"lectern/backend/runs"
	"lectern/backend/store"
)

// Status is how things stand.
type Status struct {
	Version        string          `json:"version"`
	Home           string          `json:"home"`
	Workspace      string          `json:"workspace"` // the name of the one that is shown
	WorkspaceID    string          `json:"workspaceId"`
	Browser        bool            `json:"browser"` // in a browser: no dialogs, no paths of dropped files
	Ollama         string          `json:"ollama" ts_type:"'running' | 'stopped' | 'missing'"`
	OllamaHost     string          `json:"ollamaHost"`
	OllamaVersion  string          `json:"ollamaVersion"`
	Message        string          `json:"message"` // what is wrong
	Hint           string          `json:"hint"`    // what to do
	ChatModel      string          `json:"chatModel"`
	EmbedModel     string          `json:"embedModel"`
	Models         []Model         `json:"models"`
	SuggestedChat  Suggestion      `json:"suggestedChat"`
	SuggestedEmbed Suggestion      `json:"suggestedEmbed"`
	Embedding      int             `json:"embedding"` // documents that wait for vectors
	Workflows      []runs.Workflow `json:"workflows"` // that can be chosen from, the usual one first
	Web            string          `json:"web"`       // the host of the search server that reports may ask; "" while it is off
	Elsewhere      []string        `json:"elsewhere"` // Ollama's addresses that are not on this computer
	Memory         int             `json:"memory"`    // of this computer, GB; 0 if it isn't known
	Look           Look            `json:"look"`
	Trouble        string          `json:"trouble"`  // what is wrong with the data folder, and what to do; "": nothing
	Mendable       bool            `json:"mendable"` // nothing else can be done until Mend was called
	Files          int             `json:"files"`    // PDFs that are there then
}

// Model is an installed model.
type Model struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	Chat   bool   `json:"chat"`
	Embed  bool   `json:"embed"`
	Vision bool   `json:"vision"`
	Small  bool   `json:"small"` // it answers by choosing sentences, unless the person wants it otherwise

	Context  int   `json:"context"`  // tokens that it reads at most; 0 if it doesn't say
	PerToken int64 `json:"perToken"` // bytes of memory that one of them takes at most; 0 if it doesn't say
}

// Suggestion is a model to begin with.
type Suggestion struct {
	Name string `json:"name"`
	Size string `json:"size"` // of the download
	Why  string `json:"why"`
}

func (c *Core) suggestion(s models.Suggestion) Suggestion {
	return Suggestion{s.Name, s.Size, c.Say().Say(s.Why)}
}

// Status is how things stand: Ollama, the models, the data folder.
func (c *Core) Status() (Status, error) {
	if d := c.Damage(); d != nil {
		return c.damaged(d), nil
	}
	return c.status(c.Models.State()), nil
}

// LookAgain asks Ollama what there is, and tells.
func (c *Core) LookAgain(ctx context.Context) (Status, error) {
	return c.status(c.Models.Refresh(ctx)), nil
}

// damaged is the status of a program that has nothing but its damaged folder.
func (c *Core) damaged(d *store.Damage) Status {
	return Status{
		Version: c.config.Version, Home: d.Home, Browser: c.Shell.Browser(), Ollama: "missing", Models: []Model{}, Workflows: []runs.Workflow{}, Elsewhere: []string{},
		Trouble: d.What(), Mendable: true, Files: d.Files,
	}
}

func (c *Core) status(s models.State) Status {
	out := Status{
		Version: c.config.Version, Home: c.Store.Home(), Workspace: c.called(c.Workspace.ID(), c.Workspace.Name()), WorkspaceID: c.Workspace.ID(), Browser: c.Shell.Browser(),
		Ollama: "running", OllamaHost: s.Host, OllamaVersion: s.Health.Version, ChatModel: s.Chat, EmbedModel: s.Embed,
		Models: []Model{}, SuggestedChat: c.suggestion(models.SuggestChat(models.Memory())), SuggestedEmbed: c.suggestion(models.SuggestEmbed()),
		Elsewhere: append([]string{}, s.Client.Elsewhere()...), Memory: models.Memory(), Look: c.look(),
		Message: c.Say().Say(s.Why), Workflows: runs.Choice(c.Say()), Web: searchHost(c.Models.Settings().Web),
	}
	if !s.Health.Running {
		out.Ollama, out.Message, out.Hint = "missing", c.Say().Say(s.Health.Message), c.Say().Say(s.Health.Hint)
		if s.Health.Installed {
			out.Ollama = "stopped"
		}
	}
	for _, m := range s.Models {
		out.Models = append(out.Models, Model{m.Name, m.Bytes, m.Chat, m.Embed, m.Vision, m.Small(), m.Context, m.PerToken})
	}
	if waiting, err := c.Library.Waiting(); err == nil {
		out.Embedding = len(waiting)
	}
	out.Trouble = c.Trouble()
	return out
}
