package table

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// kind is what a line is, seen alone.
type kind int

const (
	other   kind = iota // a label, a heading, a line of text
	data                // figures
	periods             // years as its only figures: a head
)

func (l line) kind() kind {
	figures, years, texts, strong, marks, single := 0, 0, 0, 0, 0, 0
	for i, r := range l.runs {
		switch {
		case r.number && year(r.text):
			years++
		case r.figured(i):
			if figures++; !r.none {
				strong++
			}
			marks += flag(noteMark.MatchString(r.text))
			single += flag(len(r.text) == 1 && !r.none)
		default:
			texts++
		}
	}
	switch {
	case strong == 1 && marks == 1 && texts > 2, // the mark of a head's note
		strong > 0 && single == figures && texts > 2*figures+2: // "Level 2" in two lines
		return other
	case strong == 0 && years > 0 && figures == 0:
		return periods
	case strong == 0 && years == 1 && figures > 0 && texts == 0 && year(l.runs[0].text): // a year's row of dashes
		return data
	case strong == 0 && figures > 0 && texts > 0,
		strong > 1,
		strong == 1 && (figures > 1 || years == 1 && texts == 0),
		strong == 1 && texts > 0 && !l.runs[0].number,
		strong == 1 && texts == 0: // a sum without a label, if it fits
		return data
	}
	return other
}

// kinds of a zone's lines. A line of small whole numbers over rows with labels ("737 747 767 Total") is a head.
func kinds(ls []line, h float64) []kind {
	out := make([]kind, len(ls))
	for i, l := range ls {
		out[i] = l.kind()
	}
	for i, l := range ls {
		if l.unitsLabel() {
			if out[i] == data {
				out[i] = periods
			}
			if i > 0 && out[i-1] == data && l.y0-ls[i-1].y1 < .8*h && ls[i-1].x0 > l.runs[0].x1 { // the line of the heads above it
				out[i-1] = other
			}
		}
		if l.counted() {
			out[i] = periods
		}
		if out[i] != data || !l.runs[0].number || len(l.runs) < 3 || !l.small() || slices.Contains(out[max(0, i-4):i], data) { // within a table it is a row
			continue
		}
		for k := i + 1; k < min(len(ls), i+4); k++ {
			if out[k] == data && !ls[k].runs[0].number {
				out[i] = periods
			}
			if out[k] == data || ls[k].y0-ls[k-1].y1 > 2*h {
				break
			}
		}
	}
	return out
}

// counted tells whether a line only numbers columns: (1), (2), (3), …
func (l line) counted() bool {
	for i, r := range l.runs {
		if strings.Trim(r.text, "()") != strconv.Itoa(i+1) || r.text[0] != '(' {
			return false
		}
	}
	return len(l.runs) > 1
}

// unitsLabel tells whether only the units stand where a row has its label.
func (l line) unitsLabel() bool {
	u, only, ok := unitsOf(l.runs[0].text)
	return ok && only && (u.Exponent > 0 || l.runs[0].text[0] == '(') && len(l.runs) > 2 && !l.runs[0].number && len(l.runs[0].text) > 2
}

// noteMark is a figure in brackets that rather marks a note.
var noteMark = regexp.MustCompile(`^\(\d\)$`)

// small tells whether the line's figures are whole numbers of at most four digits.
func (l line) small() bool {
	for _, r := range l.runs {
		if r.number && (len(r.text) > 4 || strings.Trim(r.text, "0123456789") != "") {
			return false
		}
	}
	return true
}

// prose tells whether a line is one of running text.
func (l line) prose() bool {
	const many = 12 // words
	for _, r := range l.runs {
		if len(r.words) >= many || len(r.words) < many && wideLetters(r.text) > 25 {
			return true
		}
	}
	return false
}

// wideLetters counts the characters of a text that are written without spaces between words.
func wideLetters(s string) (n int) {
	for _, r := range s {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
			n++
		}
	}
	return n
}

var (
	total = regexp.MustCompile(`(?i)^((sub|grand )?totals?|net|gesamt|summe|insgesamt|sum|overall|all)\b|合計|小計|总计|合计|總計|計$`)
	// period names a time: what heads of columns do.
	period = regexp.MustCompile(`(?i)\b((19|20)\d\d|jan(uary|uar)?|feb(ruary|ruar)?|mar(ch)?|märz|apr(il)?|ma[iy]|june?|juni|july?|juli|aug(ust)?|sept?(ember)?|o[ck]t(ober)?|nov(ember)?|de[cz](ember)?|[qh][1-4]|[1-4]q|months?|weeks?|quarters?|years? ended|fiscal|change|veränderung|geschäftsjahr|jahr|quartal)\b|年|四半期|期末|上期|下期|季度|前期|当期|同期`)
	// statement begins a title.
	statement = regexp.MustCompile(`(?i)^(tab(le|elle|\.)?|fig(ure|\.)?|exhibit|schedule|note|anhang|表|図|图) ?\d|statements? of|balance sheets?`)
	// numbered begins a title that stands below what it names.
	numbered = regexp.MustCompile(`(?i)^(tab(le|elle|\.)?|fig(ure|\.)?|表|図|图) ?\d`)
	// lead announces a table in a sentence.
	lead = regexp.MustCompile(`(?i)\bfollow(s|ing)?\b.*[:：]$|\bfollows$|\bfolgende\w*\b.*:$|以下.*[:：]$|如下.*[:：]$`)
	// footnote is a line under a table that explains a mark.
	footnote = regexp.MustCompile(`^(\([a-z0-9]{1,2}\)|\*{1,3}|[†‡§]|[※注]\d?|\d{1,2}\)) ?\pL`)
)

// lower tells whether a text goes on with a word in lower case.
func lower(s string) bool {
	rs := []rune(s)
	return len(rs) > 0 && (unicode.IsLower(rs[0]) || rs[0] == '(' && len(rs) > 3 && unicode.IsLower(rs[1]))
}
