//go:build !race && linux

package ingest

const detector = 0 // see confine_race.go
