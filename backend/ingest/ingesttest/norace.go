//go:build !race

package ingesttest

// RaceDetector says whether the binary is built for it.
const RaceDetector = false
