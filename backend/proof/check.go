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
	sentences := sentencesOf(text)
	evidence := map[int]cited{}
	numbers := map[string]int{}                 // of citations, by passage
	unchecked := make([]string, len(sentences)) // for which reason
	for i, s := range sentences {
		sentences[i].ids = nil
		if unchecked[i] = s.unchecked(); unchecked[i] != "" {
			continue
		}
		hits, err := search(ctx, plainQuery.Replace(s.text), passagesEach)
		if err != nil {
			return out, err
		}
		var unread []store.Ref
		for _, h := range hits {
			if numbers[h.Ref.String()] == 0 {
				unread = append(unread, h.Ref)
			}
		}
		texts, err := p.Passages.Texts(unread)
		if err != nil {
			return out, err
		}
		for _, t := range texts {
			e, err := p.of(t)
			if err != nil {
				return out, err
			}
			n := len(numbers) + 1
			numbers[t.Ref.String()] = n
			c := Quote(t, -1)
			c.N = n
			evidence[n] = cited{Evidence: e, citation: c, text: t}
		}
		for _, h := range hits {
			if n := numbers[h.Ref.String()]; n > 0 { // it is gone since
				sentences[i].ids = append(sentences[i].ids, n)
			}
		}
	}
	out.FigureChecks = p.figures(Proving{Text: text}, sentences, nil, evidence)
	for i, h := range p.holdAll(sentences, unchecked, evidence, out.FigureChecks) {
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
		out.add(p.quoted(h.claim, h.single, evidence, &out), nil)
	}
	return out, nil
}

// holding is what holding a sentence against its evidence gives.
type holding struct {
	claim  store.Claim
	single map[int]Support
}

// holdAll holds sentences against their evidence, as many at a time as there are processors.
func (p *Prover) holdAll(sentences []sentence, unchecked []string, evidence map[int]cited, numbers []store.FigureCheck) []holding {
	out := make([]holding, len(sentences))
	var busy sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		own := *p
		own.Config.memo = &memo{} // it is for one alone
		busy.Go(func() {
			for i := len(sentences) * w / workers; i < len(sentences)*(w+1)/workers; i++ {
				if unchecked[i] == "" {
					out[i].claim, _, out[i].single = own.claim(sentences[i], nil, nil, evidence, numbers)
				}
			}
		})
	}
	busy.Wait()
	return out
}

// plainQuery takes the signs out of a text that would mean something in a search.
var plainQuery = strings.NewReplacer(`"`, " ", "“", " ", "”", " ", "„", " ", "-", " ", "*", " ")

// quotedEach is how many quotes are shown for a sentence.
const quotedEach = 2

// alone is the score of a sentence that says nearly all by itself.
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
			c.Verdict == store.Verified && len(c.Citations) > 0 && s.Score < alone {
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
