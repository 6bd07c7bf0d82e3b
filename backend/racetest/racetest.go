// Package racetest leaves tests to the run without the race detector that say nothing with it: nothing runs beside what they
// try, or they measure time or memory, of which the detector takes many times as much.
package racetest

import "testing"

// Skip skips a test under the race detector. The Makefile's static-units has the package, without it.
func Skip(t testing.TB) {
	t.Helper()
	if Detector {
		t.Skip("it is tried without the race detector")
	}
}
