package graphtest_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"lectern/backend/graph/graphtest"
)

var (
	graphs = flag.Int("graphs", 400, "random graphs to try")
	kills  = flag.Int("kills", 200, "processes to kill")
	seed   = flag.Uint64("seed", 0, "what decides on everything random; 0: another one each time")
)

func aSeed() uint64 {
	if *seed != 0 {
		return *seed
	}
	return rand.Uint64()
}

func TestKilledProcessesLoseAndRepeatNothing(t *testing.T) {
	t.Parallel() // it mostly waits
	graphtest.Kill(t, bbolt, *kills, aSeed())
}

func TestEverySaveMayGoWrong(t *testing.T) {
	t.Parallel()
	overBoth(t, graphtest.Faults)
}

func TestRandomGraphsDoAsTheModelSays(t *testing.T) {
	t.Parallel()
	graphtest.Random(t, *graphs, aSeed())
}

func TestAThousandThreadsBesideEachOther(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, h graphtest.Harness) { graphtest.Crowd(t, h, 1000) })
}
