//go:build unix

package store

import "syscall"

func umask(mask int) int { return syscall.Umask(mask) }
