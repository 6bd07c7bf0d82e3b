package vector

import "math"

// Cosine is the similarity of two vectors, from -1 to 1; 0 where one has no length. Of different lengths it takes what both have.
func Cosine(a, b []float32) float64 {
	var dot, aa, bb float64
	for i := range min(len(a), len(b)) {
		dot, aa, bb = dot+float64(a[i])*float64(b[i]), aa+float64(a[i])*float64(a[i]), bb+float64(b[i])*float64(b[i])
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return dot / math.Sqrt(aa*bb)
}
