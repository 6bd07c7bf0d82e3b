package ingest

import (
	"os"
	"runtime/metrics"
	"time"
)

// watch ends the process when Go, which holds pdfium's memory too, has taken more than it may. Linux is not enough by
// itself: what Go maps over addresses that it reserved before is counted too late, so one large piece passes the limit.
func watch(memory int64) {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for range time.Tick(20 * time.Millisecond) {
		metrics.Read(sample)
		if sample[0].Value.Uint64()-sample[1].Value.Uint64() > uint64(memory) {
			os.Exit(exitMemory)
		}
	}
}
