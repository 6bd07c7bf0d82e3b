package figures

import (
	"regexp"
	"strings"
)

// carried is the time that sentences without one inherit from those before them, or from the question.
type carried struct {
	question string
	text     string
	asked    bool // the question was looked at
	whole    period
	last     period
}

// pass notes the years of a sentence without figures: a heading, or "In 2018:".
func (c *carried) pass(text string, s stretch) {
	if y := yearsOf(text[s.start:s.end]); len(y) == 1 {
		c.last = period{years: []int{y[0].year}}
	}
}

// fill gives figures without a year the one before; weakly, unless it is the question's and the text names none at all.
func (c *carried) fill(text string, s stretch, dates []dated) {
	if !c.asked {
		c.asked = true
		if q := yearsOf(fold(c.question).s); len(q) == 1 && q[0].other == 0 && len(yearsOf(c.text)) == 0 {
			long, part, _ := lasting(c.question)
			c.whole = period{years: []int{q[0].year}, months: long, part: part}
		}
	}
	named := false
	for k := range dates {
		d := &dates[k]
		named = named || d.said
		if d.said || d.prior || len(d.years) > 0 {
			continue
		}
		if len(c.whole.years) > 0 {
			d.period, d.said = d.period.with(c.whole), true
			continue
		}
		d.period = d.period.with(c.last)
	}
	if y := yearsOf(text[s.start:s.end]); len(y) == 1 {
		c.last = period{years: []int{y[0].year}}
	} else if len(y) > 1 {
		c.last = period{}
	}
}

// grid is a Markdown table of the text, whose heads may be times.
type grid struct {
	bars  int
	heads []period
}

var ruleLine = regexp.MustCompile(`^[\s|:-]+$`)

// head reads a line of a table without figures.
func (g *grid) head(text string, s stretch) {
	line := strings.TrimSpace(text[s.start:s.end])
	switch {
	case strings.Count(line, "|") < 2:
		*g = grid{}
	case ruleLine.MatchString(line):
	default:
		*g = grid{bars: strings.Count(line, "|")}
		for cell := range strings.SplitSeq(line, "|") {
			g.heads = append(g.heads, headPeriod(cell))
		}
	}
}

// date gives the figures of a row the times of their heads.
func (g *grid) date(text string, s stretch, figures []Figure, dates []dated) {
	lead := len(text[s.start:s.end]) - len(strings.TrimLeft(text[s.start:s.end], " \n"))
	if g.bars == 0 || strings.Count(text[s.start:s.end], "|") != g.bars {
		if strings.Count(text[s.start:s.end], "|") < 2 {
			*g = grid{}
		}
		return
	}
	for k, f := range figures {
		n := strings.Count(text[s.start+lead:f.Start], "|")
		if n < len(g.heads) && g.heads[n].known() {
			dates[k] = dated{period: g.heads[n], said: len(g.heads[n].years) > 0}
		}
	}
}
