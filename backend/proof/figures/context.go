package figures

import (
	"regexp"
	"strings"

	"lectern/backend/text"
)

// periodContext is the time that sentences without one inherit from those before them, or from the question.
type periodContext struct {
	question string
	text     string
	asked    bool // the question was looked at
	whole    text.Period
	last     text.Period
}

// pass notes the years of a sentence without figures: a heading, or "In 2018:".
func (c *periodContext) pass(body string, s stretch) {
	if y := text.YearsIn(body[s.start:s.end]); len(y) == 1 {
		c.last = text.Period{Years: []int{y[0].Year}}
	}
}

// fill gives figures without a year the one before; weakly, unless it is the question's and the text names none at all.
func (c *periodContext) fill(body string, s stretch, dates []dated) {
	if !c.asked {
		c.asked = true
		if q := text.YearsIn(text.Fold(c.question).S); len(q) == 1 && q[0].Other == 0 && len(text.YearsIn(c.text)) == 0 {
			long, part, _ := text.Lasting(c.question)
			c.whole = text.Period{Years: []int{q[0].Year}, Months: long, Part: part}
		}
	}
	named := false
	for k := range dates {
		d := &dates[k]
		named = named || d.said
		if d.said || d.prior || len(d.Years) > 0 {
			continue
		}
		if len(c.whole.Years) > 0 {
			d.Period, d.said = d.Period.With(c.whole), true
			continue
		}
		d.Period = d.Period.With(c.last)
	}
	if y := text.YearsIn(body[s.start:s.end]); len(y) == 1 {
		c.last = text.Period{Years: []int{y[0].Year}}
	} else if len(y) > 1 {
		c.last = text.Period{}
	}
}

// grid is a Markdown table of the text, whose heads may be times.
type grid struct {
	bars  int
	heads []text.Period
}

var ruleLine = regexp.MustCompile(`^[\s|:-]+$`)

// head reads a line of a table without figures.
func (g *grid) head(body string, s stretch) {
	line := strings.TrimSpace(body[s.start:s.end])
	switch {
	case strings.Count(line, "|") < 2:
		*g = grid{}
	case ruleLine.MatchString(line):
	default:
		*g = grid{bars: strings.Count(line, "|")}
		for cell := range strings.SplitSeq(line, "|") {
			g.heads = append(g.heads, text.PeriodOf(cell))
		}
	}
}

// date gives the figures of a row the times of their heads.
func (g *grid) date(body string, s stretch, figures []text.Figure, dates []dated) {
	lead := len(body[s.start:s.end]) - len(strings.TrimLeft(body[s.start:s.end], " \n"))
	if g.bars == 0 || strings.Count(body[s.start:s.end], "|") != g.bars {
		if strings.Count(body[s.start:s.end], "|") < 2 {
			*g = grid{}
		}
		return
	}
	for k, f := range figures {
		n := strings.Count(body[s.start+lead:f.Start], "|")
		if n < len(g.heads) && g.heads[n].Known() {
			dates[k] = dated{Period: g.heads[n], said: len(g.heads[n].Years) > 0}
		}
	}
}
