package proof

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/proof/figures"
	"lectern/backend/store"
	"lectern/backend/text"
)

// Prover holds answers against the passages and pages that they cite, without a model. It is for one answer, or several
// one after the other: pages that were read stay read.
type Prover struct {
	Passages Passages
	Pages    Pages
	Tables   Tables
	Config   SupportConfig

	sources map[string]*figures.Source // by page
}

// Passages are what was cited; *store.Passages are.
type Passages interface {
	Texts(refs []store.Ref) ([]store.Text, error)
	Find(ctx context.Context, q store.Query) (store.SearchResult, error)
}

// Pages are those that it stands on; *store.Pages are.
type Pages interface {
	Get(document string, n int) (store.Page, error)
}

// Tables are those on these pages; *store.Tables are.
type Tables interface {
	Of(document string, page int) ([]store.Table, error)
	Part(r store.Ref) (store.TablePart, bool, error)
}

// NewProver makes one over a workspace.
func NewProver(w *store.Workspace) Prover {
	return Prover{Passages: w.Passages, Pages: w.Pages, Tables: w.Tables, Config: SupportDefaults()}
}

// Proving is a text to hold against what it cites.
type Proving struct {
	Text         string // with marks [n]
	Question     string
	Language     string // "": as it is written
	Citations    []store.Citation
	Invented     []store.Invented
	Calculations []figures.Calculation
	Rows         []figures.Row
	Readings     []Reading
	Own          []Stretch // of the text, that the program says itself: none of it is a claim
}

// Stretch is a piece of a text.
type Stretch struct {
	Start int `json:"start"` // bytes
	End   int `json:"end"`
}

// Proof is what a text comes to.
type Proof struct {
	store.Audit
	FigureChecks []store.FigureCheck `json:"numbers"` // in their order
}

// Prove holds every sentence that claims something, and every figure, against what is cited for it; where a sentence cites
// nothing, against what the text cites near it.
func (p *Prover) Prove(in Proving) (Proof, error) {
	evidence, err := p.evidence(in.Citations)
	if err != nil {
		return Proof{}, err
	}
	out := unproved()
	if p.Config.memo == nil {
		p.Config.memo = &memo{}
	}
	d := cut(in)
	sentences := d.sentences
	var all []placedMark        // that are cited, in their order
	invented := map[int][]int{} // by where the sentence begins
	for i, s := range sentences {
		sentences[i].ids = nil
		for _, n := range s.ids {
			switch _, known := evidence[n]; {
			case known:
				sentences[i].ids = append(sentences[i].ids, n)
			case s.cell == nil || len(s.cell.written) > 0:
				invented[s.start] = append(invented[s.start], n)
			}
		}
		for _, m := range s.marks() {
			if _, known := evidence[m.n]; known {
				all = append(all, m)
			}
		}
	}
	for _, lie := range in.Invented {
		if at := sentenceAt(sentences, lie.At); at >= 0 {
			invented[sentences[at].start] = append(invented[sentences[at].start], lie.ID)
		} else {
			out.Invented = append(out.Invented, lie.ID)
		}
	}
	var read cellsTold
	read, out.FigureChecks = p.toldBy(in, sentences, evidence, p.figures(d, all, evidence))
	marks := marking{cells: map[int][]int{}}
	for _, s := range sentences {
		before := len(out.Sentences)
		if f, tells := read[s.start]; tells {
			out.add(toldClaim(s, f))
		} else {
			p.judged(d, s, all, invented[s.start], evidence, &out)
		}
		if len(out.Sentences) > before {
			marks.took(&out, s)
		}
	}
	marks.settle(&out, evidence)
	return out, nil
}

