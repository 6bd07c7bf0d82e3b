package main

import (
	"lectern/build/gguf"
	"math"
	"slices"
)

const longest = 512 // tokens of a text

// embedder is a BERT whose one layer does nothing: a text's vector is the mean of its words' vectors, and a word's is made
// of its groups of three letters, so that "report" is near "reports". It knows nothing of meaning.
func embedder() *gguf.File {
	pieces := []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}
	vectors := slices.Repeat(faint(), len(pieces))
	marks := len(pieces)
	add := func(v []float32, names ...string) {
		for _, p := range names {
			if !slices.Contains(pieces, p) {
				pieces, vectors = append(pieces, p), append(vectors, v...)
			}
		}
	}
	const first = "▁" // marks a piece with which a word begins
	for _, w := range small {
		add(faint(), first+w)
	}
	for _, w := range others {
		add(spelt(w), first+w)
	}
	for a := '!'; a <= '~'; a++ {
		s := string(a)
		if a >= 'A' && a <= 'Z' { // texts are lowered first
			continue
		}
		if !(a >= 'a' && a <= 'z' || a >= '0' && a <= '9') {
			add(faint(), first+s, s)
			continue
		}
		add(spelt(s), first+s, s)
		for b := 'a'; b <= 'z'; b++ {
			pair := s + string(b)
			add(spelt(pair), first+pair, pair)
		}
	}
	kinds := slices.Repeat([]int32{1}, len(pieces))
	for i := range marks {
		kinds[i] = 3
	}
	f := &gguf.File{}
	f.Set("general.architecture", "bert")
	f.Set("general.name", "tiny bert")
	f.Set("general.file_type", 0)
	f.Set("bert.block_count", 1)
	f.Set("bert.context_length", longest)
	f.Set("bert.embedding_length", width)
	f.Set("bert.feed_forward_length", width)
	f.Set("bert.attention.head_count", heads)
	f.Set("bert.attention.layer_norm_epsilon", 1e-12)
	f.Set("bert.attention.causal", false)
	f.Set("bert.pooling_type", 1) // the mean
	f.Set("tokenizer.ggml.model", "bert")
	f.Set("tokenizer.ggml.token_type_count", 1)
	f.Set("tokenizer.ggml.tokens", pieces)
	f.Set("tokenizer.ggml.token_type", kinds)
	for i, name := range []string{"padding", "unknown", "cls", "seperator", "mask"} { // so it is spelt there
		f.Set("tokenizer.ggml."+name+"_token_id", i)
	}
	f.Set("tokenizer.ggml.bos_token_id", 2)
	f.Set("tokenizer.ggml.eos_token_id", 3)

	square := func(name string) {
		f.Add("blk.0."+name+".weight", same(width*width, 0), width, width)
		f.Add("blk.0."+name+".bias", same(width, 0), width)
	}
	norm := func(name string, scale []float32) {
		f.Add(name+".weight", scale, width)
		f.Add(name+".bias", same(width, 0), width)
	}
	f.Add("token_embd.weight", vectors, width, len(pieces))
	f.Add("token_types.weight", same(2*width, 0), width, 2)
	f.Add("position_embd.weight", same(longest*width, 0), width, longest)
	norm("token_embd_norm", same(width, 1))
	for _, name := range []string{"attn_q", "attn_k", "attn_v", "attn_output", "ffn_up", "ffn_down"} {
		square(name)
	}
	norm("blk.0.attn_output_norm", same(width, 1))
	last := same(width, 1)
	last[0] = 0
	norm("blk.0.layer_output_norm", last)
	return f
}

// faint is the vector of what should hardly count: nearly all of it is in dimension 0, which the last norm drops.
func faint() []float32 {
	v := same(width, 0)
	v[0] = 30
	return v
}

func spelt(word string) []float32 {
	v, marked := same(width, 0), "<"+word+">"
	groups := len(marked) - 2
	for i := range groups {
		for j, x := range noise(seeded(marked[i:i+3]), width, 1/math.Sqrt(float64(groups))) {
			v[j] += x
		}
	}
	v[0] = 0
	return v
}
