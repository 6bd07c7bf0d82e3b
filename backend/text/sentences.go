package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Longest is how much a sentence may weigh, see Weigh: what a passage takes.
const Longest = 1200

// Sentences cuts a page's text into the pieces that a citation may point at: sentences of prose, which run over line
// ends, and single lines where lines mean something (table rows, headings, list entries, short lines). Together they
// cover everything but white space. A piece longer than Longest is cut at a space.
func Sentences(text string) []Span {
	s := []Span{}
	words := vocabularies()[tongue(text)]
	for _, run := range runs(text, words) {
		s = splitRun(s, text, run, words)
	}
	return s
}

const narrow = 40 // Latin characters: prose runs through wider lines

// row is a line of the page and what it looks like.
type row struct {
	Span
	text  string
	width int  // in Latin characters; a Chinese one counts twice
	after bool // an empty line stands above
	table bool
}

// runs groups lines that one sentence may run through.
func runs(text string, words vocabulary) []Span {
	rows := survey(text)
	var out []Span
	for i, r := range rows {
		if n := len(out); n > 0 && !breaks(rows, i, words) {
			out[n-1].End = r.End
			continue
		}
		out = append(out, r.Span)
	}
	return out
}

func survey(text string) []row {
	rows := make([]row, 0, strings.Count(text, "\n")+1)
	at, after := 0, true
	for line := range strings.Lines(text) {
		start := at
		at += len(line)
		trimmed := strings.TrimSpace(line)
		if trimmed == "" {
			after = true
			continue
		}
		start += strings.Index(line, trimmed)
		rows = append(rows, row{Span: Span{Start: start, End: start + len(trimmed)}, text: trimmed, width: width(trimmed), after: after})
		after = false
	}
	// A line that ends in two figures is a table's row; one that ends in a single figure only beside another.
	figures := make([]int, len(rows))
	for i, r := range rows {
		figures[i] = trailingFigures(r.text)
		rows[i].table = figures[i] >= 2 || figures[i] == 1 && !strings.ContainsFunc(r.text, unicode.IsLetter)
	}
	for i, r := range rows {
		if figures[i] == 1 && r.width < 80 && len(strings.Fields(r.text)) <= 10 &&
			(i > 0 && figures[i-1] > 0 || i+1 < len(rows) && figures[i+1] > 0) {
			rows[i].table = true
		}
	}
	return rows
}

// breaks tells whether line i can't belong to the sentence that line i-1 ends with.
func breaks(rows []row, i int, words vocabulary) bool {
	above, r := rows[i-1], rows[i]
	first, _ := utf8.DecodeRuneInString(r.text)
	switch {
	case r.table || above.table:
		return true
	case bullet(r.text) && !mistaken(rows, i, words):
		return true
	case r.after:
		// A gap ends a sentence unless it plainly goes on: a page's column or a figure may stand between.
		return ended(above.text) || !unicode.IsLower(first) || above.width < narrow || LooksLikeHeading(above.text)
	}
	block := widest(rows, i)
	short := above.width*10 < block*6
	switch {
	case unicode.IsLower(first):
		return false
	case block < narrow: // an address, a title page, a cell's words
		return true
	case short && LooksLikeHeading(above.text), short && !openEnded(above.text, words):
		return true
	}
	return LooksLikeHeading(r.text) && r.width*4 < block*3 && ended(above.text)
}

// widest is the width of the lines around line i, up to the next gap.
func widest(rows []row, i int) int {
	const reach = 6
	w := 0
	for k := i; k < len(rows) && k < i+reach && (k == i || !rows[k].after); k++ {
		w = max(w, rows[k].width)
	}
	for k := i - 1; k >= 0 && k > i-reach; k-- {
		w = max(w, rows[k].width)
		if rows[k].after {
			break
		}
	}
	return w
}

func ended(line string) bool {
	line = strings.TrimRightFunc(line, closer)
	last, _ := utf8.DecodeLastRuneInString(line)
	return strings.ContainsRune(".:;!?。！？：；…", last)
}

// openEnded tells whether a line asks for more: a comma, or a word that no sentence ends with.
func openEnded(line string, words vocabulary) bool {
	last, _ := utf8.DecodeLastRuneInString(line)
	if strings.ContainsRune(",，、-–—&/(", last) {
		return true
	}
	return words.of(lastField(line))&roleDangling != 0
}

// trailingFigures counts the figures that a line ends with; a dash alone is a figure once there is another.
func trailingFigures(line string) int {
	const enough = 3
	n := 0
	for n < enough && line != "" {
		at := strings.LastIndexByte(line, ' ')
		word := line[at+1:]
		switch {
		case figure(word):
			n++
		case strings.Trim(word, "$€£¥%()*†‡—–-") == "": // a sign or an empty cell
		default:
			return n
		}
		line = line[:max(at, 0)]
	}
	return n
}

// figure tells whether a word is a cell's number: "1,234", "(3.5)%", "$12", "2018", "12.5x", "1.234,50".
func figure(word string) bool {
	if len(word) > 32 {
		return false
	}
	core := strings.Trim(word, "$€£¥%()*†‡+-–—−x")
	if core == "" {
		return false
	}
	for i, r := range core {
		if !unicode.IsDigit(r) && (i == 0 || i == len(core)-1 || r != ',' && r != '.' && r != '’' && r != '\'') {
			return false
		}
	}
	return true
}
