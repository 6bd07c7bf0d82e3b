package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"lectern/backend/ingest/pdftest"
)

// folders names folders of others as the data folder: every command refuses them, and not a byte changes.
func folders(y *yard) {
	pdf := filepath.Join(y.folder("mine"), "Mine.pdf")
	if err := os.WriteFile(pdf, pdftest.Text("Mine."), 0o600); err != nil {
		y.broke("%v", err)
		return
	}
	text := filepath.Join(filepath.Dir(pdf), "text.txt")
	if err := os.WriteFile(text, []byte("Rent is 900 euros."), 0o600); err != nil {
		y.broke("%v", err)
		return
	}
	commands := [][]string{
		{"list"}, {"add", pdf}, {"search", "x"}, {"ask", "x?"}, {"remove", "x"}, {"remove", "--wipe", "x"}, {"show", "x"}, {"tables", "x"}, {"info", "x"}, {"memory"}, {"runs"}, {"trace", "x"},
		{"resume", "x"}, {"answer", "x", "y"}, {"branch", "x", "1"}, {"check", text}, {"embed"}, {"serve"}, {"doctor"}, {"doctor", "--rebuild"}, {"doctor", "--empty-quarantine"}}
	for i := range y.much(30, 3) {
		h := y.house(fmt.Sprint("theirs", i))
		if err := y.plant(h.home); err != nil {
			y.broke("%v", err)
			return
		}
		before, err := contents(h.home)
		if err != nil {
			y.broke("%v", err)
			return
		}
		some := commands
		if !y.short && i >= 4 { // each command on some, and each tree under some commands
			some = [][]string{commands[i%len(commands)], commands[(7*i+3)%len(commands)], commands[(11*i+5)%len(commands)]}
		}
		for _, args := range some {
			y.try(fmt.Sprintf("%v in folder %d", args, i), func() error {
				o := h.run(args...)
				after, err := contents(h.home)
				if err == nil {
					err = changed(before, after)
				}
				return errors.Join(o.ended(1), err)
			})
		}
		if i > 0 {
			continue
		}
		link := y.house("link")
		if err := os.Symlink(h.home, link.home); err != nil {
			y.broke("%v", err)
			continue
		}
		y.try("a link to a folder", func() error {
			o := link.run("list")
			after, err := contents(h.home)
			if err == nil {
				err = changed(before, after)
			}
			return errors.Join(o.ended(1), err)
		})
	}
}

// plant makes a tree of files as people have them, never an empty one.
func (y *yard) plant(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	names := []string{"letter.docx", "Scan.pdf", "library.db", "chats.db", "lectern.txt", ".hidden", "lock", "running", "notes.md", "files/photo.jpg", "files/0123.pdf", "incoming/a.part", "quarantine/old.pdf", "log/x.log", "lectern-folder.json", ".git/HEAD"}
	var errs []error
	for n := range 1 + y.random.IntN(6) {
		name := names[y.random.IntN(len(names))]
		at := filepath.Join(dir, name)
		if n == 0 && (name == "lectern-folder.json" || name == "lock" || name == "running") {
			at = filepath.Join(dir, "letter.docx") // so that something tells whose it is
		}
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			return err
		}
		body := []byte("not yours")
		switch {
		case y.random.IntN(4) == 0:
			body = nil
		case filepath.Ext(name) == ".pdf":
			body = pdftest.Text("Theirs.")
		}
		if y.random.IntN(6) == 0 {
			_ = os.Symlink(filepath.Join(dir, "nowhere"), at) // or the name is taken
			continue
		}
		mode := os.FileMode(0o600)
		if y.random.IntN(4) == 0 {
			mode = 0o400
		}
		errs = append(errs, os.WriteFile(at, body, 0o600), os.Chmod(at, mode))
	}
	if y.random.IntN(4) == 0 {
		errs = append(errs, os.Chmod(dir, 0o500))
	}
	return errors.Join(errs...)
}
