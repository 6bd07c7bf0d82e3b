//go:build unix

package graphtest_test

import (
	"flag"
	"testing"

	"lectern/backend/graph/graphtest"
)

var copies = flag.Int("copies", 48, "copies to take of a file in use")

func TestAFileCopiedAtAnyMomentGoesOn(t *testing.T) {
	t.Parallel()
	graphtest.Copies(t, bbolt, *copies, aSeed())
}
