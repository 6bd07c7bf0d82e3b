// Package llmtest is a scripted Ollama: it says what a test tells it to, where a real model can't be made to. What it
// answers has the form that a real server's answers have.
package llmtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ollama/ollama/api"

	"lectern/backend/llm"
)

// Names of the models that the server has.
const (
	ChatModel   = "scripted:latest"
	EmbedModel  = "letters:latest"
	VisionModel = "vision:latest" // which is not there unless Models says so
)

// Reply is what the server says to one chat call.
type Reply struct {
	Text   string        // streamed word by word
	Status int           // with Error: an error instead of an answer; 0: an error in the stream, after Text
	Error  string        //
	Cut    bool          // the stream breaks off after Text, as when the server is killed
	Torn   bool          // the stream breaks off within a line
	Silent bool          // the stream ends after Text without saying so
	Pause  time.Duration // before each word
	Full   bool          // done_reason "length"
	Hang   bool          // nothing more comes after Text, and the call stays open until it is given up
	Think  string        // is thought before Text, a word at a time

	Yes, No, Else float64 // probabilities of the first token, where they are asked for; all 0: none are told
}

// Words are so many words for a reply, no two the same: a model that says one again and again is stopped.
func Words(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "word%d ", i+1)
	}
	return b.String()
}

// Server is a scripted Ollama.
type Server struct {
	*httptest.Server

	tell func(format string, args ...any) // fails the test that the server is for; nil: there is none

	mu        sync.Mutex
	replies   []Reply
	loads     []api.ChatRequest // which ask for nothing but that a model is loaded, or let go of
	always    func(api.ChatRequest) Reply
	chats     []api.ChatRequest
	refused   *api.ChatRequest // the last one, if it was refused: what is too long stays so with more context
	refusal   Reply
	embeds    int
	drops     int // embed calls still to be broken off
	digest    string
	models    []string
	cloud     map[string]bool // models that run on another machine
	bad       string          // a text that can't be embedded
	useless   string          // a text whose vector is of no use
	window    int             // tokens past which prompts are cut, unasked; 0: never
	uncounted bool
	context   int
	info      map[string]any // model_info beside that
}

// New starts a server with both models; it ends with the test.
func New(t testing.TB) *Server {
	s := Start()
	s.tell = t.Errorf
	t.Cleanup(s.End)
	return s
}

// End ends the server, and what is still asked of it.
func (s *Server) End() { s.CloseClientConnections(); s.Close() }

// Start starts a server with both models, which its owner ends.
func Start() *Server {
	s := &Server{digest: "d1", models: []string{ChatModel, EmbedModel}, cloud: map[string]bool{}, context: 8192}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/version", func(w http.ResponseWriter, _ *http.Request) { write(w, map[string]string{"version": "0.0.0-scripted"}) })
	mux.HandleFunc("GET /api/tags", s.tags)
	mux.HandleFunc("POST /api/show", s.show)
	mux.HandleFunc("POST /api/chat", s.chat)
	mux.HandleFunc("POST /api/embed", s.embed)
	mux.HandleFunc("GET /api/ps", func(w http.ResponseWriter, _ *http.Request) { write(w, api.ProcessResponse{}) })
	s.Server = httptest.NewServer(mux)
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

// Cloud adds a model that is listed here but runs on another machine.
func (s *Server) Cloud(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.models, s.cloud[name] = append(s.models, name), true
}

// Context sets how long a text may be that is embedded, in words.
func (s *Server) Context(words int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.context = words
}

// Info sets what the server tells of its models beside the length of their context, by the keys of model_info.
func (s *Server) Info(info map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.info = info
}

// Cut has the server cut prompts to so many tokens, whatever it is told, as old ones do; 0: it doesn't.
func (s *Server) Cut(tokens int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.window = tokens
}

// counted is how many tokens of a prompt the server reads.
func (s *Server) counted(in api.ChatRequest) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	chars := 0
	for _, m := range in.Messages {
		chars += len(m.Content)
	}
	if s.uncounted {
		return 0
	}
	if s.window > 0 {
		return min(chars/4, s.window)
	}
	return chars / 4
}

// Uncounted has the server tell of no prompt how many tokens it has: nobody learns of its vocabulary then.
func (s *Server) Uncounted() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.uncounted = true
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

// Useless makes the vectors of texts that hold the word all zeros.
func (s *Server) Useless(word string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.useless = word
}

// DropEmbeds breaks off the next embed calls.
func (s *Server) DropEmbeds(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drops = n
}

// purposeOption is where the server notes what a call is for.
const purposeOption = "purpose"

// Purpose is what the caller of a chat call says that it is for: llm.Request.Purpose.
func Purpose(r api.ChatRequest) string {
	purpose, _ := r.Options[purposeOption].(string)
	return purpose
}

// Chats are the chat calls so far.
func (s *Server) Chats() []api.ChatRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]api.ChatRequest{}, s.chats...)
}

// Loads are the calls that asked for nothing but that a model is loaded, or let go of.
func (s *Server) Loads() []api.ChatRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]api.ChatRequest{}, s.loads...)
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
		m := api.ListModelResponse{Name: name, Model: name, Size: int64(1000 * (i + 1)), Digest: s.digest + name}
		if s.cloud[name] {
			m.RemoteHost, m.RemoteModel = "https://example.com:443", name
		}
		out.Models = append(out.Models, m)
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

