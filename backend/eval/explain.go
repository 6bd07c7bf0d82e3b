package eval

import (
	"context"
	"slices"

	"lectern/backend/store"
)

// deep is how far down a ranking a gold page is looked for.
const deep = 10_000

// firstShown is how many of a ranking's first places are told beside the gold pages.
const firstShown = 10

// Place is a page in a ranking, by the best of its passages.
type Place struct {
	Page
	Gold  bool       `json:"gold"`
	Rank  int        `json:"rank"`  // from 1
	Score float64    `json:"score"` // of both searches together
	Text  string     `json:"text"`  // of the passage
	Why   *store.Why `json:"why"`

	Before int    `json:"before,omitempty"` // its rank before what was found was ordered anew; 0: nothing orders it
	Reason string `json:"reason,omitempty"` // why it stands where it does since
}

// Lost is a gold page that no search found.
type Lost struct {
	Page
	Missing bool `json:"missing"` // its document isn't in the library
	NoPage  bool `json:"noPage"`  // its document has no such page
}

// Explanation is how one question fared.
type Explanation struct {
	QID      string  `json:"qid"`
	Question string  `json:"question"`
	Scope    string  `json:"scope"`
	Ranked   int     `json:"ranked"` // pages in the whole ranking
	Places   []Place `json:"places"` // the first ten and the gold pages, best first
	Lost     []Lost  `json:"lost"`

	Reranking *Reranking `json:"reranking,omitempty"` // if what was found was ordered anew
}

// Explain searches for one question and says where its gold pages stand, and what stands above them.
func (t *Trial) Explain(ctx context.Context, q Question) (Explanation, error) {
	out := Explanation{QID: q.QID, Question: q.Text, Scope: t.Scope, Places: []Place{}, Lost: []Lost{}}
	query, ok, err := t.query(ctx, q)
	if err != nil {
		return out, err
	}
	var hits []store.Hit
	if ok {
		query.Limit, query.Why = deep, true
		if hits, err = t.Library.Search(ctx, query); err != nil {
			return out, err
		}
	}
	out.Ranked = len(hits)
	before, reasons := map[store.Ref]int{}, map[store.Ref]string{}
	if t.Reranker != nil && len(hits) > 0 {
		for i, h := range hits {
			before[h.Ref] = i + 1
		}
		first, rest := hits[:min(depth, len(hits))], hits[min(depth, len(hits)):]
		if first, reasons, out.Reranking, err = t.rerank(ctx, q.Text, first); err != nil {
			return out, err
		}
		hits = slices.Concat(first, rest)
	}
	gold := map[int]bool{} // by index into hits
	for _, g := range q.Gold {
		d, there := t.Names[bare(g.Doc)]
		at := slices.IndexFunc(hits, func(h store.Hit) bool { return h.Ref.Document == d.ID && h.Page == g.Page })
		if at < 0 {
			out.Lost = append(out.Lost, Lost{g, !there, there && (g.Page < 1 || g.Page > d.Pages)})
			continue
		}
		gold[at] = true
	}
	for i, h := range hits {
		if i >= firstShown && !gold[i] {
			continue
		}
		p, err := t.place(h)
		if err != nil {
			return out, err
		}
		p.Rank, p.Gold, p.Before, p.Reason = i+1, gold[i], before[h.Ref], reasons[h.Ref]
		out.Places = append(out.Places, p)
	}
	return out, nil
}

func (t *Trial) place(h store.Hit) (Place, error) {
	p := Place{Page: Page{Page: h.Page}, Score: h.Score, Why: h.Why}
	texts, err := t.Library.Texts([]store.Ref{h.Ref})
	for _, text := range texts {
		p.Doc, p.Text = text.Name, text.Text
	}
	return p, err
}
