package facts

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lectern/backend/decimal"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
	"lectern/backend/text"
)

// spot is a figure where it stands.
type spot struct {
	sentence, cell, cells int    // of the passage; which figure or dash of the sentence, and how many there are
	start                 int    // in the passage's text, in bytes
	row                   bool   // the sentence is a table's row
	text                  string // of the sentence
	years                 []string
	value                 string // exact, without sign and scale word
	written               string
	unit                  string
	scale                 int // of its scale word
	scaled                bool
	negative, bracketed   bool
}

var (
	run  = regexp.MustCompile(`[0-9０-９]+(?:[.,'’．，][0-9０-９]+)*`)
	year = regexp.MustCompile(`(?:19|20)\d\d`)
	dash = regexp.MustCompile(`(?:^|\s)[—–-]+(?:\s|$)`)
)

// spots are the figures of a passage with their places.
func spots(t store.Text) []spot {
	var out []spot
	found := text.Figures(t.Text, "")
	at := 0
	for i, sentence := range t.Sentences {
		from := strings.Index(t.Text[at:], sentence)
		if from < 0 {
			continue
		}
		from += at
		at = from + len(sentence)
		var own []text.Figure
		for _, f := range found {
			if f.Start >= from && f.End <= at {
				own = append(own, f)
			}
		}
		var dashes []int
		if len(own) > 0 {
			for _, d := range dash.FindAllStringIndex(sentence, -1) {
				at, first := from+d[0], own[0].Start
				if at > first || !strings.ContainsFunc(t.Text[at:first], unicode.IsLetter) { // not one of the name's
					dashes = append(dashes, at)
				}
			}
		}
		row := isRow(sentence, len(own))
		years := text.YearNames(sentence)
		for k, f := range own {
			s := spot{sentence: i, cell: k, cells: len(own), start: f.Start, row: row, text: sentence, years: years, written: f.Text, unit: f.Unit}
			for _, d := range dashes {
				s.cells++
				if d < f.Start {
					s.cell++
				}
			}
			s.value, s.scale = exactly10(f)
			s.scaled = f.Scaled
			if f.Unit == "pp" && s.scale < 0 { // basis points
				s.scaled = true
			}
			s.negative, s.bracketed = signAt(t.Text, f)
			out = append(out, s)
		}
	}
	return out
}

// isRow tells whether a sentence is a table's row: figures at its end, and few words.
func isRow(sentence string, figures int) bool {
	letters, others := 0, 0
	for _, r := range sentence {
		switch {
		case unicode.IsLetter(r):
			letters++
		case !unicode.IsSpace(r):
			others++
		}
	}
	last := strings.TrimRight(sentence, " )%\n*")
	ends := last != "" && (unicode.IsDigit(rune(last[len(last)-1])) || strings.HasSuffix(last, "—") || strings.HasSuffix(last, "-"))
	return figures > 0 && ends && (figures > 1 || letters < 40) && letters < 8*max(1, others)
}

// scaleWords are the words that the lexer reads as powers of ten. A German Billion is another one.
var scaleWords = []struct {
	words *regexp.Regexp
	scale int
}{
	{regexp.MustCompile(`千万`), 7}, {regexp.MustCompile(`百万`), 6}, {regexp.MustCompile(`十億`), 9}, {regexp.MustCompile(`百億`), 10}, {regexp.MustCompile(`千億`), 11},
	{regexp.MustCompile(`(?i)thousand|tausend|tsd|\dk\b|千`), 3}, {regexp.MustCompile(`(?i)mill|mio|mn\b|\dm\b`), 6}, {regexp.MustCompile(`(?i)milliard|mrd|bn\b|billion|\db\b`), 9},
	{regexp.MustCompile(`(?i)billion|bio\b|trillion|tn\b|兆`), 12}, {regexp.MustCompile(`[億亿]`), 8}, {regexp.MustCompile(`[万萬]`), 4},
	{regexp.MustCompile(`(?i)basis|bps?\b`), -2},
}

