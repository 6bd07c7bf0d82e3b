// Command crowd writes PDFs of made-up companies and offices, to stand around the documents that are asked about: what a
// search does in a library of hundreds of files shows only among hundreds.
//
//	go run ./build/crowd [-files 300] [-seed 1] DIR
//
// They are like real ones where that makes searches hard: the same form and the same line items in all, years that follow one
// another, annexes in another language, titles in spaced letters, cover pages whose largest words name nobody.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"lectern/backend/ingest/pdftest"
)

func main() {
	files := flag.Int("files", 300, "how many")
	seed := flag.Uint64("seed", 1, "others come with another")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := write(flag.Arg(0), *files, *seed); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write writes files, always the same ones for a seed: four reports a company, one a year, and every fifth an office's study.
func write(dir string, files int, seed uint64) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for n := range files {
		w := writer{Rand: rand.New(rand.NewPCG(seed, uint64(n))), words: newVocabulary(seed)}
		name, f := w.filing(n)
		if n%5 == 4 {
			name, f = w.study(n)
		}
		if err := os.WriteFile(filepath.Join(dir, name+".pdf"), f.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// writer makes one document.
type writer struct {
	*rand.Rand
	words vocabulary
}

func (w writer) one(of ...string) string { return of[w.IntN(len(of))] }

func (w writer) million() string { return fmt.Sprintf("%d,%03d", 1+w.IntN(90), w.IntN(1000)) }

// filled puts words in the place of their kinds: "the {thing} of {place}".
func (w writer) filled(text string) string {
	for _, kind := range []string{"thing", "place", "verb", "quality"} {
		for strings.Contains(text, "{"+kind+"}") {
			text = strings.Replace(text, "{"+kind+"}", w.one(w.words[kind]...), 1)
		}
	}
	return strings.NewReplacer("{n}", fmt.Sprint(2+w.IntN(60)), "{amount}", w.million()).Replace(text)
}

// wrapped breaks a text into lines of a page.
func wrapped(text string) (lines []string) {
	const width = 92
	line := ""
	for _, word := range strings.Fields(text) {
		if len(line)+len(word) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return append(lines, line)
}

// prose is a page of paragraphs under a heading.
func (w writer) prose(heading string, sentences []string) pdftest.Page {
	page := pdftest.Page{"# " + heading, ""}
	for range 4 {
		var text []string
		for range 5 + w.IntN(4) {
			text = append(text, w.filled(w.one(sentences...)))
		}
		page = append(append(page, wrapped(strings.Join(text, " "))...), "")
	}
	return page
}
