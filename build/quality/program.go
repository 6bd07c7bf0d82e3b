package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// program is the one that is measured, as people have it.
type program struct {
	path string
	sum  string // of its bytes: another one may answer otherwise
	home string // data folder
}

// build makes the program, out of the folder that this one is started in.
func build(ctx context.Context, cache string) (program, error) {
	p := program{home: filepath.Join(cache, "home")}
	made := filepath.Join(cache, fmt.Sprintf("lectern.%d", os.Getpid()))
	c := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-o", made, ".")
	c.Stderr = os.Stderr
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if err := c.Run(); err != nil {
		return p, fmt.Errorf("the program can't be built: %w", err)
	}
	var err error
	if p.sum, err = fileSum(made); err != nil {
		return p, err
	}
	p.path = filepath.Join(cache, "lectern-"+p.sum[:8]) // another run may be at work with another one
	return p, os.Rename(made, p.path)
}

// add reads PDFs into a workspace.
func (p program) add(ctx context.Context, workspace string, files []string) error {
	return p.run(ctx, workspace, append([]string{"add"}, files...)...)
}

// embed embeds what isn't yet, and measures what similarities mean in a workspace.
func (p program) embed(ctx context.Context, workspace string) error {
	return p.run(ctx, workspace, "embed")
}

func (p program) run(ctx context.Context, workspace string, args ...string) error {
	c := exec.CommandContext(ctx, p.path, append([]string{"--home", p.home, "--workspace", workspace}, args...)...)
	c.Stdout, c.Stderr = io.Discard, os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("lectern %s in %s: %w", args[0], workspace, err)
	}
	return nil
}

// fileSum is a hash of a file, short enough for a name.
func fileSum(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	return hex.EncodeToString(sum.Sum(nil)[:16]), err
}
