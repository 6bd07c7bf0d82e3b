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
)

// BenchmarkReading prints what each stage of reading takes, in milliseconds a page, and all of them together by what
// pdfium alone takes for its plain text, in the same run. LECTERN_BENCH_FILING names a PDF; else one is made.
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
	stages := []string{"pdfium alone", "characters, boxes, lines", "wire", "layout", "text, sentences, passages, places"}
	total := map[string]time.Duration{}
	pages, bytesStored := 0, 0
	stage := func(name string, do func()) {
		began := time.Now()
		do()
		total[name] += time.Since(began)
	}
	for b.Loop() {
		d, err := sandbox.Open(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			b.Fatal(err)
		}
		var read []read
		for i := range d.Pages() {
			var p pdf.Page
			both := []func(){
				func() { stage(stages[0], func() { _, err = d.Plain(i) }) },
				func() { stage(stages[1], func() { p, err = d.Page(i) }) },
			}
			for k := range both { // whoever is the second finds the page's fonts loaded: they take turns
				if both[(i+k)%2](); err != nil {
					b.Fatal(err)
				}
			}
			stage(stages[2], func() {
				wire := appendFrame(nil, frame{kind: framePage, number: 1, page: p})
				f, wrong := readFrame(bytes.NewReader(wire), len(wire))
				p, err = f.page, wrong
			})
			if err != nil {
				b.Fatal(err)
			}
			stage(stages[3], func() { read = append(read, taken(p)) })
		}
		stage(stages[4], func() {
			c, wrong := compose(context.Background(), read, nil)
			if err = wrong; err == nil {
				for _, boxes := range c.Boxes {
					bytesStored += len(boxes)
				}
			}
		})
		pages += d.Pages()
		if err = errors.Join(err, d.Close()); err != nil {
			b.Fatal(err)
		}
	}
	each := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 / float64(pages) }
	sum := time.Duration(0)
	for i, name := range stages {
		if i > 0 {
			sum += total[name]
		}
		fmt.Fprintf(os.Stderr, "%-36s %7.2f ms a page\n", name, each(total[name]))
	}
	ratio := float64(sum) / float64(total[stages[0]])
	fmt.Fprintf(os.Stderr, "%-36s %7.2f ms a page, %.2f × pdfium alone\n%-36s %7d bytes a page\n", "all but the first", each(sum), ratio, "places, stored", bytesStored/max(pages, 1))
	b.ReportMetric(ratio, "×pdfium")
}

func taken(p pdf.Page) read {
	return read{label: p.Label, page: layout.Read(p), pictures: p.Pictures, drawn: p.Drawn}
}
