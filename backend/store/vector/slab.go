package vector

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"unsafe"

	"lectern/backend/messages"
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
// another record lies before it), it is copied out.
type slabHead struct {
	Space
	Coded bool `json:"coded"` // codes and marks follow: a record without is of no version that is known
}

// slab is a record, opened. What it holds may be read until the transaction ends that it came from: later the file may be
// mapped elsewhere.
type slab struct {
	id                    []byte
	space                 Space
	count                 int
	vectors, codes, marks []byte
}

func newSlab(space Space, units [][]float32) ([]byte, error) {
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

func (h *slabHeads) open(id, raw []byte) (s slab, err error) {
	s.id = id
	broken := func(why any) error {
		return messages.Error("vector.record", messages.Args{"id": id, "error": ErrUnusable, "why": why})
	}
	if len(raw) < 4 || len(raw)-4 < int(binary.LittleEndian.Uint32(raw)) {
		return s, broken(messages.Text("vector.cut-short"))
	}
	end := 4 + int(binary.LittleEndian.Uint32(raw))
	if head := raw[4:end]; h.last == nil || !bytes.Equal(h.last, head) {
		h.last, h.head = head, slabHead{}
		if err := json.Unmarshal(head, &h.head); err != nil {
			h.last = nil
			return s, broken(err)
		}
	}
	s.space = h.head.Space
	dim, rest := s.space.Dim, raw[end:]
	switch {
	case dim < 0 || !h.head.Coded:
		return s, broken(messages.Text("vector.other-version"))
	case dim == 0:
		return s, nil
	}
	s.count = len(rest) / (4*dim + codeLen(dim) + markLen)
	s.vectors, rest = rest[:s.count*4*dim], rest[s.count*4*dim:]
	s.codes, s.marks = rest[:s.count*codeLen(dim)], rest[s.count*codeLen(dim):]
	return s, nil
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
