package proof

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"lectern/backend/proof/figures"
	"lectern/backend/store"
	"lectern/backend/text"
)

// mostCells is how many cells of a text are checked; a table for people has fewer.
const mostCells = 600

// plainCell tells whether a sentence is a cell with figures and no more words than those need.
func (s sentence) plainCell() bool { return s.cell != nil && !s.cell.words }

// limited leaves the cells unchecked that are too many.
func limited(sentences []sentence) {
	n := 0
	for i, s := range sentences {
		if s.cell == nil {
			continue
		}
		if n++; n > mostCells {
			sentences[i].apart = cmp.Or(s.apart, ReasonMany)
		}
	}
}

// cellFigures audits the figures of cells, each with what it is of, and puts them among those of the rest of the text.
func (p *Prover) cellFigures(d draft, all []placedMark, evidence map[int]cited, rest []store.FigureCheck) []store.FigureCheck {
	in := d.Proving
	guessed := in.Language == ""
	if guessed {
		in.Language = text.Language(in.Text)
	}
	const few = 8 // words round tables, whose own tell little of the language
	guessed = guessed && len(strings.Fields(d.prose)) < few && !strings.ContainsFunc(in.Text, text.Unspaced)
	for _, s := range d.sentences {
		if s.cell != nil && s.claims() {
			pages, language := p.pagesOf(s.against(all), evidence), in.Language
			if guessed && len(pages) > 0 {
				language = pages[0].Language()
			}
			asked := in
			asked.Language = numbersAs(in.Text, language)
			rest = append(rest, p.cellAudit(asked, s, pages)...)
		}
	}
	for _, s := range d.sentences {
		if s.cell == nil || s.cell.changed == nil || !s.claims() {
			continue
		}
		for i := range rest {
			if rest[i].Start >= s.start && rest[i].End <= s.end {
				p.compared(s, &rest[i], rest, numbersAs(in.Text, in.Language))
			}
		}
	}
	slices.SortStableFunc(rest, func(a, b store.FigureCheck) int { return cmp.Compare(a.Start, b.Start) })
	return rest
}

var (
	pointed = regexp.MustCompile(`\d\.\d{1,2}(?:[^\d.,]|$)`)
	comma   = regexp.MustCompile(`\d,\d{1,2}(?:[^\d.,]|$)`)
)

// numbersAs is the language that the numbers of a text are written in: its own, which a table of names hardly shows, unless
// its decimals show another.
func numbersAs(s, language string) string {
	switch points, commas := pointed.MatchString(s), comma.MatchString(s); {
	case points && !commas && text.DecimalComma(language):
		return "en"
	case commas && !points && !text.DecimalComma(language):
		return "de"
	}
	return language
}

// against are the citations that a sentence is held against.
func (s sentence) against(all []placedMark) []int {
	if len(s.ids) > 0 {
		return s.ids
	}
	return citedNear(all, s.start)
}

// pagesOf are the pages of citations, each once.
func (p *Prover) pagesOf(ids []int, evidence map[int]cited) (pages []*figures.Source) {
	for _, n := range ids {
		if e, known := evidence[n]; known {
			if source := p.source(e.citation); source != nil && !slices.Contains(pages, source) {
				pages = append(pages, source)
			}
		}
	}
	return pages
}

// cellAudit is what becomes of a cell's figures on some pages: by the first reading that these bear out, else by the first.
func (p *Prover) cellAudit(in Proving, s sentence, pages []*figures.Source) (out []store.FigureCheck) {
	for i, r := range s.cell.readings {
		found := p.cellRead(in, s.cell, r, pages)
		if verdict, _, _ := p.cellVerdict(found); verdict == store.Verified && !(r.bare && unscaled(found)) {
			return found
		}
		if i == 0 {
			out = found
		}
	}
	return out
}

// unscaled tells whether a figure was found only as it is written, whatever the page counts in.
func unscaled(found []store.FigureCheck) bool {
	return slices.ContainsFunc(found, func(f store.FigureCheck) bool { return slices.Contains(f.Notes, figures.ScaleUnchecked) })
}

