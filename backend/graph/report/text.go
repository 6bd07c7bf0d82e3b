package report

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/text"
)

var (
	listMark  = regexp.MustCompile(`^(?:[-*+•・‣]|\(?\d{1,2}[.)])\s+`)
	nameValue = regexp.MustCompile(`^[\p{L}][\p{L}\p{N} ()/-]{1,40}[:：]\s*\S`)
	tableRule = regexp.MustCompile(`^[\s|:+-]+$`)
)

// normalise makes text of one kind: no control characters, no runs of blanks, at most one empty line in a row.
func normalise(s string, chars int) string {
	var out []string
	for l := range strings.SplitSeq(strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\r\n", "\n"), "\n") {
		l = strings.Map(func(r rune) rune {
			if r == '\t' || !unicode.IsControl(r) && r != 0xFEFF {
				return r
			}
			return -1
		}, l)
		l = strings.TrimSpace(strings.ReplaceAll(l, "\u00a0", " "))
		if !strings.Contains(l, "\t") {
			l = strings.Join(strings.Fields(l), " ")
		}
		if l != "" || len(out) > 0 && out[len(out)-1] != "" {
			out = append(out, l)
		}
	}
	text := strings.TrimSpace(strings.Join(out, "\n"))
	if utf8.RuneCountInString(text) > chars {
		text = string([]rune(text)[:chars])
	}
	return text
}

// sentencesIn cuts text into sentences: paragraphs, and lines that are an entry, a row or a heading of their own. Marks of
// sources belong to the sentence that they stand in or behind.
func sentencesIn(s string) (out []string) {
	var paragraph []string
	flush := func() {
		p := strings.Join(paragraph, " ")
		for _, s := range text.Marked(p, text.Matches(sourceMark, p)) {
			out = append(out, p[s.Start:s.End])
		}
		paragraph = nil
	}
	for line := range strings.SplitSeq(s, "\n") {
		alone := listMark.MatchString(line) || isRow(line) || strings.HasPrefix(line, "#")
		if line == "" || alone {
			flush()
		}
		if line != "" {
			paragraph = append(paragraph, line)
		}
		if alone {
			flush()
		}
	}
	flush()
	return out
}

// isRow tells of a line of a table: several cells, parted by bars or tabs.
func isRow(line string) bool {
	const fewest = 2
	return strings.Count(line, "|") >= fewest || strings.Contains(strings.TrimSpace(line), "\t")
}

// pieces cuts text into snippets of at most so many characters: paragraphs, or as many sentences of one as fit.
func pieces(text string, chars int) (out []string) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		flat := strings.Join(strings.Fields(paragraph), " ")
		if utf8.RuneCountInString(flat) <= chars {
			if flat != "" {
				out = append(out, flat)
			}
			continue
		}
		now := ""
		for _, s := range sentencesIn(paragraph) {
			s = shorten(strings.Join(strings.Fields(s), " "), chars-1)
			if now != "" && utf8.RuneCountInString(now)+1+utf8.RuneCountInString(s) > chars {
				out, now = append(out, now), ""
			}
			now = strings.TrimSpace(now + " " + s)
		}
		if now != "" {
			out = append(out, now)
		}
	}
	return out
}

// factsIn are sentences with figures, lines of the form "name: value", and entries of lists.
func factsIn(text string, chars int) (out []string) {
	for _, s := range sentencesIn(text) {
		flat := strings.Join(strings.Fields(s), " ")
		figures := strings.ContainsFunc(flat, unicode.IsDigit)
		if isRow(s) || strings.HasPrefix(flat, "#") || !figures && !nameValue.MatchString(flat) && !listMark.MatchString(flat) {
			continue
		}
		if flat = listMark.ReplaceAllString(flat, ""); utf8.RuneCountInString(flat) > 2 {
			out = append(out, shorten(flat, chars))
		}
	}
	return out
}

// tablesIn are runs of two or more lines that look like rows.
func tablesIn(text string, most, chars int) (out []string) {
	var rows []string
	flush := func() {
		if len(rows) > 1 && len(out) < most {
			out = append(out, shorten(strings.Join(rows, "\n"), chars))
		}
		rows = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		if !isRow(line) {
			flush()
		} else if !tableRule.MatchString(line) {
			rows = append(rows, line)
		}
	}
	flush()
	return out
}
