package ingesttest

import (
	"os/exec"
	"runtime"
	"syscall"
)

// tether ends the plain worker with the process that stands before it.
func tether(c *exec.Cmd) {
	runtime.LockOSThread()
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
