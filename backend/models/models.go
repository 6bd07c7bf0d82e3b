// Package models knows which Ollama and which models the program works with: the person's settings, what is installed
// now, and what to tell when something is missing.
package models

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"time"

	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/web"
)

// Settings are the person's choices. The zero value is what a new installation begins with.
type Settings struct {
	OllamaHost string             `json:"ollamaHost"` // "": OLLAMA_HOST, else this machine
	EmbedHost  string             `json:"embedHost"`  // "": the same
	ChatModel  string             `json:"chatModel"`  // "": the best that is installed
	Answering  string             `json:"answering"`  // how the chat model answers: "" is by its size; Writes, Chooses
	EmbedModel string             `json:"embedModel"` // "": the best that is installed
	Keep       string             `json:"keep"`       // how long Ollama keeps a model loaded: "" is some minutes; KeepBriefly, KeepHour, KeepAlways
	Scans      string             `json:"scans"`      // who reads pages that are pictures: "" is tesseract, if it is installed; Nobody; else a model
	Advanced   map[string]float64 `json:"advanced"`   // changed numbers, by workflow and key ("chat.keep")
	Web        web.Settings       `json:"web"`        // the search server that research reports may ask
	Nodes      map[string]string  `json:"nodes"`      // chat models of single nodes, by workflow and node ("research.extract")
}

// ContextTokens is the advanced setting that the client itself needs.
const ContextTokens = "chat.contextTokens"

// How a chat model answers where the person says so.
const (
	Writes  = "writes"  // sentences of its own, whatever its size
	Chooses = "chooses" // by choosing sentences of the documents
)

// How long Ollama keeps a model loaded where the person says so.
const (
	KeepBriefly = "briefly"
	KeepHour    = "hour"
	KeepAlways  = "always"
)

// keeps are these as times; 0 is the usual one.
var keeps = map[string]time.Duration{"": 0, KeepBriefly: llm.Briefly, KeepHour: time.Hour, KeepAlways: llm.Forever}

// Nobody reads pages that are pictures.
const Nobody = "nobody"

const settingsKey = "models"

// State is what there is to work with at one moment.
type State struct {
	Client *llm.Client
	Health llm.Health
	Models []llm.Model
	Chat   string           // the chat model; "" if there is none that works
	Small  bool             // the chat model is to be treated as a small one: by its size, or because the person says so
	Embed  string           // the embedding model; "" if there is none that works
	Digest string           // of the embedding model
	Why    messages.Message // why there is no chat model, and what to do
	Host   string

	answering string // Settings.Answering
}

// With is the state with another chat model, which need not be installed.
func (s State) With(chat string) State {
	s.Chat, s.Small = chat, chat != "" && s.answering == Chooses
	for _, m := range s.Models {
		if m.Is(chat) && s.answering == "" {
			s.Small = m.Small()
		}
	}
	return s
}

// Models keeps the state up to date. It is safe for concurrent use.
type Models struct {
	store *store.Store

	refreshing sync.Mutex
	mu         sync.Mutex
	settings   Settings
	state      State
	changed    []func(State)
}

// Open reads the settings. Nothing is called yet: see Refresh.
func Open(s *store.Store) (*Models, error) {
	m := &Models{store: s, settings: Settings{Web: web.Defaults()}} // earlier versions kept nothing of the web
	if err := s.Settings.Get(settingsKey, &m.settings); err != nil {
		return nil, messages.Error("models.settings", messages.Args{"error": err})
	}
	client, err := m.newClient(m.settings)
	if err != nil {
		return nil, err
	}
	m.state = State{Client: client, Host: client.Host(), Why: messages.New("models.ollama-not-looked-for")}
	return m, nil
}

func (m *Models) newClient(s Settings) (*llm.Client, error) {
	return llm.New(llm.Config{Host: s.OllamaHost, EmbedHost: s.EmbedHost, NumCtx: int(s.Advanced[ContextTokens]), Keep: keeps[s.Keep], Keeper: m.store.Settings})
}

// Settings returns the settings as they are.
func (m *Models) Settings() Settings {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.settings
}

// Save checks the settings, keeps them and looks again what there is.
func (m *Models) Save(ctx context.Context, s Settings) error {
	if reflect.ValueOf(s.Web).IsZero() {
		s.Web = web.Defaults()
	}
	client, err := m.newClient(s)
	if err == nil {
		err = s.Web.Validate()
	}
	if err == nil && !slices.Contains([]string{"", Writes, Chooses}, s.Answering) {
		err = messages.Error("models.no-way-of-answering", messages.Args{"way": fmt.Sprintf("%q", s.Answering)})
	}
	if _, known := keeps[s.Keep]; err == nil && !known {
		err = messages.Error("models.no-time-to-keep", messages.Args{"time": fmt.Sprintf("%q", s.Keep)})
	}
	if err != nil {
		return err
	}
	if err := m.store.Settings.Save(settingsKey, s); err != nil {
		return err
	}
	m.mu.Lock()
	m.settings, m.state.Client, m.state.Host = s, client, client.Host()
	m.mu.Unlock()
	m.Refresh(ctx)
	return nil
}

