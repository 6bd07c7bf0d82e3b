package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/backend/ingest/layout"
	"lectern/backend/ingest/pdf"
	"lectern/backend/ingest/pdftest"
	"lectern/backend/ingest/table"
)

// BenchmarkReading prints what each stage of reading takes, in milliseconds a page, and all of them but the tables by
// what pdfium alone takes for its plain text, in the same run. LECTERN_BENCH_FILING names a PDF; else one is made.
func BenchmarkReading(b *testing.B) {
	file := pdftest.Text(strings.Split(strings.Repeat(strings.Repeat("The revenue of the company rose by 12.5 percent in the year.\n", 40)+"\f", 40), "\f")[:40]...)
	if path := os.Getenv("LECTERN_BENCH_FILING"); path != "" {
		var err error
		if file, err = os.ReadFile(path); err != nil {
			b.Fatal(err)
		}
	}
	sandbox, err := pdf.NewSandbox(filepath.Join(os.TempDir(), "lectern-test-pdfium"))
	if err != nil {
		b.Fatal(err)
	}
	defer sandbox.Close()
	stages := []string{"pdfium alone", "characters, boxes, lines", "wire", "layout", "text, sentences, passages, places", "tables"}
	total := map[string]time.Duration{}
	pages, bytesStored := 0, 0
	stage := func(name string, do func()) {
		began := time.Now()
		do()
		total[name] += time.Since(began)
	}
	for b.Loop() {
		var docs [2]*pdf.Document // each reader finds what a document's pages share as the other does: not read yet
		for i := range docs {
			if docs[i], err = sandbox.Open(bytes.NewReader(file), int64(len(file))); err != nil {
				b.Fatal(err)
			}
		}
		alone, d := docs[0], docs[1]
		var read []read
		var wire []byte
		var in frames
		for i := range d.Pages() {
			var p pdf.Page
			both := []func(){
				func() { stage(stages[0], func() { _, err = alone.Plain(i) }) },
				func() { stage(stages[1], func() { p, err = d.Page(i) }) },
			}
			for k := range both { // they take turns
				if both[(i+k)%2](); err != nil {
					b.Fatal(err)
				}
			}
			stage(stages[2], func() {
				wire = appendFrame(wire[:0], frame{kind: framePage, number: 1, page: p})
				in.from, in.limit = bytes.NewReader(wire), len(wire)
				f, wrong := in.next()
				p, err = f.page, wrong
			})
			if err != nil {
				b.Fatal(err)
			}
			stage(stages[3], func() { read = append(read, taken(p)) })
		}
		found := make([]layout.Page, len(read))
		for i, p := range read {
			found[i] = p.page
		}
		stage(stages[4], func() {
			c, wrong := compose(context.Background(), read, nil)
			if err = wrong; err == nil {
				for _, boxes := range c.Boxes {
					bytesStored += len(boxes)
				}
			}
		})
		before := total[stages[5]]
		stage(stages[5], func() { // once more, as compose has found them too
			tables := table.NewFinder(found)
			for i, p := range found {
				tables.Find(p, i+1)
			}
		})
		total[stages[4]] -= total[stages[5]] - before
		pages += d.Pages()
		if err = errors.Join(err, alone.Close(), d.Close()); err != nil {
			b.Fatal(err)
		}
	}
	each := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 / float64(pages) }
	sum := time.Duration(0)
	for i, name := range stages {
		if i > 0 && i < 5 {
			sum += total[name]
		}
		fmt.Fprintf(os.Stderr, "%-36s %7.2f ms a page\n", name, each(total[name]))
	}
	ratio := float64(sum) / float64(total[stages[0]])
	fmt.Fprintf(os.Stderr, "%-36s %7.2f ms a page, %.2f × pdfium alone\n%-36s %7d bytes a page\n", "all but the first and the tables", each(sum), ratio, "places, stored", bytesStored/max(pages, 1))
	b.ReportMetric(ratio, "×pdfium")
}

func taken(p pdf.Page) read {
	return read{label: p.Label, page: layout.Read(p), pictures: p.Pictures, drawn: p.Drawn}
}
