package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write down what crosses to the page anew")

// contract are the files, below frontend/src/wailsjs/go, that say what crosses to the page.
var contract = []string{"models.ts", "main/App.d.ts", "app/Told.d.ts", "window/Outputs.d.ts"}

// What crosses to the page is written down by Wails, from the program itself, and the page is checked against that. A name
// that was changed on one side alone fails here, or in "npm run check".
func TestThePageHasTheTypesOfThisProgram(t *testing.T) {
	dir := t.TempDir()
	config, err := os.ReadFile("wails.json")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "wails.json"), config, 0o600)
	}
	if err == nil {
		err = os.MkdirAll(filepath.Join(dir, "frontend", "src"), 0o700)
	}
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "bindings.exe")
	build := exec.Command("go", "build", "-buildvcs=false", "-tags", "bindings", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	write := exec.Command(program)
	write.Dir, write.Env = dir, append(os.Environ(), "tsoutputtype=interfaces", "LECTERN_HOME="+filepath.Join(dir, "home"))
	if out, err := write.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(dir, "home")); err == nil {
		t.Error("a data folder was opened")
	}
	for _, name := range contract {
		is, err := os.ReadFile(filepath.Join(dir, "frontend/src/wailsjs/go", name))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("frontend/src/wailsjs/go", name)
		if *update {
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, is, 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		if kept, err := os.ReadFile(path); err != nil || string(kept) != string(is) {
			t.Errorf("%s is not what this program says; write it anew with \"go test . -run PageHasTheTypes -update\", then see what \"npm run check\" finds (%v)", path, err)
		}
	}
}
