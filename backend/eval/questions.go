package eval

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"lectern/backend/messages"
)

// Page is a page of a document, counted from 1. A question may name one that the document doesn't have: see NoPages.
type Page struct {
	Doc  string `json:"doc"`
	Page int    `json:"page"`
}

// Question is a question whose answer stands on known pages.
type Question struct {
	QID    string `json:"qid"`
	Text   string `json:"question"`
	Doc    string `json:"doc"`  // that it is about; "" if its gold pages say it
	Gold   []Page `json:"gold"` // where the answer stands; at least one
	Type   string `json:"type"` // by which results are told apart; may be ""
	Answer string `json:"answer"`
}

// Docs are the documents that the question is about.
func (q Question) Docs() []string {
	if q.Doc != "" {
		return []string{q.Doc}
	}
	var docs []string
	seen := map[string]bool{}
	for _, g := range q.Gold {
		if !seen[g.Doc] {
			seen[g.Doc] = true
			docs = append(docs, g.Doc)
		}
	}
	return docs
}

// wrongLines bounds how many bad lines are told at once.
const wrongLines = 10

// ReadQuestions reads questions, one JSON object a line, or a table with a head if the name ends in .csv. Every bad line is told
// with its number and what is wanted.
func ReadQuestions(path string) ([]Question, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, messages.Error("eval.questions-unreadable", messages.Args{"error": err})
	}
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	r := reader{name: filepath.Base(path), at: map[string]int{}}
	if strings.EqualFold(filepath.Ext(path), ".csv") {
		r.table(raw)
	} else {
		r.objects(raw)
	}
	if r.wrong > wrongLines {
		r.errs = append(r.errs, messages.Error("eval.more-lines", messages.Args{"number": r.wrong - wrongLines}))
	}
	if len(r.errs) == 0 && len(r.questions) == 0 {
		return nil, messages.Error("eval.no-questions", messages.Args{"name": r.name})
	}
	return r.questions, errors.Join(r.errs...)
}

// reader collects questions and what is wrong with their lines.
type reader struct {
	name      string
	questions []Question
	at        map[string]int // line of a question by its id
	errs      []error
	wrong     int
}

func (r *reader) fail(line int, key string, args ...messages.Args) {
	if r.wrong++; r.wrong <= wrongLines {
		r.errs = append(r.errs, messages.Error("eval.line", messages.Args{"file": r.name, "line": line, "wrong": messages.New(key, args...)}))
	}
}

func (r *reader) objects(raw []byte) {
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, len(raw)+1)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var q struct {
			Question
			Gold []struct {
				Doc  string `json:"doc"`
				Page *int   `json:"page"`
			} `json:"gold"`
		}
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			r.fail(n, "eval.no-such-question", messages.Args{"error": err})
			continue
		}
		whole := true
		for _, g := range q.Gold {
			if whole = whole && g.Page != nil; whole {
				q.Question.Gold = append(q.Question.Gold, Page{cmp.Or(g.Doc, q.Doc), *g.Page})
			}
		}
		if !whole {
			r.fail(n, "eval.no-gold-page-number")
			continue
		}
		r.add(n, q.Question)
	}
}

// add checks a question and keeps it.
func (r *reader) add(line int, q Question) {
	switch first, twice := r.at[q.QID]; {
	case strings.TrimSpace(q.QID) == "":
		r.fail(line, "eval.no-qid")
	case twice:
		r.fail(line, "eval.qid-already", messages.Args{"qid": fmt.Sprintf("%q", q.QID), "line": first})
	case strings.TrimSpace(q.Text) == "":
		r.fail(line, "eval.no-question")
	case len(q.Gold) == 0:
		r.fail(line, "eval.no-gold-page")
	default:
		for _, g := range q.Gold {
			if strings.TrimSpace(g.Doc) == "" {
				r.fail(line, "eval.no-document")
				return
			}
		}
		r.at[q.QID] = line
		r.questions = append(r.questions, q)
	}
}
