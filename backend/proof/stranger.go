package proof

import (
	"context"
	"slices"

	"lectern/backend/messages"
	"lectern/backend/proof/figures"
	"lectern/backend/store"
)

// stranger is a name of a sentence that stands nowhere in the documents it cites, where all else of it does: the page tells
// this of somebody else. "" if there is none.
func (p *Prover) stranger(c store.Claim, w worded, evidence map[int]cited, numbers []store.FigureCheck) string {
	const most = .34 // share of a sentence's words that may be missing, names and all
	if c.Verdict != store.Partly && c.Verdict != store.NotFound || len(w.best.Names) == 0 || w.best.Share < 1-most || len(w.best.Missing) > len(w.best.Names)+1 {
		return ""
	}
	for _, f := range numbers {
		if c.Has(f) && loose(f) {
			return ""
		}
	}
	var documents []string
	for n := range w.single {
		if id := evidence[n].citation.Document; id != "" && !slices.Contains(documents, id) {
			documents = append(documents, id)
		}
	}
	for _, name := range w.best.Names {
		found, err := p.Passages.Find(context.Background(), store.Query{Text: `"` + name + `"`, Documents: documents, Limit: 1})
		if err == nil && len(documents) > 0 && len(found.Absent) > 0 {
			return name
		}
	}
	return ""
}

// loose tells whether a figure isn't plainly what its sentence says.
func loose(f store.FigureCheck) bool {
	return f.Doubt || !plainly(f) || f.Verdict != figures.Quoted && f.Verdict != figures.Computed
}

// strange makes a sentence with such a name doubtful.
func (p *Prover) strange(c *store.Claim, name string) {
	c.Verdict, c.Reason, c.Why = store.InDoubt, ReasonName, p.Config.Say.Text("rag.name-nowhere", messages.Args{"name": name})
}
