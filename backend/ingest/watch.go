//go:build !linux

package ingest

import (
	"os"
	"runtime/metrics"
	"time"
)

// watch ends the process when Go, which holds pdfium's memory too, has taken more than it may.
func watch(memory int64) {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for range time.Tick(20 * time.Millisecond) {
		metrics.Read(sample)
		if sample[0].Value.Uint64()-sample[1].Value.Uint64() > uint64(memory) {
			os.Exit(exitMemory)
		}
	}
}
