package eval

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/messages"
)

// table reads a CSV file: columns by the names in its head, pages of one cell parted by ";", further gold pages in rows
// with the same qid.
func (r *reader) table(raw []byte) {
	rows := csv.NewReader(bytes.NewReader(raw))
	rows.TrimLeadingSpace, rows.FieldsPerRecord = true, -1
	if head, _, _ := bytes.Cut(raw, []byte("\n")); bytes.Count(head, []byte(";")) > bytes.Count(head, []byte(",")) {
		rows.Comma = ';' // as spreadsheets write it where the comma is for decimals
	}
	head, err := rows.Read()
	for i := range head {
		head[i] = strings.ToLower(strings.TrimSpace(head[i]))
	}
	column := func(names ...string) int {
		return slices.IndexFunc(head, func(h string) bool { return slices.Contains(names, h) })
	}
	qid, question, doc, pages, kind, answer := column("qid"), column("question"), column("doc"), column("page", "pages"), column("type"), column("answer")
	if err != nil || min(qid, question, doc, pages) < 0 {
		r.fail(1, "eval.head-wanted")
		return
	}
	known := map[string]int{} // index into all
	var all []Question
	var lines []int
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			line := 0
			var wrong *csv.ParseError
			if errors.As(err, &wrong) {
				line, err = wrong.Line, wrong.Err
			}
			r.fail(line, "eval.no-row", messages.Args{"error": err})
			break
		}
		line, _ := rows.FieldPos(0)
		cell := func(i int) string {
			if i < 0 || i >= len(row) {
				return ""
			}
			return strings.TrimSpace(row[i])
		}
		q := Question{QID: cell(qid), Text: cell(question), Doc: cell(doc), Type: cell(kind), Answer: cell(answer)}
		gold, wrong := goldPages(q.Doc, cell(pages))
		if wrong != "" {
			r.fail(line, "eval.no-page", messages.Args{"page": fmt.Sprintf("%q", wrong)})
			continue
		}
		q.Gold = gold
		i, more := known[q.QID]
		if !more || q.QID == "" {
			known[q.QID] = len(all)
			all, lines = append(all, q), append(lines, line)
			continue
		}
		if q.Text != "" && q.Text != all[i].Text {
			r.fail(line, "eval.qid-with-another", messages.Args{"qid": fmt.Sprintf("%q", q.QID), "line": lines[i]})
			continue
		}
		all[i].further(q)
	}
	for i, q := range all {
		r.add(lines[i], q)
	}
}

// further takes the gold pages of another row of the same question.
func (q *Question) further(row Question) {
	if row.Doc != "" && row.Doc != q.Doc {
		q.Doc = "" // it is about several
	}
	for _, g := range row.Gold {
		if g.Doc == "" {
			g.Doc = q.Doc
		}
		q.Gold = append(q.Gold, g)
	}
}

// goldPages reads the pages of a cell, or returns what in it is none.
func goldPages(doc, cell string) (gold []Page, wrong string) {
	for part := range strings.SplitSeq(cell, ";") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil, part
		}
		gold = append(gold, Page{doc, n})
	}
	return gold, ""
}