// judged adds what becomes of a sentence.
func (p *Prover) judged(d draft, s sentence, all []placedMark, invented []int, evidence map[int]cited, out *Proof) {
	switch {
	case len(s.ids) == 0 && webMark.MatchString(s.text): // there is no page to hold it against
		out.FigureChecks = slices.DeleteFunc(out.FigureChecks, func(f store.FigureCheck) bool { return f.Start >= s.start && f.End <= s.end })
		out.add(p.unchecked(s, ReasonWeb), nil)
	case s.plainCell() && s.claims():
		out.add(p.cellClaim(d, s, all, invented, evidence, out.FigureChecks))
	case s.unseen():
		out.add(p.unseenClaim(s, all, invented, evidence, out.FigureChecks), nil)
	case s.claims() || s.cell == nil && len(s.ids)+len(invented) > 0:
		c, marks := p.claim(s, p.byWords(s, citedNear(all, s.start), invented, evidence), evidence, out.FigureChecks)
		out.add(c, marks)
	case s.text != "":
		out.add(p.unchecked(s, s.unchecked()), nil)
	}
}

// webMark cites a page of the web in a report.
var webMark = regexp.MustCompile(`\[S\d{1,3}\]`)

// placedMark is a citation and where it stands.
type placedMark struct{ n, at int }

// mostNear bounds what a sentence without a citation is held against.
const mostNear = 12

// citedNear are the citations that stand nearest to a place, each once.
func citedNear(all []placedMark, at int) (ids []int) {
	away := func(m placedMark) int { return max(m.at-at, at-m.at) }
	byPlace := slices.SortedStableFunc(slices.Values(all), func(a, b placedMark) int { return away(a) - away(b) })
	for _, m := range byPlace {
		if !slices.Contains(ids, m.n) && len(ids) < mostNear {
			ids = append(ids, m.n)
		}
	}
	return ids
}

func unproved() Proof {
	return Proof{Audit: store.Audit{Sentences: []store.Claim{}, Marks: []store.MarkVerdict{}, Invented: []int{}}, FigureChecks: []store.FigureCheck{}}
}

// sentenceAt is the last sentence that begins before byte at; -1 if none does. What stands behind a sentence's full stop
// belongs to it.
func sentenceAt(sentences []sentence, at int) (last int) {
	last = -1
	for i, s := range sentences {
		if s.start < at {
			last = i
		}
	}
	return last
}

// draft is a text to hold against what it cites, cut once.
type draft struct {
	Proving
	sentences []sentence
	prose     string // with blanks in the place of its tables
}

func cut(in Proving) draft {
	in.Text = without(in.Text, in.Own)
	tables := gridsOf(in.Text)
	d := draft{in, sentencesAround(in.Text, tables), blankedTables(in.Text, tables)}
	limited(d.sentences)
	return d
}

// figures audits the figures of a text on the pages that its sentences cite, those of its cells each with what it is of.
func (p *Prover) figures(d draft, all []placedMark, evidence map[int]cited) []store.FigureCheck {
	plain := plainSight(d.prose)
	return p.cellFigures(d, all, evidence, turned(p.Config.Say, d.Proving, plain.back(figures.Audit(figures.Request{
		Text: plain.s, Language: d.Language, Question: d.Question, Say: p.Config.Say, Calculations: d.Calculations, Rows: d.Rows, Mends: true,
		Cited: func(start, _ int) []*figures.Source {
			start = plain.at[start]
			start += len(listMark.FindString(d.prose[start:])) // behind which the sentence begins
			if at := sentenceAt(d.sentences, start+1); at >= 0 && len(d.sentences[at].ids) > 0 {
				return p.pagesOf(d.sentences[at].ids, evidence)
			}
			return p.pagesOf(citedNear(all, start), evidence)
		},
	}))))
}

// Held is a sentence held against a text alone, words and figures, and how likely that supports it.
func (c SupportConfig) Held(claim, text string) (s Support, likely float64) {
	e := Evidence{}
	for _, s := range sentencesOf(text) {
		e.Sentences = append(e.Sentences, s.text)
	}
	page := figures.Read(figures.Page{Number: 1, Text: text})
	numbers := figures.Audit(figures.Request{Text: claim, Cited: func(int, int) []*figures.Source { return []*figures.Source{page} }})
	s = weighedBy(c.Say, numbers, store.Claim{End: len(claim)}, c.Claim(claim).By(e))
	return s, supportOf(Likened(claim, e), s.Verdict)
}

