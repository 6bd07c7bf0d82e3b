// Command hidden measures how well text that nobody sees is told from text that is seen.
//
//	go run ./build/hidden FOLDER          a labelled set: kinds × found, missed, false alarms, lines kept and lost
//	go run ./build/hidden -items FOLDER   and each mistake
//	go run ./build/hidden FILE…           what is found in files without labels
//
// A labelled set is a folder of PDFs and labels.jsonl, a page a line: file, page (from 1), kind, and the texts that are
// hidden and shown on it. Kinds that begin with "hidden_" hold hidden text; on the others any is a false alarm.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lectern/backend/ingest/pdf"
)

type label struct {
	File   string   `json:"file"`
	Page   int      `json:"page"`
	Kind   string   `json:"kind"`
	Hidden []string `json:"hidden"`
	Shown  []string `json:"shown"`
}

// score counts texts, and pages for pages and alarms.
type score struct{ pages, found, missed, unread, kept, lost, alarms int }

// alarmed counts runs on pages without hidden text, by what is said of them.
var alarmed [pdf.Manners + 1]int

func main() {
	items := flag.Bool("items", false, "print each mistake")
	flag.Parse()
	if err := run(flag.Args(), *items); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string, items bool) error {
	sandbox, err := pdf.NewSandbox(filepath.Join(os.TempDir(), "lectern-test-pdfium"))
	if err != nil {
		return err
	}
	defer sandbox.Close()
	if len(args) == 1 {
		if raw, err := os.ReadFile(filepath.Join(args[0], "labels.jsonl")); err == nil {
			return measure(sandbox, args[0], raw, items)
		}
	}
	return list(sandbox, args)
}

// read gives the pages of a file, with or without what is hidden.
func read(sandbox *pdf.Sandbox, path string, keep bool, page func(i int, p pdf.Page, drawn bool)) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	d, err := sandbox.Open(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer d.Close()
	drawn := false
	d.Keep, d.Looking = keep, func(int) bool { drawn = true; return true }
	for i := range d.Pages() {
		drawn = false
		p, err := d.Page(i)
		if err != nil {
			return fmt.Errorf("%s, page %d: %w", path, i+1, err)
		}
		page(i, p, drawn)
	}
	return nil
}

func text(p pdf.Page) string {
	var b strings.Builder
	for _, g := range p.Glyphs {
		b.WriteRune(g.R)
	}
	return bare(b.String())
}

func bare(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "\x02", "-")), " ")
}

func measure(sandbox *pdf.Sandbox, dir string, raw []byte, items bool) error {
	scores := map[string]*score{}
	var labels []label
	in := bufio.NewScanner(bytes.NewReader(raw))
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		var l label
		if err := json.Unmarshal(in.Bytes(), &l); err != nil {
			return err
		}
		labels = append(labels, l)
	}
	type reading struct {
		text, all, hidden string
		manners           []pdf.Manner
		sight             pdf.Sight
	}
	files := map[string]map[int]*reading{}
	for _, l := range labels {
		if files[l.File] == nil {
			pages := map[int]*reading{}
			files[l.File] = pages
			for _, keep := range []bool{false, true} {
				err := read(sandbox, filepath.Join(dir, l.File), keep, func(i int, p pdf.Page, _ bool) {
					if pages[i+1] == nil {
						pages[i+1] = &reading{}
					}
					r := pages[i+1]
					if keep {
						r.all = text(p)
						return
					}
					r.text, r.sight = text(p), p.Sight
					for _, h := range p.Hidden {
						r.hidden += h.Text + "\n"
						r.manners = append(r.manners, h.Manner)
					}
				})
				if err != nil {
					fmt.Fprintln(os.Stderr, err)
				}
			}
		}
		r := files[l.File][l.Page]
		if r == nil {
			continue
		}
		if scores[l.Kind] == nil {
			scores[l.Kind] = &score{}
		}
		s := scores[l.Kind]
		s.pages++
		wrong := func(what, t string) {
			if items {
				fmt.Printf("%-8s %s p. %d %s %v: %.100q\n", what, l.File, l.Page, l.Kind, r.manners, t)
			}
		}
		for _, t := range l.Hidden {
			switch t = bare(t); {
			case strings.Contains(r.text, t):
				s.missed++
				wrong("missed", t)
			case strings.Contains(bare(r.hidden), t):
				s.found++
			default:
				s.unread++
				wrong("unread", t)
			}
		}
		for _, t := range l.Shown {
			switch t = bare(t); {
			case strings.Contains(r.text, t):
				s.kept++
			case strings.Contains(r.all, t), strings.Contains(bare(r.hidden), t):
				s.lost++
				wrong("lost", t)
			}
		}
		if !strings.HasPrefix(l.Kind, "hidden_") && len(r.hidden) > 0 {
			s.alarms++
			for _, m := range r.manners {
				alarmed[m]++
			}
			wrong("alarm", r.hidden)
		}
	}
	kinds := make([]string, 0, len(scores))
	for k := range scores {
		kinds = append(kinds, k)
	}
	slices.Sort(kinds)
	fmt.Printf("%-42s %6s %6s %6s %6s %6s %6s %6s\n", "kind", "pages", "found", "missed", "unread", "kept", "lost", "alarms")
	var all score
	line := func(name string, s score) {
		fmt.Printf("%-42s %6d %6d %6d %6d %6d %6d %6d\n", name, s.pages, s.found, s.missed, s.unread, s.kept, s.lost, s.alarms)
	}
	for _, k := range kinds {
		s := *scores[k]
		line(k, s)
		all = score{all.pages + s.pages, all.found + s.found, all.missed + s.missed, all.unread + s.unread, all.kept + s.kept, all.lost + s.lost, all.alarms + s.alarms}
	}
	line("all", all)
	fmt.Println("runs that gave alarms, by manner:", alarmed[1:])
	return nil
}

func list(sandbox *pdf.Sandbox, paths []string) error {
	pages, drawn := 0, 0
	for _, path := range paths {
		err := read(sandbox, path, false, func(i int, p pdf.Page, drew bool) {
			pages++
			if drew {
				drawn++
			}
			if p.Sight != pdf.Looked {
				fmt.Printf("%s p. %d: not looked for (%d)\n", filepath.Base(path), i+1, p.Sight)
			}
			for _, h := range p.Hidden {
				fmt.Printf("%s p. %d: %d %.0f %.150q\n", filepath.Base(path), i+1, h.Manner, h.Box, h.Text)
			}
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	fmt.Printf("%d pages, %d of them drawn\n", pages, drawn)
	return nil
}
