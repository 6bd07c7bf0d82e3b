//go:build !race

package racetest

// Detector says whether the tests are built for it.
const Detector = false