// fallsBy tells whether a text ends where the figure stands that something falls by.
func fallsBy(ahead string) bool {
	const most = 40 // bytes between the two
	all := text.TrendsIn(ahead)
	if len(all) == 0 {
		return false
	}
	last := all[len(all)-1]
	between := ahead[last.End:]
	return last.Kind == text.TrendFall && len(between) <= most && !ends.MatchString(between) && byAhead.MatchString(between)
}

// byAhead ends with what stands before by how much, or is no more than a Japanese ending.
var byAhead = regexp.MustCompile(`(?i)\b(?:by|um|of|von|de)\s*$|^[^。\w]{0,12}$`)

// turned flags figures that are said to be what something fell by where the calculation gives a growth.
func turned(say messages.Messages, in Proving, found []store.FigureCheck) []store.FigureCheck {
	for i, f := range found {
		at := slices.IndexFunc(in.Calculations, func(c figures.Calculation) bool { return c.Text == f.Why })
		if f.Verdict != figures.Computed || at < 0 || in.Calculations[at].Unit != "%" || strings.HasPrefix(in.Calculations[at].Value, "-") {
			continue
		}
		if fallsBy(strings.ToValidUTF8(in.Text[max(0, f.Start-80):f.Start], "")) {
			found[i].Verdict, found[i].Kind = figures.Flagged, figures.Sign
			found[i].Why = say.Text("rag.calculation-rises", messages.Args{"why": f.Why})
		}
	}
	if found == nil {
		return []store.FigureCheck{}
	}
	return found
}

// add counts a sentence.
func (p *Proof) add(c store.Claim, marks []store.MarkVerdict) {
	for _, m := range marks {
		m.Sentence = len(p.Sentences)
		p.Marks = append(p.Marks, m)
	}
	p.Sentences = append(p.Sentences, c)
	p.Count(c.Verdict)
	if c.Uncited {
		p.Uncited++
	}
	for _, id := range c.Invented {
		if !slices.Contains(p.Invented, id) {
			p.Invented = append(p.Invented, id)
		}
	}
}

// claim holds a sentence against itself and its figures, after its words.
func (p *Prover) claim(s sentence, w worded, evidence map[int]cited, numbers []store.FigureCheck) (store.Claim, []store.MarkVerdict) {
	c, marks := p.withFigures(s, w, numbers)
	if name := p.stranger(c, w, evidence, numbers); name != "" {
		p.strange(&c, name)
	}
	if why, certain := inside(p.Config.Say, s.text); certain {
		c.Verdict, c.Reason, c.Why = store.Contradicted, ReasonInside, why
	} else if why != "" && c.Verdict != store.Contradicted {
		c.Verdict, c.Reason, c.Why = store.InDoubt, ReasonInside, why
	}
	c.Support = p.support(c, evidence)
	c.Places = placesOf(c, numbers, evidence, w.single)
	return c, marks
}

// What is left of a support where something says otherwise: then it isn't the words that decide.
const (
	ofContradicted = .1
	ofDoubted      = .4
)

// support is how likely a claim is supported by what it was held against.
func (p *Prover) support(c store.Claim, evidence map[int]cited) float64 {
	var e Evidence
	for _, n := range c.Citations {
		e.Sentences = append(e.Sentences, evidence[n].Sentences...)
		e.Context += "\n" + evidence[n].Context
	}
	if len(e.Sentences) == 0 {
		return 0
	}
	return supportOf(p.Config.memo.likened(c.Text, e), c.Verdict)
}

// supportOf is how likely a sentence is supported that is like its evidence, and has a verdict.
func supportOf(l Likeness, verdict string) float64 {
	switch verdict {
	case store.Contradicted:
		return l.Support() * ofContradicted
	case store.InDoubt:
		return l.Support() * ofDoubted
	}
	return l.Support()
}

// begun is the claim of a sentence before it is held against anything.
func begun(s sentence, invented []int) store.Claim {
	return store.Claim{
		Text: s.text, Start: s.start, End: s.end, Verdict: store.NotFound, Reason: ReasonNothing,
		Invented: invented, Uncited: len(s.ids)+len(invented) == 0, Citations: []int{}, Places: []store.ClaimPlace{},
	}
}

