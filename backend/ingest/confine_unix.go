//go:build linux || darwin

package ingest

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// confinement is what the system holds the worker to.
type confinement struct{}

// endOnCPU ends the process when its CPU time is used up: Go by itself lets the signal pass. Where even this doesn't
// get a turn the parent's clock ends it.
func endOnCPU() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGXCPU)
	go func() {
		<-signals
		os.Exit(exitCPU)
	}()
}

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
