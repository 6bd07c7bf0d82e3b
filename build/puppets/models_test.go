package main

import (
	"bytes"
	"testing"

	"lectern/build/gguf"
)

func TestTheSameModelIsWrittenEveryTime(t *testing.T) {
	for name, make := range map[string]func() *gguf.File{"chat": func() *gguf.File { return chat("llama") }, "embed": embedder} {
		if !bytes.Equal(make().Bytes(), make().Bytes()) {
			t.Errorf("%s: two runs wrote different files", name)
		}
	}
}
