package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"lectern/backend/llm/llmtest"
)

// list is the part of a model's manifest that says which blobs it is made of.
type list struct {
	Config blob
	Layers []blob
}

type blob struct {
	Digest string
	Size   int64
}

func (l list) blobs() []blob { return append([]blob{l.Config}, l.Layers...) }

// file is where a blob lies in a folder of models.
func (b blob) file(folder string) string {
	return filepath.Join(folder, "blobs", strings.ReplaceAll(b.Digest, ":", "-"))
}

func manifestOf(folder, name string) (text []byte, l list, err error) {
	text, err = os.ReadFile(llmtest.Manifest(folder, name))
	if err == nil {
		err = json.Unmarshal(text, &l)
	}
	return text, l, err
}

// sizeOf is what a model takes, in MB.
func sizeOf(folder, name string) (int, error) {
	_, l, err := manifestOf(folder, name)
	bytes := int64(0)
	for _, b := range l.blobs() {
		bytes += b.Size
	}
	return int(bytes >> 20), err
}

// adopt copies a model out of the person's own Ollama, which needn't run.
func adopt(m model, store string) error {
	home, _ := os.UserHomeDir()
	for _, folder := range []string{os.Getenv("OLLAMA_MODELS"), filepath.Join(home, ".ollama", "models"), "/usr/share/ollama/.ollama/models"} {
		if folder == "" || !llmtest.Installed(folder, m.own) {
			continue
		}
		return copyModel(m, folder, store)
	}
	return &unreachable{fmt.Sprintf("no Ollama of this machine has it (\"ollama pull %s\")", m.own)}
}

func copyModel(m model, from, to string) error {
	text, l, err := manifestOf(from, m.own)
	if err != nil {
		return err
	}
	manifest := llmtest.Manifest(to, m.name)
	if err := errors.Join(os.MkdirAll(filepath.Join(to, "blobs"), 0o755), os.MkdirAll(filepath.Dir(manifest), 0o755)); err != nil {
		return err
	}
	for _, b := range l.blobs() {
		if err := copyBlob(b, from, to); err != nil {
			return err
		}
	}
	return replace(manifest, text)
}

// copyBlob copies a blob unless it is there; it gets its name once it has been found to be what the name says.
func copyBlob(b blob, from, to string) error {
	path := b.file(to)
	if info, err := os.Stat(path); err == nil && info.Size() == b.Size {
		return nil
	}
	in, err := os.Open(b.file(from))
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	if sum, err := sumOf(path + ".new"); err != nil || "sha256:"+sum != b.Digest {
		return errors.Join(fmt.Errorf("the Ollama of this machine has a damaged file, %s", b.Digest), err, os.Remove(path+".new"))
	}
	return os.Rename(path+".new", path)
}
