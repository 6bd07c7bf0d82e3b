//go:build unix

package ingest

import "syscall"

// nonblocking has a pipe that has taken a file's place opened at once, not when somebody writes to it.
const nonblocking = syscall.O_NONBLOCK
