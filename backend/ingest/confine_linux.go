package ingest

import (
	"os/exec"
	"syscall"
)

// confine limits the process's memory. RLIMIT_DATA counts what may be written to; RLIMIT_AS would count the address
// space that Go reserves, and no Go program starts under it. A watchdog sees what that lets pass.
func confine(memory int64) *confinement {
	m := uint64(memory) + detector
	_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: m, Max: m})
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
	go watch(memory)
	endOnCPU()
	return &confinement{}
}

// tether lets a worker die with its parent.
func tether(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
