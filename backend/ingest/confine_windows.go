package ingest

import (
	"os/exec"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// confinement is what the system holds the worker to: a job object that the process puts itself into, and a watchdog
// in case it can't. CPU time is not limited here; the parent's clock is.
type confinement struct{ job windows.Handle }

func confine(memory int64) *confinement {
	go watch(memory)
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return &confinement{}
	}
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_PROCESS_MEMORY | windows.JOB_OBJECT_LIMIT_ACTIVE_PROCESS
	info.BasicLimitInformation.ActiveProcessLimit = 1
	info.ProcessMemoryLimit = uintptr(memory)
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
	if err == nil {
		_ = windows.AssignProcessToJobObject(job, windows.CurrentProcess())
	}
	return &confinement{job} // stays open as long as the process
}

func (*confinement) allow(time.Duration) {}

// tether keeps a worker from opening a console window.
func tether(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: windows.CREATE_NO_WINDOW}
}
