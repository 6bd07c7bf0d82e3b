package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"time"

	"lectern/backend/fault"
	"lectern/backend/library"
	"lectern/backend/models"
	"lectern/backend/runs"
	"lectern/backend/store"
	"lectern/backend/web"
	"lectern/cli"
)

// App is what the page may call, in the window and in browser mode alike. Every method is thin; what it returns is
// plain, named and never null. Errors are sentences for the person. A panic would leave the page waiting for ever, so each
// makes an error of it.
type App struct {
	core *cli.Core
}

// NewApp binds the page to the program, and tells it when Ollama or its models change.
func NewApp(core *cli.Core) *App {
	a := &App{core}
	if core.Damage() == nil {
		a.listen()
	}
	return a
}

func (a *App) listen() {
	a.core.Models.OnChange(func(s models.State) { a.core.Shell.Emit("status", status(a.core, s)) })
	a.core.OnTrouble(func() { a.core.Shell.Emit("status", status(a.core, a.core.Models.State())) })
}

// Status is how things stand: Ollama, the models, the data folder.
func (a *App) Status() (_ Status, err error) {
	defer fault.Recover(a.core.Log, &err)
	if d := a.core.Damage(); d != nil {
		return damaged(a.core, d), nil
	}
	return status(a.core, a.core.Models.State()), nil
}

// LookAgain asks Ollama what there is, and tells.
func (a *App) LookAgain() (_ Status, err error) {
	defer fault.Recover(a.core.Log, &err)
	return status(a.core, a.core.Models.Refresh(context.Background())), nil
}

// Mend makes a library whose database is lost or damaged anew from its PDFs; the event "documents" tells the progress.
func (a *App) Mend() (_ Status, err error) {
	defer fault.Recover(a.core.Log, &err)
	if err := a.core.Mend(); err != nil {
		return Status{}, err
	}
	a.listen()
	return a.Status()
}

// Documents lists the library.
func (a *App) Documents() (_ []library.Document, err error) {
	defer fault.Recover(a.core.Log, &err)
	return a.core.Library.List()
}

// AddPaths adds files and folders; it returns at once and the event "documents" tells the progress.
func (a *App) AddPaths(paths []string) (_ AddResult, err error) {
	defer fault.Recover(a.core.Log, &err)
	files, unusable := library.Files(context.Background(), paths)
	a.core.Library.AddAll(files)
	r := AddResult{Accepted: len(files)}
	if unusable != nil {
		r.Message = unusable.Error()
	} else if len(files) == 0 {
		r.Message = "There was no file in that. Drop PDFs, or a folder that holds some."
	}
	return r, nil
}

// ChooseFiles lets the person pick files in the system's dialog, and adds them.
func (a *App) ChooseFiles() (_ AddResult, err error) {
	defer fault.Recover(a.core.Log, &err)
	paths, err := a.core.Shell.ChooseFiles()
	if err != nil || len(paths) == 0 {
		return AddResult{}, err
	}
	return a.AddPaths(paths)
}

// RemoveAndWipe takes a document out of the library, and off the disk at once.
func (a *App) RemoveAndWipe(id string) (err error) {
	defer fault.Recover(a.core.Log, &err)
	if err := a.core.Library.Remove(id); err != nil {
		return err
	}
	return a.core.Store.Wipe()
}

// RemoveDocument takes a document out of the library; when it returns nothing finds it.
func (a *App) RemoveDocument(id string) (err error) {
	defer fault.Recover(a.core.Log, &err)
	return a.core.Library.Remove(id)
}

// RetryDocument reads a document that failed again.
func (a *App) RetryDocument(id string) (err error) {
	defer fault.Recover(a.core.Log, &err)
	return a.core.Library.Retry(id)
}

// DocumentDetails is what is known of a document beside its text.
func (a *App) DocumentDetails(id string) (_ library.Details, err error) {
	defer fault.Recover(a.core.Log, &err)
	return a.core.Library.Details(id)
}

// SaveDocumentDetails keeps what the person wants of them.
func (a *App) SaveDocumentDetails(id string, wanted library.Learnt) (err error) {
	defer fault.Recover(a.core.Log, &err)
	return a.core.Library.SaveDetails(id, wanted)
}

// PageText is the text of a page as it was read.
func (a *App) PageText(document string, page int) (_ PageText, err error) {
	defer fault.Recover(a.core.Log, &err)
	p, err := a.core.Workspace.Pages.Get(document, page)
	if errors.Is(err, store.ErrNotFound) {
		err = errors.New("that page is not in the library (any more)")
	}
	return PageText{p.Number, p.Label, p.Text}, err
}

