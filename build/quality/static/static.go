// Package static makes vectors of texts without a server and without a network: a text's vector is the mean of its tokens'
// vectors, which were trained once and don't depend on what stands around them (github.com/dleemiller/WordLlama).
//
//	e, err := static.Open(filepath.Join(os.Getenv("LECTERN_WEIGHTS"), "static", "wordllama"))
//	vector := e.Embed("…")
//
// "make models" puts the folder there: vectors.safetensors, a table of 32,000 vectors of 256 numbers, and tokenizer.json,
// how texts are cut into tokens. Queries and passages are embedded alike, and nothing is ever too long. A text of which
// nothing is known has the vector of all zeros. Order counts for little: "dog bites man" is "man bites dog".
//
// The vectors were trained from token embeddings of Llama 2 and Phi-3: whoever thinks of handing them on must look at
// Llama 2's licence, too.
package static

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
)

// Embedder makes vectors. It is safe for concurrent use.
type Embedder struct {
	tokens  *tokenizer
	vectors []float32 // one after the other
	dim     int
}

// Open reads a folder with both files.
func Open(folder string) (*Embedder, error) {
	table, err := os.ReadFile(filepath.Join(folder, "vectors.safetensors"))
	if err != nil {
		return nil, fmt.Errorf("the static vectors aren't there: %w", err)
	}
	tokenizer, err := os.ReadFile(filepath.Join(folder, "tokenizer.json"))
	if err != nil {
		return nil, fmt.Errorf("the static vectors aren't there: %w", err)
	}
	return New(table, tokenizer)
}

// New reads a table, a safetensors file with one tensor of 16-bit floats of the shape tokens × dimensions, and a tokenizer
// in the format of the library tokenizers.
func New(table, tokenizer []byte) (*Embedder, error) {
	tokens, err := readTokenizer(tokenizer)
	if err != nil {
		return nil, fmt.Errorf("tokenizer: %w", err)
	}
	vectors, dim, err := readVectors(table)
	if err != nil {
		return nil, fmt.Errorf("table: %w", err)
	}
	if n := len(vectors) / dim; n < tokens.size {
		return nil, fmt.Errorf("there are %d vectors for %d tokens", n, tokens.size)
	}
	return &Embedder{tokens, vectors, dim}, nil
}

// Dim is how many numbers a vector has.
func (e *Embedder) Dim() int { return e.dim }

// Embed is a text's vector, of length 1.
func (e *Embedder) Embed(text string) []float32 {
	v := make([]float32, e.dim)
	for _, token := range e.tokens.encode(text) {
		for i, x := range e.vectors[int(token)*e.dim : (int(token)+1)*e.dim] {
			v[i] += x
		}
	}
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return v
	}
	length := float32(math.Sqrt(sum)) // the mean has the same direction as the sum
	for i := range v {
		v[i] /= length
	}
	return v
}

var errTorn = errors.New("it is torn, or of another form")

// readVectors reads the only tensor of a safetensors file, a table of 16-bit floats
// (github.com/huggingface/safetensors: the length of a JSON object, the object, the numbers).
func readVectors(raw []byte) (vectors []float32, dim int, err error) {
	if len(raw) < 8 {
		return nil, 0, errTorn
	}
	n := binary.LittleEndian.Uint64(raw)
	if n > uint64(len(raw)-8) {
		return nil, 0, errTorn
	}
	var head map[string]struct {
		Dtype string `json:"dtype"`
		Shape []int  `json:"shape"`
		Place [2]int `json:"data_offsets"`
	}
	if err := json.Unmarshal(raw[8:8+n], &head); err != nil {
		return nil, 0, err
	}
	t, data := head["embedding.weight"], raw[8+n:]
	if t.Dtype != "F16" || len(t.Shape) != 2 || t.Shape[0] < 1 || t.Shape[1] < 1 || t.Shape[0] > 1<<24 || t.Shape[1] > 1<<16 {
		return nil, 0, errTorn
	}
	if size := 2 * t.Shape[0] * t.Shape[1]; t.Place[0] != 0 || t.Place[1] != size || size > len(data) {
		return nil, 0, errTorn
	}
	vectors = make([]float32, t.Shape[0]*t.Shape[1])
	for i := range vectors {
		vectors[i] = half(binary.LittleEndian.Uint16(data[2*i:]))
	}
	return vectors, t.Shape[1], nil
}

// half is a 16-bit float of IEEE 754.
func half(h uint16) float32 {
	sign, exponent, fraction := uint32(h>>15)<<31, uint32(h>>10&31), uint32(h&1023)
	switch exponent {
	case 0:
		v := float32(fraction) / (1 << 24)
		if sign != 0 {
			v = -v
		}
		return v
	case 31:
		return math.Float32frombits(sign | 255<<23 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
}
