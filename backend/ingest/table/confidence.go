package table

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"lectern/backend/store"
)

// What speaks against a table, and how much: its confidence is 1 / (1 + e^-x) of their sum.
const (
	trust         = 3.0
	noHeads       = -2.5 // share of the columns without a head
	twiceHeads    = -2.0 // two columns have the same heads
	noLabels      = -3.0 // share of the rows without a label, but for sums
	sameLabels    = -.5
	doubleCells   = -4.0 // share of the cells that hold more than one figure
	strayText     = -2.0 // share of cells in columns of figures that are no figures
	addsUp        = 1.0
	missesTotals  = -.7 // rows that say they are a total, and are none
	carriedHeads  = -.3
	fewRows       = -.7
	guessedGroups = -2.5
	announced     = .5   // the text says that it follows, or it has a number: for one without heads
	oneOfTexts    = -1.5 // a single column without a head, most of it no figures
)

// hopeless is the confidence below which what was found is no table.
const hopeless = .5

// judge tells how likely it is that a table's rows and heads are right.
func (t *found) judge() {
	x := trust
	cols, rows, cells := float64(len(t.Columns)), 0.0, 0.0
	bare, twice := 0.0, 0.0
	seen := map[string]bool{}
	for i, c := range t.Columns {
		head := c.Head()
		if t.shares(i) {
			head += "\x00" // an amount and its share may have the same head
		}
		switch {
		case fragment(c):
			bare++
		case seen[head]:
			twice++
		default:
			seen[head] = true
		}
	}
	const sentence = 14 // words
	unlabelled, doubled, stray, totals, adding, prose := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
	numbers := make([]int, len(t.Columns))
	texts := make([]int, len(t.Columns))
	for _, r := range t.Rows {
		if len(r.Cells) == 0 {
			continue
		}
		rows++
		if len(strings.Fields(r.Label)) > sentence || slices.ContainsFunc(r.Cells, func(c store.Cell) bool { return len(strings.Fields(c.Text)) > sentence }) {
			prose++
		}
		if r.Label == "" && !r.Total && len(r.Parents) == 0 {
			unlabelled++
		}
		if total.MatchString(r.Label) {
			totals++
			if r.Total {
				adding++
			}
		}
		for _, c := range r.Cells {
			cells++
			_, figure := readFigure(c.Text)
			switch {
			case figure:
				numbers[c.Column]++
			default:
				texts[c.Column]++
				if several(c.Text) {
					doubled++
				}
			}
		}
	}
	for c := range numbers {
		if numbers[c] > texts[c] {
			stray += float64(texts[c])
		}
	}
	if rows == 0 || cells == 0 || cols == 0 {
		t.Confidence = 0
		return
	}
	x += noHeads*bare/cols + twiceHeads*min(twice, 1) + noLabels*unlabelled/rows + doubleCells*doubled/cells + strayText*stray/cells
	if adding > 0 {
		x += addsUp
	} else if totals > 0 {
		x += missesTotals
	}
	if t.Continues {
		x += carriedHeads
	}
	if bare == cols && slices.ContainsFunc(strings.Split(t.Caption, "\n"), func(l string) bool { return lead.MatchString(l) || numbered.MatchString(l) }) {
		x += announced
	}
	if rows < 3 {
		x += fewRows
	}
	if 10*prose > 3*rows && bare == cols { // text that happens to hold figures
		x -= trust
	}
	if cols == 1 && bare == 1 && numbers[0] < texts[0] {
		x += oneOfTexts
	}
	if t.guessed {
		x += guessedGroups
	}
	if cols == 1 && 2*unlabelled > rows { // a list, or an axis
		x -= trust
	}
	t.Confidence = math.Round(100/(1+math.Exp(-x))) / 100
	for i := range t.Rows {
		for k := range t.Rows[i].Cells {
			c := &t.Rows[i].Cells[k]
			if several(c.Text) && c.Value == "" || fragment(t.Columns[c.Column]) && len(t.Columns) > 1 {
				c.Confidence = min(t.Confidence, store.Sure-.1)
			}
		}
	}
}

// piece is what is left of a head that was torn: "31,", "For", "December".
var piece = regexp.MustCompile(`(?i)^(\d{1,2},|for|the|of|and|ended|january|february|march|april|june|july|august|september|october|november|december)$`)

// fragment tells whether a column's own head is none: nothing, a piece of one, or a figure of the rows.
func fragment(c store.Column) bool {
	if len(c.Heads) == 0 {
		return true
	}
	last := c.Heads[len(c.Heads)-1]
	f, ok := readFigure(last)
	return last == "" || piece.MatchString(last) || ok && !f.none && !year(last) && (f.currency != "" || strings.ContainsAny(f.digits, ".,") || len(f.digits) == 3)
}

// shares tells whether most figures of a column are percentages.
func (t *found) shares(column int) bool {
	percent, all := 0, 0
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			if c.Column == column && c.Value != "" {
				all++
				percent += flag(c.Units.Percent)
			}
		}
	}
	return 2*percent > all
}

// several tells whether a text holds more than one figure and nothing else.
func several(text string) bool {
	n := 0
	for word := range strings.FieldsSeq(text) {
		if _, ok := readFigure(word); !ok {
			return false
		}
		n++
	}
	return n > 1 && !single(text)
}

// single tells whether a text holds one figure at most: not two with a space between them.
func single(text string) bool {
	before, figures := "", false
	for word := range strings.FieldsSeq(text) {
		_, figure := readFigure(word)
		spread := strings.HasPrefix(word, "±") || word[0] == '(' && strings.Contains(word, ".") && strings.Contains(before, ".")
		if figure && figures && !grouped(before, word) && !spread {
			return false
		}
		figures = figures || figure
		if before != "" {
			before += " "
		}
		before += word
	}
	return true
}