// nothingCited ends a claim that there is nothing to hold against.
func (p *Prover) nothingCited(c store.Claim) store.Claim {
	c.Why = p.Config.Say.Text("rag.cites-nothing")
	tellInvented(p.Config.Say, &c)
	return c
}

// unchecked is a sentence that isn't held against anything.
func (p *Prover) unchecked(s sentence, reason string) store.Claim {
	return store.Claim{
		Text: s.text, Start: s.start, End: s.end, Verdict: store.NotChecked, Reason: reason, Why: p.Config.Say.Text(uncheckedWhy[reason]),
		Places: []store.ClaimPlace{}, Citations: []int{},
	}
}

// worded is what a sentence's words come to.
type worded struct {
	claim  store.Claim
	best   Support
	single map[int]Support // what each citation says for itself, by its number
}

// byWords holds a sentence's words against what it cites: each for itself, and all of it together.
func (p *Prover) byWords(s sentence, all, invented []int, evidence map[int]cited) worded {
	ids := s.ids
	w := worded{claim: begun(s, invented), single: map[int]Support{}}
	held := p.Config.Claim(webMark.ReplaceAllString(s.text, "")) // which no page says
	against := slices.Compact(slices.Clone(ids))
	if len(ids) == 0 {
		against = all
	}
	if len(against) == 0 {
		w.claim = p.nothingCited(w.claim)
		return w
	}
	var together Evidence
	var from []int
	for _, n := range against {
		e := evidence[n]
		if len(ids) == 0 && !held.mayBeIn(e.lower) {
			continue
		}
		w.single[n] = held.By(e.Evidence)
		from = append(from, n)
		if len(ids) == 0 && w.single[n].Verdict == store.Verified {
			break
		}
		if len(ids) > 0 {
			together.Sentences = append(together.Sentences, e.Sentences...)
			together.Context += "\n" + e.Context
		}
	}
	if len(from) == 0 {
		if w.claim.Uncited {
			w.claim.Why = p.Config.Say.Text("rag.beside-it-none", messages.Args{"uncited": uncitedWhy(p.Config.Say, w.claim)})
		}
		tellInvented(p.Config.Say, &w.claim)
		return w
	}
	slices.SortStableFunc(from, func(a, b int) int { return compareSupport(w.single[b], w.single[a]) })
	w.claim.Citations = slices.Compact(from)
	w.best = w.single[from[0]]
	if len(against) > 1 && len(ids) > 0 && w.best.Verdict != store.Verified {
		if both := held.By(together); compareSupport(both, w.best) > 0 {
			w.best = both
		}
	}
	p.settleDays(&w, held, evidence)
	return w
}

// settleDays tells a sentence doubtful where one passage has its day of another year, and none has it.
func (p *Prover) settleDays(w *worded, held *Claimed, evidence map[int]cited) {
	doubts := func(s Support) bool { return s.Verdict == store.InDoubt && s.Reason == ReasonYear }
	at := slices.IndexFunc(w.claim.Citations, func(n int) bool { return doubts(w.single[n]) })
	switch {
	case at < 0 && !doubts(w.best), w.best.Verdict == store.Verified, w.best.Verdict == store.Contradicted:
	case slices.ContainsFunc(w.claim.Citations, func(n int) bool { return held.onItsDays(evidence[n].Sentences) }):
		if doubts(w.best) {
			w.best.Verdict, w.best.Reason, w.best.against = store.Partly, ReasonWords, false
		}
	case at >= 0:
		w.best = w.single[w.claim.Citations[at]]
	}
}

