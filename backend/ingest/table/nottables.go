package table

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/store"
)

// steps begins a line of an algorithm.
var steps = regexp.MustCompile(`^\d{1,2}:(\s|$)`)

// listing tells whether lines are those of an algorithm, which are numbered.
func listing(body []line) bool {
	n := 0
	for _, l := range body {
		n += flag(steps.MatchString(l.text()))
	}
	return 2*n > len(body)
}

// enumerated is the number of a paragraph.
var enumerated = regexp.MustCompile(`^\(?([a-zA-Z]|[ivxIVX]{1,4}|\d{1,2})[.)]$`)

// signature begins the name of who signed.
var signature = regexp.MustCompile(`(?i)^/ ?s ?/`)

// pageHead is the head of a column of page numbers.
var pageHead = regexp.MustCompile(`(?i)^(pages?( no\.?| number)?|seite|頁|页|ページ)$`)

// listed tells whether what looks like a table is a list of points or paragraphs, contents, or names of who signed.
func (d *draft) listed() bool {
	marks, numbers, long, equal := 0, 0, 0, 0
	for _, r := range d.rows {
		equal += flag(equation(r.Label) || slices.ContainsFunc(r.Cells, func(c store.Cell) bool { return equation(c.Text) }))
		marks += flag(r.Label != "" && !strings.ContainsFunc(r.Label, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }))
		numbers += flag(enumerated.MatchString(r.Label))
		if signature.MatchString(r.Label) {
			return true
		}
		for _, c := range r.Cells {
			long += flag(len(strings.Fields(c.Text)) > 7)
		}
	}
	if len(d.columns) == 1 && pageHead.MatchString(strings.Join(joinHeads(d.parts[0]), " ")) {
		return true
	}
	paragraphs := len(d.columns) == 1 && 2*long > len(d.rows)
	if 4*equal >= len(d.rows) && equal > 0 {
		return true
	}
	return 2*(marks+numbers) > len(d.rows) && (numbers == 0 || paragraphs)
}

// equation tells of a part of an equation: a sign that something is equal, or not, at its end or at its beginning.
func equation(text string) bool {
	const signs = "=≠≈≤≥"
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	return text != "" && (strings.ContainsRune(signs, first) || strings.ContainsRune(signs, last))
}

// form tells whether a grid is a form to be filled in: hardly anything stands beside its labels.
func (g *grid) form(d *draft) bool {
	cells, rows := 0, 0
	for _, r := range d.rows {
		if r.Label != "" {
			rows++
		}
		cells += len(r.Cells)
	}
	return 2*cells < rows
}

// asks tells whether most labels are questions or sentences, with a single answer beside them: those of a form that was
// filled in.
func (d *draft) asks() bool {
	const sentence = 8 // words
	n, all := 0, 0
	for _, r := range d.rows {
		if len(r.Cells) > 0 && r.Label != "" {
			all++
			n += flag(len(strings.Fields(r.Label)) >= sentence || strings.HasSuffix(r.Label, "?") || strings.HasSuffix(r.Label, ":"))
		}
	}
	figures := slices.ContainsFunc(d.rows, func(r store.Row) bool {
		return slices.ContainsFunc(r.Cells, func(c store.Cell) bool { f, ok := readFigure(c.Text); return ok && len(f.digits) > 2 })
	})
	return len(d.columns) == 1 && 2*n > all && !figures
}

// contents tells whether a single column is that of the pages in a table of contents or an index.
func contents(cols int, body []line) bool {
	dots, rows, growing, plain, last := 0, 0, 0, 0, -1
	for _, l := range body {
		if l.leaders {
			dots++
		}
		r := l.runs[len(l.runs)-1]
		if !r.number || len(l.runs) < 2 {
			continue
		}
		rows++
		if len(r.text) > 3 || strings.Trim(r.text, "0123456789") != "" {
			continue
		}
		plain++
		v := 0
		for _, digit := range r.text {
			v = 10*v + int(digit-'0')
		}
		if v >= last {
			growing++
		}
		last = v
	}
	grows, led := 10*growing >= 9*plain, 2*dots > rows
	return rows > 2 && 10*plain >= 9*rows && (cols == 1 && (grows || led) || cols == 2 && grows && led) // with the chapters' numbers
}

// chart tells whether rows are what stands along the axes of a chart: figures without labels at steps that stay the
// same, or beside drawn curves.
func (d *draft) chart(rows []line) bool {
	labels := 0
	for _, l := range rows {
		labels += flag(l.named())
	}
	return 3*labels < len(rows) && len(d.columns) < 2 || d.equations()
}

// equations tells whether a single column holds the numbers of equations: (1), (2), …
func (d *draft) equations() bool {
	for _, r := range d.rows {
		for _, c := range r.Cells {
			if len(c.Text) < 3 || len(c.Text) > 5 || c.Text[0] != '(' || c.Text[len(c.Text)-1] != ')' || strings.Trim(c.Text, "()0123456789") != "" {
				return false
			}
		}
	}
	return len(d.columns) == 1
}
