// Command bench measures reading, the program from outside, the graph engine over its stores, and the searches, and prints tables:
//
//	go run ./build/bench [-docs DIR] [-runs 3] [-passages 10000,100000] [-only program|large|engine|search]
//
// Without -docs (or LECTERN_BENCH_DOCS), a folder of real ones, it makes its documents itself. A library of a million
// passages takes minutes and some 10 GB of disk and memory: -only search -passages 1000000x384,1000000x768.
// Times on a busy machine drift; the
// ratios are taken within one run. Medians are shown.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"lectern/backend/ingest/pdftest"
)

func main() {
	docs := flag.String("docs", os.Getenv("LECTERN_BENCH_DOCS"), "folder of PDFs; made here if empty")
	runs := flag.Int("runs", 3, "runs of each measurement")
	only := flag.String("only", "", "the one section to measure, program, large, engine or search; all if empty")
	passages := flag.String("passages", "10000,100000", "sizes of the libraries to search, in passages, and dimensions if they aren't 768: 1000000x384")
	library := flag.String("library", "", "for itself: measure the searches in a library that it made")
	file := flag.String("make", "", "for itself: write a file of 1,600 pages and 500 MB")
	flag.Parse()
	var err error
	if *file != "" {
		err = os.WriteFile(*file, largeFile(1_600, 500<<20), 0o600)
	} else if *library != "" {
		err = measureLibrary(*library, *passages)
	} else {
		err = bench(*docs, *runs, *only, *passages)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// table collects rows; values are medians over the runs.
type table struct {
	head string
	rows [][4]string
}

// row adds a measurement; against is what it is compared with.
func (t *table) row(what string, value, against, note string) {
	t.rows = append(t.rows, [4]string{what, value, against, note})
}

func (t *table) print() error {
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, t.head)
	for _, r := range t.rows {
		fmt.Fprintln(w, strings.Join(r[:], "\t"))
	}
	return w.Flush()
}

func median[T int | int64 | float64 | time.Duration](vs []T) T {
	slices.Sort(vs)
	return vs[len(vs)/2]
}

func bench(docs string, runs int, only, passages string) error {
	dir, err := os.MkdirTemp("", "lectern-bench-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	sections := []struct {
		name    string
		measure func() error
	}{
		{"program", func() error { return benchProgram(dir, docs, runs) }},
		{"large", func() error { return large(dir, runs) }},
		{"engine", func() error { return benchEngine(dir, runs) }},
		{"search", func() error { return benchSearch(dir, passages) }},
	}
	done := 0
	for _, s := range sections {
		if only != "" && only != s.name {
			continue
		}
		if done++; done > 1 {
			fmt.Println()
		}
		if err := s.measure(); err != nil {
			return err
		}
	}
	if done == 0 {
		return fmt.Errorf("there is no section %q; -only takes program, large, engine or search", only)
	}
	return nil
}

// build makes the program, once.
func build(dir string) (*program, error) {
	p := &program{bin: filepath.Join(dir, "lectern"), dir: dir}
	if _, err := os.Stat(p.bin); err == nil {
		return p, nil
	}
	build := exec.Command("go", "build", "-o", p.bin, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("building the program: %w", err)
	}
	return p, nil
}

func benchProgram(dir, docs string, runs int) (err error) {
	p, err := build(dir)
	if err != nil {
		return err
	}
	if docs == "" {
		if docs, err = makeDocs(filepath.Join(dir, "docs")); err != nil {
			return err
		}
	}
	fmt.Printf("%s/%s, %d CPUs, %d runs\n\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runs)
	t := &table{head: "measured\tmedian\tgoal or ratio\t"}
	for _, measure := range []func(*table, *program, string, int) error{reading, searching, asking} {
		if err := measure(t, p, docs, runs); err != nil {
			return err
		}
	}
	return t.print()
}

// makeDocs writes 12 reports of 150 pages.
func makeDocs(dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	for d := range 12 {
		var pages []string
		for p := range 150 {
			pages = append(pages, fmt.Sprintf("# Results of division %d\nIn 20%02d revenue of unit %d was %d,%03d million, after %d million.\n%s",
				p%7, d, p, 1+p%9, (p*37)%1000, p*d, strings.Repeat("Costs rose with volumes, and margins held.\nCapital expenditure went to plants and machines.\n", 15)))
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("REPORT_20%02d.pdf", d)), pdftest.Text(pages...), 0o600); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// program runs the built program, each time as a process of its own.
type program struct{ bin, dir string }

// usage is what one process took.
type usage struct {
	wall time.Duration
	peak int64 // bytes of the largest process
	out  string
}

func (p *program) run(home, ollama string, args ...string) (usage, error) {
	c := exec.Command(p.bin, append([]string{"--json"}, args...)...)
	c.Env = p.env(home, ollama)
	var out, errs strings.Builder
	c.Stdout, c.Stderr = &out, &errs
	began := time.Now()
	err := c.Run()
	u := usage{wall: time.Since(began), peak: peak(c.ProcessState), out: out.String()}
	if err != nil {
		return u, fmt.Errorf("lectern %s: %w: %s", strings.Join(args, " "), err, errs.String())
	}
	return u, nil
}

func (p *program) env(home, ollama string) []string {
	return append(os.Environ(), "LECTERN_HOME="+home, "OLLAMA_HOST="+ollama, "XDG_CACHE_HOME="+filepath.Join(p.dir, "cache"))
}

const nowhere = "127.0.0.1:9"

// searching measures a library of all the documents: adding it, then opening and searching it from cold.
func searching(t *table, p *program, docs string, runs int) error {
	home := filepath.Join(p.dir, "library")
	all, err := p.run(home, nowhere, "add", docs)
	if err != nil {
		return err
	}
	files, pages, passages := 0, 0, 0
	for line := range strings.Lines(all.out) {
		var d struct{ Pages, Passages int }
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			return err
		}
		files, pages, passages = files+1, pages+d.Pages, passages+d.Passages
	}
	var list, search, one []time.Duration
	var peaks []int64
	var first struct{ Name string }
	if err := json.NewDecoder(strings.NewReader(all.out)).Decode(&first); err != nil {
		return err
	}
	for range runs {
		a, err := p.run(home, nowhere, "list")
		if err != nil {
			return err
		}
		b, err := p.run(home, nowhere, "search", "capital expenditure and revenue")
		if err != nil {
			return err
		}
		c, err := p.run(home, nowhere, "search", "--file", first.Name, "capital expenditure and revenue")
		if err != nil {
			return err
		}
		list, search, one = append(list, a.wall), append(search, b.wall), append(one, c.wall)
		peaks = append(peaks, b.peak)
	}
	t.row("start until usable (list, whole process)", round(median(list)), "1", fmt.Sprintf("%d files, %d pages, %d passages", files, pages, passages))
	t.row("start and search the library", round(median(search)), ratio(median(search), median(list))+" start", "")
	t.row("start and search one file", round(median(one)), ratio(median(one), median(list))+" start", "")
	t.row("  peak memory", megabytes(median(peaks)), "", "")
	return nil
}

// asking measures how long a question takes until the first request with passages reaches Ollama, from the moment that
// the run starts.
func asking(t *table, p *program, _ string, runs int) error {
	home := filepath.Join(p.dir, "library")
	var first atomic.Int64
	fake := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/version":
			fmt.Fprint(w, `{"version":"bench"}`)
		case "/api/tags":
			fmt.Fprint(w, `{"models":[{"name":"bench:latest","model":"bench:latest","size":1,"digest":"d"}]}`)
		case "/api/show":
			fmt.Fprint(w, `{"capabilities":["completion"],"model_info":{"x.context_length":8192}}`)
		case "/api/chat":
			first.CompareAndSwap(0, time.Now().UnixNano())
			fmt.Fprintln(w, `{"model":"bench","message":{"role":"assistant","content":"Done [1]."},"done":true,"done_reason":"stop","eval_count":2}`)
		}
	}))
	defer fake.Close()
	host := strings.TrimPrefix(fake.URL, "http://")
	var took []time.Duration
	for range runs {
		first.Store(0)
		c := exec.Command(p.bin, "--json", "ask", "What does the report say about capital expenditure and revenue?")
		c.Env = p.env(home, host)
		out, err := c.StdoutPipe()
		if err != nil {
			return err
		}
		if err := c.Start(); err != nil {
			return err
		}
		var began time.Time
		for scan := bufio.NewScanner(out); scan.Scan(); {
			var e struct{ Kind, At string }
			if err := json.Unmarshal(scan.Bytes(), &e); err != nil {
				return err
			}
			if e.Kind == "start" {
				if began, err = time.Parse(time.RFC3339Nano, e.At); err != nil {
					return err
				}
			}
		}
		if err := c.Wait(); err != nil {
			return err
		}
		if first.Load() == 0 {
			return errors.New("the question never reached Ollama")
		}
		took = append(took, time.Unix(0, first.Load()).Sub(began))
	}
	t.row("question until the first request reaches Ollama", round(median(took)), "", "whole library, by words")
	return nil
}

func ratio(a, b time.Duration) string { return fmt.Sprintf("%.2f ×", float64(a)/float64(max(b, 1))) }

func round(d time.Duration) string {
	if d < 100*time.Millisecond {
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(time.Millisecond).String()
}

func megabytes(n int64) string {
	if n == 0 {
		return "not known here"
	}
	return fmt.Sprintf("%d MB", n>>20)
}
