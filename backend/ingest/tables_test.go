package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"lectern/backend/ingest/layout"
	"lectern/backend/ingest/pdf"
	"lectern/backend/ingest/table"
	"lectern/backend/ingest/tabletest"
	"lectern/backend/racetest"
	"lectern/backend/store"
)

// What the regression set must score at least, in each half of it.
const (
	tablesFound = .95
	rowsRight   = .96
	headsRight  = .90
	unitsRight  = .90
	placesRight = .99
	saidRight   = .98 // of the figures that the program stands by: the value, the label and the heads
)

// What it may score at most, in all.
const (
	tablesFalse = 2
	valuesTold  = 0 // figures that are wrong and aren't marked as unsure
)

// TestTablesAreReadAsPeopleReadThem says with -v what is wrong in the half that readers are made with, and with
// LECTERN_TABLES_KEPT=1 in the other half too. LECTERN_TABLES_DIR names a folder that keeps the documents. They are read
// here and not in workers: to start one for each would take longer than all the rest.
func TestTablesAreReadAsPeopleReadThem(t *testing.T) {
	racetest.Skip(t)
	sandbox, err := pdf.NewSandbox(filepath.Join(os.TempDir(), "lectern-test-pdfium"))
	if err != nil {
		t.Fatal(err)
	}
	defer sandbox.Close()
	var results []tabletest.Result
	for _, c := range tableCases(t) {
		if dir := os.Getenv("LECTERN_TABLES_DIR"); dir != "" {
			if err := os.WriteFile(filepath.Join(dir, c.Name+".pdf"), c.PDF, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		pages, err := pagesOf(sandbox, c.PDF)
		if err != nil {
			t.Fatal(err)
		}
		content, err := compose(t.Context(), pages, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(content.Pages) != len(c.Pages) {
			t.Fatalf("%s has %d pages, want %d", c.Name, len(content.Pages), len(c.Pages))
		}
		results = append(results, tabletest.Compare(c, content.Tables)...)
	}
	if testing.Verbose() {
		tell(t, results)
	}
	for _, half := range []string{tabletest.Tune, tabletest.Kept} {
		reaches(t, half, tabletest.Sum(results, func(p tabletest.Page) bool { return p.Half() == half }))
	}
	all := tabletest.Sum(results, func(tabletest.Page) bool { return true })
	if all.Values.Told > valuesTold {
		t.Errorf("%d figures are wrong and aren't marked as unsure", all.Values.Told)
	}
	if all.False > tablesFalse {
		t.Errorf("%d tables are found where none is; %d may be", all.False, tablesFalse)
	}
}

func reaches(t *testing.T, half string, s tabletest.Score) {
	for _, c := range []struct {
		what  string
		count tabletest.Count
		floor float64
	}{
		{"tables found", s.Tables, tablesFound},
		{"rows right", s.Rows, rowsRight},
		{"columns with all their heads", s.Heads, headsRight},
		{"tables with the right units", s.Units, unitsRight},
		{"cells where they were drawn", s.Boxes, placesRight},
		{"figures stood by: right, with row and heads", s.Said, saidRight},
	} {
		if c.count.All == 0 || c.count.Share() < c.floor {
			t.Errorf("%s: %s: %d of %d, less than %.2f", half, c.what, c.count.Right, c.count.All, c.floor)
		}
	}
}

// TestTornPagesAreReadToo takes lines of text and drawn lines from pages, and moves others: whatever is left is read.
func TestTornPagesAreReadToo(t *testing.T) {
	racetest.Skip(t)
	sandbox, err := pdf.NewSandbox(filepath.Join(os.TempDir(), "lectern-test-pdfium"))
	if err != nil {
		t.Fatal(err)
	}
	defer sandbox.Close()
	dice := rand.New(rand.NewPCG(7, 7))
	for _, c := range tableCases(t) {
		pages, err := pagesOf(sandbox, c.PDF)
		if err != nil {
			t.Fatal(err)
		}
		finder := table.NewFinder(nil)
		for number, one := range pages {
			for range 4 {
				p := one.page
				p.Lines, p.Rules = slices.Clone(p.Lines), slices.Clone(p.Rules)
				p.Lines = slices.DeleteFunc(p.Lines, func(layout.Line) bool { return dice.IntN(6) == 0 })
				p.Rules = slices.DeleteFunc(p.Rules, func(layout.Box) bool { return dice.IntN(5) == 0 })
				for i := range p.Rules {
					if off := int(dice.IntN(2400)) - 1200; dice.IntN(4) == 0 {
						p.Rules[i].Y0, p.Rules[i].Y1 = moved(p.Rules[i].Y0, off), moved(p.Rules[i].Y1, off)
					}
				}
				for _, found := range finder.Find(p, number+1) {
					for _, r := range found.Rows {
						for _, cell := range r.Cells {
							if cell.Column < 0 || cell.Column >= len(found.Columns) {
								t.Fatalf("%s, page %d: %q stands in column %d of %d", c.Name, number+1, cell.Text, cell.Column, len(found.Columns))
							}
						}
					}
				}
			}
		}
	}
}

func moved(at uint16, by int) uint16 { return uint16(min(max(int(at)+by, 0), 65535)) }

func tell(t *testing.T, results []tabletest.Result) {
	for _, r := range results {
		if r.Page.Half() == tabletest.Kept && os.Getenv("LECTERN_TABLES_KEPT") == "" {
			continue
		}
		for _, f := range r.Faults {
			t.Logf("%s (page %d, %s): %s", r.Page.Name, r.Number, r.Page.Kind, f)
		}
	}
	if err := tabletest.Print(os.Stdout, results); err != nil {
		t.Error(err)
	}
}

func tableCases(t testing.TB) []tabletest.Case {
	t.Helper()
	cases, err := tabletest.Cases()
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// BenchmarkTables prints what of the regression set is found, and how long finding takes on pages that are laid out
// already, in milliseconds a page. LECTERN_BENCH_FILING names a PDF to measure besides.
func BenchmarkTables(b *testing.B) {
	sandbox, err := pdf.NewSandbox(filepath.Join(os.TempDir(), "lectern-test-pdfium"))
	if err != nil {
		b.Fatal(err)
	}
	defer sandbox.Close()
	cases := tableCases(b)
	pages := make([][]layout.Page, len(cases))
	for i, c := range cases {
		if pages[i], err = laidOut(sandbox, c.PDF); err != nil {
			b.Fatal(err)
		}
	}
	var results []tabletest.Result
	var took []time.Duration
	for b.Loop() {
		results = nil
		for i, c := range cases {
			found, times := timed(pages[i])
			results, took = append(results, tabletest.Compare(c, found)...), append(took, times...)
		}
	}
	if err := tabletest.Print(os.Stderr, results); err != nil {
		b.Fatal(err)
	}
	tellTokens(b)
	b.ReportMetric(report("finding tables in the regression set", took), "ms/page")
	if path := os.Getenv("LECTERN_BENCH_FILING"); path != "" {
		file, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		filing, err := laidOut(sandbox, file)
		if err != nil {
			b.Fatal(err)
		}
		found, times := timed(filing)
		report(fmt.Sprintf("finding %d tables in %s", len(found), filepath.Base(path)), times)
	}
}

// pagesOf reads a file's pages as a worker does.
func pagesOf(sandbox *pdf.Sandbox, file []byte) ([]read, error) {
	d, err := sandbox.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	var out []read
	for i := range d.Pages() {
		p, wrong := d.Page(i)
		err = errors.Join(err, wrong)
		out = append(out, taken(p))
	}
	return out, errors.Join(err, d.Close())
}

func laidOut(sandbox *pdf.Sandbox, file []byte) ([]layout.Page, error) {
	pages, err := pagesOf(sandbox, file)
	out := make([]layout.Page, len(pages))
	for i, p := range pages {
		out[i] = p.page
	}
	layout.Running(out)
	return out, err
}

// timed finds the tables of a document, and how long each page takes. What is done once for all pages counts as the
// first one's.
func timed(pages []layout.Page) (found []store.Table, took []time.Duration) {
	began := time.Now()
	finder := table.NewFinder(pages)
	for i, p := range pages {
		found = append(found, finder.Find(p, i+1)...)
		took = append(took, time.Since(began))
		began = time.Now()
	}
	return found, took
}

// report prints times a page, and gives their mean in milliseconds.
func report(what string, took []time.Duration) (mean float64) {
	slices.Sort(took)
	sum := time.Duration(0)
	for _, d := range took {
		sum += d
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	mean = ms(sum) / float64(len(took))
	fmt.Fprintf(os.Stderr, "\n%s: %d pages, mean %.2f ms, 95th percentile %.2f ms, slowest %.2f ms\n", what, len(took), mean, ms(took[len(took)*95/100]), ms(took[len(took)-1]))
	return mean
}
