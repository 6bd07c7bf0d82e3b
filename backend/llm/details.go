package llm

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/types/model"
)

// smallBelow is the number of parameters below which a model counts as small: models of 135M to 1.7B that were tried make
// up sentences and lose the marks of citations, those of some 2B and more follow a page of instructions. Names round
// generously: qwen3:1.7b has 2.03B and is above it.
const smallBelow = 2_000_000_000

// Model is an installed model and what it can do.
type Model struct {
	Name       string
	Digest     string
	Bytes      int64
	Context    int   // tokens; 0 if it doesn't say
	Parameters int64 // 0 if it doesn't say
	PerToken   int64 // bytes of memory that a token of context takes at most; 0 if it doesn't say
	Chat       bool
	Embed      bool
	Think      bool
	Vision     bool // it reads pictures
}

// Small tells whether a model is too small to be trusted with sentences of its own. One that doesn't say how large it is
// counts as large: that is how all were treated before they were asked.
func (m Model) Small() bool { return m.Parameters > 0 && m.Parameters < smallBelow }

// Is tells whether a model goes by a name; ":latest" may be left out.
func (m Model) Is(name string) bool {
	return m.Name == name || strings.TrimSuffix(m.Name, ":latest") == name
}

// details reads what /api/show tells of a model.
func details(name, digest string, r *api.ShowResponse) Model {
	m := Model{
		Name: name, Digest: digest, Context: info(r, ".context_length"), PerToken: perToken(r),
		Chat:   slices.Contains(r.Capabilities, model.CapabilityCompletion),
		Embed:  slices.Contains(r.Capabilities, model.CapabilityEmbedding),
		Think:  slices.Contains(r.Capabilities, model.CapabilityThinking),
		Vision: slices.Contains(r.Capabilities, model.CapabilityVision),
	}
	if m.Parameters = int64(info(r, "general.parameter_count")); m.Parameters == 0 {
		m.Parameters = parameters(r.Details.ParameterSize)
	}
	return m
}

// info is a whole number of model_info by how its key ends; 0 if there is none. Keys begin with the architecture's name,
// "llama.context_length".
func info(r *api.ShowResponse, ending string) int {
	for key, v := range r.ModelInfo {
		if n, ok := v.(float64); ok && strings.HasSuffix(key, ending) {
			return int(n)
		}
	}
	return 0
}

// parameters reads a size as Ollama writes it, such as "134.52M" or "8.2B"; 0 if it is none.
func parameters(size string) int64 {
	units := map[byte]float64{'K': 1e3, 'M': 1e6, 'B': 1e9, 'T': 1e12}
	if size == "" {
		return 0
	}
	n, err := strconv.ParseFloat(size[:len(size)-1], 64)
	if err != nil {
		return 0
	}
	return int64(math.Round(n * units[size[len(size)-1]]))
}

// perToken is how many bytes the keys and values of a token take in a model's memory: 2 · layers · heads of keys and values
// · numbers a head · bytes a number (two: Ollama keeps them as f16 unless OLLAMA_KV_CACHE_TYPE says otherwise). It is what
// llama.cpp makes room for (llama_kv_cache: n_embd_k_gqa + n_embd_v_gqa for each layer and cell). Where some layers see
// a window of the text alone, as with Gemma 3, it is less.
func perToken(r *api.ShowResponse) int64 {
	heads := info(r, ".attention.head_count")
	kept := info(r, ".attention.head_count_kv")
	if kept == 0 {
		kept = heads
	}
	keys, values := info(r, ".attention.key_length"), info(r, ".attention.value_length")
	if keys == 0 && heads > 0 {
		keys = info(r, ".embedding_length") / heads
	}
	if values == 0 {
		values = keys
	}
	const bytes = 2
	return int64(info(r, ".block_count") * kept * (keys + values) * bytes)
}
