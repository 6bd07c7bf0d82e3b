//go:build race && linux

package ingest

// detector is what the race detector may take for itself beside what a document does, which the watchdog sees.
const detector = 2 << 30
