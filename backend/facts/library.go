package facts

import (
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
	now, described, err := l.now(id)
	if err != nil {
		return nil, err
	}
	if was.state != now {
		d, err := l.read(now, described)
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

// now is the state of a document, and what is known of it.
func (l *Library) now(id string) (s state, described store.Description, err error) {
	d, err := l.Workspace.Documents.Get(id)
	if err != nil {
		return s, described, err
	}
	described, err = l.Workspace.Descriptions.Of(id)
	if err != nil {
		return s, described, err
	}
	m := described.Metadata()
	s = state{about: About{ID: id, Name: d.Name, Company: m.Company, Year: m.Year, Type: m.Type}, pages: d.Pages, hidden: d.UseHidden}
	s.tables, err = l.Workspace.Tables.Stamp(id)
	return s, described, err
}

func (l *Library) read(s state, described store.Description) (*Document, error) {
	tables, err := l.Workspace.Tables.Of(s.about.ID, 0)
	if err != nil {
		return nil, err
	}
	d := Read(s.about, tables)
	for _, a := range described.Aliases {
		if a.Kind == store.TradedAs {
			d.symbols = append(d.symbols, a.Text)
		}
	}
	symbols, others := metadata.Listed(d.names...)
	d.symbols = append(d.symbols, symbols...)
	for _, other := range others {
		d.names = append(d.names, other)
		d.nicknames = append(d.nicknames, strings.ToLower(other))
	}
	d.pages = sync.OnceValue(func() []store.Page {
		out := make([]store.Page, s.pages)
		for i := range out {
			out[i], _ = l.Workspace.Pages.Get(s.about.ID, i+1) // a page that can't be read explains nothing
		}
		return out
	})
	d.stands = func(word string) bool {
		facts, err := l.Workspace.Passages.Facts(context.Background(), word, []string{s.about.ID})
		return err != nil || len(facts.Words) == 0 || !facts.Words[0].Absent
	}
	d.small = sync.OnceValue(func() []string {
		out := make([]string, 0, s.pages)
		for _, p := range d.pages() {
			out = append(out, strings.ToLower(p.Text))
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
		if ids, err = l.Choose(question, ids); err != nil || len(ids) == 0 {
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

// enough is how sure a figure must be for no other document to be looked into.
const enough = .9
