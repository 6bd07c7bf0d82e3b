// Command answers measures what the program says without a model, on evaluation sets that lie in a folder:
//
//	go run ./build/answers [-home DIR] SETS
//
//	SETS/xquad/{en,de,zh}.pages.jsonl          {"doc", "text"}
//	SETS/*/questions.jsonl, SETS/xquad/en.questions.jsonl   {"question", "doc", "answer"}
//	SETS/{financebench,mmlongbench}/pdf/*.pdf
//
// Sentences: in how many questions the answer, as it is written in the set, stands in the best sentence, the best three
// and the best five. Subjects: how well questions put to their own library are told from the same put to another one; the
// coefficients of rag.SubjectOf are fitted here. The PDFs are read once, into the folder that -home names.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	home := flag.String("home", filepath.Join(os.TempDir(), "lectern-answers"), "folder for the libraries")
	only := flag.String("only", "", "sentences or subjects; both if empty")
	flag.Parse()
	if err := measure(flag.Arg(0), *home, *only); err != nil {
		fmt.Fprintln(os.Stderr, "answers:", err)
		os.Exit(1)
	}
}

func measure(sets, home, only string) error {
	if sets == "" {
		return errors.New("give the folder with the evaluation sets")
	}
	if only != "subjects" {
		if err := sentences(sets); err != nil {
			return err
		}
	}
	if only == "sentences" {
		return nil
	}
	return subjects(sets, home)
}

// question of a set.
type question struct {
	Text   string `json:"question"`
	Doc    string `json:"doc"`
	Answer string `json:"answer"`
}

// lines reads a file of JSON, one value a line.
func lines[T any](path ...string) (out []T, err error) {
	file, err := os.Open(filepath.Join(path...))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	in := bufio.NewScanner(file)
	in.Buffer(nil, 16<<20)
	for in.Scan() {
		var v T
		if err := json.Unmarshal(in.Bytes(), &v); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", file.Name(), len(out)+1, err)
		}
		out = append(out, v)
	}
	return out, in.Err()
}
