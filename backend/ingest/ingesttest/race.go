//go:build race

package ingesttest

const raceDetector = true
