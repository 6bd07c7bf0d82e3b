package gguf

import (
	"encoding/binary"
	"testing"
)

func TestTensorsAreAligned(t *testing.T) {
	f := &File{}
	f.Set("a", "b")
	f.Add("one", []float32{1, 2, 3}, 3)
	f.Add("two", []float32{4}, 1)
	b := f.Bytes()
	if len(b)%alignment != 0 {
		t.Fatalf("the file has %d bytes", len(b))
	}
	last := b[len(b)-alignment:]
	if got := binary.LittleEndian.Uint32(last); got != 0x40800000 { // 4.0
		t.Errorf("the last tensor begins with %#x", got)
	}
}

func TestBytesThatDoNotFitTheShapeAreNoticed(t *testing.T) {
	for name, data := range map[string]int{"too few": 17, "too many": 19, "none": 0} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("a tensor was added that nobody could read")
				}
			}()
			new(File).AddRaw("w", Q40, make([]byte, data), 32)
		})
	}
	new(File).AddRaw("w", Q40, make([]byte, 2*18), 32, 2)
}
