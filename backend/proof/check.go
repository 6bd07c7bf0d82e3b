package proof

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"

	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

// Checked is what a text from anywhere comes to, held against documents.
type Checked struct {
	Proof
	Citations []store.Citation `json:"citations"` // that its sentences were held against, numbered
}

// passagesEach is how many passages a sentence is held against.
const passagesEach = 8

// Check holds every sentence of a text from anywhere against the passages that search finds for it. Citations that the
// text may have mean nothing here.
func (p *Prover) Check(ctx context.Context, text string, search func(ctx context.Context, text string, limit int) ([]store.Hit, error)) (Checked, error) {
	out := Checked{unproved(), []store.Citation{}}
	d := cut(Proving{Text: text})
	sentences := d.sentences
	g := gathering{prover: p, search: search, evidence: map[int]cited{}, numbers: map[string]int{}, found: map[string][]int{}}
	unchecked := make([]string, len(sentences)) // for which reason
	for i := range sentences {
		s := &sentences[i]
		s.ids = nil
		if s.cell != nil {
			s.cell.written, s.cell.shared = nil, nil
		}
		if unchecked[i] = s.unchecked(); unchecked[i] != "" {
			continue
		}
		for _, about := range s.about() {
			if err := g.add(ctx, s, about); err != nil {
				return out, err
			}
		}
	}
	var held []holding
	held, out.FigureChecks = p.holdAll(d, unchecked, g.evidence, func() []store.FigureCheck { return p.figures(d, nil, g.evidence) })
	for i, h := range held {
		s := sentences[i]
		if unchecked[i] != "" {
			if s.text != "" {
				out.add(p.unchecked(s, unchecked[i]), nil)
			}
			continue
		}
		if len(s.ids) == 0 {
			h.claim.Why = messages.From(ctx).Text("rag.nothing-is-about-it")
		}
		h.claim.Uncited = false
		out.add(p.quoted(h.claim, h.single, g.evidence, &out), nil)
	}
	return out, nil
}

// gathering is the passages that sentences are held against, each read once.
type gathering struct {
	prover   *Prover
	search   func(ctx context.Context, text string, limit int) ([]store.Hit, error)
	evidence map[int]cited
	numbers  map[string]int   // of citations, by passage
	found    map[string][]int // the same, by what was searched for
}

// add gives a sentence the passages that search finds for a text.
func (g *gathering) add(ctx context.Context, s *sentence, about string) error {
	ids, known := g.found[about]
	if !known {
		hits, err := g.search(ctx, plainQuery.Replace(about), passagesEach)
		if err != nil {
			return err
		}
		if ids, err = g.read(hits); err != nil {
			return err
		}
		g.found[about] = ids
	}
	for _, n := range ids {
		if !slices.Contains(s.ids, n) {
			s.ids = append(s.ids, n)
		}
	}
	return nil
}

// read gives the numbers of passages, and reads those that it has not.
func (g *gathering) read(hits []store.Hit) (ids []int, err error) {
	var unread []store.Ref
	for _, h := range hits {
		if g.numbers[h.Ref.String()] == 0 {
			unread = append(unread, h.Ref)
		}
	}
	texts, err := g.prover.Passages.Texts(unread)
	if err != nil {
		return nil, err
	}
	for _, t := range texts {
		e, err := g.prover.of(t)
		if err != nil {
			return nil, err
		}
		n := len(g.numbers) + 1
		g.numbers[t.Ref.String()] = n
		c := Quote(t, -1)
		c.N = n
		g.evidence[n] = cited{Evidence: e, citation: c, text: t}
	}
	for _, h := range hits {
		if n := g.numbers[h.Ref.String()]; n > 0 { // it is gone since
			ids = append(ids, n)
		}
	}
	return ids, nil
}

// holding is what holding a sentence against its evidence gives.
type holding struct {
	claim  store.Claim
	single map[int]Support
}

