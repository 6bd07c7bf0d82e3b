package llmtest

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"strings"
)

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
	known, bad, useless, words := s.has(in.Model), s.bad, s.useless, s.context
	drop := s.drops > 0
	if drop {
		s.drops--
	}
	s.mu.Unlock()
	switch {
	case drop:
		panic(http.ErrAbortHandler)
	case !known:
		refuse(w, http.StatusNotFound, fmt.Sprintf("model '%s' not found", in.Model))
		return
	case !embeds(in.Model):
		refuse(w, http.StatusNotImplemented, "this model does not support embeddings")
		return
	}
	out, tokens := [][]float32{}, 0
	for _, text := range in.Input {
		if bad != "" && strings.Contains(text, bad) {
			refuse(w, http.StatusInternalServerError, "json: unsupported value: NaN")
			return
		}
		if len(strings.Fields(text)) > words {
			refuse(w, http.StatusBadRequest, "the input length exceeds the context length")
			return
		}
		tokens += len(strings.Fields(text))
		v := vector(text)
		if useless != "" && strings.Contains(text, useless) {
			clear(v)
		}
		out = append(out, v)
	}
	write(w, map[string]any{"model": in.Model, "embeddings": out, "prompt_eval_count": tokens})
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
