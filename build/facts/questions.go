package main

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/store"
)

// question is one of a set, of either form.
type question struct {
	ID       string          `json:"id"`
	QID      string          `json:"qid"`
	Doc      string          `json:"doc"`
	Text     string          `json:"question"`
	Lang     string          `json:"lang"`
	Answer   json.RawMessage `json:"answer"` // a number, a text with one, or null
	Scale    float64         `json:"scale"`
	Kind     string          `json:"kind"`
	Type     string          `json:"type"`
	Cells    []cell          `json:"cells"`
	Part     string          `json:"part"`
	Set      string          `json:"-"`
	expected string
}

// cell is one that the answer stands in, or is worked out of.
type cell struct {
	Page int    `json:"page"`
	Text string `json:"text"`
}

// has tells whether a figure that was shown as likely is the answer, or one of its cells is.
func (q question) has(f *store.Figure) bool {
	if f.Formula != "" {
		return q.judge(f) == right
	}
	return len(q.Cells) == 1 && slices.ContainsFunc(f.Cells, func(c store.Operand) bool {
		return c.Page == q.Cells[0].Page && digits(c.Text) == digits(q.Cells[0].Text)
	})
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '.' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, s)
}

func read(path string) (out []question, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	set := strings.TrimSuffix(filepath.Base(path), ".jsonl")
	if set == "questions" {
		set = filepath.Base(filepath.Dir(path))
	}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		q := question{Set: set}
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return nil, err
		}
		if q.Type != "" && q.Type != "metrics-generated" && q.Type != "trap" {
			continue
		}
		if q.ID == "" {
			q.ID = q.QID
		}
		if q.Part == "" {
			q.Part = "test"
		}
		if q.Lang == "" {
			q.Lang = "en"
		}
		if q.expected = strings.Trim(string(q.Answer), `"`); q.expected == "null" {
			q.expected = ""
		}
		if q.Kind == "" {
			q.Kind = "figure"
		}
		if q.expected == "" {
			q.Kind = "trap"
		}
		out = append(out, q)
	}
	return out, nil
}

const (
	right    = "right"
	wrong    = "wrong"
	declined = "declined"
)

var (
	number   = regexp.MustCompile(`-?\d[\d,]*\.?\d*`)
	negative = regexp.MustCompile(`\(\s*\$?\d|-\$`)
)

// judge compares an answer with the expected one, to a hundredth or to the places that it has.
func (q question) judge(f *store.Figure) string {
	switch {
	case f == nil:
		return declined
	case q.expected == "":
		return wrong
	}
	text := number.FindString(q.expected)
	gold, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	got, err2 := strconv.ParseFloat(f.Asked, 64)
	if err != nil || err2 != nil {
		return wrong
	}
	if negative.MatchString(q.expected) {
		gold = -math.Abs(gold)
	}
	places := 0
	if _, fraction, ok := strings.Cut(text, "."); ok {
		places = len(strings.TrimRight(fraction, "0"))
	}
	if math.Abs(got-gold) <= math.Max(math.Abs(gold)*.01, .5*math.Pow10(-places))+1e-9 && len(f.Cells) > 0 {
		return right
	}
	return wrong
}
