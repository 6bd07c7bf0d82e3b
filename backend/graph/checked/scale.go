package checked

import (
	"math"

	"lectern/backend/graph/rag"
)

// score puts a similarity on the scale that the thresholds are meant for: unrelated passages score Unrelated, and those
// in the middle what lies half way from Unrelated to Answering, by a straight line through both that ends at 0 and 1.
// With the defaults these are .35 and .60.
func (c Config) score(s rag.Scale, similarity float64) float64 {
	x := c.Unrelated + (similarity-s.Unrelated)/(s.Middle-s.Unrelated)*(c.Answering-c.Unrelated)/2
	const places = 1e4 // so that .60 is .60, however it was reckoned
	return math.Round(max(0, min(1, x))*places) / places
}

// Similarity is what scores so much: where a threshold lies.
func (c Config) Similarity(s rag.Scale, score float64) float64 {
	return s.Unrelated + (score-c.Unrelated)*2/(c.Answering-c.Unrelated)*(s.Middle-s.Unrelated)
}