// Conversations lists them, the last used first.
func (a *App) Conversations() (_ []ConversationInfo, err error) {
	defer fault.Recover(a.core.Log, &err)
	return conversations(a.core.Workspace)
}

// Conversation reads one with all that happened in the branch of it that is shown.
func (a *App) Conversation(id string) (_ Conversation, err error) {
	defer fault.Recover(a.core.Log, &err)
	return conversation(a.core, id)
}

// RenameConversation gives it another title.
func (a *App) RenameConversation(id, title string) (err error) {
	defer fault.Recover(a.core.Log, &err)
	defer a.core.Shell.Emit("conversations")
	return a.core.Workspace.Conversations.Rename(id, title)
}

// DeleteConversation removes it with everything in it.
func (a *App) DeleteConversation(id string) (err error) {
	defer fault.Recover(a.core.Log, &err)
	defer a.core.Shell.Emit("conversations")
	return a.core.Runs.DeleteConversation(id)
}

// Ask starts a run; the event "run" tells how it goes.
func (a *App) Ask(q runs.Question) (_ runs.Started, err error) {
	defer fault.Recover(a.core.Log, &err)
	defer a.core.Shell.Emit("conversations")
	return a.core.Runs.Start(q)
}

// Stop ends a run; what was written so far is kept.
func (a *App) Stop(run string) (err error) {
	defer fault.Recover(a.core.Log, &err)
	a.core.Runs.Stop(run)
	return nil
}

// Resume goes on with a run from its last finished step.
func (a *App) Resume(run string) (_ runs.Started, err error) {
	defer fault.Recover(a.core.Log, &err)
	defer a.core.Shell.Emit("conversations")
	return a.core.Runs.Resume(run)
}

// StartOver makes a branch beside a run: it keeps the steps before a checkpoint, and does what follows again.
func (a *App) StartOver(run string, checkpoint uint64) (_ runs.Started, err error) {
	defer fault.Recover(a.core.Log, &err)
	defer a.core.Shell.Emit("conversations")
	return a.core.Runs.StartOver(run, checkpoint)
}

// ShowBranch shows the branch that a run is in, from now on.
func (a *App) ShowBranch(run string) (_ Conversation, err error) {
	defer fault.Recover(a.core.Log, &err)
	defer a.core.Shell.Emit("conversations")
	id, err := a.core.Runs.ShowBranch(run)
	if err != nil {
		return Conversation{}, err
	}
	return conversation(a.core, id)
}

// StepDetail tells what a step of a run was given and what it changed.
func (a *App) StepDetail(run string, checkpoint uint64, task string) (_ runs.StepDetail, err error) {
	defer fault.Recover(a.core.Log, &err)
	return a.core.Runs.StepDetail(run, checkpoint, task)
}

// Reply answers a card of a run, and goes on with it.
func (a *App) Reply(run, card string, reply store.Reply) (_ runs.Started, err error) {
	defer fault.Recover(a.core.Log, &err)
	return a.core.Runs.Reply(run, map[string]store.Reply{card: reply})
}

// ChangePlan tells a run that works through a plan how that is to be.
func (a *App) ChangePlan(run string, items []store.Item) (err error) {
	defer fault.Recover(a.core.Log, &err)
	return a.core.Runs.ChangePlan(run, items)
}

// RunEvents replays a run's events after a number.
func (a *App) RunEvents(run string, after int) (_ []store.Event, err error) {
	defer fault.Recover(a.core.Log, &err)
	return a.core.Runs.Events(run, after)
}

// Receipt tells what models were given in a run.
func (a *App) Receipt(run string) (_ store.Receipt, err error) {
	defer fault.Recover(a.core.Log, &err)
	return a.core.Runs.Receipt(run)
}

// ReceiptText is what was sent in a call of a run, word for word.
func (a *App) ReceiptText(run string, call int) (_ store.CallText, err error) {
	defer fault.Recover(a.core.Log, &err)
	return a.core.Runs.ReceiptText(run, call)
}

// Memories lists what is remembered of past turns, the newest first.
func (a *App) Memories() (_ []runs.Memory, err error) {
	defer fault.Recover(a.core.Log, &err)
	return a.core.Runs.Memories()
}

// Forget deletes what is remembered of a run.
func (a *App) Forget(run string) (err error) {
	defer fault.Recover(a.core.Log, &err)
	defer a.core.Shell.Emit("memories")
	return a.core.Runs.Forget(run)
}

