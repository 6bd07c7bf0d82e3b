package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestTheSameCrowdComesOfASeed(t *testing.T) {
	dirs := []string{t.TempDir(), t.TempDir()}
	for _, dir := range dirs {
		if err := write(dir, 12, 3); err != nil {
			t.Fatal(err)
		}
	}
	all, err := filepath.Glob(filepath.Join(dirs[0], "*.pdf"))
	if err != nil || len(all) != 12 {
		t.Fatalf("%d files, not twelve of different names: %v", len(all), err)
	}
	for _, path := range all {
		one, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		other, err := os.ReadFile(filepath.Join(dirs[1], filepath.Base(path)))
		if err != nil || !bytes.Equal(one, other) || bytes.Contains(one, []byte("{thing}")) {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
	}
}
