package analyst

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/ingest/metadata"
	"lectern/backend/store"
)

// retrieval searches by words and by meaning, within the documents that the question is about.
func (w *Workflow) retrieval(ctx context.Context, s State) (State, error) {
	library, err := w.Library(nil)
	if err != nil {
		return s, err
	}
	rag.StepStarted(ctx, "Searching %s…", rag.Plural(len(library), "document"))
	m := rag.FindMentions(s.Question, library)
	if s.Retrieval.Attempts == 0 {
		for _, name := range m.Unknown {
			rag.Note(ctx, "No document is called “%s”.", name)
		}
	}
	in := rag.Within(s.Scope, library, m.Documents)
	if len(in) == 0 {
		rag.StepDone(ctx, "Nothing to search")
		s.Error = "There is no document to answer from. Add a PDF, then ask again."
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
	how := "by words"
	if q.Vector != nil {
		how = "by words and meaning"
	}
	rag.StepDone(ctx, "Kept %d of %s found %s, in %s", len(r.Passages), rag.Plural(len(hits)+before, "passage"), how, r.Filter.words())
	s.Retrieval, s.Asked, s.Documents = r, rag.IDs(in), true
	return s, nil
}

// notSearched ends the run where the documents can't be searched at all.
func (w *Workflow) notSearched(ctx context.Context, s State, err error) (State, error) {
	rag.StepDone(ctx, "Could not search")
	s.Error = fmt.Sprintf("The documents could not be searched: %v. Ask again; if it happens again, please report it.", err)
	return s, nil
}

// words tells what a search was limited to.
func (f Filter) words() string {
	var by []string
	if len(f.Companies) > 0 {
		by = append(by, "company: "+strings.Join(f.Companies, ", "))
	}
	if len(f.Years) > 0 {
		by = append(by, "year: "+strings.Trim(fmt.Sprint(f.Years), "[]"))
	}
	if len(f.Types) > 0 {
		by = append(by, "type: "+strings.Join(f.Types, ", "))
	}
	out := rag.Plural(f.Documents, "document")
	if f.Documents < f.Of {
		out = fmt.Sprintf("%d of %s", f.Documents, rag.Plural(f.Of, "document"))
	}
	if len(by) > 0 {
		out += " (" + strings.Join(by, "; ") + ")"
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
