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
func (p *Prover) cellFigures(in Proving, sentences []sentence, all []placedMark, evidence map[int]cited, rest []store.FigureCheck) []store.FigureCheck {
	guessed := in.Language == ""
	if guessed {
		in.Language = text.Language(in.Text)
	}
	const few = 8 // words round tables, whose own tell little of the language
	guessed = guessed && len(strings.Fields(blankedTables(in.Text))) < few && !strings.ContainsFunc(in.Text, text.Unspaced)
	for _, s := range sentences {
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
	for _, s := range sentences {
		if s.cell == nil || s.cell.changed == nil || !s.claims() {
			continue
		}
		for i := range rest {
			if rest[i].Start >= s.start && rest[i].End <= s.end {
				p.compared(s, &rest[i], rest)
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

// cellAudit is what becomes of a cell's figures on some pages: read with what stands over its table, unless they bear it out
// only without that.
func (p *Prover) cellAudit(in Proving, s sentence, pages []*figures.Source) []store.FigureCheck {
	found := p.cellRead(in, s, pages, 0)
	if verdict, _, _ := p.cellVerdict(found); verdict == store.Verified || s.cell.context == 0 {
		return found
	}
	alone := p.cellRead(in, s, pages, s.cell.context)
	if verdict, _, _ := p.cellVerdict(alone); verdict == store.Verified {
		return alone
	}
	return found
}

// cellRead audits a cell without some bytes at the beginning of what it is told with.
func (p *Prover) cellRead(in Proving, s sentence, pages []*figures.Source, without int) (out []store.FigureCheck) {
	c := *s.cell
	c.audited, c.from, c.to = c.audited.within(without, len(c.audited.s)), c.from-without, c.to-without
	for _, f := range figures.Audit(figures.Request{
		Text: c.audited.s, Language: in.Language, Question: in.Question, Say: p.Config.Say, Calculations: in.Calculations, Rows: in.Rows, Mends: true,
		Cell: true, When: c.when, Around: c.around, Cited: func(int, int) []*figures.Source { return pages },
	}) {
		if f.End <= c.from || f.Start >= c.to {
			continue
		}
		start, end := c.placed(f.Start, f.End)
		f.Text, f.Start, f.End = in.Text[start:end], start, end
		if m := f.Mend; m != nil {
			if m.Start < c.from || m.End > c.to { // a word that isn't in the cell
				f.Mend = nil
			} else {
				m.Start, m.End = c.placed(m.Start, m.End)
			}
		}
		out = append(out, f)
	}
	return out
}

// placed is where a piece of what is audited stands in the text, as far as it stands in the cell.
func (c *cell) placed(start, end int) (from, to int) {
	start, end = max(start, c.from), min(end, c.to)
	return c.audited.at[start], c.audited.at[end-1] + 1
}

// cellClaim holds a cell with figures against what is cited for it: it is what they are.
func (p *Prover) cellClaim(in Proving, s sentence, all []placedMark, invented []int, evidence map[int]cited, numbers []store.FigureCheck) (store.Claim, []store.MarkVerdict) {
	say := p.Config.Say
	c := store.Claim{Text: s.text, Start: s.start, End: s.end, Invented: invented, Uncited: len(s.ids)+len(invented) == 0, Citations: []int{}, Places: []store.ClaimPlace{}}
	against := s.against(all)
	if len(against) == 0 {
		c.Verdict, c.Reason, c.Why = store.NotFound, ReasonNothing, say.Text("rag.cites-nothing")
		tellInvented(say, &c)
		return c, nil
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
			c.Why = strings.TrimSpace(uncitedWhy(say, c) + " " + c.Why)
		}
	}
	tellInvented(say, &c)
	var marks []store.MarkVerdict
	for _, m := range s.cell.written {
		if _, known := evidence[m.n]; !known {
			continue
		}
		verdict, reason, why := c.Verdict, c.Reason, c.Why
		if len(s.ids) > 1 {
			verdict, reason, why = p.cellVerdict(p.cellAudit(in, s, p.pagesOf([]int{m.n}, evidence)))
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
	return !slices.Contains(f.Notes, figures.NumberOnly) && !slices.Contains(f.Notes, figures.OtherSubject) && f.Support >= bornOut
}

// marks are the citations that stand in a sentence, or before it in its table.
func (s sentence) marks() (out []placedMark) {
	if s.cell == nil {
		for _, n := range s.ids {
			out = append(out, placedMark{n, s.start})
		}
		return out
	}
	for _, m := range s.cell.shared {
		out = append(out, m.placedMark)
	}
	return append(out, s.cell.written...)
}

// marking puts the verdicts of marks in the order of the text.
type marking struct {
	at     []int         // where each mark of the proof stands
	cells  map[int][]int // the claims of each row and each table
	shared []sharedMark  // that several of them have
}

// took notes where the marks of the last sentence stand; of a cell only those are kept that stand in it.
func (m *marking) took(p *Proof, s sentence) {
	if s.cell != nil {
		said := slices.Clone(p.Marks[len(m.at):])
		p.Marks = p.Marks[:len(m.at)]
		for _, w := range s.cell.written {
			if at := slices.IndexFunc(said, func(v store.MarkVerdict) bool { return v.N == w.n }); at >= 0 {
				p.Marks, m.at = append(p.Marks, said[at]), append(m.at, w.at)
			}
		}
		m.shared = append(m.shared, s.cell.shared...)
		for _, of := range []int{s.cell.row, s.cell.table} {
			m.cells[of] = append(m.cells[of], len(p.Sentences)-1)
		}
	}
	for len(m.at) < len(p.Marks) {
		m.at = append(m.at, s.start)
	}
}

// settle gives the marks that cells share the verdict of the worst of them.
func (m *marking) settle(p *Proof, evidence map[int]cited) {
	order := []string{store.Verified, store.NotChecked, store.Partly, store.NotFound, store.InDoubt, store.Contradicted}
	for _, s := range m.shared {
		if _, known := evidence[s.n]; !known {
			continue
		}
		v := store.MarkVerdict{N: s.n, Verdict: store.NotChecked}
		for k, i := range m.cells[s.of] {
			if c := p.Sentences[i]; k == 0 || slices.Index(order, c.Verdict) > slices.Index(order, v.Verdict) {
				v = store.MarkVerdict{N: s.n, Sentence: i, Verdict: c.Verdict, Reason: c.Reason, Why: c.Why}
			}
		}
		p.Marks, m.at = append(p.Marks, v), append(m.at, s.at)
	}
	by := make([]int, len(p.Marks))
	for i := range by {
		by[i] = i
	}
	slices.SortStableFunc(by, func(a, b int) int { return cmp.Compare(m.at[a], m.at[b]) })
	marks := make([]store.MarkVerdict, len(by))
	for i, k := range by {
		marks[i] = p.Marks[k]
	}
	p.Marks = marks
}
