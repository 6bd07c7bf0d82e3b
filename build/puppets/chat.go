package main

import (
	"fmt"
	"lectern/build/gguf"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// Sizes of the chat models.
const (
	width   = 64
	layers  = 2
	head    = 32
	heads   = width / head
	keys    = heads / 2
	inner   = 2 * width
	context = 32768
	line    = 40 // words recited before the end
)

// chat is a language model of the architecture llama or qwen3. Its weights are random, but for this: after a word that it
// knows comes the next one of the list, and after forty words at most the end. What a grammar or a template asks of it, it
// does, and that is what it is for.
func chat(arch string) *gguf.File {
	pieces, merges := vocabulary()
	ordinary := len(pieces)
	kinds := slices.Repeat([]int32{1}, ordinary)
	pieces, kinds = append(pieces, "<|endoftext|>", "<|im_start|>", "<|im_end|>"), append(kinds, 3, 3, 3) // not shown
	if arch == "qwen3" {
		pieces, kinds = append(pieces, "<think>", "</think>"), append(kinds, 4, 4) // shown
	}
	f := &gguf.File{}
	f.Set("general.architecture", arch)
	f.Set("general.name", "tiny "+arch)
	f.Set("general.file_type", 0)
	for _, size := range []struct {
		key string
		n   int
	}{
		{"block_count", layers}, {"context_length", context}, {"embedding_length", width}, {"feed_forward_length", inner},
		{"attention.head_count", heads}, {"attention.head_count_kv", keys}, {"attention.key_length", head},
		{"attention.value_length", head}, {"rope.dimension_count", head}, {"vocab_size", len(pieces)},
	} {
		f.Set(arch+"."+size.key, size.n)
	}
	f.Set(arch+".attention.layer_norm_rms_epsilon", 1e-5)
	f.Set(arch+".rope.freq_base", 10000.0)
	f.Set("tokenizer.ggml.model", "gpt2")
	f.Set("tokenizer.ggml.pre", map[string]string{"llama": "gpt-2", "qwen3": "qwen2"}[arch])
	f.Set("tokenizer.ggml.tokens", pieces)
	f.Set("tokenizer.ggml.token_type", kinds)
	f.Set("tokenizer.ggml.merges", merges)
	f.Set("tokenizer.ggml.bos_token_id", ordinary)
	f.Set("tokenizer.ggml.padding_token_id", ordinary)
	f.Set("tokenizer.ggml.eos_token_id", ordinary+2)
	f.Set("tokenizer.ggml.add_bos_token", false)
	weigh(f, arch, pieces, ordinary)
	return f
}

// vocabulary is of byte-level BPE: the 256 bytes, and for each known word the pieces by which it grows letter by letter.
func vocabulary() (pieces, merges []string) {
	known := map[string]bool{}
	for b := range 256 {
		pieces = append(pieces, letter(byte(b)))
		known[letter(byte(b))] = true
	}
	for _, w := range append(slices.Clone(small), others...) {
		grown := letter(' ')
		for i := range len(w) {
			longer := grown + w[i:i+1]
			if !known[longer] {
				known[longer] = true
				pieces = append(pieces, longer)
				merges = append(merges, grown+" "+w[i:i+1])
			}
			grown = longer
		}
	}
	return pieces, merges
}

// letter is how GPT-2's vocabulary writes a byte: as itself if it is printable, else as one of the letters from U+0100.
func letter(b byte) string {
	switch r := rune(b); {
	case r <= ' ':
		return string(r + 0x100)
	case r >= 0x7f && r <= 0xa0:
		return string(r + 0xa2)
	case r == 0xad:
		return string(rune(0x143))
	default:
		return string(r)
	}
}

// weigh adds the tensors. Dimension 0 is the same for every token and no layer changes it, so that row 0 of the output
// is a bias: by it whole words are likely, quotes and ends come soon, and control characters don't come.
func weigh(f *gguf.File, arch string, pieces []string, ordinary int) {
	const constant = 2.5
	r := rand.New(rand.NewPCG(42, 42))
	embedding, output := noise(r, len(pieces)*width, 0.3), noise(r, len(pieces)*width, 0.22)
	normed := constant / math.Sqrt((constant*constant+0.09*width)/width) // dimension 0 after the last norm
	for i, p := range pieces {
		embedding[i*width] = constant
		output[i*width] = float32(bias(i, ordinary, p) / normed)
	}
	recite(embedding, output, pieces)
	f.Add("token_embd.weight", embedding, width, len(pieces))
	f.Add("output_norm.weight", same(width, 1), width)
	f.Add("output.weight", output, width, len(pieces))
	scale := 0.2 / math.Sqrt(width)
	still := func(x []float32, in int) []float32 { // leaves dimension 0 as it is
		clear(x[:in])
		return x
	}
	for l := range layers {
		add := func(name string, x []float32, dims ...int) {
			f.Add(fmt.Sprintf("blk.%d.%s.weight", l, name), x, dims...)
		}
		add("attn_norm", same(width, 1), width)
		add("attn_q", noise(r, width*heads*head, 2*scale), width, heads*head)
		add("attn_k", noise(r, width*keys*head, 2*scale), width, keys*head)
		add("attn_v", noise(r, width*keys*head, scale), width, keys*head)
		add("attn_output", still(noise(r, heads*head*width, scale), heads*head), heads*head, width)
		if arch == "qwen3" {
			add("attn_q_norm", same(head, 1), head)
			add("attn_k_norm", same(head, 1), head)
		}
		add("ffn_norm", same(width, 1), width)
		add("ffn_gate", noise(r, width*inner, scale), width, inner)
		add("ffn_up", noise(r, width*inner, scale), width, inner)
		add("ffn_down", still(noise(r, inner*width, scale), inner), inner, width)
	}
}

// recite makes the successor of each word likely by adding the word's own vector to its successor's output. A new line
// is followed by the first word of any line.
func recite(embedding, output []float32, pieces []string) {
	after := func(piece, next string) {
		from, to := slices.Index(pieces, piece)*width, slices.Index(pieces, next)*width
		for j := 1; j < width; j++ {
			output[to+j] += embedding[from+j]
		}
	}
	space := letter(' ')
	for i, w := range others {
		if i%line == 0 {
			after(letter('\n'), space+w)
		}
		if i+1 == len(others) || (i+1)%line == 0 {
			after(space+w, "<|im_end|>")
		} else {
			after(space+w, space+others[i+1])
		}
	}
}

func bias(i, ordinary int, piece string) float64 {
	switch {
	case piece == "<|im_end|>" || piece == "</think>":
		return 0
	case i >= ordinary:
		return -8
	case slices.Contains(others, strings.TrimPrefix(piece, letter(' '))):
		return 2.5
	case i >= 256:
		return 0
	case i == '"':
		return 3.2
	case i == '}' || i == ',' || i == ' ':
		return 1.2
	case i >= 'a' && i <= 'z':
		return 0
	case i == '\n' || i > ' ' && i < 0x7f:
		return -1
	}
	return -8
}
