package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"unsafe"
)

// A document's vectors are one record, its slab:
//
//	head length  4 bytes, little-endian as everything here
//	head         slabHead as JSON, filled up with spaces
//	vectors      count × dim float32, each of length 1
//	codes        count × the vectors in a byte a dimension (see code)
//	marks        count × what belongs to a code
//
// Records are a multiple of four bytes long, and so are the keys, so that bbolt, which lays them one behind the other,
// has every vector begin where a float32 may: they are read where they are mapped. Where one doesn't (the key is odd, or
// an older record lies before it), it is copied out. The first version had neither the fill nor codes and marks; it is
// searched by its vectors alone.
type slabHead struct {
	VectorSpace
	Coded bool `json:"coded,omitempty"` // codes and marks follow
}

// slab is a record, opened. What it holds may be read until the transaction ends that it came from: later the file may be
// mapped elsewhere.
type slab struct {
	id                    []byte
	space                 VectorSpace
	count                 int
	vectors, codes, marks []byte // codes and marks are nil in the first version
}

func newSlab(space VectorSpace, units [][]float32) ([]byte, error) {
	head, err := json.Marshal(slabHead{space, true})
	if err != nil {
		return nil, err
	}
	head = append(head, bytes.Repeat([]byte(" "), -len(head)&3)...)
	raw := make([]byte, 4+len(head)+len(units)*(4*space.Dim+codeLen(space.Dim)+markLen))
	binary.LittleEndian.PutUint32(raw, uint32(len(head)))
	vectors := raw[4+copy(raw[4:], head):]
	codes := vectors[len(units)*4*space.Dim:]
	marks := codes[len(units)*codeLen(space.Dim):]
	for _, v := range units {
		for i, x := range v {
			binary.LittleEndian.PutUint32(vectors[4*i:], math.Float32bits(x))
		}
		code(codes, v).put(marks)
		vectors, codes, marks = vectors[4*len(v):], codes[codeLen(len(v)):], marks[markLen:]
	}
	return raw, nil
}

// slabHeads opens slabs. Most heads are like the one before, and are decoded once.
type slabHeads struct {
	last []byte
	head slabHead
}

func (h *slabHeads) open(raw []byte) (s slab, err error) {
	if len(raw) < 4 || len(raw) < 4+int(binary.LittleEndian.Uint32(raw)) {
		return s, fmt.Errorf("%w: the record is cut short", ErrVector)
	}
	end := 4 + int(binary.LittleEndian.Uint32(raw))
	if head := raw[4:end]; h.last == nil || !bytes.Equal(h.last, head) {
		h.last, h.head = head, slabHead{}
		if err := json.Unmarshal(head, &h.head); err != nil {
			h.last = nil
			return s, fmt.Errorf("%w: %w", ErrVector, err)
		}
	}
	s.space = h.head.VectorSpace
	dim, rest := s.space.Dim, raw[end:]
	if dim <= 0 {
		return s, nil
	}
	if !h.head.Coded {
		s.count = len(rest) / (4 * dim)
		s.vectors = rest[:s.count*4*dim]
		return s, nil
	}
	s.count = len(rest) / (4*dim + codeLen(dim) + markLen)
	s.vectors, rest = rest[:s.count*4*dim], rest[s.count*4*dim:]
	s.codes, s.marks = rest[:s.count*codeLen(dim)], rest[s.count*codeLen(dim):]
	return s, nil
}

// slabs opens those that a vector of a space can be compared with, of some documents or of all (nil).
func (b buckets) slabs(space VectorSpace, ids []string) (out []slab, err error) {
	var heads slabHeads
	open := func(id, raw []byte) error {
		s, err := heads.open(raw)
		if err != nil {
			return fmt.Errorf("document %s: %w", id, err)
		}
		if s.id = id; space.Answers(s.space) && s.count > 0 {
			out = append(out, s)
		}
		return nil
	}
	if ids == nil {
		return out, b.get("vectors").ForEach(open)
	}
	seen := map[string]bool{}
	for _, id := range ids {
		raw := b.get("vectors").Get([]byte(id))
		if raw == nil || seen[id] {
			continue
		}
		seen[id] = true
		if err := open([]byte(id), raw); err != nil {
			return nil, err
		}
	}
	return out, nil
}

var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// vector is one of the slab's, where it lies if it can be read there.
func (s *slab) vector(i int) []float32 {
	dim := s.space.Dim
	raw := s.vectors[i*4*dim : (i+1)*4*dim]
	if at := unsafe.Pointer(unsafe.SliceData(raw)); littleEndian && uintptr(at)%unsafe.Alignof(float32(0)) == 0 {
		return unsafe.Slice((*float32)(at), dim)
	}
	out := make([]float32, dim)
	for j := range out {
		out[j] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*j:]))
	}
	return out
}