// holdAll holds sentences against their evidence, as many at a time as there are processors; figures are audited meanwhile.
func (p *Prover) holdAll(d draft, unchecked []string, evidence map[int]cited, audit func() []store.FigureCheck) ([]holding, []store.FigureCheck) {
	sentences := d.sentences
	out := make([]holding, len(sentences))
	var numbers []store.FigureCheck
	audited := make(chan struct{}) // closed once they are there
	var busy sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		own := *p
		own.Config.memo = &memo{} // it is for one alone
		from, to := len(sentences)*w/workers, len(sentences)*(w+1)/workers
		busy.Go(func() {
			words := make([]worded, to-from)
			for i := from; i < to; i++ {
				if unchecked[i] == "" && !sentences[i].plainCell() {
					words[i-from] = own.byWords(sentences[i], nil, nil, evidence)
				}
			}
			<-audited
			for i := from; i < to; i++ {
				switch s := sentences[i]; {
				case unchecked[i] != "":
				case s.plainCell():
					out[i].claim, _ = own.cellClaim(d, s, nil, nil, evidence, numbers)
				default:
					out[i].claim, _ = own.claim(s, words[i-from], evidence, numbers)
					out[i].single = words[i-from].single
				}
			}
		})
	}
	numbers = audit()
	close(audited)
	busy.Wait()
	return out, numbers
}

// plainQuery takes the signs out of a text that would mean something in a search.
var plainQuery = strings.NewReplacer(`"`, " ", "“", " ", "”", " ", "„", " ", "-", " ", "*", " ")

// quotedEach is how many quotes are shown for a sentence.
const quotedEach = 2

// alone is the share of a claim's words that a sentence has which says nearly all by itself.
const alone = .9

// quoted gives a claim its citations: where its figures stand, and the best sentences of the passages that it was held
// against; none if nothing is about it.
func (p *Prover) quoted(c store.Claim, single map[int]Support, evidence map[int]cited, out *Checked) store.Claim {
	from := c.Citations
	c.Citations = []int{}
	for _, f := range out.FigureChecks {
		if !c.Has(f) || f.Document == "" || f.Quote == "" || len(c.Citations) == quotedEach {
			continue
		}
		if quote := p.wording(f); quote != "" {
			c.Citations = out.cite(c.Citations, store.Citation{Document: f.Document, Doc: f.Doc, Page: f.Page, Label: f.Label, Quote: quote})
		}
	}
	for _, n := range from {
		s := single[n]
		if s.Best < 0 || len(c.Citations) == quotedEach || s.Share < p.Config.Partly && s.Verdict != store.Contradicted ||
			c.Verdict == store.Verified && len(c.Citations) > 0 && s.Single < alone {
			continue
		}
		c.Citations = out.cite(c.Citations, Quote(evidence[n].text, s.Best))
	}
	return c
}

// wording is where a figure stands, word for word as its page has it: of a cell its row. "" if that isn't found.
func (p *Prover) wording(f store.FigureCheck) string {
	page, err := p.Pages.Get(f.Document, f.Page)
	if err != nil {
		return ""
	}
	if f.Cell == nil {
		if strings.Contains(page.Text, f.Quote) {
			return f.Quote
		}
		return ""
	}
	best, most := "", -1.0
	label := keyword.NewCoverage(keyword.ContentWords(f.Cell.RowLabel))
	for _, s := range page.Sentences {
		text := page.Text[s.Start:s.End]
		if share := label.Of(text); share > most && strings.Contains(text, strings.Trim(f.Cell.Text, "$€£¥() ")) {
			best, most = text, share
		}
	}
	return best
}

// cite adds a citation to some, by its number; the same one twice is one.
func (c *Checked) cite(to []int, cited store.Citation) []int {
	at := slices.IndexFunc(c.Citations, func(o store.Citation) bool {
		return o.Document == cited.Document && o.Page == cited.Page && strings.Contains(o.Quote, cited.Quote)
	})
	if at < 0 {
		at = len(c.Citations)
		cited.N = at + 1
		c.Citations = append(c.Citations, cited)
	}
	if slices.Contains(to, at+1) {
		return to
	}
	return append(to, at+1)
}
