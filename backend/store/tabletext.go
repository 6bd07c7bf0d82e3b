package store

import "strings"

// cellMark stands between the cells of a row. Without blanks around it a table takes about as many tokens as the page's
// text of it, and a quarter fewer than as Markdown: go test ./backend/ingest -bench Tables prints it.
const cellMark = "|"

// Text writes rows of a table, from one index up to another, under its heads: a line each, with as many cells as there
// are columns. What the figures are counted in stands with the heads, and headings that the first row stands under come
// before it.
func (t Table) Text(from, to int) string {
	from, to = max(from, 0), min(to, len(t.Rows))
	var b strings.Builder
	line := func(first string, cells []string) {
		for len(cells) > 0 && cells[len(cells)-1] == "" {
			cells = cells[:len(cells)-1]
		}
		b.WriteString(strings.Join(append([]string{first}, cells...), cellMark))
		b.WriteByte('\n')
	}
	heads := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		heads[i] = inLine(c.Head())
		if u := c.Units.String(); u != "" && !strings.Contains(heads[i], c.Units.Text) {
			heads[i] = strings.TrimSpace(heads[i] + " (" + u + ")")
		}
	}
	stub := t.Stub
	if u := t.Units.String(); u != "" && !strings.Contains(strings.ToLower(stub), strings.ToLower(t.Units.Text)) {
		stub = strings.TrimSpace(stub + " (" + u + ")")
	}
	line(inLine(stub), heads)
	for i := from; i < to; i++ {
		r := t.Rows[i]
		if i == from {
			for depth, parent := range r.Parents {
				line(strings.Repeat(" ", depth)+inLine(parent), nil)
			}
		}
		cells := make([]string, len(t.Columns))
		for _, c := range r.Cells {
			if c.Column >= 0 && c.Column < len(cells) {
				cells[c.Column] = strings.TrimSpace(cells[c.Column] + " " + inLine(c.Text))
			}
		}
		line(strings.Repeat(" ", len(r.Parents))+inLine(r.Label), cells)
	}
	return strings.TrimRight(b.String(), "\n")
}

func inLine(s string) string { return strings.Join(strings.Fields(s), " ") }
