package tabletest

import (
	"slices"
	"strings"
)

// restyled sets tables of the other documents that are written as in some countries in another manner: other lines, other
// fonts, closer or wider.
func restyled(name string, papers []*paper, countries ...figures) *paper {
	out := newPaper(name, letter, helvetica, 10)
	out.head, out.foot = "Specimens of setting", "Printers’ school"
	const widest, longest = 500, 30 // points and lines: what is larger needs its own page
	for _, p := range papers {
		for _, d := range p.drawn {
			s := d.sheet
			alone := d.kind != "units of the document" && len(s.cut) == 0 // it says all that is to be known
			if alone && slices.Contains(countries, s.figures) && s.width <= widest && strings.Count(s.body, "\n") <= longest {
				out.restyle(s, d.page)
			}
		}
	}
	return out
}

func (p *paper) restyle(s sheet, like string) {
	pick := func(n int) int { return p.dice.IntN(n) }
	s.size = 7.5 + float64(pick(6))*.5
	s.lead = 1.15 + float64(pick(5))*.1
	s.thin = pick(2) == 0
	if s.face != far {
		s.face = []string{helvetica, times}[pick(2)]
	}
	if s.width = float64(340 + pick(5)*40); len(s.widths) > 0 {
		s.width = 490
	}
	_, rows, _ := strings.Cut(s.body, "---")
	manners := []rules{0, book, grid, rowwise, shades, sums, frames, book | spans, sums | spans, shades | book}
	switch {
	case strings.Contains(rows, "<\n"), strings.Contains(rows, "| <"), strings.Contains(rows, "^"): // without lines nobody knows how far a cell reaches
		manners = []rules{grid}
	case strings.HasPrefix(s.align, "l") || s.align == "c" && !strings.ContainsAny(rows, "0123456789"): // words need lines, or heads that stand out
		manners, s.thin = []rules{grid, book, book | rowwise}, false
	}
	s.rules = manners[pick(len(manners))]
	p.page(s.caption, "restyled")
	p.last().like = like
	p.prose(1, 2+pick(3))
	p.sheet(s)
	p.prose(1, 2+pick(3))
}