func (p *Prover) cellRead(in Proving, c *cell, r reading, pages []*figures.Source) (out []store.FigureCheck) {
	for _, f := range figures.Audit(figures.Request{
		Text: r.s, Language: in.Language, Question: in.Question, Say: p.Config.Say, Calculations: in.Calculations, Rows: in.Rows, Mends: true,
		Cell: true, When: c.when, Around: c.around, Cited: func(int, int) []*figures.Source { return pages },
	}) {
		if f.End <= r.from || f.Start >= r.to {
			continue
		}
		start, end := r.place(f.Start, f.End)
		if start > 0 && in.Text[start-1] == '(' && strings.Count(in.Text[start:end], ")") > strings.Count(in.Text[start:end], "(") {
			start--
		}
		f.Text, f.Start, f.End = in.Text[start:end], start, end
		if m := f.Mend; m != nil {
			if m.Start < r.from || m.End > r.to { // a word that isn't in the cell
				f.Mend = nil
			} else {
				m.Start, m.End = r.place(m.Start, m.End)
			}
		}
		out = append(out, f)
	}
	return out
}

// place is where a piece of it stands in the text, as far as it stands in the cell.
func (r reading) place(start, end int) (from, to int) {
	start, end = max(start, r.from), min(end, r.to)
	return r.at[start], r.at[end-1] + 1
}

// byFigures holds a sentence against what is cited for it by its figures alone.
func (p *Prover) byFigures(s sentence, all []placedMark, invented []int, evidence map[int]cited, numbers []store.FigureCheck) store.Claim {
	c := begun(s, invented)
	against := s.against(all)
	if len(against) == 0 {
		return p.nothingCited(c)
	}
	var own []store.FigureCheck
	for _, f := range numbers {
		if c.Has(f) {
			own = append(own, f)
		}
	}
	c.Verdict, c.Reason, c.Why = p.cellVerdict(own)
	for _, f := range own {
		for _, n := range against {
			if at := evidence[n].citation; f.Document == at.Document && f.Page == at.Page && !slices.Contains(c.Citations, n) {
				c.Citations = append(c.Citations, n)
			}
		}
	}
	c.Support = p.support(c, evidence)
	c.Places = placesOf(c, own, evidence, nil)
	if c.Uncited {
		if c.Citations = c.Citations[:min(1, len(c.Citations))]; c.Verdict != store.Verified || len(c.Citations) > 0 {
			c.Why = p.Config.Say.Sentences(uncitedWhy(p.Config.Say, c), c.Why)
		}
	}
	tellInvented(p.Config.Say, &c)
	return c
}

// cellClaim holds a cell with figures against what is cited for it: it is what they are.
func (p *Prover) cellClaim(d draft, s sentence, all []placedMark, invented []int, evidence map[int]cited, numbers []store.FigureCheck) (c store.Claim, marks []store.MarkVerdict) {
	c = p.byFigures(s, all, invented, evidence, numbers)
	for _, m := range s.cell.written {
		if _, known := evidence[m.n]; !known {
			continue
		}
		verdict, reason, why := c.Verdict, c.Reason, c.Why
		if len(s.ids) > 1 {
			verdict, reason, why = p.cellVerdict(p.cellAudit(d.Proving, s, p.pagesOf([]int{m.n}, evidence)))
		}
		marks = append(marks, store.MarkVerdict{N: m.n, Verdict: verdict, Reason: reason, Why: why})
	}
	return c, marks
}

// cellVerdict is what the figures of a cell come to: as bad as the worst.
func (p *Prover) cellVerdict(own []store.FigureCheck) (verdict, reason, why string) {
	verdict = store.Verified
	rank := map[string]int{store.Verified: 0, store.Partly: 1, store.NotFound: 2, store.InDoubt: 3, store.Contradicted: 4}
	for _, f := range own {
		of, because, told := store.Verified, "", ""
		switch {
		case f.Verdict == figures.Flagged:
			of, because, told = store.Contradicted, ReasonFigure, f.Why
		case f.Doubt:
			of, because, told = store.InDoubt, ReasonFigure, f.Why
		case f.Verdict == figures.Open:
			of, because, told = store.NotFound, ReasonOpen, f.Why
		case f.Verdict == figures.Question, f.Verdict == figures.Quoted && !bornOutBy(f):
			of, because, told = store.Partly, ReasonOpen, p.Config.Say.Text("figures.only-the-number")
		}
		if rank[of] > rank[verdict] {
			verdict, reason, why = of, because, told
		}
	}
	return verdict, reason, why
}

// bornOutBy tells whether the place of a figure is plainly what its cell says that it is.
func bornOutBy(f store.FigureCheck) bool {
	return plainly(f) && f.Support >= bornOut
}