// withFigures weighs what the words of a sentence come to by its figures.
func (p *Prover) withFigures(s sentence, w worded, numbers []store.FigureCheck) (store.Claim, []store.MarkVerdict) {
	say, c := p.Config.Say, w.claim
	if len(c.Citations) == 0 {
		return c, nil
	}
	weigh := func(s Support) Support { return weighedBy(say, numbers, c, s) }
	best := weigh(w.best)
	c.Verdict, c.Reason, c.Why = best.Verdict, best.Reason, best.Why
	if len(s.ids) == 0 {
		c.Citations = c.Citations[:1]
		if c.Verdict == store.NotFound {
			c.Citations = []int{}
		}
	}
	if c.Uncited {
		c.Why = say.Sentences(uncitedWhy(say, c), c.Why)
	}
	tellInvented(say, &c)
	var marks []store.MarkVerdict
	for _, n := range s.ids {
		m := weigh(w.single[n])
		marks = append(marks, store.MarkVerdict{N: n, Verdict: m.Verdict, Reason: m.Reason, Why: m.Why})
	}
	return c, marks
}

// compareSupport is above 0 if a says more than b.
func compareSupport(a, b Support) int {
	if of, other := a.Verdict == store.Verified, b.Verdict == store.Verified; of != other {
		if of {
			return 1
		}
		return -1
	}
	if d := cmp.Compare(a.Share, b.Share); d != 0 { // what is about the same tells, whatever it says
		return d
	}
	return cmp.Or(boolean(b.against)-boolean(a.against), boolean(b.Lacks)-boolean(a.Lacks), cmp.Compare(a.Single, b.Single))
}

// uncitedWhy tells of a sentence without a citation where it may be from.
func uncitedWhy(say messages.Messages, c store.Claim) string {
	if c.Verdict == store.Verified {
		return say.Text("rag.own-citation-missing", messages.Args{"number": c.Citations[0]})
	}
	return say.Text("rag.no-citation")
}

// tellInvented marks a sentence that cites what was never offered.
func tellInvented(say messages.Messages, c *store.Claim) {
	if len(c.Invented) == 0 {
		return
	}
	why := say.Text("rag.cites-invented", messages.Args{"passages": passagesNamed(say, c.Invented)})
	if c.Verdict == store.Verified {
		c.Verdict, c.Reason = store.Partly, ReasonInvented
	}
	c.Why = say.Sentences(why, c.Why)
}

func passagesNamed(say messages.Messages, ids []int) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = fmt.Sprint(id)
	}
	if len(ids) == 1 {
		return say.Text("rag.passage-number", messages.Args{"number": names[0]})
	}
	return say.Text("rag.passages-and", messages.Args{"names": strings.Join(names[:len(names)-1], say.Text("words.next")), "last": names[len(names)-1]})
}

// weighedBy brings down the support of a sentence with a flagged figure, and lifts one whose figures were found.
func weighedBy(say messages.Messages, numbers []store.FigureCheck, c store.Claim, s Support) Support {
	var of figuresFound
	for _, f := range numbers {
		if !c.Has(f) {
			continue
		}
		of.add(f)
		switch f.Verdict {
		case figures.Flagged:
			s = flagged(say, f, s)
		case figures.Open:
			if s, of.open = leftOpen(say, f, s), true; f.Doubt && s.Verdict != store.Contradicted {
				s.Verdict, s.Reason, s.Why = store.InDoubt, ReasonFigure, f.Why
			}
		case figures.Quoted:
			if slices.Contains(f.Notes, figures.OtherSubject) {
				loose := s.Loose
				f.Why = say.Text("figures.only-the-number")
				s, of.open = leftOpen(say, f, s), true
				s.Loose = loose // it stands on the pages
			}
		}
	}
	return of.lift(say, s)
}

// flagged brings down the support of a sentence by one figure that its pages have otherwise.
func flagged(say messages.Messages, f store.FigureCheck, s Support) Support {
	if f.Kind == figures.Missing && len(f.Candidates) == 0 { // nothing says otherwise
		return leftOpen(say, f, s)
	}
	s.Verdict, s.Reason, s.Why, s.Loose = store.Contradicted, ReasonFigure, f.Why, true
	return s
}

// leftOpen brings down the support of a sentence by one figure that its pages don't tell.
func leftOpen(say messages.Messages, f store.FigureCheck, s Support) Support {
	s.Loose = true
	if s.Verdict == store.Verified {
		s.Verdict, s.Reason, s.Why = store.Partly, ReasonOpen, f.Why
	} else if !strings.Contains(s.Why, f.Why) {
		s.Why = say.Sentences(s.Why, f.Why)
	}
	return s
}

