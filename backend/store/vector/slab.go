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
//	centre       dim float32, the vectors' mean, turned
//	factors      count × float32, what belongs to a code
//	codes        count × the vectors in a bit a dimension (see encode), in words of 64
//
// What comes after the vectors is made anew from them whenever they are stored; a record of an earlier version has codes of
// another kind there, which aren't looked at: its vectors are searched themselves.
//
// Records are a multiple of four bytes long, and so are the keys, so that bbolt, which lays them one behind the other,
// has every vector begin where a float32 may: they are read where they are mapped. Where one doesn't (the key is odd, or
// another record lies before it), it is copied out.
type slabHead struct {
	Space
	Bits  bool `json:"bits"`
	Coded bool `json:"coded,omitempty"` // an earlier version's: a byte a dimension follows, and 12 bytes for each vector
}

// slab is a record, opened. What it holds may be read until the transaction ends that it came from: later the file may be
// mapped elsewhere.
type slab struct {
	id                     []byte
	space                  Space
	count                  int
	vectors                []byte
	centre, factors, codes []byte // nil in a record of an earlier version
}

func newSlab(space Space, units [][]float32) ([]byte, error) {
	head, err := json.Marshal(slabHead{Space: space, Bits: true})
	if err != nil {
		return nil, err
	}
	head = append(head, bytes.Repeat([]byte(" "), -len(head)&3)...)
	raw := make([]byte, 4+len(head), 4+len(head)+(len(units)+1)*(4*space.Dim+4+wordLen*words(space.Dim)))
	binary.LittleEndian.PutUint32(raw, uint32(len(head)))
	copy(raw[4:], head)
	centre := make([]float32, space.Dim)
	for _, v := range units {
		for i, x := range v {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
			centre[i] += x / float32(len(units))
		}
	}
	if len(units) == 0 {
		return raw, nil
	}
	turn := turnOf(space.Dim)
	centre = turn.turned(centre)
	for _, x := range centre {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
	}
	each := wordLen * words(space.Dim)
	codes := make([]byte, len(units)*each)
	for i, v := range units {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(encode(codes[i*each:], turn.turned(v), centre)))
	}
	return append(raw, codes...), nil
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
	case dim < 0 || !h.head.Bits && !h.head.Coded:
		return s, broken(messages.Text("vector.other-version"))
	case dim == 0 || len(rest) == 0:
		return s, nil
	}
	centre, each := 4*dim, 4*dim+4+wordLen*words(dim)
	if !h.head.Bits {
		const block, mark = 32, 12 // codes were filled up to blocks
		centre, each = 0, 4*dim+(dim+block-1)/block*block+mark
	}
	if s.count = (len(rest) - centre) / each; s.count < 1 || len(rest) != centre+s.count*each {
		return s, broken(messages.Text("vector.cut-short"))
	}
	s.vectors, rest = rest[:s.count*4*dim], rest[s.count*4*dim:]
	if h.head.Bits {
		s.centre, rest = rest[:4*dim], rest[4*dim:]
		s.factors, s.codes = rest[:4*s.count], rest[4*s.count:]
	}
	return s, nil
}

// centred is how near a question, turned, is to the centre.
func (s *slab) centred(question []float32) float32 {
	if s.codes == nil {
		return 0
	}
	return dot(floats(s.centre), question)
}

func (s *slab) factor(i int) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(s.factors[4*i:]))
}

func (s *slab) code(i int) []byte {
	each := wordLen * words(s.space.Dim)
	return s.codes[i*each : (i+1)*each]
}

var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// vector is one of the slab's, where it lies if it can be read there.
func (s *slab) vector(i int) []float32 {
	dim := s.space.Dim
	return floats(s.vectors[i*4*dim : (i+1)*4*dim])
}

func floats(raw []byte) []float32 {
	if at := unsafe.Pointer(unsafe.SliceData(raw)); littleEndian && uintptr(at)%unsafe.Alignof(float32(0)) == 0 {
		return unsafe.Slice((*float32)(at), len(raw)/4)
	}
	out := make([]float32, len(raw)/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return out
}
