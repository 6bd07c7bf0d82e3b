// Package llmtest is a scripted Ollama: it says what a test tells it to, where a real model can't be made to. What it
// answers has the form that a real server's answers have.
package llmtest

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ollama/ollama/api"
)

// Names of the models that the server has.
const (
	ChatModel  = "scripted:latest"
	EmbedModel = "letters:latest"
)

// Reply is what the server says to one chat call.
type Reply struct {
	Text   string        // streamed word by word
	Status int           // with Error: an error instead of an answer
	Error  string        //
	Cut    bool          // the stream breaks off after Text
	Pause  time.Duration // before each word
	Full   bool          // done_reason "length"
}

// Server is a scripted Ollama.
type Server struct {
	*httptest.Server

	mu      sync.Mutex
	replies []Reply
	always  func(api.ChatRequest) Reply
	chats   []api.ChatRequest
	embeds  int
	digest  string
	models  []string
	bad     string // a text that can't be embedded
	context int
}

// New starts a server with both models; it ends with the test.
func New(t testing.TB) *Server {
	s := &Server{digest: "d1", models: []string{ChatModel, EmbedModel}, context: 8192}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/version", func(w http.ResponseWriter, _ *http.Request) { write(w, map[string]string{"version": "0.0.0-scripted"}) })
	mux.HandleFunc("GET /api/tags", s.tags)
	mux.HandleFunc("POST /api/show", s.show)
	mux.HandleFunc("POST /api/chat", s.chat)
	mux.HandleFunc("POST /api/embed", s.embed)
	s.Server = httptest.NewServer(mux)
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return s
}

// Script queues replies to the next chat calls.
func (s *Server) Script(replies ...Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.replies = append(s.replies, replies...)
}

// Always answers every chat call for which nothing is queued.
func (s *Server) Always(fn func(api.ChatRequest) Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.always = fn
}

// Models sets which models are installed.
func (s *Server) Models(names ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.models = names
}

// Digest changes the models' digest, as pulling a new version does.
func (s *Server) Digest(d string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.digest = d
}

// Bad makes texts that hold the word impossible to embed.
func (s *Server) Bad(word string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bad = word
}

// Chats are the chat calls so far.
func (s *Server) Chats() []api.ChatRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]api.ChatRequest{}, s.chats...)
}

// Embeds is the number of embed calls so far.
func (s *Server) Embeds() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.embeds
}

func write(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

func refuse(w http.ResponseWriter, status int, text string) {
	w.WriteHeader(status)
	write(w, map[string]string{"error": text})
}

func (s *Server) tags(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := api.ListResponse{Models: []api.ListModelResponse{}}
	for i, name := range s.models {
		out.Models = append(out.Models, api.ListModelResponse{Name: name, Model: name, Size: int64(1000 * (i + 1)), Digest: s.digest + name})
	}
	write(w, out)
}

func (s *Server) has(name string) bool {
	for _, m := range s.models {
		if m == name || strings.TrimSuffix(m, ":latest") == name {
			return true
		}
	}
	return false
}

func embeds(model string) bool { return strings.HasPrefix(model, "letters") }

func (s *Server) show(w http.ResponseWriter, r *http.Request) {
	var in api.ShowRequest
	_ = json.NewDecoder(r.Body).Decode(&in)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.has(in.Model) {
		refuse(w, http.StatusNotFound, fmt.Sprintf("model '%s' not found", in.Model))
		return
	}
	can := "completion"
	if embeds(in.Model) {
		can = "embedding"
	}
	write(w, map[string]any{"capabilities": []string{can}, "model_info": map[string]any{"test.context_length": s.context}})
}

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	var in api.ChatRequest
	_ = json.NewDecoder(r.Body).Decode(&in)
	s.mu.Lock()
	s.chats = append(s.chats, in)
	reply := Reply{Status: http.StatusInternalServerError, Error: "nothing scripted"}
	if len(s.replies) > 0 {
		reply, s.replies = s.replies[0], s.replies[1:]
	} else if s.always != nil {
		reply = s.always(in)
	}
	known := s.has(in.Model)
	s.mu.Unlock()
	switch {
	case !known:
		refuse(w, http.StatusNotFound, fmt.Sprintf("model '%s' not found", in.Model))
		return
	case embeds(in.Model):
		refuse(w, http.StatusBadRequest, fmt.Sprintf("%q does not support chat", in.Model))
		return
	case reply.Error != "":
		refuse(w, reply.Status, reply.Error)
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	flush := http.NewResponseController(w)
	say := func(r api.ChatResponse) {
		_ = json.NewEncoder(w).Encode(r)
		_ = flush.Flush()
	}
	for _, word := range strings.SplitAfter(reply.Text, " ") {
		select {
		case <-time.After(reply.Pause):
		case <-r.Context().Done():
			return
		}
		say(api.ChatResponse{Model: in.Model, Message: api.Message{Role: "assistant", Content: word}})
	}
	if reply.Cut {
		panic(http.ErrAbortHandler)
	}
	reason := "stop"
	if reply.Full {
		reason = "length"
	}
	chars := 0
	for _, m := range in.Messages {
		chars += len(m.Content)
	}
	say(api.ChatResponse{Model: in.Model, Done: true, DoneReason: reason, Metrics: api.Metrics{PromptEvalCount: chars / 4, EvalCount: len(reply.Text) / 4}})
}

// Dim is the length of the vectors.
const Dim = 1024

func (s *Server) embed(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}
	_ = json.NewDecoder(r.Body).Decode(&in)
	s.mu.Lock()
	s.embeds++
	known, bad := s.has(in.Model), s.bad
	s.mu.Unlock()
	switch {
	case !known:
		refuse(w, http.StatusNotFound, fmt.Sprintf("model '%s' not found", in.Model))
		return
	case !embeds(in.Model):
		refuse(w, http.StatusNotImplemented, "this model does not support embeddings")
		return
	}
	out := [][]float32{}
	for _, text := range in.Input {
		if bad != "" && strings.Contains(text, bad) {
			refuse(w, http.StatusInternalServerError, "json: unsupported value: NaN")
			return
		}
		out = append(out, vector(text))
	}
	write(w, map[string]any{"model": in.Model, "embeddings": out})
}

// vector hashes the words of a text, so that texts with common words are near.
func vector(text string) []float32 {
	v := make([]float32, Dim)
	for _, w := range strings.Fields(strings.ToLower(text)) {
		h := fnv.New32a()
		_, _ = h.Write([]byte(strings.Trim(w, ".,;:!?\"'()")))
		v[h.Sum32()%Dim]++
	}
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		v[0], sum = 1, 1
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}
