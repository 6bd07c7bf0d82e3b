package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"time"

	"lectern/backend/graph/chat"
	"lectern/backend/models"
	"lectern/backend/runs"
	"lectern/backend/store"
	"lectern/backend/store/vector"
)

// ollama stands where Ollama is. It has a vector for the question that is asked, and notes when it is called.
type ollama struct {
	mu        sync.Mutex
	space     vector.Space
	vector    []float32
	embedding time.Duration // in its own hands
	chat      time.Time     // of the first request
}

func (o *ollama) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	o.mu.Lock()
	defer o.mu.Unlock()
	switch r.URL.Path {
	case "/api/version":
		fmt.Fprint(w, `{"version":"bench"}`)
	case "/api/tags":
		fmt.Fprintf(w, `{"models":[{"name":%q,"model":%[1]q,"size":1,"digest":%q},{"name":"talk","model":"talk","size":1,"digest":"t"}]}`, o.space.Model, o.space.Digest)
	case "/api/show":
		var asked struct{ Model string }
		able := "completion"
		if json.NewDecoder(r.Body).Decode(&asked) == nil && asked.Model == o.space.Model {
			able = "embedding"
		}
		fmt.Fprintf(w, `{"capabilities":[%q],"model_info":{"x.context_length":8192}}`, able)
	case "/api/embed":
		var asked struct{ Input []string }
		err := json.NewDecoder(r.Body).Decode(&asked)
		out := make([][]float32, len(asked.Input))
		for i := range out {
			out[i] = o.vector
		}
		if err = errors.Join(err, json.NewEncoder(w).Encode(map[string]any{"model": o.space.Model, "embeddings": out})); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
		}
		o.embedding += time.Since(began)
	case "/api/chat":
		if o.chat.IsZero() {
			o.chat = began
		}
		fmt.Fprintln(w, `{"model":"talk","message":{"role":"assistant","content":"Done [1]."},"done":true,"done_reason":"stop","eval_count":2}`)
	}
}

// untilChat measures how long a question to the whole library takes until the chat model's first byte is on its way, without
// what the model that embeds takes, and that.
func untilChat(ctx context.Context, s *store.Store, w *store.Workspace, home string, questions []question) (took, embedding []time.Duration, err error) {
	o := ollama{space: questions[0].space}
	server := httptest.NewServer(&o)
	defer server.Close()
	m, err := models.Open(s)
	if err != nil {
		return nil, nil, err
	}
	settings := m.Settings()
	settings.OllamaHost = server.URL
	if err := m.Save(ctx, settings); err != nil {
		return nil, nil, err
	}
	checkpoints, err := store.OpenCheckpoints(filepath.Join(home, "bench-checkpoints.db"))
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, checkpoints.Close()) }()
	r := runs.New(w, checkpoints, m, slog.New(slog.DiscardHandler), nil)
	defer r.Close()
	for i, q := range questions {
		o.mu.Lock()
		o.vector, o.embedding, o.chat = q.vector, 0, time.Time{}
		o.mu.Unlock()
		began := time.Now()
		started, err := r.Start(runs.Question{Text: q.text, Mode: chat.Documents})
		if err != nil {
			return nil, nil, err
		}
		r.Wait(started.Run)
		o.mu.Lock()
		first, model := o.chat, o.embedding
		o.mu.Unlock()
		if first.IsZero() || model == 0 {
			return nil, nil, fmt.Errorf("the question %q never reached both models", q.text)
		}
		if i > 0 { // the first one has the documents' details found, which are kept
			took, embedding = append(took, first.Sub(began)-model), append(embedding, model)
		}
	}
	return took, embedding, nil
}
