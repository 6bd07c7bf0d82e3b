package proof

import (
	"regexp"
	"slices"
	"strings"
)

// grid is a Markdown table of a text.
type grid struct {
	heads      [][]placed // rows over the columns
	rows       [][]placed // the others; a cell without its blanks
	start, end int        // bytes, of whole lines
}

var gridRule = regexp.MustCompile(`^[\s>]*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$`)

// gridsOf finds the tables of a text: lines that begin with a bar, or lines with bars round a rule.
func gridsOf(text string) (out []grid) {
	var lines []placed
	at := 0
	for raw := range strings.Lines(text) {
		lines = append(lines, placed{raw, steps(at, len(raw))})
		at += len(raw)
	}
	fence := false
	for i := 0; i < len(lines); i++ {
		if strings.HasPrefix(strings.TrimSpace(lines[i].s), "```") {
			fence = !fence
		}
		under := i+1 < len(lines) && strings.Contains(lines[i+1].s, "|") && gridRule.MatchString(lines[i+1].s)
		if fence || !barred(lines[i].s) && !(under && strings.Contains(lines[i].s, "|")) {
			continue
		}
		n := 1
		for i+n < len(lines) && (barred(lines[i+n].s) || under && strings.Contains(lines[i+n].s, "|")) {
			n++
		}
		out = append(out, gridOf(lines[i:i+n]))
		i += n - 1
	}
	return out
}

func barred(line string) bool { return strings.HasPrefix(strings.TrimLeft(line, " \t>"), "|") }

// gridOf reads the lines of a table. What stands over its rule is heads; a row under it that names nothing and has no
// figures is, too.
func gridOf(lines []placed) grid {
	g := grid{start: lines[0].at[0], end: lines[len(lines)-1].at[0] + len(lines[len(lines)-1].s)}
	rule := slices.IndexFunc(lines, func(l placed) bool { return gridRule.MatchString(l.s) })
	for i, l := range lines {
		if gridRule.MatchString(l.s) {
			continue
		}
		row := cellsOf(l)
		under := len(g.rows) == 0 && rule >= 0 && i > rule && row[0].s == "" && !slices.ContainsFunc(row, hasFigure)
		if i < rule || under || rule < 0 && i == 0 && len(lines) > 1 && !slices.ContainsFunc(row, hasFigure) {
			g.heads = append(g.heads, row)
		} else {
			g.rows = append(g.rows, row)
		}
	}
	return g
}

// cellsOf cuts a line at its bars; those in code or behind a backslash are none.
func cellsOf(line placed) (out []placed) {
	line = line.trimmed(" \t\r\n>")
	line = line.within(len(line.s)-len(strings.TrimPrefix(line.s, "|")), len(line.s))
	from, code := 0, false
	for i := range len(line.s) {
		switch {
		case line.s[i] == '`':
			code = !code
		case line.s[i] == '|' && !code && (i == 0 || line.s[i-1] != '\\'):
			out, from = append(out, line.within(from, i).trimmed(" \t")), i+1
		}
	}
	if rest := line.within(from, len(line.s)).trimmed(" \t"); rest.s != "" || len(out) == 0 {
		out = append(out, rest)
	}
	return out
}

// trimmed leaves out characters at both ends.
func (p placed) trimmed(cut string) placed {
	left := len(p.s) - len(strings.TrimLeft(p.s, cut))
	return p.within(left, max(left, len(strings.TrimRight(p.s, cut))))
}

// plain leaves out the marks of citations, of emphasis and of code.
func (p placed) plain() placed {
	for _, of := range []*regexp.Regexp{anyMark, lineBreak, decoration} {
		p = p.without(of.FindAllStringIndex(p.s, -1))
	}
	return p.trimmed(" \t")
}

var (
	decoration = regexp.MustCompile("\\*+|__|`|\\\\(?:\\|)?")
	lineBreak  = regexp.MustCompile(`(?i)<br ?/?>`)
)

// InTable tells whether a byte of a text stands in one of its tables.
func InTable(s string, at int) bool {
	return slices.ContainsFunc(gridsOf(s), func(g grid) bool { return at >= g.start && at < g.end })
}

// blankedTables is a text with blanks in the place of its tables.
func blankedTables(s string, tables []grid) string {
	var all []Stretch
	for _, g := range tables {
		all = append(all, Stretch{g.start, g.end})
	}
	return without(s, all)
}
