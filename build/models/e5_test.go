package main

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// tiny is a file of the format E5S1, of one layer 32 wide.
func tiny() []byte {
	var b bytes.Buffer
	put := func(values ...any) {
		for _, v := range values {
			if s, ok := v.(string); ok {
				v = []byte(s)
			}
			_ = binary.Write(&b, binary.LittleEndian, v)
		}
	}
	put("E5S1", int32(1), []int32{32, 1, 2, 64, 6, 4, 2}, float32(1e-12), int32(32))
	put([]int32{5, 0, 2, 1, 3}, uint64(14), []uint32{0, 3, 6, 9, 12, 14}, []float32{0, 0, 0, 0, -1}, "<s><p></s<u>▁")
	b.Truncate(b.Len() - 3)
	put("of")                                                                // the fifth piece
	put(int32(1), uint32(9), uint32('ﬁ'), byte(2), uint32('f'), uint32('i')) // the only replacement
	type tensor struct {
		name  string
		bytes int
	}
	all := []tensor{{"emb.word", 6 * 18}, {"emb.pos", 4 * 128}, {"emb.type", 2 * 128}, {"emb.ln.w", 128}, {"emb.ln.b", 128}}
	for _, n := range []string{"l0.q", "l0.k", "l0.v", "l0.ao"} {
		all = append(all, tensor{n + ".w", 32 * 18}, tensor{n + ".b", 128})
	}
	all = append(all, tensor{"l0.fi.w", 64 * 18}, tensor{"l0.fi.b", 256}, tensor{"l0.fo.w", 64 * 18}, tensor{"l0.fo.b", 128})
	for _, n := range []string{"l0.aln", "l0.oln"} {
		all = append(all, tensor{n + ".w", 128}, tensor{n + ".b", 128})
	}
	put(int32(len(all)))
	at := b.Len()
	for _, t := range all {
		at += 2 + len(t.name) + 1 + 4 + 16
	}
	var data []byte
	for i, t := range all {
		put(uint16(len(t.name)), t.name, byte(0), uint32(0), uint64(at+len(data)), uint64(t.bytes))
		data = append(data, bytes.Repeat([]byte{byte(i + 1)}, t.bytes)...)
	}
	b.Write(data)
	return b.Bytes()
}

func TestE5BecomesGGUF(t *testing.T) {
	f, err := convertE5(tiny())
	if err != nil {
		t.Fatal(err)
	}
	got := f.Bytes()
	for _, want := range []string{"bert.embedding_length", "tokenizer.ggml.precompiled_charsmap", "token_embd.weight", "blk.0.ffn_down.bias", "blk.0.layer_output_norm.weight"} {
		if !bytes.Contains(got, []byte(want)) {
			t.Errorf("%s is missing", want)
		}
	}
	if !bytes.Contains(got, bytes.Repeat([]byte{1}, 5*18)) || bytes.Contains(got, bytes.Repeat([]byte{1}, 5*18+1)) {
		t.Error("the words' vectors aren't those of the five pieces: the sixth is padding")
	}
}

func TestATornE5IsAnError(t *testing.T) {
	whole := tiny()
	for n := range whole {
		if _, err := convertE5(whole[:n]); err == nil {
			t.Fatalf("%d of %d bytes were taken for a model", n, len(whole))
		}
	}
	for i := range min(len(whole), 400) { // a byte that is wrong may be a weight; it must not be a crash
		damaged := bytes.Clone(whole)
		damaged[i] ^= 0xff
		_, _ = convertE5(damaged)
	}
}
