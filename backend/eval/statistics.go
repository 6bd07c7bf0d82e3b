package eval

import (
	"math"
	"math/rand/v2"
	"slices"
)

const (
	resamples = 2000
	seed      = 1 // the same numbers every time
)

// Interval is a 95 % interval.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// bootstrap is the percentile interval of the mean: values are drawn with replacement and the middle 95 % of the draws'
// means are taken (Efron, "Bootstrap methods: another look at the jackknife", 1979; Efron and Tibshirani, "An
// Introduction to the Bootstrap", 1993, chapter 13). Of the differences of pairs it is the paired interval.
func bootstrap(values []float64) Interval {
	if len(values) == 0 {
		return Interval{}
	}
	random := rand.New(rand.NewPCG(seed, seed))
	means := make([]float64, resamples)
	for i := range means {
		sum := 0.0
		for range values {
			sum += values[random.IntN(len(values))]
		}
		means[i] = sum / float64(len(values))
	}
	slices.Sort(means)
	return Interval{means[resamples*25/1000], means[resamples*975/1000-1]}
}

// signTest is the probability, two-sided, that of better+worse differing pairs so many or more fall to one side if both
// sides are equally likely. Of pairs of yes and no it is McNemar's exact test (McNemar, "Note on the sampling error of the
// difference between correlated proportions", 1947, with the binomial distribution in place of χ²).
func signTest(better, worse int) float64 {
	n, few := better+worse, min(better, worse)
	p := 0.0
	for i := range few + 1 {
		p += math.Exp(logChoose(n, i) - float64(n)*math.Ln2)
	}
	return math.Min(1, 2*p)
}

func logChoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / math.Max(1, float64(len(values)))
}

// percentile is the smallest value that so many per cent don't exceed; 0 of none.
func percentile(values []float64, percent int) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[max(0, (len(sorted)*percent+99)/100-1)]
}
