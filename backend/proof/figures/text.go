package figures

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"lectern/backend/cells"
	"lectern/backend/store"
	"lectern/backend/text"
)

// readText takes over the figures of the page's text that aren't cells: those of prose, with the period of their
// sentence, and those of lines that look like rows of a table.
func (s *Source) readText(tables []tableSpan) {
	body := s.page.Text
	t := text.Fold(body)
	all := text.FiguresIn(body, s.language, false)
	for _, f := range all {
		if text.IsMoney(f.Unit) {
			s.currencies[f.Unit] = true
		}
	}
	units := lineUnits(t.S, s.language)
	s.scaled = s.scaled || len(units) > 0
	for _, u := range units {
		if u.currency != "" {
			s.currencies[u.currency] = true
		}
	}
	rest := s.readLines(t, all, tables, units)
	plainText := s.plainText(t)
	i := 0
	for _, line := range pageSentences(plainText) {
		var own []text.Figure
		for ; i < len(rest) && rest[i].Start < line.end; i++ {
			if rest[i].Start >= line.start {
				own = append(own, rest[i])
			}
		}
		if len(own) == 0 {
			continue
		}
		said := prose{plainText[line.start:line.end], line.start, own, nil, nil}
		for k, d := range datesIn(plainText, line, own, nil) {
			h := s.inText(own[k])
			if d.said {
				h.period = text.Period{Years: d.Years}
			}
			s.held, said.held, said.dates = append(s.held, h), append(said.held, h), append(said.dates, d)
		}
		s.prose = append(s.prose, said)
	}
	for _, f := range text.SpelledOut(body, s.language) {
		s.held = append(s.held, s.inText(f))
	}
	s.tableScales(units)
}

// plainText is the folded text if its bytes are those of the text, else the text.
func (s *Source) plainText(t text.Folded) string {
	if t.At == nil {
		return t.S
	}
	return s.page.Text
}

// tableScales gives the cells whose table doesn't say what it is counted in the scales that it may be.
func (s *Source) tableScales(units []unitLine) {
	for _, h := range s.held {
		if h.cell == nil || h.sure || h.unit == text.Percent || h.unit == text.Points || h.unit == text.Times || len(h.power) > 1 || h.power[0] != 0 {
			continue
		}
		for _, u := range units {
			if !slices.Contains(h.power, u.power) {
				h.power = append([]int{u.power}, h.power...)
			}
			if h.unit == "" && !cells.PerShare(h.row.label) {
				h.unit = u.currency
			}
		}
		if !s.scaled {
			h.power = []int{0, 6, 3, 9}
		}
	}
}

func (s *Source) inText(f text.Figure) *held {
	r := f.Readings[0]
	h := &held{source: s, text: f.Text, value: r.Value, last: r.Last, power: []int{0}, unit: f.Unit, sure: true, start: f.Start, end: f.End}
	if f.Negative && !f.Bracketed {
		h.value = r.Value.Neg()
	}
	h.loose = f.Bracketed
	return h
}

// unitLine is a line that says what the figures under it are counted in.
type unitLine struct {
	at, power int
	currency  string // "" if it says none
}

var unitLinePattern = regexp.MustCompile(`(?im)(?:\(|^|\bin |[$€£] ?)(?:[^()\n]{0,40}?\b)?(thousands|millions|billions|tausend|tsd\b|t€|millionen|mio\b|milliarden|mrd\b|milliers|milliards|millones|lakhs?|lacs|crores?)|\ben (miles) de\b|(?:单位|單位|単位)[:： ]{0,2}[^\n]{0,8}?(千|百万|百萬|万|亿|億)|[（(](千|百万|百萬|万|亿|億)[円元ド]|(?:US)?[$€] ?m(?:n|illion)?\b ?\)|[$€] ?000\b|\b(?:in|tsd) 1[.,' ]?000\b`)

func lineUnits(body, language string) (out []unitLine) {
	for _, m := range unitLinePattern.FindAllStringSubmatchIndex(body, -1) {
		end := m[1]
		if i := strings.IndexByte(body[end:], '\n'); i >= 0 && i < 60 {
			end += i
		}
		from := strings.LastIndexByte(body[:m[0]], '\n') + 1
		const longest = 110
		if m[0] > from && digit(body[m[0]-1]) || end-from > longest && body[m[0]] != '(' && !strings.HasPrefix(body[m[0]:], "（") {
			continue
		}
		word := ""
		for g := 2; g+1 < len(m); g += 2 {
			if m[g] >= 0 {
				word = body[m[g]:m[g+1]]
			}
		}
		power := 6
		switch {
		case word == "" && strings.HasSuffix(body[m[0]:m[1]], "000"):
			power = 3
		case strings.EqualFold(word, "t€"):
			power = 3
		case word != "":
			power, _ = text.ScaleWord(word, language, false)
		}
		if power > 0 {
			out = append(out, unitLine{m[0], power, text.CurrencyIn(body[from:end])})
		}
	}
	return out
}

