package ingest

import (
	"os/exec"
	"syscall"
)

// confine leaves the memory to a watchdog: macOS knows RLIMIT_DATA but doesn't count what is mapped.
func confine(memory int64) *confinement {
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
	go watch(memory)
	endOnCPU()
	return &confinement{}
}

// tether has nothing to do here: a worker whose parent is gone dies of writing to a closed pipe.
func tether(*exec.Cmd) {}