// figuresFound is what is known of a sentence's figures.
type figuresFound struct {
	quoted   bool // one stands on the pages, as what it is said to be
	cell     bool // in a table
	computed bool // one is worked out of others
	open     bool // one isn't found as what it is said to be
	prose    bool // one stands in running text
	hardly   bool // one stands nowhere as plainly what it is said to be,
	inCell   bool // and where it stands is a table
}

// bornOut is how well the place of a figure has to agree with what its sentence says, from 0 to 1: on the sentences that
// build/proof has to be looked at, nearly all true ones that were taken for proved have more, and few with a fault.
const bornOut = .5

// bears tells whether the figures bear out a sentence whose words stand there, but not together: what cells say does, and in
// running text the sentence that says all else.
func (of figuresFound) bears(s Support) bool {
	return (of.quoted || of.computed) && !of.hardly && !s.unspelled && !(s.apart && of.prose)
}

// plainly tells whether more than its number ties a figure to the place that has it.
func plainly(f store.FigureCheck) bool {
	return !slices.Contains(f.Notes, figures.NumberOnly) && !slices.Contains(f.Notes, figures.OtherSubject)
}

func (of *figuresFound) add(f store.FigureCheck) {
	found := f.Verdict == figures.Quoted && plainly(f)
	of.quoted, of.cell = of.quoted || found, of.cell || found && f.Cell != nil
	of.computed = of.computed || f.Verdict == figures.Computed
	of.prose = of.prose || f.Verdict == figures.Quoted && f.Cell == nil
	of.hardly = of.hardly || f.Support < bornOut
	of.inCell = of.inCell || f.Support < bornOut && f.Cell != nil
}

// lift raises the support of a sentence whose words leave open what its figures show.
func (of figuresFound) lift(say messages.Messages, s Support) Support {
	switch {
	case s.Reason == ReasonApart && of.bears(s):
		s.Verdict, s.Reason, s.Why = store.Verified, "", ""
	case s.Verdict == store.Verified && of.inCell:
		s.Verdict, s.Reason, s.Why = store.Partly, ReasonOpen, say.Text("figures.only-the-number")
	case of.open && s.Verdict == store.Partly: // what words lack can't be made up for
	case s.General && of.quoted && s.Verdict == store.NotFound:
		s.Verdict, s.Why = store.Partly, say.Text("rag.number-found", messages.Args{"why": s.Why})
	case s.Verdict == store.Partly && of.cell && !of.inCell && !s.Lacks && len(s.Missing) == 1 && s.Share >= rowAndMore: // one word for another, of a row's figure
		s.Verdict, s.Reason, s.Why = store.Verified, "", ""
	case s.Verdict == store.NotFound && of.quoted && s.Share > 0:
		s.Verdict = store.Partly
	case s.Verdict == store.Partly && of.computed && lacksOnlyWorkedOut(s):
		s.Verdict, s.Reason, s.Why = store.Verified, "", ""
	}
	return s
}

// lacksOnlyWorkedOut tells whether all words that are missing are for what a calculation says.
func lacksOnlyWorkedOut(s Support) bool {
	return len(s.Missing) > 0 && !slices.ContainsFunc(s.Missing, func(w string) bool { return !workedOut.MatchString(w) })
}

// rowAndMore is the share of a sentence's words that a row which has its figure leaves but one verb of.
const rowAndMore = .7

// workedOut are the words for what a recorded calculation says, which no passage has to.
var workedOut = regexp.MustCompile(`(?i)^(?:gr[eo]w\w*|r[oi]se\w*|rising|increas\w*|fell|fall\w*|declin\w*|decreas\w*|drop\w*|gain\w*|chang\w*|differ\w*|ratio|share|average\w*|total\w*|sum|annual\w*|` +
	`stieg\w*|gestiegen|wuchs\w*|gewachsen|wachstum\w*|sank\w*|gesunken|fiel\w*|anteil\w*|durchschnitt\w*|summe|differenz|verhältnis|増加.*|減少.*|成長.*|比率.*|割合.*|平均.*|合計.*|差額?)$`)