func embeds(model string) bool {
	return strings.HasPrefix(model, "letters") || strings.Contains(model, "embed")
}

func (s *Server) show(w http.ResponseWriter, r *http.Request) {
	var in api.ShowRequest
	_ = json.NewDecoder(r.Body).Decode(&in)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.has(in.Model) {
		refuse(w, http.StatusNotFound, fmt.Sprintf("model '%s' not found", in.Model))
		return
	}
	can := []string{"completion"}
	switch {
	case embeds(in.Model):
		can = []string{"embedding"}
	case in.Model == VisionModel:
		can = append(can, "vision")
	}
	info := map[string]any{"test.context_length": s.context}
	maps.Copy(info, s.info)
	write(w, map[string]any{"capabilities": can, "model_info": info})
}

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	var in api.ChatRequest
	_ = json.NewDecoder(r.Body).Decode(&in)
	if purpose := r.Header.Get(llm.PurposeHeader); purpose != "" && in.Options != nil {
		in.Options[purposeOption] = purpose
	}
	if faults := Unsound(in.Format); len(faults) > 0 && s.tell != nil {
		s.tell("a form that small models can't follow: %s", strings.Join(faults, "; "))
	}
	if len(in.Messages) == 0 {
		s.mu.Lock()
		s.loads = append(s.loads, in)
		s.mu.Unlock()
		write(w, api.ChatResponse{Model: in.Model, Done: true, DoneReason: "load"})
		return
	}
	if in.Options["num_predict"] == 1.0 && !in.Logprobs { // it is only to count
		write(w, api.ChatResponse{Model: in.Model, Done: true, DoneReason: "length", Metrics: api.Metrics{PromptEvalCount: s.counted(in), EvalCount: 1}})
		return
	}
	reply, known := s.next(in)
	switch {
	case !known:
		refuse(w, http.StatusNotFound, fmt.Sprintf("model '%s' not found", in.Model))
		return
	case embeds(in.Model):
		refuse(w, http.StatusBadRequest, fmt.Sprintf("%q does not support chat", in.Model))
		return
	case reply.Status != 0:
		refuse(w, reply.Status, reply.Error)
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	flush := http.NewResponseController(w)
	say := func(r api.ChatResponse) {
		_ = json.NewEncoder(w).Encode(r)
		_ = flush.Flush()
	}
	for word := range strings.FieldsSeq(reply.Think) {
		say(api.ChatResponse{Model: in.Model, Message: api.Message{Role: "assistant", Thinking: word + " "}})
	}
	for i, word := range strings.SplitAfter(reply.Text, " ") {
		if reply.Hang && reply.Text == "" {
			break
		}
		select {
		case <-time.After(reply.Pause):
		case <-r.Context().Done():
			return
		}
		part := api.ChatResponse{Model: in.Model, Message: api.Message{Role: "assistant", Content: word}}
		if i == 0 && in.Logprobs && reply.Yes+reply.No+reply.Else > 0 {
			part.Logprobs = []api.Logprob{reply.first(in.TopLogprobs)}
		}
		say(part)
	}
	switch {
	case reply.Hang:
		<-r.Context().Done()
		return
	case reply.Torn:
		_, _ = io.WriteString(w, `{"model":"scripted","mess`)
		return
	case reply.Silent:
		return
	case reply.Error != "":
		write(w, map[string]string{"error": reply.Error})
		return
	case reply.Cut:
		panic(http.ErrAbortHandler)
	}
	reason := "stop"
	if reply.Full {
		reason = "length"
	}
	say(api.ChatResponse{Model: in.Model, Done: true, DoneReason: reason, Metrics: api.Metrics{PromptEvalCount: s.counted(in), EvalCount: len(reply.Text) / 4}})
}

// next is what is said to a chat call, and whether its model is there.
func (s *Server) next(in api.ChatRequest) (reply Reply, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last := s.refused; last != nil && last.Options["num_ctx"] != in.Options["num_ctx"] && reflect.DeepEqual(last.Messages, in.Messages) {
		s.refused = &in
		return s.refusal, s.has(in.Model)
	}
	s.chats, s.refused = append(s.chats, in), nil
	reply = Reply{Status: http.StatusInternalServerError, Error: "nothing scripted"}
	if len(s.replies) > 0 {
		reply, s.replies = s.replies[0], s.replies[1:]
	} else if s.always != nil {
		reply = s.always(in)
	}
	if reply.Status == http.StatusBadRequest {
		s.refused, s.refusal = &in, reply
	}
	return reply, s.has(in.Model)
}

// first tells the likeliest first tokens, the likeliest of them as the one that was said. A word comes in two forms.
func (r Reply) first(most int) (out api.Logprob) {
	for token, p := range map[string]float64{"Yes": .75 * r.Yes, " yes": .25 * r.Yes, "No": .75 * r.No, "▁no": .25 * r.No, "The": r.Else} {
		if p > 0 {
			out.TopLogprobs = append(out.TopLogprobs, api.TokenLogprob{Token: token, Logprob: math.Log(p)})
		}
	}
	slices.SortFunc(out.TopLogprobs, func(a, b api.TokenLogprob) int {
		return cmp.Or(cmp.Compare(b.Logprob, a.Logprob), cmp.Compare(a.Token, b.Token))
	})
	out.TopLogprobs = out.TopLogprobs[:min(most, len(out.TopLogprobs))]
	out.TokenLogprob = out.TopLogprobs[0]
	return out
}
