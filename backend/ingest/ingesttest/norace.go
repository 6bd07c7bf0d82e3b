//go:build !race

package ingesttest

const raceDetector = false