// readLines takes the figures of lines that look like rows, and gives back those of prose.
func (s *Source) readLines(t text.Folded, all []text.Figure, tables []tableSpan, units []unitLine) (rest []text.Figure) {
	body := s.page.Text
	var heads []text.Period
	headAt := 0
	i := 0
	for start := 0; start < len(body); {
		end := len(body)
		if n := strings.IndexByte(body[start:], '\n'); n >= 0 {
			end = start + n + 1
		}
		from := i
		for i < len(all) && all[i].Start < end {
			i++
		}
		own := all[from:i]
		line := body[start:end]
		switch h := headLine(line, own); {
		case len(h) > 0:
			heads, headAt = h, start
		case len(own) == 0:
		case inTables(tables, stretch{start, end}, own):
			for _, f := range own {
				if !knownTo(tables, f) {
					rest = append(rest, f)
				}
			}
		case isRow(line, own, start):
			const far = 6000
			if start-headAt > far {
				heads = nil
			}
			s.textRow(line, start, own, heads, units)
		default:
			rest = append(rest, own...)
		}
		start = end
	}
	return rest
}

// knownTo tells whether a figure is a cell of some table.
func knownTo(tables []tableSpan, f text.Figure) bool {
	for _, t := range tables {
		if t.digits[f.Readings[0].Value.Significant()] {
			return true
		}
	}
	return false
}

// inTables tells whether a line is part of a table that was read: of its span, or because its figures are its cells.
func inTables(tables []tableSpan, line stretch, own []text.Figure) bool {
	for _, t := range tables {
		if (t.span != store.Span{}) && line.start >= t.span.Start && line.start < t.span.End {
			return true
		}
	}
	known := 0
	for _, f := range own {
		if knownTo(tables, f) {
			known++
		}
	}
	const few = 60 // bytes that aren't figures
	size := line.end - line.start
	for _, f := range own {
		size -= f.End - f.Start
	}
	return 2*known > len(own) && size < few*max(1, len(own))
}

var yearAlone = regexp.MustCompile(`(?:19|20)\d\d`)

// headLine reads a line of nothing but times, as it stands over columns.
func headLine(line string, own []text.Figure) (out []text.Period) {
	if len(own) > 0 || len(line) > 200 || !yearAlone.MatchString(line) || !cells.OnlyPeriod(inBrackets.ReplaceAllString(line, " ")) {
		return nil
	}
	base := text.PeriodOf(line)
	for _, y := range text.YearsIn(text.Fold(line).S) {
		out = append(out, text.Period{Years: []int{y.Year}, Months: base.Months, End: base.End, Part: base.Part})
	}
	return out
}

// isRow tells whether a line is a label with figures behind it.
func isRow(line string, own []text.Figure, start int) bool {
	last := own[len(own)-1]
	behind := strings.Trim(line[min(len(line), max(0, last.End-start)):], ")%*† \n")
	const longestBehind = 30 // of a label in another language
	if behind != "" && (len(own) == 1 || len(behind) > longestBehind || strings.ContainsAny(behind, ".,;")) {
		return false
	}
	label := strings.TrimSpace(line[:max(0, own[0].Start-start)])
	if len(own) == 1 {
		const longest = 60
		return label != "" && len(label) < longest && !strings.HasSuffix(label, ",") && len(strings.Fields(label)) < 9
	}
	for k := 1; k < len(own); k++ {
		if between := strings.Trim(line[max(0, own[k-1].End-start):max(0, own[k].Start-start)], " $€£¥()%—–-*\t"); between != "" && utf8.RuneCountInString(between) > 3 {
			return false
		}
	}
	return true
}

// textRow reads a line as a row.
func (s *Source) textRow(line string, start int, own []text.Figure, heads []text.Period, units []unitLine) {
	label := strings.Trim(line[:max(0, own[0].Start-start)], " $€£¥(\t")
	r := newRow(label, nil)
	power := []int{0, 6, 3, 9}
	sure := false
	for _, u := range units {
		if u.at < own[0].Start {
			power, sure = []int{u.power}, true
		}
	}
	if len(units) > 0 && !sure {
		power = []int{0, units[0].power}
	}
	for k, f := range own {
		h := s.inText(f)
		h.loose = false
		if f.Bracketed || f.Negative {
			h.value = h.value.Abs().Neg()
		}
		h.row, h.loss = r, lossRow.MatchString(label)
		if !f.Scaled && f.Unit != text.Percent && f.Unit != text.Points && f.Unit != text.Times && !cells.PerShare(label) {
			h.power, h.sure = power, sure
			if sure && h.last == -2 {
				h.power = []int{power[0], 0}
			}
		}
		if len(heads) == len(own) {
			h.period = heads[k]
		}
		r.cells = append(r.cells, h)
		s.held = append(s.held, h)
	}
	s.addRow(r)
}
