package eval

import (
	"math"
	"slices"
	"testing"
)

func TestTheExactTestAgreesWithTheBinomial(t *testing.T) {
	for _, c := range []struct {
		better, worse int
		p             float64
	}{
		{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {5, 0, 2. / 32}, {0, 5, 2. / 32}, {8, 2, 2 * (1 + 10 + 45) / 1024.}, {2, 8, 2 * (1 + 10 + 45) / 1024.},
	} {
		if got := signTest(c.better, c.worse); !near(got, c.p) {
			t.Errorf("%d better and %d worse give p = %v, not %v", c.better, c.worse, got, c.p)
		}
	}
	if p := signTest(5100, 4900); math.IsNaN(p) || p < .044 || p > .048 { // χ² with continuity correction: .0466
		t.Errorf("with many pairs p is %v", p)
	}
}

func TestIntervalsHoldTheMeanAndAreTheSameEveryTime(t *testing.T) {
	half := append(slices.Repeat([]float64{1}, 50), slices.Repeat([]float64{0}, 50)...)
	i := bootstrap(half) // the normal interval is .402 to .598
	if math.Abs(i.Low-.402) > .015 || math.Abs(i.High-.598) > .015 {
		t.Errorf("%+v", i)
	}
	if again := bootstrap(half); again != i {
		t.Errorf("%+v, then %+v", i, again)
	}
	if i := bootstrap([]float64{.5, .5, .5}); i != (Interval{.5, .5}) {
		t.Errorf("equal values spread to %+v", i)
	}
	if i := bootstrap(nil); i != (Interval{}) {
		t.Errorf("nothing has %+v", i)
	}
}

func TestPercentilesAreValuesThatOccurred(t *testing.T) {
	values := []float64{5, 1, 4, 2, 3}
	if a, b, c := percentile(values, 50), percentile(values, 95), percentile(nil, 50); a != 3 || b != 5 || c != 0 {
		t.Errorf("%v %v %v", a, b, c)
	}
	if !slices.Equal(values, []float64{5, 1, 4, 2, 3}) {
		t.Error("they were put in order")
	}
}
