package rag

import (
	"math"
	"slices"
)

// Calibration says what similarities mean: of one embedding model unrelated texts lie at a cosine of .1, of another at .7, and
// words that a question shares with a passage are rarer in one library than in another. Thresholds are meant for scores
// on which Unrelated and Middle are always the same two; see checked.Config.
type Calibration struct {
	Unrelated float64 `json:"unrelated"` // median similarity to what has nothing to do with a text
	Middle    float64 `json:"middle"`    // from here on a text has more likely than not to do with it
}

// The scales where nothing was measured.
var (
	plain    = Calibration{.35, .60} // cosines are taken as they are
	allWords = Calibration{0, .5}    // half of a question's words is the middle
)

// narrowest is the least distance from unrelated to the middle where the two can be told apart, for cosines.
const narrowest = .025

const (
	byChance = .95 // of the noise is to lie below the middle,
	leftOver = .25 // unless more of the signal than this would
)

// scaleOf finds the scale on which noise and signal are told apart, each with at least one value.
//
// Unrelated is the noise's median. The middle is where noise and signal are as likely to be taken for each other: the
// share of the noise above it is that of the signal below (the point of equal error, as in ISO/IEC 19795-1; two
// distributions of scores and their crossing are the model of Manmatha, Rath and Feng, SIGIR 2001, and of Arampatzis
// and Robertson, Information Retrieval 14, 2011). Where even so more than one of twenty passages would get there by
// chance the middle is raised to that, but never above the signal's lower quartile: in a library on one subject, whose
// passages are all alike, it stays with the point of equal error.
//
// Of two normal distributions of equal width the middle is half way between their medians: what .60 stood for between
// .35 for unrelated texts and .85 for those that answer. Pairs are of this library's language and subject, so a
// threshold means the same for each model.
func scaleOf(noise, signal []float64) Calibration {
	noise, signal = slices.Sorted(slices.Values(noise)), slices.Sorted(slices.Values(signal))
	middle := max(equalError(noise, signal), min(quantile(noise, byChance), quantile(signal, leftOver)))
	const places = 1e6
	return Calibration{Unrelated: quantile(noise, .5), Middle: math.Floor(middle*places) / places}
}

// equalError is where the share of the noise above is that of the signal below. Both are sorted.
func equalError(noise, signal []float64) float64 {
	low, high := min(noise[0], signal[0]), max(noise[len(noise)-1], signal[len(signal)-1])
	const halvings = 40
	for range halvings {
		x := (low + high) / 2
		if 1-below(noise, x) > below(signal, x) {
			low = x
		} else {
			high = x
		}
	}
	return (low + high) / 2
}

// below is the share of sorted values less than x.
func below(sorted []float64, x float64) float64 {
	n, _ := slices.BinarySearch(sorted, x)
	return float64(n) / float64(len(sorted))
}

func quantile(sorted []float64, q float64) float64 {
	return sorted[int(math.Round(q*float64(len(sorted)-1)))]
}

func median(xs []float64) float64 { return quantile(slices.Sorted(slices.Values(xs)), .5) }
