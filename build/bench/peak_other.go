//go:build !unix

package main

import (
	"os"
	"time"
)

// peak is not known here.
func peak(*os.ProcessState) int64 { return 0 }

// cpu is not known here.
func cpu() (self, children time.Duration) { return 0, 0 }
