package proof

import (
	"slices"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/proof/figures"
	"lectern/backend/store"
)

// What a model says of a sentence that words alone didn't prove.
const (
	Supported    = "supported"
	PartlyTrue   = "partly"
	Unsupported  = "unsupported"
	Contradicted = "contradicted"
)

// verdictNames are the verdicts as they are told.
var verdictNames = map[string]string{
	Supported: "rag.judged-supported", PartlyTrue: "rag.judged-partly", Unsupported: "rag.judged-unsupported", Contradicted: "rag.judged-contradicted",
}

// Judgement is a model's verdict on one claim.
type Judgement struct {
	N       int    `json:"n"` // from 1
	Verdict string `json:"verdict" schema:"enum=supported|partly|unsupported|contradicted"`
	Why     string `json:"why" schema:"maxLength=200"`
}

// Doubted is a sentence that words didn't prove, with the texts that it may rest on, the best first.
type Doubted struct {
	Text     string
	Passages []string
}

// Doubts are the sentences of a text that words left open, with the indexes that they have in it; one with a wrong figure
// is not among them, as no model talks that right. passages gives a citation's text.
func (p Proof) Doubts(passages func(n int) string) (doubted []Doubted, at []int) {
	for i, c := range p.Sentences {
		if c.Verdict == store.Verified || c.Model != "" || len(c.Invented) > 0 || len(c.Citations) == 0 || p.loose(c) || c.Verdict == store.NotChecked ||
			(c.Verdict == store.Contradicted || c.Verdict == store.InDoubt) && slices.Contains(numeric, c.Reason) {
			continue
		}
		d := Doubted{Text: c.Text}
		for _, n := range c.Citations {
			d.Passages = append(d.Passages, passages(n))
		}
		doubted, at = append(doubted, d), append(at, i)
	}
	return doubted, at
}

// numeric are the reasons that are about numbers: none of them is a matter of opinion.
var numeric = []string{ReasonInside, ReasonFigure, ReasonAmount, ReasonYear}

// loose tells whether a sentence has a figure that isn't found as it is claimed. No model talks such a sentence right.
func (p Proof) loose(c store.Claim) bool {
	return slices.ContainsFunc(p.FigureChecks, func(f store.FigureCheck) bool { return figures.Loose(f) && c.Has(f) })
}

// Settle takes a model's opinion on a sentence into its verdict.
func (p *Proof) Settle(say messages.Messages, i int, o Judgement, model string) {
	c := &p.Sentences[i]
	words := c.Why
	switch o.Verdict {
	case Supported:
		c.Verdict = store.Verified
	case PartlyTrue:
		c.Verdict = store.Partly
	case Contradicted:
		c.Verdict = store.Contradicted
	case Unsupported:
		if c.Verdict != store.Contradicted {
			c.Verdict = store.NotFound
		}
	}
	c.Model, c.ModelWhy = c.Verdict, o.Why
	c.Why = strings.TrimSpace(say.Text("rag.model-judged", messages.Args{"model": model, "verdict": say.Text(verdictNames[o.Verdict]), "why": o.Why, "words": words}))
	p.mark(i)
	p.Recount()
}

// KeepJudged takes over what a model said of sentences that are still as they were, so that it isn't asked twice.
func (p *Proof) KeepJudged(before store.Audit) {
	for i, c := range p.Sentences {
		at := slices.IndexFunc(before.Sentences, func(b store.Claim) bool { return b.Model != "" && b.Text == c.Text })
		if at < 0 || c.Verdict == store.Contradicted {
			continue
		}
		b := before.Sentences[at]
		c.Verdict, c.Reason, c.Why, c.Model, c.ModelWhy = b.Verdict, b.Reason, b.Why, b.Model, b.ModelWhy
		p.Sentences[i] = c
		p.mark(i)
	}
	p.Recount()
}

// mark gives the marks of a sentence its verdict.
func (p *Proof) mark(i int) {
	c := p.Sentences[i]
	for k, m := range p.Marks {
		if m.Sentence == i {
			p.Marks[k].Verdict, p.Marks[k].Reason, p.Marks[k].Why = c.Verdict, c.Reason, c.Why
		}
	}
}
