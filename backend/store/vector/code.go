package vector

import (
	"encoding/binary"
	"math"
)

// A code is a vector in seven bits a dimension, a byte each: round(x/scale) + 64, with the scale that makes the greatest
// |x| 63. Seven, because then four products of two of them add up within sixteen bits: one 64-bit multiplication of four
// bytes, spread to sixteen bits each, with four of the question in the opposite order has the sum of the four products in
// its upper sixteen bits. That is three times as fast as one by one, in plain Go on any machine, and 768 dimensions pass
// at half the speed of memory.
const (
	codeMost   = 63
	codeZero   = 64
	codeBlock  = 32 // codes are filled up to so many bytes
	markLen    = 12
	evenBytes  = 0x00FF00FF00FF00FF
	topSixteen = 48
)

func codeLen(dim int) int { return (dim + codeBlock - 1) / codeBlock * codeBlock }

// mark is what belongs to a code.
type mark struct {
	scale float32
	sum   uint32  // of the bytes
	rest  float32 // length of what the code leaves out of the vector
}

func (m mark) put(to []byte) {
	binary.LittleEndian.PutUint32(to, math.Float32bits(m.scale))
	binary.LittleEndian.PutUint32(to[4:], m.sum)
	binary.LittleEndian.PutUint32(to[8:], math.Float32bits(m.rest))
}

func markAt(raw []byte) mark {
	raw = raw[:markLen]
	return mark{
		math.Float32frombits(binary.LittleEndian.Uint32(raw)), binary.LittleEndian.Uint32(raw[4:]),
		math.Float32frombits(binary.LittleEndian.Uint32(raw[8:])),
	}
}

// code writes a vector's code, as long as codeLen says.
func code(to []byte, v []float32) mark {
	var most float32
	for _, x := range v {
		most = max(most, x, -x)
	}
	m, by := mark{scale: most / codeMost}, codeMost/most
	var rest float32
	to = to[:codeLen(len(v))]
	for i, x := range v {
		n := int32(x*by + (codeZero + 0.5)) // never negative, so this rounds to the nearest
		to[i] = byte(n)
		m.sum += uint32(n)
		left := x - float32(n-codeZero)*m.scale
		rest += left * left
	}
	clear(to[len(v):])
	// A trifle more than measured, so that rounding never makes it less than it is.
	m.rest = float32(math.Sqrt(float64(rest)))*1.001 + 1e-6
	return m
}

// codedQuery is a question's vector, ready to be compared with codes.
type codedQuery struct {
	mark
	dim   int
	words []uint64 // two for eight dimensions: those of the even bytes, those of the odd ones
}

func codeQuery(v []float32) codedQuery {
	bytes := make([]byte, codeLen(len(v)))
	q := codedQuery{mark: code(bytes, v), dim: len(v), words: make([]uint64, len(bytes)/4)}
	for i, b := range bytes {
		lane := 3 - i%8/2
		q.words[i/8*2+i%2] |= uint64(b) << (16 * lane)
	}
	return q
}

// cosine estimates the similarity to a code; it is wrong by at most off.
func (q *codedQuery) cosine(code []byte, m mark) (estimate, off float32) {
	n := int64(dotCodes(code, q.words)) - codeZero*(int64(m.sum)+int64(q.sum)) + codeZero*codeZero*int64(q.dim)
	return float32(n) * m.scale * q.scale, m.rest + (1+m.rest)*q.rest
}

// dotCodes is the sum of the products of a code's bytes with a question's.
func dotCodes(code []byte, words []uint64) uint64 {
	var a, b, c, d uint64
	for len(code) >= codeBlock && len(words) >= codeBlock/4 {
		bytes, w := (*[codeBlock]byte)(code), (*[codeBlock / 4]uint64)(words)
		x, y := binary.LittleEndian.Uint64(bytes[0:]), binary.LittleEndian.Uint64(bytes[8:])
		a += (x & evenBytes) * w[0] >> topSixteen
		b += (x >> 8 & evenBytes) * w[1] >> topSixteen
		c += (y & evenBytes) * w[2] >> topSixteen
		d += (y >> 8 & evenBytes) * w[3] >> topSixteen
		x, y = binary.LittleEndian.Uint64(bytes[16:]), binary.LittleEndian.Uint64(bytes[24:])
		a += (x & evenBytes) * w[4] >> topSixteen
		b += (x >> 8 & evenBytes) * w[5] >> topSixteen
		c += (y & evenBytes) * w[6] >> topSixteen
		d += (y >> 8 & evenBytes) * w[7] >> topSixteen
		code, words = code[codeBlock:], words[codeBlock/4:]
	}
	return a + b + c + d
}

// dot is the product of two vectors of one length.
func dot(v, w []float32) float32 {
	var a, b, c, d float32
	w = w[:len(v)]
	i := 0
	for ; i+4 <= len(v); i += 4 {
		x, y := v[i:i+4:i+4], w[i:i+4:i+4]
		a += x[0] * y[0]
		b += x[1] * y[1]
		c += x[2] * y[2]
		d += x[3] * y[3]
	}
	for ; i < len(v); i++ {
		a += v[i] * w[i]
	}
	return a + b + c + d
}
