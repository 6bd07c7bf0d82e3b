package models

import (
	"reflect"
	"strings"
	"testing"

	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
	"lectern/backend/web"
)

func open(t *testing.T) *Models {
	t.Helper()
	s, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	m, err := Open(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func save(t *testing.T, m *Models, s Settings) State {
	t.Helper()
	if err := m.Save(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	return m.State()
}

func TestModelsAreChosenAndTheirAbsenceIsExplained(t *testing.T) {
	server := llmtest.New(t)
	m := open(t)
	if s := save(t, m, Settings{OllamaHost: server.URL}); s.Chat != llmtest.ChatModel || s.Embed != llmtest.EmbedModel || s.Digest == "" || !s.Why.Empty() {
		t.Errorf("chosen: %+v", s)
	}
	for _, c := range []struct {
		name     string
		settings Settings
		chat     string
		why      string
	}{
		{"short names do", Settings{ChatModel: "scripted"}, llmtest.ChatModel, ""},
		{"not installed", Settings{ChatModel: "bigger:70b"}, "", "ollama pull bigger:70b"},
		{"can't chat", Settings{ChatModel: llmtest.EmbedModel}, "", "can't chat"},
	} {
		c.settings.OllamaHost = server.URL
		if s := save(t, m, c.settings); s.Chat != c.chat || !strings.Contains(s.Why.String(), c.why) {
			t.Errorf("%s: %q, %q", c.name, s.Chat, s.Why)
		}
	}
	if s := save(t, m, Settings{OllamaHost: server.URL, EmbedModel: llmtest.ChatModel}); s.Embed != "" || s.Chat == "" {
		t.Errorf("a chat model was taken for embeddings: %+v", s)
	}
	server.Models()
	if s := m.Refresh(t.Context()); s.Chat != "" || !strings.Contains(s.Why.String(), "ollama pull") {
		t.Errorf("none installed: %q", s.Why)
	}
}

func TestSmallModelsAreToldApartAndAPersonCanOverrule(t *testing.T) {
	server := llmtest.New(t)
	m := open(t)
	for _, c := range []struct {
		parameters float64
		answering  string
		small      bool
	}{
		{268e6, "", true}, {268e6, Writes, false}, {268e6, Chooses, true},
		{8e9, "", false}, {8e9, Writes, false}, {8e9, Chooses, true},
	} {
		server.Info(map[string]any{"general.parameter_count": c.parameters})
		s := save(t, m, Settings{OllamaHost: server.URL, Answering: c.answering})
		if s.Chat == "" || s.Small != c.small || s.With(llmtest.ChatModel).Small != c.small {
			t.Errorf("%+v: %q is small: %v", c, s.Chat, s.Small)
		}
	}
	if s := m.State().With("not there"); s.Chat != "not there" || !s.Small {
		t.Errorf("overruled for one that isn't there: %+v", s)
	}
	if s := save(t, m, Settings{OllamaHost: server.URL}); s.With("not there").Small {
		t.Error("a model of which nothing is known counts as small")
	}
	if err := m.Save(t.Context(), Settings{OllamaHost: server.URL, Answering: "guesses"}); err == nil || !strings.Contains(err.Error(), "guesses") {
		t.Errorf("saved another way: %v", err)
	}
}

func TestOllamaComingAndGoingIsTold(t *testing.T) {
	server := llmtest.New(t)
	m := open(t)
	var told []State
	m.OnChange(func(s State) { told = append(told, s) })
	save(t, m, Settings{OllamaHost: server.URL})
	m.Refresh(t.Context())
	if len(told) != 1 || !told[0].Health.Running {
		t.Fatalf("told %d times", len(told))
	}
	server.CloseClientConnections()
	server.Listener.Close()
	if s := m.Refresh(t.Context()); s.Health.Running || s.Chat != "" || s.Why.Empty() || len(told) != 2 {
		t.Errorf("gone: %+v, told %d times", s, len(told))
	}
}

func TestAQuestionLooksForOllamaOnceMore(t *testing.T) {
	server := llmtest.New(t)
	m := open(t)
	server.Models()
	if s := save(t, m, Settings{OllamaHost: server.URL}); s.Chat != "" {
		t.Fatalf("without models: %+v", s)
	}
	server.Models(llmtest.ChatModel)
	if s := m.Ready(t.Context()); s.Chat != llmtest.ChatModel {
		t.Errorf("pulled a moment ago: %+v", s)
	}
	server.Models()
	if s := m.Ready(t.Context()); s.Chat != llmtest.ChatModel {
		t.Errorf("a model that was there was looked for again: %+v", s)
	}
}

func TestSettingsAreKeptAndChecked(t *testing.T) {
	m := open(t)
	if err := m.Save(t.Context(), Settings{OllamaHost: "ftp://somewhere"}); err == nil {
		t.Error("an address that can't be read was saved")
	}
	save(t, m, Settings{OllamaHost: "127.0.0.1:9", ChatModel: "x", Advanced: map[string]float64{"chat.keep": 7}})
	again, err := Open(m.store)
	if err != nil {
		t.Fatal(err)
	}
	if s := again.Settings(); s.ChatModel != "x" || s.Advanced["chat.keep"] != 7 {
		t.Errorf("%+v", s)
	}
}

func TestTheSearchServerIsOffUntilItIsSwitchedOnAndThenChecked(t *testing.T) {
	m := open(t)
	if s := m.Settings().Web; s.On || s.SearchTool == "" || s.Args == nil {
		t.Errorf("at first: %+v", s)
	}
	if err := m.store.Settings.Save(settingsKey, struct {
		ChatModel string `json:"chatModel"`
	}{"x"}); err != nil {
		t.Fatal(err)
	}
	old, err := Open(m.store) // of a version that knew nothing of it
	if err != nil {
		t.Fatal(err)
	}
	if s := old.Settings(); s.ChatModel != "x" || !reflect.DeepEqual(s.Web, web.Defaults()) {
		t.Errorf("of an earlier version: %+v", s)
	}
	wrong := web.Defaults()
	wrong.On = true
	if err := m.Save(t.Context(), Settings{OllamaHost: "127.0.0.1:9", Web: wrong}); err == nil || m.Settings().Web.On {
		t.Errorf("it was switched on without an address: %v", err)
	}
	right := wrong
	right.Program, right.Args, right.PageTool = "npx", []string{"-y", "two words"}, ""
	save(t, m, Settings{OllamaHost: "127.0.0.1:9", Web: right})
	again, err := Open(m.store)
	if err != nil || !reflect.DeepEqual(again.Settings().Web, right) || !reflect.DeepEqual(m.Settings().Web, right) {
		t.Errorf("%v %+v", err, again.Settings().Web)
	}
	save(t, m, Settings{OllamaHost: "127.0.0.1:9"})
	if s := m.Settings().Web; !reflect.DeepEqual(s, web.Defaults()) {
		t.Errorf("settings that say nothing of it: %+v", s)
	}
}

func TestSuggestionsFitTheMemory(t *testing.T) {
	for memory, name := range map[int]string{0: "qwen3:4b", 4: "qwen3:1.7b", 8: "qwen3:4b", 16: "qwen3:8b", 64: "qwen3:14b"} {
		if got := SuggestChat(memory); got.Name != name || !strings.Contains(got.Command, name) {
			t.Errorf("%d GB: %+v", memory, got)
		}
	}
}
