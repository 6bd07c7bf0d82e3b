package checked

import (
	"math"

	"lectern/backend/graph/rag"
)

// ScoreOf puts a similarity on the scale that the thresholds are meant for: unrelated passages score unrelatedScore, and those
// in the middle what lies half way from there to answeringScore, by a straight line through both that ends at 0 and 1.
// These are .35 and .60.
func ScoreOf(s rag.Calibration, similarity float64) float64 {
	x := unrelatedScore + (similarity-s.Unrelated)/(s.Middle-s.Unrelated)*(answeringScore-unrelatedScore)/2
	const places = 1e4 // so that .60 is .60, however it was reckoned
	return math.Round(max(0, min(1, x))*places) / places
}

// Similarity is what scores so much: where a threshold lies.
func Similarity(s rag.Calibration, score float64) float64 {
	return s.Unrelated + (score-unrelatedScore)*2/(answeringScore-unrelatedScore)*(s.Middle-s.Unrelated)
}
