package main

import (
	"errors"
	"fmt"

	"lectern/build/gguf"
)

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
