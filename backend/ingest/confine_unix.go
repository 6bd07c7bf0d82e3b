//go:build linux || darwin

package ingest

import (
	"syscall"
	"time"
)

// confinement is what the system holds the worker to.
type confinement struct{}

// allow lets the process use d more of CPU time before the system ends it.
func (*confinement) allow(d time.Duration) {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return
	}
	spent := time.Duration(used.Utime.Nano() + used.Stime.Nano())
	seconds := uint64((spent + d) / time.Second) // the system counts whole ones
	var now syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_CPU, &now) == nil {
		now.Cur = min(seconds+1, now.Max)
		_ = syscall.Setrlimit(syscall.RLIMIT_CPU, &now)
	}
}