// exactly10 is a figure's number as it is written, with its places, and the power of ten of its scale word.
func exactly10(f text.Figure) (value string, scale int) {
	bare := strings.Map(func(r rune) rune {
		switch {
		case r >= '０' && r <= '９':
			return r - '０' + '0'
		case r == '，':
			return ','
		case r == '．':
			return '.'
		case r == '\'' || r == '’':
			return -1
		}
		return r
	}, run.FindString(f.Text))
	total, err := decimal.Parse(f.Value)
	if err != nil {
		return f.Value, 0
	}
	powers := []int{0}
	for _, w := range scaleWords {
		if w.words.MatchString(f.Text) {
			powers = append(powers, w.scale)
		}
	}
	english, german := strings.ReplaceAll(bare, ",", ""), strings.Replace(strings.ReplaceAll(bare, ".", ""), ",", ".", 1)
	for _, reading := range []string{english, german} {
		d, err := decimal.Parse(reading)
		for _, n := range powers {
			if err == nil && d.Shift(n).Cmp(total) == 0 {
				return reading, n
			}
		}
	}
	return f.Value, 0 // such as 1億2000万
}

// signAt tells whether a figure has a minus sign, or stands in brackets.
func signAt(body string, f text.Figure) (negative, bracketed bool) {
	before := strings.TrimRight(body[max(0, f.Start-4):f.Start], " $€£¥")
	raw := f.Text
	if i := strings.IndexAny(raw, "0123456789"); i > 0 {
		before += strings.TrimRight(raw[:i], " $€£¥")
	}
	after := strings.TrimLeft(body[f.End:min(len(body), f.End+3)], " %")
	bracketed = strings.HasSuffix(before, "(") && strings.HasPrefix(after, ")")
	for _, minus := range []string{"-", "−", "–", "△", "▲"} {
		if rest, ok := strings.CutSuffix(before, minus); ok {
			negative = rest == "" || strings.HasSuffix(rest, " ") || strings.HasSuffix(rest, "\n") || strings.HasSuffix(rest, "(") || minus == "△" || minus == "▲"
		}
	}
	return negative, bracketed
}

// asWritten reads a figure as a model copied it.
func asWritten(s string) (spot, bool) {
	s = strings.TrimSpace(s)
	fs := text.Figures(s, "")
	if len(fs) == 0 { // such as 2018, which looks like a year
		digits := run.FindString(s)
		if _, err := decimal.Parse(strings.ReplaceAll(digits, ",", "")); err != nil {
			return spot{}, false
		}
		return spot{value: strings.ReplaceAll(digits, ",", ""), negative: strings.HasPrefix(s, "-") || strings.HasPrefix(s, "(")}, true
	}
	var out spot
	out.value, out.scale = exactly10(fs[0])
	out.negative, out.bracketed = signAt(s, fs[0])
	out.negative = out.negative || out.bracketed
	return out, true
}

// ValueOf reads a figure as somebody wrote it: an exact decimal without sign and scale word; false if it is none.
func ValueOf(written string) (value string, ok bool) {
	s, ok := asWritten(written)
	return s.value, ok
}

// equal compares two numbers by value; places don't count.
func equal(a, b string) bool {
	x, err := decimal.Parse(a)
	y, wrong := decimal.Parse(b)
	return err == nil && wrong == nil && x.Cmp(y) == 0
}

func plainWords(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// called tells whether a row or sentence holds a name, word for word but for case and marks.
func called(text, name string) bool {
	name = plainWords(name)
	return name != "" && strings.Contains(" "+plainWords(text)+" ", " "+name+" ") || name != "" && strings.Contains(plainWords(text), name) && !spaced(name)
}

// spaced tells whether a name's script parts words.
func spaced(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) })
}

// inProse is the share of a name's words that a sentence has to hold: prose says the same in other words than a table.
const inProse = .5

// wrapped is how many lines above a row its name may begin.
const wrapped = 3

