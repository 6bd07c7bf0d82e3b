package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/models"
	"lectern/backend/runs"
	"lectern/backend/tuning"
	"lectern/backend/web"
)

// Settings are the person's choices. Empty names mean "choose for me", empty addresses the usual one.
type Settings struct {
	OllamaHost string       `json:"ollamaHost"`
	EmbedHost  string       `json:"embedHost"`
	ChatModel  string       `json:"chatModel"`
	Answering  string       `json:"answering" ts_type:"'' | 'writes' | 'chooses'"` // how it answers: "" is by its size
	EmbedModel string       `json:"embedModel"`
	Keep       string       `json:"keep" ts_type:"'' | 'briefly' | 'hour' | 'always'"` // how long Ollama keeps a model loaded: "" is some minutes
	Scans      string       `json:"scans"`                                             // who reads pages that are pictures: "" is tesseract, if it is installed; "nobody"; else a model
	Tesseract  []string     `json:"tesseract"`                                         // languages that the installed one knows; none: it isn't there
	MoreScans  string       `json:"moreScans"`                                         // how to install it, or another language of it
	Web        web.Settings `json:"web"`
	Advanced   []Advanced   `json:"advanced"`
	Nodes      []NodeModel  `json:"nodes"`
}

// NodeModel is the model of a single node of a workflow.
type NodeModel struct {
	Key   string `json:"key"`
	Group string `json:"group"`
	Title string `json:"title"`
	Model string `json:"model"` // "": the run's
}

// Advanced is one number of a workflow.
type Advanced struct {
	Key     string   `json:"key"`
	Group   string   `json:"group"`
	Shared  bool     `json:"shared"` // by the calls of all workflows
	Title   string   `json:"title"`
	Help    string   `json:"help"`
	Value   float64  `json:"value"`
	Default float64  `json:"default"`
	Min     float64  `json:"min"`
	Max     float64  `json:"max"`
	Step    float64  `json:"step"`
	Options []string `json:"options"` // where the number stands for one of these, from 0
	Once    bool     `json:"once"`    // a person may want it otherwise for one question
}

// Settings are the person's choices with everything that can be changed.
func (c *Core) Settings(ctx context.Context) (Settings, error) {
	out, err := settings(c.Say(), c.Models.Settings())
	out.Tesseract, out.MoreScans = Tesseract(ctx, c.Say())
	return out, err
}

// SaveSettings checks and keeps them.
func (c *Core) SaveSettings(ctx context.Context, s Settings) error {
	if err := c.mayRun(s.Web); err != nil {
		return err
	}
	changed, err := s.changed()
	if err == nil {
		_, err = runs.Configs(changed)
	}
	if err == nil {
		err = c.Models.Save(ctx, changed)
	}
	if err == nil {
		c.tell().Status(c.status(c.Models.State()))
	}
	return err
}

// settings are those that are kept, as the page shows them.
func settings(say messages.Messages, s models.Settings) (Settings, error) {
	groups, err := runs.Configs(s)
	if err != nil {
		return Settings{}, err
	}
	out := Settings{OllamaHost: s.OllamaHost, EmbedHost: s.EmbedHost, ChatModel: s.ChatModel, Answering: s.Answering, EmbedModel: s.EmbedModel, Keep: s.Keep, Scans: s.Scans, Tesseract: []string{}, Advanced: []Advanced{}, Nodes: []NodeModel{}}
	out.Web = s.Web
	out.Web.Args = append([]string{}, s.Web.Args...)
	for _, g := range groups {
		for _, f := range g.Fields {
			if f.Shown() || f.Value() != f.Default {
				out.Advanced = append(out.Advanced, number(say, g, f))
			}
		}
		for _, node := range g.Nodes {
			key := g.Key + "." + node
			out.Nodes = append(out.Nodes, NodeModel{key, say.Say(g.Title), node, s.Nodes[key]})
		}
	}
	return out, nil
}

// number is one for the page. One that isn't shown as a rule, but was changed when it was, has nothing but its key for a title.
func number(say messages.Messages, g runs.Group, f tuning.Field) Advanced {
	return Advanced{
		g.Key + "." + f.Key, cmp.Or(say.Say(f.Group), say.Say(g.Title)), !f.Group.Empty(), cmp.Or(say.Say(f.Title), f.Key), say.Say(f.Help), f.Value(), f.Default, f.Min, f.Max, f.Step,
		append([]string{}, f.Options(say)...), f.Once,
	}
}

// changed keeps of the numbers those that differ from their defaults.
func (s Settings) changed() (models.Settings, error) {
	out := models.Settings{Web: s.Web, OllamaHost: s.OllamaHost, EmbedHost: s.EmbedHost, ChatModel: s.ChatModel, Answering: s.Answering, EmbedModel: s.EmbedModel, Keep: s.Keep, Scans: s.Scans, Advanced: map[string]float64{}, Nodes: map[string]string{}}
	groups, err := runs.Configs(models.Settings{})
	if err != nil {
		return out, err
	}
	for _, a := range s.Advanced {
		f, ok := find(groups, a.Key)
		if !ok {
			return out, messages.Error("app.no-setting", messages.Args{"key": fmt.Sprintf("%q", a.Key)})
		}
		if f.Default != a.Value {
			out.Advanced[a.Key] = a.Value
		}
	}
	for _, n := range s.Nodes {
		if !slices.ContainsFunc(groups, func(g runs.Group) bool { return slices.Contains(g.Nodes, strings.TrimPrefix(n.Key, g.Key+".")) }) {
			return out, messages.Error("app.no-step", messages.Args{"key": fmt.Sprintf("%q", n.Key)})
		}
		if n.Model != "" {
			out.Nodes[n.Key] = n.Model
		}
	}
	return out, nil
}

// find is the field of a key "workflow.field".
func find(groups []runs.Group, key string) (tuning.Field, bool) {
	for _, g := range groups {
		for _, f := range g.Fields {
			if g.Key+"."+f.Key == key {
				return f, true
			}
		}
	}
	return tuning.Field{}, false
}
