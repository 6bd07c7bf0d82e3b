package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"lectern/backend/ingest"
	"lectern/backend/library"
	"lectern/backend/models"
	"lectern/backend/store"
)

// adding measures reading one filing in, inside this process: the worker (pdfium and its frames) is a child, so its CPU
// time and that of everything else are counted apart in one run.
func adding(t *table, p *program, _, filing string, runs int) error {
	cache := filepath.Join(p.dir, "cache", "lectern")
	reader := &ingest.Reader{Program: p.bin, CacheDir: cache}
	if err := reader.Warm(context.Background()); err != nil { // compiles pdfium once
		return err
	}
	var wall, rest, worker []time.Duration
	pages := 0
	for i := range runs {
		n, took, err := p.addOnce(reader, filepath.Join(p.dir, fmt.Sprint("add", i)), filing)
		if err != nil {
			return err
		}
		pages = n
		wall, rest, worker = append(wall, took[0]), append(rest, took[1]), append(worker, took[2])
	}
	if pages == 0 {
		return errors.New("the filing has no pages")
	}
	a, r, w := median(wall), median(rest), median(worker)
	each := func(d time.Duration) string {
		return fmt.Sprintf("%.1f ms a page", float64(d.Microseconds())/1000/float64(pages))
	}
	t.row("add, wall time", round(a), ratio(a, w)+" the worker", fmt.Sprintf("%d pages, %s", pages, each(a)))
	t.row("  the worker (pdfium and its frames), CPU", round(w), "1", each(w))
	t.row("  everything else, CPU", round(r), ratio(r, w)+" the worker", each(r))
	return nil
}

func ratio(a, b time.Duration) string { return fmt.Sprintf("%.2f ×", float64(a)/float64(max(b, 1))) }

// addOnce adds a file to a new library: wall time, CPU time of this process, CPU time of the worker.
func (p *program) addOnce(reader *ingest.Reader, home, filing string) (pages int, took [3]time.Duration, err error) {
	s, err := store.Open(home)
	if err != nil {
		return 0, took, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	w, err := s.Workspace("Library")
	if err != nil {
		return 0, took, err
	}
	m, err := models.Open(s)
	if err != nil {
		return 0, took, err
	}
	l := library.New(w, reader, m, slog.New(slog.DiscardHandler), nil)
	defer l.Close()
	self, children := cpu()
	began := time.Now()
	d, err := l.Add(context.Background(), filing)
	if err != nil {
		return 0, took, err
	}
	wall := time.Since(began)
	self2, children2 := cpu()
	return d.Pages, [3]time.Duration{wall, self2 - self, children2 - children}, nil
}
