// Package static makes vectors of texts without a model that runs: a token's vector is looked up in a table, a text's is the
// mean of its tokens', of length 1.
package static

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// Embedder is a table of token vectors with its tokenizer. It is not for concurrent use.
type Embedder struct {
	tokens *tokenizer
	table  []float32 // rows of dim
	dim    int
}

// New reads a table, a safetensors file with one tensor of 16-bit floats of the shape tokens × dimensions, and a tokenizer
// in the format of the library tokenizers.
func New(table, tokenizer []byte) (*Embedder, error) {
	t, err := readTokenizer(tokenizer)
	if err != nil {
		return nil, err
	}
	e := &Embedder{tokens: t}
	if err := e.read(table); err != nil {
		return nil, err
	}
	for token, id := range t.ids {
		if id < 0 || (id+1)*e.dim > len(e.table) {
			return nil, fmt.Errorf("table: no vector for the token %q", token)
		}
	}
	return e, nil
}

func (e *Embedder) read(raw []byte) error {
	if len(raw) < 8 || binary.LittleEndian.Uint64(raw) > uint64(len(raw)-8) {
		return errors.New("table: not a safetensors file")
	}
	n := int(binary.LittleEndian.Uint64(raw))
	var head map[string]struct {
		Type    string `json:"dtype"`
		Shape   []int  `json:"shape"`
		Offsets [2]int `json:"data_offsets"`
	}
	if err := json.Unmarshal(raw[8:8+n], &head); err != nil {
		return fmt.Errorf("table: %w", err)
	}
	for _, t := range head {
		data := raw[8+n:]
		if t.Type != "F16" || len(t.Shape) != 2 || t.Offsets[0] != 0 || t.Offsets[1] > len(data) || t.Offsets[1] != 2*t.Shape[0]*t.Shape[1] {
			return fmt.Errorf("table: a tensor of %s, %v", t.Type, t.Shape)
		}
		e.dim = t.Shape[1]
		e.table = make([]float32, t.Shape[0]*t.Shape[1])
		for i := range e.table {
			e.table[i] = half(binary.LittleEndian.Uint16(data[2*i:]))
		}
		return nil
	}
	return errors.New("table: no tensor")
}

// half is a 16-bit float (IEEE 754).
func half(h uint16) float32 {
	sign, exponent, fraction := uint32(h>>15)<<31, uint32(h>>10&31), uint32(h&1023)
	switch exponent {
	case 0:
		f := float32(fraction) / (1 << 24)
		if sign != 0 {
			return -f
		}
		return f
	case 31:
		return math.Float32frombits(sign | 0xff<<23 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
}

// Dim is the length of the vectors.
func (e *Embedder) Dim() int { return e.dim }

// Embed is a text's vector; that of a text without tokens is all zeros.
func (e *Embedder) Embed(text string) []float32 {
	out := make([]float32, e.dim)
	for _, id := range e.tokens.tokens(text) {
		for i, x := range e.table[id*e.dim : (id+1)*e.dim] {
			out[i] += x
		}
	}
	sum := 0.0
	for _, x := range out {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return out
	}
	scale := float32(1 / math.Sqrt(sum))
	for i := range out {
		out[i] *= scale
	}
	return out
}
