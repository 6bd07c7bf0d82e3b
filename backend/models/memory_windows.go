package models

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// Memory is the machine's memory in GB; 0 if it isn't known. See GlobalMemoryStatusEx in the Windows API.
func Memory() int {
	var status struct {
		length, load                                                          uint32
		total, free, totalPage, freePage, totalVirtual, freeVirtual, extended uint64
	}
	status.length = uint32(unsafe.Sizeof(status))
	call := windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")
	if ok, _, _ := call.Call(uintptr(unsafe.Pointer(&status))); ok == 0 {
		return 0
	}
	return int((status.total + 1<<29) >> 30)
}
