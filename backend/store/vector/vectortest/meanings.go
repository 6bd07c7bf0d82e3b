// Package vectortest is the suite that every vector index passes, and vectors to test with.
package vectortest

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Meanings makes vectors as embedding models do: all lean one way, a few dimensions are far greater than the others, and
// texts share what they are about.
type Meanings struct {
	*rand.Rand
	Dim      int
	lean     []float32
	concepts [][]float32
}

// NewMeanings makes the same for the same dimension.
func NewMeanings(dim int) *Meanings {
	m := &Meanings{Rand: rand.New(rand.NewPCG(7, uint64(dim))), Dim: dim}
	spread := make([]float64, dim)
	for i := range spread {
		spread[i] = math.Exp(-2 * float64(i) / float64(dim))
	}
	for range 3 {
		spread[m.IntN(dim)] *= 8
	}
	direction := func(size float64) []float32 {
		v := make([]float32, dim)
		for i := range v {
			v[i] = float32(size * spread[i] * m.NormFloat64())
		}
		return v
	}
	m.lean = direction(1)
	for range 300 {
		m.concepts = append(m.concepts, direction(1))
	}
	return m
}

// Text is a text's vector.
func (m *Meanings) Text() []float32 {
	v := slices.Clone(m.lean)
	for range 4 {
		c, weight := m.concepts[int(math.Sqrt(m.Float64())*float64(len(m.concepts)))], float32(0.3+m.Float64())
		for i := range v {
			v[i] += weight * c[i]
		}
	}
	return m.Near(v, 0.2)
}

// Near is that of a text that says nearly the same.
func (m *Meanings) Near(v []float32, by float64) []float32 {
	out := slices.Clone(v)
	for i := range out {
		out[i] += float32(by * m.NormFloat64())
	}
	return out
}

// Texts are those of so many texts.
func (m *Meanings) Texts(n int) [][]float32 {
	out := make([][]float32, n)
	for i := range out {
		out[i] = m.Text()
	}
	return out
}
