package report

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	listMark  = regexp.MustCompile(`^(?:[-*+•・‣]|\(?\d{1,2}[.)])\s+`)
	nameValue = regexp.MustCompile(`^[\p{L}][\p{L}\p{N} ()/-]{1,40}[:：]\s*\S`)
	tableRule = regexp.MustCompile(`^[\s|:+-]+$`)
	shortForm = regexp.MustCompile(`(?i)(?:^|[\s(])(?:\p{L}|e\.g|i\.e|z\.\s?b|d\.\s?h|u\.\s?a|u\.s|inc|ltd|co|corp|mr|mrs|ms|dr|prof|no|nr|vs|approx|ca|bzw|ggf|abs|art|mio|mrd|tsd|st|pp|fig|sec|vgl|inkl|\d{1,2})\.$`)
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

// sentencesIn cuts text into sentences: at the end of a line that ends a paragraph or is an entry of its own, and after
// 。！？ or a full stop that a space follows.
func sentencesIn(text string) (out []string) {
	var now strings.Builder
	flush := func() {
		if s := strings.TrimSpace(now.String()); s != "" {
			out = append(out, s)
		}
		now.Reset()
	}
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" || listMark.MatchString(line) || isRow(line) || strings.HasPrefix(line, "#") {
			flush()
		}
		if now.Len() > 0 {
			now.WriteByte(' ')
		}
		runes := []rune(line)
		for i := 0; i < len(runes); i++ {
			r := runes[i]
			now.WriteRune(r)
			last := i+1 == len(runes)
			switch {
			case strings.ContainsRune("。！？", r):
				for !last && strings.ContainsRune("」』）", runes[i+1]) {
					i++
					now.WriteRune(runes[i])
					last = i+1 == len(runes)
				}
				flush()
			case strings.ContainsRune(".!?", r) && (last || unicode.IsSpace(runes[i+1])):
				if before := now.String(); r != '.' || !shortForm.MatchString(before[max(0, len(before)-24):]) {
					flush()
				}
			}
		}
		if listMark.MatchString(line) || isRow(line) || strings.HasPrefix(line, "#") {
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
