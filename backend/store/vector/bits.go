package vector

import (
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand/v2"
)

// A code is what is left of a vector at a bit a dimension: whether each of its numbers is above that of its document's
// centre, once both were turned. Turning spreads what a few dimensions hold over all, so that each bit says as much as any
// other. The factor beside a code makes a cosine of the bits:
//
//	cosine(question, vector) ≈ question·centre + factor · Σ ±question turned
//
// After Gao and Long, "RaBitQ: Quantizing High-Dimensional Vectors with a Theoretical Error Bound", 2024: the estimate is
// without bias, and wrong by about .75 / √dimensions of the distance to the centre.
const (
	wordBits = 64
	wordLen  = wordBits / 8
	planes   = 4 // bits of each of the question's numbers
)

// words is how many words a code takes.
func words(dim int) int { return (dim + wordBits - 1) / wordBits }

// turn is a rotation of vectors of so many dimensions, the same each time: what it made is kept.
type turn struct{ signs [][]float32 }

const turns = 4 // after so many every number has a part of every other

func turnOf(dim int) *turn {
	r := rand.New(rand.NewPCG(uint64(dim), 1))
	t := &turn{make([][]float32, turns)}
	for i := range t.signs {
		t.signs[i] = make([]float32, dim)
		for j := range t.signs[i] {
			t.signs[i][j] = float32(1 - 2*int(r.Uint64()&1))
		}
	}
	return t
}

// turned is a vector after the rotation: signs at random, then Hadamard's transform of as many numbers as a power of two
// has, of the first ones and of the last ones in turn.
func (t *turn) turned(v []float32) []float32 {
	v = append([]float32(nil), v...)
	n := 1 << (bits.Len(uint(len(v))) - 1)
	by := float32(1 / math.Sqrt(float64(n)))
	for i, signs := range t.signs {
		for j, s := range signs {
			v[j] *= s
		}
		part := v[:n]
		if i%2 == 1 {
			part = v[len(v)-n:]
		}
		hadamard(part)
		for j := range part {
			part[j] *= by
		}
	}
	return v
}

func hadamard(v []float32) {
	for h := 1; h < len(v); h *= 2 {
		for i := 0; i < len(v); i += 2 * h {
			a, b := v[i:i+h], v[i+h:i+2*h]
			b = b[:len(a)]
			for j, x := range a {
				y := b[j]
				a[j], b[j] = x+y, x-y
			}
		}
	}
}

// encode writes the code of a vector, turned, beside its document's centre, turned, and gives its factor.
func encode(to []byte, vector, centre []float32) (factor float32) {
	var square, sum float64
	var word uint64
	for i, x := range vector {
		d := x - centre[i]
		square += float64(d) * float64(d)
		if d < 0 {
			sum -= float64(d)
		} else {
			sum += float64(d)
			word |= 1 << (i % wordBits)
		}
		if i%wordBits == wordBits-1 || i == len(vector)-1 {
			binary.LittleEndian.PutUint64(to[i/wordBits*wordLen:], word)
			word = 0
		}
	}
	if sum == 0 {
		return 0
	}
	return float32(square / sum)
}

// bitQuery is a question's vector, ready to be compared with codes: each number of it, turned, as an odd whole number in
// planes of ±1, ±2, ±4, …, whose signs are bits.
type bitQuery struct {
	planes [][planes]uint64
	step   float32
	dim    int

	// What the sum of the numbers is at most, by how many bits of the highest plane, their signs, differ from a code's.
	most []float32
}

func newBitQuery(turned []float32) *bitQuery {
	const most = 1<<planes - 1
	q := &bitQuery{planes: make([][planes]uint64, words(len(turned))), dim: len(turned)}
	var greatest float32
	for _, x := range turned {
		greatest = max(greatest, x, -x)
	}
	q.step = greatest / most
	r := rand.New(rand.NewPCG(1, 1)) // rounding at random leaves no bias, and as it begins alike a search finds the same again
	var sum, squares float64
	for i, x := range turned {
		n := uint(min((x/q.step+most)/2+r.Float32(), most)) // the odd number is 2n - most
		for p := range planes {
			q.planes[i/wordBits][p] |= uint64(n>>p&1) << (i % wordBits)
		}
		odd := math.Abs(2*float64(n) - most)
		sum, squares = sum+odd, squares+odd*odd
	}
	// Of vectors at an angle α a share of α/π of the signs differ. Where they have nothing to do with each other the sum isn't
	// even as much as that says. Beside it, three times what the numbers' sizes, which aren't looked at, spread it by.
	mean, n := sum/float64(q.dim), float64(q.dim)
	more := 3 * float64(q.step) * math.Sqrt(max(squares-sum*mean, 0))
	for d := range q.dim + 1 {
		share := float64(d) / n
		q.most = append(q.most, float32(math.Sqrt(2*n/math.Pi)*max(math.Cos(math.Pi*share), 1-2*share)+more))
	}
	return q
}

// cosine estimates how near a vector is by its code, its factor, and how near its document's centre is. What would be
// less than least is told less exactly, by the highest plane alone: nearly all, of many.
func (q *bitQuery) cosine(code []byte, factor, centre, least float32) float32 {
	var a, b, c, d int // bits that differ, by plane
	code = code[:wordLen*len(q.planes)]
	for i := range q.planes {
		d += bits.OnesCount64(binary.LittleEndian.Uint64(code[wordLen*i:]) ^ q.planes[i][3])
	}
	if most := centre + factor*q.most[d]; most < least {
		return most
	}
	for i := range q.planes {
		w, bit := &q.planes[i], binary.LittleEndian.Uint64(code[wordLen*i:])
		a += bits.OnesCount64(bit ^ w[0])
		b += bits.OnesCount64(bit ^ w[1])
		c += bits.OnesCount64(bit ^ w[2])
	}
	return centre + factor*q.step*float32(q.dim*(1<<planes-1)-2*(a+b<<1+c<<2+d<<3))
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
