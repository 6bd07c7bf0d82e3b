//go:build !linux

package main

// measured says that nothing is: only Linux tells what processes share.
const measured = "not known here"

type gauge struct{}

func watch(int) *gauge { return &gauge{} }

func (*gauge) end() int64 { return 0 }