// calledAt looks for a row's name in its sentence, in the lines above that it may have been wrapped from, and in their
// headings.
func (r Reader) calledAt(p store.Text, s spot, name string) bool {
	words := keyword.NewCoverage(keyword.ContentWords(name))
	if called(s.text, name) || words.Of(s.text) == 1 {
		return true
	}
	if !s.row {
		return words.Of(s.text) >= inProse
	}
	page, at := r.PageOf(p)
	lines := strings.Split(strings.TrimRight(page[:min(len(page), at+s.start)], "\n"), "\n")
	text := s.text
	for i := 1; i <= wrapped && i < len(lines); i++ {
		above := lines[len(lines)-1-i]
		if len(run.FindAllString(above, -1)) > 1 {
			break // another row
		}
		if text = above + " " + text; called(text, name) || words.Of(text) == 1 {
			return true
		}
	}
	return false
}

func yearName(y int) string {
	if y == 0 {
		return ""
	}
	return strconv.Itoa(y)
}

// headReach is how many lines above a row its table's head is looked for.
const headReach = 60

// columnYear is the year at the head of a figure's column; "" if the head can't be told.
func (r Reader) columnYear(p store.Text, s spot) string {
	if !s.row {
		return ""
	}
	page, at := r.PageOf(p)
	lines := strings.Split(page[:min(len(page), at+s.start)], "\n")
	var stacked []string // years that have a line each, the last first
	for i := 1; i < len(lines) && i <= headReach; i++ {
		line := strings.TrimSpace(lines[len(lines)-1-i])
		years := year.FindAllString(line, -1)
		if len(years) == 1 && line == years[0] {
			stacked = append([]string{line}, stacked...)
			if years = stacked; len(years) < s.cells {
				continue
			}
		} else {
			stacked = nil
		}
		if len(years) == s.cells && len(years) > 1 && len(run.FindAllString(year.ReplaceAllString(line, ""), -1)) <= len(years) {
			return years[s.cell]
		}
	}
	return ""
}

// unitWords tell in what a page's tables are.
var unitWords = []struct {
	words *regexp.Regexp
	scale int
}{
	{regexp.MustCompile(`(?i)\b(?:in|of) (?:[A-Za-z.$€£]+ ){0,3}thousands\b|\(thousands|[$€]\s?000|\btsd\.? ?(?:€|eur)|\bt€|\bin tausend|千円|千ドル`), 3},
	{regexp.MustCompile(`(?i)\b(?:in|of) (?:[A-Za-z.$€£]+ ){0,3}millions?\b|\(millions|\bin (?:mio|millionen)\b|\b(?:mio\.?|mn) ?(?:€|eur|usd)|\b(?:€|eur|usd|\$) ?(?:mio\b|mn?\b|millions\b)|百万円|百万ドル`), 6},
	{regexp.MustCompile(`(?i)\b(?:in|of) (?:[A-Za-z.$€£]+ ){0,3}billions?\b|\(billions|\bin (?:mrd|milliarden)\b|\bmrd\.? ?(?:€|eur)|十億円`), 9},
	{regexp.MustCompile(`億円`), 8},
}

// UnitLine is the last line of a text that says what tables are in; "" if none does.
func UnitLine(body string) string {
	lines := strings.Split(body, "\n")
	for _, line := range slices.Backward(lines) {
		if len(text.Figures(line, "")) > 0 { // an amount, not a table's unit
			continue
		}
		for _, u := range unitWords {
			if u.words.MatchString(line) {
				return strings.TrimSpace(line)
			}
		}
	}
	return ""
}

func lineScale(line string) (int, bool) {
	for _, u := range unitWords {
		if u.words.MatchString(line) {
			return u.scale, true
		}
	}
	return 0, false
}

// scaleAt is what the table that a figure stands in says it is in: the nearest line above, on its page, else on the
// rest of the page or the page before.
func (r Reader) scaleAt(p store.Text, s spot) (int, bool) {
	page, at := r.PageOf(p)
	texts := []string{page[:min(len(page), at+s.start)], page}
	if before, err := r.Pages.Get(p.Ref.Document, p.Page-1); err == nil {
		texts = append(texts, before.Text)
	}
	for _, text := range texts {
		if scale, told := lineScale(UnitLine(text)); told {
			return scale, true
		}
	}
	return 0, false
}

// CurrencyAt is the first currency that any of the texts names.
func CurrencyAt(texts ...string) string {
	for _, t := range texts {
		if code := text.CurrencyIn(t); code != "" {
			return code
		}
	}
	return ""
}
