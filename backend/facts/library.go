package facts

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"lectern/backend/ingest/metadata"
	"lectern/backend/store"
)

// Library looks figures up in the documents of a workspace.
type Library struct {
	Workspace *store.Workspace

	mu   sync.Mutex
	kept []kept // those looked into last, the newest at the end
}

// kept is a document that was read, as it was then.
type kept struct {
	*Document
	state
}

// state is what an answer from a document depends on.
type state struct {
	about  About
	pages  int
	hidden bool   // text that nobody sees is used
	tables uint64 // their stamp
}

// mostKept is how many documents stay read; a long filing's tables take some ten megabytes.
const mostKept = 8

// Of reads a document's tables, or remembers them as long as they, and what is known of the document, are the same.
func (l *Library) Of(id string) (*Document, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var was kept
	if at := slices.IndexFunc(l.kept, func(k kept) bool { return k.ID == id }); at >= 0 {
		was = l.kept[at]
		l.kept = slices.Delete(l.kept, at, at+1)
	}
	now, err := l.now(id)
	if err != nil {
		return nil, err
	}
	if was.state != now {
		d, err := l.read(now)
		if err != nil {
			return nil, err
		}
		was = kept{d, now}
	}
	if l.kept = append(l.kept, was); len(l.kept) > mostKept {
		l.kept = slices.Delete(l.kept, 0, 1)
	}
	return was.Document, nil
}

// now is the state of a document.
func (l *Library) now(id string) (s state, err error) {
	d, err := l.Workspace.Documents.Get(id)
	if err != nil {
		return s, err
	}
	described, err := l.Workspace.Descriptions.Of(id)
	if err != nil {
		return s, err
	}
	m := described.Metadata()
	s = state{about: About{ID: id, Name: d.Name, Company: m.Company, Year: m.Year, Type: m.Type}, pages: d.Pages, hidden: d.UseHidden}
	s.tables, err = l.Workspace.Tables.Stamp(id)
	return s, err
}

func (l *Library) read(s state) (*Document, error) {
	tables, err := l.Workspace.Tables.Of(s.about.ID, 0)
	if err != nil {
		return nil, err
	}
	d := Read(s.about, tables)
	d.pages = sync.OnceValue(func() []store.Page {
		out := make([]store.Page, s.pages)
		for i := range out {
			out[i], _ = l.Workspace.Pages.Get(s.about.ID, i+1) // a page that can't be read explains nothing
		}
		return out
	})
	return d, nil
}

// Answer looks a figure up in the documents with the given ids, or in all of the workspace. Of several, those are looked
// into that the question's company and year choose.
func (l *Library) Answer(ctx context.Context, question string, ids []string) (Result, error) {
	none := Result{Near: []store.Operand{}}
	if len(ids) != 1 {
		var err error
		if ids, err = l.choose(question, ids); err != nil || len(ids) == 0 {
			return none, err
		}
	}
	var best Result
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return none, err
		}
		d, err := l.Of(id)
		if err != nil {
			return none, err
		}
		found := d.Answer(question)
		switch {
		case found.Figure != nil && best.Figure == nil, found.Figure != nil && found.Figure.Confidence > best.Figure.Confidence:
			best = found
		case best.Figure == nil && len(best.Near) == 0:
			best = found
		}
		if best.Figure != nil && best.Figure.Confidence >= enough {
			break
		}
	}
	if best.Near == nil {
		best.Near = []store.Operand{}
	}
	return best, nil
}

const (
	enough     = .9 // no other document is looked into
	mostLooked = 4  // documents that one question looks into
)

// choose gives the documents that a question is about, the likeliest first: of its company, and of the years that it names,
// those of a year itself before later ones, which may have restated it.
func (l *Library) choose(question string, ids []string) ([]string, error) {
	facets, err := metadata.OpenFacets(l.Workspace)
	if err != nil {
		return nil, err
	}
	all, err := l.Workspace.Documents.List()
	if err != nil {
		return nil, err
	}
	described, err := l.Workspace.Descriptions.List()
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(d store.Document) bool {
		return d.Failed != "" || len(ids) > 0 && !slices.Contains(ids, d.ID)
	})
	q := readQuestion(question)
	year := 0
	for _, w := range q.whens {
		year = max(year, w.year)
	}
	ofCompany := map[string]bool{}
	for _, f := range facets.Asked(question) {
		if f.Field == store.ByCompany {
			for _, id := range facets.Scope(ids, []store.Filter{f}) {
				ofCompany[id] = true
			}
		}
	}
	type candidate struct {
		id    string
		score float64
	}
	var out []candidate
	for _, d := range all {
		score := nameScore(question, d.Name)
		if ofCompany[d.ID] {
			score = max(score, 1)
		}
		if score == 0 && (len(all) > mostLooked || len(ids) == 0 && len(all) > 1) {
			continue
		}
		m := described[d.ID].Metadata()
		score += yearScore(m.Year, year) + typeScore(m.Type, q)
		out = append(out, candidate{d.ID, score})
	}
	slices.SortStableFunc(out, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	var chosen []string
	for _, c := range out[:min(len(out), mostLooked)] {
		chosen = append(chosen, c.id)
	}
	return chosen, nil
}

// yearScore prefers a year's own document, then those of the next years.
func yearScore(is, wanted int) float64 {
	switch {
	case is == 0 || wanted == 0:
		return 0
	case is == wanted:
		return .5
	case is == wanted+1:
		return .3
	case is == wanted+2:
		return .2
	}
	return 0
}

// typeScore prefers a year's report to others where a year is asked for, and a quarter's where a quarter is.
func typeScore(is string, q *question) float64 {
	interim := slices.ContainsFunc(q.whens, func(w when) bool { return w.part > 0 || w.months > 0 && w.months < 12 })
	switch {
	case is == "10-K" || is == "annual report":
		if interim {
			return 0
		}
		return .2
	case is == "10-Q" || is == "quarterly report":
		if interim {
			return .2
		}
	}
	return .05
}

// nameScore tells whether a question names a document by the first word of its file's name: "3M" of 3M_2018_10K.
func nameScore(question, name string) float64 {
	first, _, ok := strings.Cut(strings.ToLower(strings.NewReplacer("_", " ", "-", " ").Replace(name)), " ")
	if !ok || len(first) < 2 {
		return 0
	}
	squeezed := strings.NewReplacer(" ", "", "-", "", ".", "", "'", "", "’", "").Replace(strings.ToLower(question))
	for _, w := range wordsOf(question) {
		if strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(w.text, "'s"), "’s")) == first {
			return 1
		}
	}
	const long = 5
	if len(first) >= long && strings.Contains(squeezed, first) {
		return 1
	}
	return 0
}