// ForgetAll deletes all that is remembered.
func (a *App) ForgetAll() (err error) {
	defer fault.Recover(a.core.Log, &err)
	defer a.core.Shell.Emit("memories")
	return a.core.Runs.ForgetAll()
}

// Settings are the person's choices with everything that can be changed.
func (a *App) Settings() (_ Settings, err error) {
	defer fault.Recover(a.core.Log, &err)
	out, err := settings(a.core.Models.Settings())
	out.Tesseract, out.MoreScans = cli.Tesseract(context.Background())
	return out, err
}

// SaveSettings checks and keeps them.
func (a *App) SaveSettings(s Settings) (err error) {
	defer fault.Recover(a.core.Log, &err)
	if err := a.mayRun(s.Web); err != nil {
		return err
	}
	changed, err := s.changed()
	if err == nil {
		_, err = runs.Configs(changed)
	}
	if err == nil {
		err = a.core.Models.Save(context.Background(), changed)
	}
	if err == nil {
		a.core.Shell.Emit("status", status(a.core, a.core.Models.State()))
	}
	return err
}

// OpenExternal opens a web address in the system's browser, after the person has agreed to it.
func (a *App) OpenExternal(address string) (err error) {
	defer fault.Recover(a.core.Log, &err)
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return errors.New("only web addresses can be opened")
	}
	return a.core.Shell.OpenURL(u.String())
}

// Status is how things stand.
type Status struct {
	Version        string            `json:"version"`
	Home           string            `json:"home"`
	Workspace      string            `json:"workspace"`
	Browser        bool              `json:"browser"` // in a browser: no dialogs, no paths of dropped files
	Ollama         string            `json:"ollama"`  // running, stopped or missing
	OllamaHost     string            `json:"ollamaHost"`
	OllamaVersion  string            `json:"ollamaVersion"`
	Message        string            `json:"message"` // what is wrong
	Hint           string            `json:"hint"`    // what to do
	ChatModel      string            `json:"chatModel"`
	EmbedModel     string            `json:"embedModel"`
	Models         []Model           `json:"models"`
	SuggestedChat  models.Suggestion `json:"suggestedChat"`
	SuggestedEmbed models.Suggestion `json:"suggestedEmbed"`
	Embedding      int               `json:"embedding"` // documents that wait for vectors
	Workflows      []string          `json:"workflows"` // that can be chosen from, the usual one first
	Web            string            `json:"web"`       // the host of the search server that reports may ask; "" while it is off
	Trouble        string            `json:"trouble"`   // what is wrong with the data folder, and what to do; "": nothing
	Mendable       bool              `json:"mendable"`  // nothing else can be done until Mend was called
	Files          int               `json:"files"`     // PDFs that are there then
}

// Model is an installed model.
type Model struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	Chat   bool   `json:"chat"`
	Embed  bool   `json:"embed"`
	Vision bool   `json:"vision"`
}

// damaged is the status of a program that has nothing but its damaged folder.
func damaged(core *cli.Core, d *store.Damage) Status {
	return Status{
		Version: cli.Version, Home: d.Home, Browser: core.Shell.Browser(), Ollama: "missing", Models: []Model{}, Workflows: []string{},
		Trouble: d.What(), Mendable: true, Files: d.Files,
	}
}

func status(core *cli.Core, s models.State) Status {
	out := Status{
		Version: cli.Version, Home: core.Store.Home(), Workspace: core.Workspace.Name(), Browser: core.Shell.Browser(),
		Ollama: "running", OllamaHost: s.Host, OllamaVersion: s.Health.Version, ChatModel: s.Chat, EmbedModel: s.Embed,
		Models: []Model{}, SuggestedChat: models.SuggestChat(models.Memory()), SuggestedEmbed: models.SuggestEmbed(),
		Message: s.Why, Workflows: runs.Workflows(), Web: searchHost(core.Models.Settings().Web),
	}
	if !s.Health.Running {
		out.Ollama, out.Message, out.Hint = "missing", s.Health.Message, s.Health.Hint
		if s.Health.Installed {
			out.Ollama = "stopped"
		}
	}
	for _, m := range s.Models {
		out.Models = append(out.Models, Model{m.Name, m.Bytes, m.Chat, m.Embed, m.Vision})
	}
	if waiting, err := core.Library.Waiting(); err == nil {
		out.Embedding = len(waiting)
	}
	out.Trouble = core.Trouble()
	return out
}

// AddResult says what became of paths that were to be added.
type AddResult struct {
	Accepted int    `json:"accepted"` // files that are being added
	Message  string `json:"message"`  // what the person should know, if anything
}

