package models

import "golang.org/x/sys/unix"

// Memory is the machine's memory in GB, rounded; 0 if it isn't known.
func Memory() int {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	return int((uint64(info.Totalram)*uint64(info.Unit) + 1<<29) >> 30)
}
