package models

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ollama/ollama/api"

	"lectern/backend/store"
)

// pulled is Models over a server that answers pulls.
func pulled(t *testing.T, answer http.HandlerFunc) *Models {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/pull", answer)
	mux.HandleFunc("GET /api/version", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"version":"0.0.0"}`) })
	mux.HandleFunc("GET /api/tags", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"models":[]}`) })
	server := httptest.NewServer(mux)
	s, err := store.Open(filepath.Join(t.TempDir(), "home"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := Open(s)
	if err == nil {
		err = m.Save(t.Context(), Settings{OllamaHost: server.URL})
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

func says(w http.ResponseWriter, p api.ProgressResponse) {
	_ = json.NewEncoder(w).Encode(p)
	w.(http.Flusher).Flush()
}

func await(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

func TestAModelIsPulledPausedAndPulledOn(t *testing.T) {
	calls := make(chan context.Context, 4)
	finish := make(chan struct{})
	m := pulled(t, func(w http.ResponseWriter, r *http.Request) {
		calls <- r.Context()
		says(w, api.ProgressResponse{Status: "pulling a", Digest: "a", Total: 1000, Completed: 400})
		says(w, api.ProgressResponse{Status: "pulling b", Digest: "b", Total: 50, Completed: 50})
		select {
		case <-r.Context().Done():
		case <-finish:
			says(w, api.ProgressResponse{Status: "success"})
		}
	})
	p := NewPulls(m, slog.New(slog.DiscardHandler), nil)
	defer p.Close()
	if err := p.Start("qwen3:8b", false); err != nil {
		t.Fatal(err)
	}
	first := <-calls
	await(t, "some has come", func() bool { l := p.List(); return len(l) == 1 && l[0].Done == 450 && l[0].All == 1050 })
	p.Pause("qwen3:8b")
	<-first.Done()
	if l := p.List(); l[0].State != paused || l[0].Done != 450 || l[0].Message != "" {
		t.Errorf("paused: %+v", l)
	}
	p.Close()
	p = NewPulls(m, slog.New(slog.DiscardHandler), nil)
	defer p.Close()
	if l := p.List(); len(l) != 1 || l[0].State != paused || l[0].Done != 450 || l[0].All != 1050 {
		t.Errorf("after another start: %+v", l)
	}
	if err := p.Start("qwen3:8b", false); err != nil {
		t.Fatal(err)
	}
	<-calls
	close(finish)
	await(t, "it is done", func() bool { return len(p.List()) == 0 })
	p.Close() // what is done is kept as such
	if l := NewPulls(m, slog.New(slog.DiscardHandler), nil).List(); len(l) != 0 {
		t.Errorf("kept though it is done: %+v", l)
	}
}

func TestWhatEndsADownloadIsSaidInWords(t *testing.T) {
	for name, c := range map[string]struct {
		answer string
		says   string
	}{
		"offline":   {`{"error":"pull model manifest: Get \"https://models.example/v2/\": dial tcp: lookup models.example: no such host"}`, "seems to be offline"},
		"unknown":   {`{"error":"pull model manifest: file does not exist"}`, "has no model qwen3:8b"},
		"full":      {`{"error":"write /models/blobs: no space left on device"}`, "no room for qwen3:8b"},
		"outdated":  {`{"error":"pull model manifest: 412: The model you are attempting to pull requires a newer version of Ollama."}`, "too old for qwen3:8b"},
		"cut short": {`{"status":"pulling a","digest":"a","total":9,"completed":3}`, "broke off"},
	} {
		m := pulled(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, c.answer) })
		p := NewPulls(m, slog.New(slog.DiscardHandler), nil)
		if err := p.Start("qwen3:8b", false); err != nil {
			t.Fatal(err)
		}
		await(t, name+" is told", func() bool { l := p.List(); return l[0].State == failed })
		if l := p.List(); !strings.Contains(l[0].Message, c.says) {
			t.Errorf("%s: %q", name, l[0].Message)
		}
		p.Cancel("qwen3:8b")
		if l := p.List(); len(l) > 0 {
			t.Errorf("cancelled: %+v", l)
		}
		p.Close()
	}
}

func TestOnlyNamesOfTheLibraryArePulled(t *testing.T) {
	p := NewPulls(pulled(t, func(http.ResponseWriter, *http.Request) { t.Error("it was asked") }), slog.New(slog.DiscardHandler), nil)
	defer p.Close()
	for _, name := range []string{"", "https://evil.example/x", "evil.example:80/a/b", "a b", "../x"} {
		if err := p.Start(name, false); err == nil {
			t.Errorf("%q was taken", name)
		}
	}
}

func TestTheSpeedIsThatOfTheLastSeconds(t *testing.T) {
	one, now := &pull{}, time.Now()
	one.came(now, 5000, 10_000) // was there before
	if one.PerSecond != 0 || one.SecondsLeft != 0 {
		t.Errorf("%+v", one.Pull)
	}
	for i := range 20 {
		speed := int64(100)
		if i >= 10 {
			speed = 10
		}
		one.came(now.Add(time.Duration(i+1)*time.Second), one.Done+speed, 10_000)
	}
	if one.PerSecond != 10 || one.SecondsLeft != 391 {
		t.Errorf("%+v", one.Pull)
	}
}

func TestTheSuggestionsHaveADateAndFitEveryMemory(t *testing.T) {
	if _, err := time.Parse(time.DateOnly, suggestions().Date); err != nil {
		t.Error(err)
	}
	for memory := range 65 {
		if s := SuggestChat(memory); !modelName.MatchString(s.Name) || s.Size == "" {
			t.Errorf("%d GB: %+v", memory, s)
		}
	}
	if !modelName.MatchString(SuggestEmbed().Name) {
		t.Error(SuggestEmbed())
	}
}