// PageText is a page as text.
type PageText struct {
	Page  int    `json:"page"`
	Label string `json:"label"`
	Text  string `json:"text"`
}

// Settings are the person's choices. Empty names mean "choose for me", empty addresses the usual one.
type Settings struct {
	OllamaHost string       `json:"ollamaHost"`
	EmbedHost  string       `json:"embedHost"`
	ChatModel  string       `json:"chatModel"`
	EmbedModel string       `json:"embedModel"`
	Scans      string       `json:"scans"`     // who reads pages that are pictures: "" is tesseract, if it is installed; "nobody"; else a model
	Tesseract  []string     `json:"tesseract"` // languages that the installed one knows; none: it isn't there
	MoreScans  string       `json:"moreScans"` // how to install it, or another language of it
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
	Title   string   `json:"title"`
	Help    string   `json:"help"`
	Value   float64  `json:"value"`
	Default float64  `json:"default"`
	Min     float64  `json:"min"`
	Max     float64  `json:"max"`
	Step    float64  `json:"step"`
	Options []string `json:"options"` // where the number stands for one of these, from 0
}

func settings(s models.Settings) (Settings, error) {
	groups, err := runs.Configs(s)
	if err != nil {
		return Settings{}, err
	}
	out := Settings{OllamaHost: s.OllamaHost, EmbedHost: s.EmbedHost, ChatModel: s.ChatModel, EmbedModel: s.EmbedModel, Scans: s.Scans, Tesseract: []string{}, Advanced: []Advanced{}, Nodes: []NodeModel{}}
	out.Web = s.Web
	out.Web.Args = append([]string{}, s.Web.Args...)
	for _, g := range groups {
		for i, f := range g.Fields {
			out.Advanced = append(out.Advanced, Advanced{
				g.Key + "." + f.Key, g.Title, f.Title, f.Help, f.Value(), g.Defaults[i].Value(), f.Min, f.Max, f.Step,
				append([]string{}, f.Options...),
			})
		}
		for _, node := range g.Nodes {
			key := g.Key + "." + node
			out.Nodes = append(out.Nodes, NodeModel{key, g.Title, node, s.Nodes[key]})
		}
	}
	return out, nil
}

// changed keeps of the numbers those that differ from their defaults.
func (s Settings) changed() (models.Settings, error) {
	out := models.Settings{Web: s.Web, OllamaHost: s.OllamaHost, EmbedHost: s.EmbedHost, ChatModel: s.ChatModel, EmbedModel: s.EmbedModel, Scans: s.Scans, Advanced: map[string]float64{}, Nodes: map[string]string{}}
	known, err := settings(models.Settings{})
	if err != nil {
		return out, err
	}
	for _, a := range s.Advanced {
		i := slices.IndexFunc(known.Advanced, func(k Advanced) bool { return k.Key == a.Key })
		if i < 0 || known.Advanced[i].Default != a.Value {
			out.Advanced[a.Key] = a.Value
		}
	}
	for _, n := range s.Nodes {
		if !slices.ContainsFunc(known.Nodes, func(k NodeModel) bool { return k.Key == n.Key }) {
			return out, fmt.Errorf("there is no step %q", n.Key)
		}
		if n.Model != "" {
			out.Nodes[n.Key] = n.Model
		}
	}
	return out, nil
}

// ConversationInfo is a line in the list of conversations.
type ConversationInfo struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Updated string `json:"updated"` // RFC 3339
	Turns   int    `json:"turns"`   // of the branch that is shown
	Running bool   `json:"running"`
}

func conversations(w *store.Workspace) ([]ConversationInfo, error) {
	stored, err := w.Conversations.List()
	if err != nil {
		return nil, err
	}
	unfinished, err := w.Runs.Unfinished()
	if err != nil {
		return nil, err
	}
	out := []ConversationInfo{}
	for _, c := range stored {
		running := slices.ContainsFunc(unfinished, func(r store.Run) bool { return r.Conversation == c.ID })
		out = append(out, ConversationInfo{c.ID, c.Title, c.Updated.Format(time.RFC3339), c.Turns, running})
	}
	return out, nil
}

// Conversation is one conversation with the turns of the branch that is shown.
type Conversation struct {
	ID    string      `json:"id"`
	Title string      `json:"title"`
	Turns []runs.Turn `json:"turns"`
}

func conversation(core *cli.Core, id string) (Conversation, error) {
	title, turns, err := core.Runs.Turns(id)
	if errors.Is(err, store.ErrNotFound) {
		err = errors.New("that conversation is not there (any more)")
	}
	return Conversation{id, title, turns}, err
}
