package main

import (
	"context"
	"crypto/sha256"
	"encoding/gob"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lectern/backend/ingest"
	"lectern/backend/store"
)

const workerCommand = "worker"

// document is a PDF that was read.
type document struct {
	Name    string
	Pages   []store.Page
	Tables  []store.Table
	Seconds float64 // that it took to read
}

// reader reads PDFs as the program does, in worker processes that are this command.
type reader struct {
	cache  string
	ingest *ingest.Reader
}

func newReader(cache string) (*reader, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return nil, err
	}
	return &reader{cache, &ingest.Reader{Program: self, Args: []string{workerCommand}, CacheDir: filepath.Join(cache, "pdfium")}}, nil
}

// pdf reads a PDF, once for the same bytes.
func (r *reader) pdf(name string, content []byte) (*document, error) {
	kept := filepath.Join(r.cache, fmt.Sprintf("%s-%x.gob", name, sha256.Sum256(content))[:min(len(name), 80)+17]+".gob")
	if file, err := os.Open(kept); err == nil {
		defer file.Close()
		d := &document{}
		if gob.NewDecoder(file).Decode(d) == nil {
			return d, nil
		}
	}
	path := filepath.Join(r.cache, name+".pdf")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return nil, err
	}
	defer os.Remove(path)
	start := time.Now()
	c, err := r.ingest.Read(context.Background(), path, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	d := &document{Name: name, Pages: c.Pages, Tables: c.Tables, Seconds: time.Since(start).Seconds()}
	file, err := os.Create(kept)
	if err != nil {
		return nil, err
	}
	if err := gob.NewEncoder(file).Encode(d); err != nil {
		file.Close()
		return nil, err
	}
	return d, file.Close()
}

// filings reads some of the annual reports, spread evenly over all of them by name.
func (r *reader) filings(sets string, n int) (out []*document, err error) {
	paths, err := filepath.Glob(filepath.Join(sets, "financebench", "pdf", "*.pdf"))
	if err != nil {
		return nil, err
	}
	n = min(n, len(paths))
	for i := range n {
		path := paths[i*len(paths)/n]
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		d, err := r.pdf(strings.TrimSuffix(filepath.Base(path), ".pdf"), content)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(os.Stderr, "%s: %d pages, %d tables\n", d.Name, len(d.Pages), len(d.Tables))
		out = append(out, d)
	}
	return out, nil
}

// half is the half that a filing belongs to.
func half(name string) string {
	company, _, _ := strings.Cut(name, "_")
	h := fnv.New32a()
	h.Write([]byte(company))
	if h.Sum32()>>5&1 == 0 {
		return "dev"
	}
	return "kept"
}
