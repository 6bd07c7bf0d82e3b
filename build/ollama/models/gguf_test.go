package main

import (
	"bytes"
	"encoding/binary"
	"testing"
)

func TestTheSameModelIsWrittenEveryTime(t *testing.T) {
	for name, make := range map[string]func() *file{"chat": func() *file { return chat("llama") }, "embed": embedder} {
		if !bytes.Equal(make().bytes(), make().bytes()) {
			t.Errorf("%s: two runs wrote different files", name)
		}
	}
}

func TestTensorsAreAligned(t *testing.T) {
	f := &file{}
	f.set("a", "b")
	f.add("one", []float32{1, 2, 3}, 3)
	f.add("two", []float32{4}, 1)
	b := f.bytes()
	if len(b)%alignment != 0 {
		t.Fatalf("the file has %d bytes", len(b))
	}
	last := b[len(b)-alignment:]
	if got := binary.LittleEndian.Uint32(last); got != 0x40800000 { // 4.0
		t.Errorf("the last tensor begins with %#x", got)
	}
}
