package library

import (
	"context"
	"slices"

	"lectern/backend/store"
)

// pending is a document that is being embedded, or waits for that since it was added.
type pending struct {
	shown  Document
	item   *item // of the batch that it was added with; nil: of none
	cancel context.CancelFunc
}

// embedsSoon says whether what is added is embedded then.
func (l *Library) embedsSoon() bool { return l.runs.Load() && l.Models.State().Embed != "" }

func (l *Library) readingShare() float64 {
	if l.embedsSoon() {
		return readingShare
	}
	return 1
}

// dueSoon has a document that was read wait for being embedded, if there is a model for that.
func (l *Library) dueSoon(d Document, i *item) Document {
	if d.State != Ready || !d.KeywordOnly || !l.embedsSoon() {
		return d
	}
	d.State, d.Share = Embedding, readingShare
	l.batch.embed(i, d.Passages, 0)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.due[d.ID] = &pending{shown: d, item: i, cancel: func() {}}
	return d
}

// beginEmbedding makes a document's embedding one that can be cancelled.
func (l *Library) beginEmbedding(ctx context.Context, d Document) (context.Context, *pending) {
	ctx, cancel := context.WithCancel(ctx)
	l.mu.Lock()
	p := l.due[d.ID]
	if p == nil {
		p = &pending{}
		l.due[d.ID] = p
		d.Share = 0
	} else {
		d.Share = p.shown.Share
	}
	p.shown, p.cancel = d, cancel
	l.mu.Unlock()
	l.batch.with(p.item, l.batch.embedding.begin)
	return ctx, p
}

// embedded is a document of which so much is embedded.
func (l *Library) embedded(p *pending, done, secondsLeft int) Document {
	l.batch.embed(p.item, p.shown.Passages, done)
	l.mu.Lock()
	defer l.mu.Unlock()
	before := 0.0
	if p.item != nil {
		before = readingShare
	}
	p.shown.Embedded, p.shown.SecondsLeft = done, secondsLeft
	p.shown.Share = before + (1-before)*float64(done)/float64(max(p.shown.Passages, 1))
	return p.shown
}

// endEmbedding ends it, however that went.
func (l *Library) endEmbedding(id string, p *pending) {
	l.batch.with(p.item, l.batch.embedding.end)
	l.mu.Lock()
	was := l.due[id] == p
	if was {
		delete(l.due, id)
	}
	l.mu.Unlock()
	p.cancel()
	if p.item != nil && was {
		l.batch.end(p.item, Ready)
		l.tellAdding(true)
	}
}

// rest has documents that waited in vain for being embedded, since the model is gone, be what they are.
func (l *Library) rest() {
	if len(l.wake) > 0 {
		return // it goes on
	}
	l.mu.Lock()
	left := l.due
	l.due = map[string]*pending{}
	l.mu.Unlock()
	for id, p := range left {
		l.batch.end(p.item, Ready)
		if d, err := l.standing(id); err == nil {
			l.Notify([]Document{d})
		}
	}
	if len(left) > 0 && l.ctx.Err() == nil {
		l.tellAdding(true)
	}
}

// next takes the document from those that wait that is to be embedded now.
func (l *Library) next(docs []store.Document) (store.Document, []store.Document) {
	l.mu.Lock()
	id := l.sooner
	l.sooner = ""
	wanted := l.due[id] != nil
	l.mu.Unlock()
	if at := slices.IndexFunc(docs, func(d store.Document) bool { return d.ID == id }); at >= 0 {
		d := docs[at]
		return d, slices.Delete(docs, at, at+1)
	}
	if wanted { // it was read after these were listed
		if d, err := l.Workspace.Documents.Get(id); err == nil {
			return d, docs
		}
	}
	return docs[0], docs[1:]
}
