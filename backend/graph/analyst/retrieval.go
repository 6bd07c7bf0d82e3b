package analyst

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/ingest/metadata"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// within are the documents that a question is about, as it says, and what of it is left without their names.
func (w *Workflow) within(s State) ([]store.Document, rag.Mentions, error) {
	library, err := w.Library(nil)
	if err != nil {
		return nil, rag.Mentions{}, err
	}
	m := rag.FindMentions(s.Asks(), library)
	return rag.Within(s.Scope, library, m.Documents), m, nil
}

// retrieval looks up what the question compares, and searches by words and by meaning, within the documents that the
// question is about. Where every figure comes from its cell and no model is to write, passages aren't searched.
func (w *Workflow) retrieval(ctx context.Context, s State) (State, error) {
	in, m, err := w.within(s)
	if err != nil {
		return s, err
	}
	rag.StepStarted(ctx, "rag.searching", messages.Args{"documents": messages.Count("count.documents", len(in))})
	if s.Retrieval.Attempts == 0 {
		for _, name := range m.Unknown {
			rag.Note(ctx, "rag.no-document-called", messages.Args{"name": name})
		}
	}
	if len(in) == 0 {
		rag.StepDone(ctx, "analyst.nothing-to-search")
		s.Error = say(s).Text("analyst.no-document")
		return s, nil
	}
	if s.Retrieval.Attempts == 0 {
		if s, err = w.lookUp(ctx, s); err != nil {
			return s, err
		}
	}
	if figures := s.Analysis.figures(); !w.writes("text explanation") && figures > 0 && s.Retrieval.Query.Compare.Clear() {
		rag.StepDone(ctx, "analyst.looked-up", messages.Args{"figures": messages.Count("count.figures", figures), "gaps": messages.Count("count.gaps", len(s.Analysis.Metrics)-figures)})
		s.Retrieval.Attempts++
		s.Asked, s.Documents = rag.IDs(in), true
		return s, nil
	}
	about, err := metadata.Metadata(w.Workspace, in)
	if err != nil {
		return s, err
	}
	r := s.Retrieval
	in, r.Filter = w.filter(r.Query, r.Attempts, in, about)
	r.Query.Text = strings.Join(append([]string{m.Rest}, r.Query.Keywords...), "\n")
	q := store.Query{Text: r.Query.Text, Documents: rag.IDs(in), Limit: w.Config.TopK, PerPage: mostOfPage}
	hits, err := w.Search(ctx, &q)
	if err != nil {
		return s, err
	}
	before := len(r.Passages)
	if r.Passages, err = w.best(hits, r.Passages); err != nil {
		return s, err
	}
	r.Attempts++
	how := messages.From(ctx).Text("rag.by-words")
	if q.Vector != nil {
		how = messages.From(ctx).Text("rag.by-words-and-meaning")
	}
	rag.StepDone(ctx, "analyst.kept", messages.Args{"kept": len(r.Passages), "passages": messages.Count("count.passages", len(hits)+before), "how": how, "documents": r.Filter.words(messages.From(ctx))})
	s.Retrieval, s.Asked, s.Documents = r, rag.IDs(in), true
	return s, nil
}

// notSearched ends the run where the documents can't be searched at all.
func (w *Workflow) notSearched(ctx context.Context, s State, err error) (State, error) {
	rag.StepDone(ctx, "analyst.could-not-search")
	s.Error = say(s).Text("analyst.not-searched", messages.Args{"error": err})
	return s, nil
}

// words tells what a search was limited to.
func (f Filter) words(say messages.Messages) string {
	var by []string
	if len(f.Companies) > 0 {
		by = append(by, say.Text("analyst.by-company", messages.Args{"names": strings.Join(f.Companies, ", ")}))
	}
	if len(f.Years) > 0 {
		by = append(by, say.Text("analyst.by-year", messages.Args{"years": strings.Trim(fmt.Sprint(f.Years), "[]")}))
	}
	if len(f.Types) > 0 {
		by = append(by, say.Text("analyst.by-type", messages.Args{"names": strings.Join(f.Types, ", ")}))
	}
	out := say.Say(messages.Count("count.documents", f.Documents))
	if f.Documents < f.Of {
		out = say.Text("analyst.some-of", messages.Args{"number": f.Documents, "documents": messages.Count("count.documents", f.Of)})
	}
	if len(by) > 0 {
		out += " (" + strings.Join(by, say.Text("list.next")) + ")"
	}
	return out
}

// best ranks what was found together with what earlier attempts kept. The same text counts once.
func (w *Workflow) best(hits []store.Hit, kept []string) ([]string, error) {
	found := make([]string, len(hits))
	for i, h := range hits {
		found[i] = h.Ref.String()
	}
	score := rag.Fuse([][]string{kept, found})
	order := slices.Clone(kept)
	for _, id := range found {
		if !slices.Contains(kept, id) {
			order = append(order, id)
		}
	}
	ps, err := w.Passages(order)
	if err != nil {
		return nil, err
	}
	for i, p := range ps {
		ps[i].Score = score[p.Ref.String()]
	}
	slices.SortStableFunc(ps, func(a, b rag.Passage) int { return cmp.Compare(b.Score, a.Score) })
	out, seen := []string{}, map[string]bool{}
	for _, p := range ps {
		if key := strings.Join(strings.Fields(strings.ToLower(p.Text.Text)), " "); !seen[key] && len(out) < w.Config.Keep {
			seen[key] = true
			out = append(out, p.Ref.String())
		}
	}
	return out, nil
}
