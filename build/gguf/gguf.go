// Package gguf writes model files as Ollama reads them: GGUF, version 3
// (github.com/ggml-org/ggml/blob/master/docs/gguf.md).
package gguf

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// File is a model file that is being put together. The zero value is an empty one.
type File struct {
	facts   bytes.Buffer // keys and values
	count   uint64
	tensors []tensor
}

type tensor struct {
	name string
	dims []uint64 // the one that varies fastest comes first
	kind Kind
	data []byte
}

// Kind is how a tensor's numbers are written down.
type Kind uint32

const (
	F32 Kind = 0
	Q40 Kind = 2 // blocks of 32 numbers: a 16-bit scale, then the 16 bytes of their nibbles
)

// blocks are how many numbers a block of each kind has, and how many bytes.
var blocks = map[Kind]struct{ numbers, bytes int }{F32: {1, 4}, Q40: {32, 18}}

// alignment is the format's default: every tensor begins at a multiple of it.
const alignment = 32

// put writes numbers little-endian; a string is its length and its bytes.
func put(b *bytes.Buffer, values ...any) {
	for _, v := range values {
		if s, ok := v.(string); ok {
			put(b, uint64(len(s)))
			b.WriteString(s)
		} else if err := binary.Write(b, binary.LittleEndian, v); err != nil {
			panic(fmt.Sprintf("%T: %v", v, err))
		}
	}
}

// Types of values.
const (
	typeInt8   uint32 = 1
	typeUint32 uint32 = iota + 3
	typeInt32
	typeFloat32
	typeBool
	typeString
	typeArray
)

// Set adds a fact; an int becomes a uint32, a float64 a float32, bytes a list of int8.
func (f *File) Set(key string, value any) {
	f.count++
	put(&f.facts, key)
	switch v := value.(type) {
	case int:
		put(&f.facts, typeUint32, uint32(v))
	case float64:
		put(&f.facts, typeFloat32, float32(v))
	case bool:
		put(&f.facts, typeBool, v)
	case string:
		put(&f.facts, typeString, v)
	case []byte:
		put(&f.facts, typeArray, typeInt8, uint64(len(v)), v)
	case []int32:
		put(&f.facts, typeArray, typeInt32, uint64(len(v)), v)
	case []float32:
		put(&f.facts, typeArray, typeFloat32, uint64(len(v)), v)
	case []string:
		put(&f.facts, typeArray, typeString, uint64(len(v)))
		for _, s := range v {
			put(&f.facts, s)
		}
	default:
		panic(fmt.Sprintf("%s: a %T has no place in a GGUF file", key, value))
	}
}

// Add adds a tensor of 32-bit floats of the given shape.
func (f *File) Add(name string, data []float32, dims ...int) {
	var b bytes.Buffer
	b.Grow(4 * len(data))
	put(&b, data)
	f.AddRaw(name, F32, b.Bytes(), dims...)
}

// AddRaw adds a tensor whose numbers are written down already. Bytes that don't fit the shape are a mistake of the
// caller's: it panics.
func (f *File) AddRaw(name string, kind Kind, data []byte, dims ...int) {
	t, n := tensor{name: name, kind: kind, data: data}, 1
	for _, d := range dims {
		t.dims = append(t.dims, uint64(d))
		n *= d
	}
	block := blocks[kind]
	if n%block.numbers != 0 || n/block.numbers*block.bytes != len(data) {
		panic(fmt.Sprintf("%s: %d bytes for a shape of %v", name, len(data), dims))
	}
	f.tensors = append(f.tensors, t)
}

// Bytes is the whole file.
func (f *File) Bytes() []byte {
	var b bytes.Buffer
	b.WriteString("GGUF")
	put(&b, uint32(3), uint64(len(f.tensors)), f.count)
	b.Write(f.facts.Bytes())
	offset := 0
	for _, t := range f.tensors {
		put(&b, t.name, uint32(len(t.dims)), t.dims, uint32(t.kind), uint64(offset))
		offset += aligned(len(t.data))
	}
	b.Write(make([]byte, aligned(b.Len())-b.Len()))
	for _, t := range f.tensors {
		b.Write(t.data)
		b.Write(make([]byte, aligned(b.Len())-b.Len()))
	}
	return b.Bytes()
}

func aligned(n int) int { return (n + alignment - 1) / alignment * alignment }