// Reach asks an Ollama whether it is there; "" is the usual address.
func Reach(ctx context.Context, host string) (llm.Reached, error) {
	client, err := llm.New(llm.Config{Host: host})
	if err != nil {
		return llm.Reached{}, err
	}
	return client.Reach(ctx)
}

// Adapt gives the settings of a backup the addresses of this computer, and its search server: a file says neither where
// questions go, nor which program is run.
func Adapt(backup *store.Settings, here Settings) error {
	s := Settings{Web: web.Defaults()}
	if err := backup.Get(settingsKey, &s); err != nil {
		return err
	}
	s.OllamaHost, s.EmbedHost = here.OllamaHost, here.EmbedHost
	if s.Web = here.Web; reflect.ValueOf(s.Web).IsZero() {
		s.Web = web.Defaults()
	}
	return backup.Save(settingsKey, s)
}

// State returns what was known at the last Refresh.
func (m *Models) State() State {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.state
}

// OnChange calls fn, from the goroutine that refreshes, when the state has changed.
func (m *Models) OnChange(fn func(State)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.changed = append(m.changed, fn)
}

// Refresh asks Ollama what there is.
func (m *Models) Refresh(ctx context.Context) State {
	m.refreshing.Lock()
	defer m.refreshing.Unlock()
	m.mu.Lock()
	settings, old := m.settings, m.state
	m.mu.Unlock()
	now := look(ctx, settings, old.Client)
	m.mu.Lock()
	if m.state.Client != old.Client { // the settings were changed meanwhile
		now = m.state
	}
	m.state = now
	listeners := slices.Clone(m.changed)
	m.mu.Unlock()
	if !reflect.DeepEqual(old, now) {
		for _, fn := range listeners {
			fn(now)
		}
	}
	return now
}

// patience is how long a question may wait to see whether Ollama is back.
const patience = time.Second

// Ready returns the state that a question is asked in: where no chat model was known, Ollama is looked for once more,
// because a person who has just started it asks at once.
func (m *Models) Ready(ctx context.Context) State {
	if s := m.State(); s.Chat != "" {
		return s
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return m.Refresh(ctx)
}

// Watch refreshes every so often until the context ends.
func (m *Models) Watch(ctx context.Context, every time.Duration) {
	t := time.NewTicker(every)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			m.Refresh(ctx)
		}
	}
}

func look(ctx context.Context, settings Settings, client *llm.Client) State {
	s := State{Client: client, Host: client.Host(), Health: client.Health(ctx), answering: settings.Answering}
	if !s.Health.Running {
		s.Why = messages.Sentences(s.Health.Message, s.Health.Hint)
		return s
	}
	var err error
	if s.Models, err = client.Models(ctx); err != nil {
		s.Why = messages.About(err)
		var told *llm.Error
		if !errors.As(err, &told) {
			s.Why = messages.New("models.ollama-does-not-tell", messages.Args{"error": err})
		}
		return s
	}
	s.Chat, s.Why = pick(llm.ChooseChat(settings.ChatModel, s.Models), s.Models, func(m llm.Model) bool { return m.Chat }, messages.New("models.to-chat"))
	s = s.With(s.Chat)
	s.Embed, _ = pick(llm.ChooseEmbed(settings.EmbedModel, s.Models), s.Models, func(m llm.Model) bool { return m.Embed }, messages.New("models.to-embed"))
	for _, m := range s.Models {
		if m.Name == s.Embed {
			s.Digest = m.Digest
		}
	}
	return s
}

// pick checks that the chosen model is there and can do its work; if not it returns "" and why.
func pick(name string, models []llm.Model, can func(llm.Model) bool, what messages.Message) (string, messages.Message) {
	if name == "" {
		return "", messages.New("models.none-can", messages.Args{"what": what, "model": SuggestChat(Memory()).Name})
	}
	for _, m := range models {
		if !m.Is(name) {
			continue
		}
		if !can(m) {
			return "", messages.New("models.cannot", messages.Args{"model": name, "what": what})
		}
		return m.Name, messages.Message{}
	}
	return "", messages.New("models.not-installed", messages.Args{"model": name})
}
