//go:build !unix

package cli

func mkfifo(string) error { return nil }
