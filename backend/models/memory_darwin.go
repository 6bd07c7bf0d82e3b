package models

import "golang.org/x/sys/unix"

// Memory is the machine's memory in GB; 0 if it isn't known.
func Memory() int {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int(n >> 30)
}
