package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// file is a GGUF file, version 3 (github.com/ggml-org/ggml/blob/master/docs/gguf.md), with all tensors in 32-bit floats.
type file struct {
	facts   bytes.Buffer // keys and values
	count   uint64
	tensors []tensor
}

type tensor struct {
	name string
	dims []uint64 // the one that varies fastest comes first
	data []float32
}

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
	typeUint32 uint32 = iota + 4
	typeInt32
	typeFloat32
	typeBool
	typeString
	typeArray
)

// set adds a fact; an int becomes a uint32, a float64 a float32.
func (f *file) set(key string, value any) {
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
	case []int32:
		put(&f.facts, typeArray, typeInt32, uint64(len(v)), v)
	case []string:
		put(&f.facts, typeArray, typeString, uint64(len(v)))
		for _, s := range v {
			put(&f.facts, s)
		}
	default:
		panic(fmt.Sprintf("%s: a %T has no place in a GGUF file", key, value))
	}
}

// add adds a tensor of the given shape.
func (f *file) add(name string, data []float32, dims ...int) {
	t, n := tensor{name: name, data: data}, 1
	for _, d := range dims {
		t.dims = append(t.dims, uint64(d))
		n *= d
	}
	if n != len(data) {
		panic(fmt.Sprintf("%s: %d numbers for a shape of %v", name, len(data), dims))
	}
	f.tensors = append(f.tensors, t)
}

// bytes is the whole file.
func (f *file) bytes() []byte {
	var b bytes.Buffer
	b.WriteString("GGUF")
	put(&b, uint32(3), uint64(len(f.tensors)), f.count)
	b.Write(f.facts.Bytes())
	offset := 0
	for _, t := range f.tensors {
		put(&b, t.name, uint32(len(t.dims)), t.dims, uint32(0), uint64(offset)) // type 0: 32-bit floats
		offset += aligned(4 * len(t.data))
	}
	b.Write(make([]byte, aligned(b.Len())-b.Len()))
	for _, t := range f.tensors {
		put(&b, t.data)
		b.Write(make([]byte, aligned(b.Len())-b.Len()))
	}
	return b.Bytes()
}

func aligned(n int) int { return (n + alignment - 1) / alignment * alignment }
