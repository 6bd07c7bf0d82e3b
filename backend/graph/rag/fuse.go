package rag

// fusionConstant is k of reciprocal rank fusion: Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms
// Condorcet and individual Rank Learning Methods", 2009.
const fusionConstant = 60

// Fuse gives each item of several ranked lists the sum of weight/(60 + rank), ranks counted from 1. Without weights every
// list weighs 1.
func Fuse[T comparable](lists [][]T, weights ...float64) map[T]float64 {
	score := map[T]float64{}
	for i, list := range lists {
		weight := 1.
		if len(weights) > 0 {
			weight = weights[i]
		}
		for rank, item := range list {
			score[item] += weight / float64(fusionConstant+rank+1)
		}
	}
	return score
}
