package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lectern/backend/ingest/pdftest"
	"lectern/backend/store"
)

// harm are ways in which a disk, or somebody, spoils a database.
var harm = []struct {
	name  string
	spoil func(y *yard, raw []byte) []byte // nil: the file is removed
}{
	{"removed", func(*yard, []byte) []byte { return nil }},
	{"emptied", func(*yard, []byte) []byte { return []byte{} }},
	{"cut", func(y *yard, raw []byte) []byte { return raw[:1+y.random.IntN(len(raw)-1)] }},
	{"cut to pages", func(y *yard, raw []byte) []byte { return raw[:4096*(1+y.random.IntN(len(raw)/4096-1))] }},
	{"overwritten", func(y *yard, raw []byte) []byte {
		from := y.random.IntN(len(raw))
		for i := from; i < min(from+8192, len(raw)); i++ {
			raw[i] = byte(y.random.Uint32())
		}
		return raw
	}},
	{"overwritten at its head", func(y *yard, raw []byte) []byte {
		for i := range min(8192, len(raw)) {
			raw[i] = byte(y.random.Uint32())
		}
		return raw
	}},
	{"zeros", func(_ *yard, raw []byte) []byte { return make([]byte, len(raw)) }},
	{"a text", func(*yard, []byte) []byte { return []byte("this is no database\n") }},
}

// damage spoils the databases and sees that what is said is plain, that nothing is made worse, and that the documents
// come back.
func damage(y *yard) {
	base := y.house("base")
	if err := settle(base); err != nil {
		y.broke("%v", err)
		return
	}
	want, err := base.belongings()
	if err != nil {
		y.broke("%v", err)
		return
	}
	for i := range y.much(66, 9) {
		name, h := []string{"library.db", "chats.db", "checkpoints.db"}[i%3], harm[(i/3)%len(harm)]
		y.try(fmt.Sprintf("%s %s, %d", name, h.name, i), func() error {
			house, err := base.copy(fmt.Sprint("spoilt", i))
			if err != nil {
				return err
			}
			defer os.RemoveAll(house.home)
			return house.spoilt(name, func(raw []byte) []byte { return h.spoil(y, raw) }, want)
		})
	}
}

// settle makes a library with workspaces, titles and tags.
func settle(h *house) error {
	dir := h.y.folder("files")
	var errs []error
	for _, n := range []string{"One", "Two", "Three"} {
		errs = append(errs, os.WriteFile(filepath.Join(dir, n+".pdf"), pdftest.Text("The notice period of "+n+" is three months.", "Pets are allowed in "+n+"."), 0o600))
	}
	for _, args := range [][]string{
		{"add", dir}, {"--workspace", "Second", "add", filepath.Join(dir, "Two.pdf")},
		{"info", "One", "--title", "The first of all"}, {"info", "Two", "--company", "Acme", "--year", "2019"}, {"ask", "What is the notice period?"},
	} {
		_, err := h.must(args...)
		errs = append(errs, err)
	}
	errs = append(errs, h.open(func(_ *store.Store, w *store.Workspace) error {
		d, err := w.Documents.Named("Three")
		if err != nil {
			return err
		}
		return w.Descriptions.SetTags(d.ID, []string{"kept", "important"})
	}))
	return errors.Join(errs...)
}

// belongings are the documents with their titles, tags and workspaces, as one text.
func (h *house) belongings() (string, error) {
	var out []string
	err := h.open(func(s *store.Store, _ *store.Workspace) error {
		for _, name := range []string{"Library", "Second"} {
			w, err := s.Workspace(name)
			if err != nil {
				return err
			}
			docs, err := w.Documents.List()
			if err != nil {
				return err
			}
			for _, d := range docs {
				about, err := w.Descriptions.Of(d.ID)
				if err != nil {
					return err
				}
				edited, err := json.Marshal(about.Edited)
				if err != nil {
					return err
				}
				out = append(out, fmt.Sprintf("%s: %s, %d pages, %s, %q", name, d.Name, d.Pages, edited, about.Tags))
			}
		}
		return nil
	})
	return strings.Join(sorted(out), "\n"), err
}

func (h *house) spoilt(name string, spoil func([]byte) []byte, want string) error {
	at := filepath.Join(h.home, name)
	raw, err := os.ReadFile(at)
	if err != nil {
		return err
	}
	bad := spoil(bytes.Clone(raw))
	if bad == nil {
		err = os.Remove(at)
	} else {
		err = os.WriteFile(at, bad, 0o600)
	}
	if err != nil {
		return err
	}
	files, err := contents(filepath.Join(h.home, "files"))
	if err != nil {
		return err
	}
	damaged := false
	var wrong []error
	for _, args := range [][]string{{"list"}, {"search", "notice period"}, {"doctor"}, {"ask", "What is the notice period?"}} {
		o := h.run(args...)
		wrong = append(wrong, o.ended(0, 1))
		if o.code == 1 && !damaged {
			damaged = true
			if bad != nil {
				if now, err := os.ReadFile(at); err != nil || !bytes.Equal(now, bad) {
					wrong = append(wrong, fmt.Errorf("%s touched the damaged file", args[0]))
				}
			}
		}
	}
	o := h.run("doctor", "--rebuild")
	wrong = append(wrong, o.ended(0, 1))
	now, err := contents(filepath.Join(h.home, "files"))
	for path, was := range files {
		if filepath.Ext(path) == ".pdf" && now[path] != was {
			wrong = append(wrong, fmt.Errorf("files/%s was changed", path))
		}
	}
	wrong = append(wrong, err)
	if name == "library.db" && o.code == 0 {
		got, err := h.belongings()
		if err == nil && got != want {
			err = fmt.Errorf("rebuilt is\n%s\nnot\n%s", got, want)
		}
		wrong = append(wrong, err)
	} else if name == "library.db" {
		wrong = append(wrong, fmt.Errorf("it can't be rebuilt: %s", end(o.out+o.err, 300)))
	}
	return errors.Join(wrong...)
}

// contents are what the files of a folder hold, and what else is in it.
func contents(dir string) (map[string]string, error) {
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		said := fmt.Sprint(info.Mode())
		switch {
		case e.Type().IsRegular():
			raw, err := os.ReadFile(path)
			if err != nil && !errors.Is(err, fs.ErrPermission) {
				return err
			}
			said += string(raw) + info.ModTime().String()
		case e.Type()&fs.ModeSymlink != 0:
			to, err := os.Readlink(path)
			if err != nil {
				return err
			}
			said += to
		}
		out[name] = said
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return out, err
}

// changed says which of the contents of a folder are others now.
func changed(before, after map[string]string) error {
	var which []string
	for path, was := range before {
		if after[path] != was {
			which = append(which, path)
		}
	}
	for path := range after {
		if _, was := before[path]; !was {
			which = append(which, path+" (new)")
		}
	}
	if slices.Sort(which); len(which) > 0 {
		return fmt.Errorf("it changed %q", which)
	}
	return nil
}
