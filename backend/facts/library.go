package facts

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/singleflight"

	"lectern/backend/ingest/metadata"
	"lectern/backend/store"
)

// Library looks figures up in the documents of a workspace.
type Library struct {
	Workspace *store.Workspace

	mu      sync.Mutex
	kept    []kept             // those looked into last, the newest at the end
	reading singleflight.Group // of documents, by what they are now
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
	now, described, err := l.now(id)
	if err != nil {
		l.forget(id)
		return nil, err
	}
	if d := l.known(now); d != nil {
		return d, nil
	}
	d, err, _ := l.reading.Do(fmt.Sprint(now), func() (any, error) { return l.read(now, described) })
	if err != nil {
		return nil, err
	}
	l.keep(kept{d.(*Document), now})
	return d.(*Document), nil
}

// known is a document that is kept as it is now; nil for none.
func (l *Library) known(now state) *Document {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := slices.IndexFunc(l.kept, func(k kept) bool { return k.state == now })
	if at < 0 {
		return nil
	}
	k := l.kept[at]
	l.kept = append(slices.Delete(l.kept, at, at+1), k)
	return k.Document
}

// keep remembers a document in place of what it was before.
func (l *Library) keep(k kept) {
	l.forget(k.ID)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.kept = append(l.kept, k); len(l.kept) > mostKept {
		l.kept = slices.Delete(l.kept, 0, 1)
	}
}

func (l *Library) forget(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.kept = slices.DeleteFunc(l.kept, func(k kept) bool { return k.ID == id })
}

// ready reads documents side by side, so that they are known when they are asked. What can't be read says so then.
func (l *Library) ready(ctx context.Context, ids []string) {
	var group sync.WaitGroup
	for _, id := range ids {
		group.Go(func() {
			if ctx.Err() == nil {
				_, _ = l.Of(id)
			}
		})
	}
	group.Wait()
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
	for i, id := range ids {
		if err := ctx.Err(); err != nil {
			return none, err
		}
		if i == 1 {
			l.ready(ctx, ids[1:])
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
