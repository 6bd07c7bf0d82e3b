package library

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"lectern/backend/fault"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/models"
	"lectern/backend/store"
	"lectern/backend/store/vector"
)

// EmbedSoon looks for documents without vectors in the background, if Run is running.
func (l *Library) EmbedSoon() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// Run embeds what has no vectors yet, whenever there is something to do and a model to do it with, until Close.
func (l *Library) Run() {
	l.work.Add(2)
	l.runs.Store(true)
	l.goOn()
	go l.compareWhenDue()
	l.compareSoon()
	digest := l.Models.State().Digest
	l.Models.OnChange(func(now models.State) {
		if l.ctx.Err() != nil {
			return
		}
		l.EmbedSoon()
		if now.Digest != digest && now.Digest != "" { // what is stale has changed
			digest = now.Digest
			l.tellResting()
		}
	})
	go func() {
		defer l.work.Done()
		for {
			select {
			case <-l.ctx.Done():
				return
			case <-l.wake:
				l.embedDue()
			}
		}
	}()
	l.EmbedSoon()
}

// embedDue embeds what waits for it; a fault ends only this attempt.
func (l *Library) embedDue() {
	defer fault.Recover(l.Log, nil)
	err := l.EmbedAll(l.ctx)
	l.rest()
	if l.renew.Swap(false) {
		err = errors.Join(err, l.Renew(l.ctx))
	}
	if err != nil && l.ctx.Err() == nil {
		l.Log.Warn("not everything could be embedded", "err", err)
	}
	if err := l.Measure(l.ctx); err != nil && l.ctx.Err() == nil {
		l.Log.Warn("the scales of scores could not be measured", "err", err)
	}
}

// tellResting tells how all documents stand with which nothing is done.
func (l *Library) tellResting() {
	l.tells.Lock()
	defer l.tells.Unlock()
	all, err := l.List()
	if err != nil {
		l.Log.Warn("the documents could not be told", "err", err)
	}
	if all = slices.DeleteFunc(all, func(d Document) bool { return d.State != Ready }); len(all) > 0 {
		l.Notify(all)
	}
}

// Waiting lists the ready documents that have no vectors of the present model, of whatever version.
func (l *Library) Waiting() ([]store.Document, error) {
	return l.ready(func(s vector.Space, has bool, state models.State) bool {
		return !has || state.Embed != "" && s.Model != state.Embed
	})
}

// Stale lists the ready documents whose vectors are of another version of the present model, by its digest. They go on
// answering, if not as well, until Renew: a whole library can take hours, so the person is to say when.
func (l *Library) Stale() ([]store.Document, error) {
	return l.ready(func(s vector.Space, has bool, state models.State) bool { return has && stale(s, state) })
}

func stale(s vector.Space, state models.State) bool {
	return s.Model == state.Embed && state.Digest != "" && s.Digest != state.Digest
}

// ready lists the documents with text that are wanted, by their vectors if they have some.
func (l *Library) ready(wanted func(s vector.Space, has bool, state models.State) bool) ([]store.Document, error) {
	docs, err := l.Workspace.Documents.List()
	if err != nil {
		return nil, err
	}
	spaces, err := l.Workspace.Vectors.Spaces()
	if err != nil {
		return nil, err
	}
	state := l.Models.State()
	var out []store.Document
	for _, d := range docs {
		s, has := spaces[d.ID]
		if d.Failed == "" && !d.Partial && d.Passages > 0 && wanted(s, has, state) {
			out = append(out, d)
		}
	}
	return out, nil
}

// EmbedAll embeds every waiting document, one after the other. Without an embedding model it does nothing. A document
// that can't be embedded is told by Notify and stays findable by its words; if Ollama is gone the rest waits.
func (l *Library) EmbedAll(ctx context.Context) error {
	waiting, err := l.Waiting()
	if err != nil {
		return err
	}
	return l.embedEach(ctx, waiting)
}

// Renew embeds all stale documents anew, as EmbedAll does.
func (l *Library) Renew(ctx context.Context) error {
	stale, err := l.Stale()
	if err != nil {
		return err
	}
	return l.embedEach(ctx, stale)
}

// RenewSoon does the same in the background, if Run is running; Notify tells how they fare.
func (l *Library) RenewSoon() {
	l.renew.Store(true)
	l.EmbedSoon()
}

func (l *Library) embedEach(ctx context.Context, docs []store.Document) error {
	var errs []error
	for len(docs) > 0 {
		var d store.Document
		d, docs = l.next(docs)
		if l.Models.State().Embed == "" || ctx.Err() != nil {
			break
		}
		err := l.Embed(ctx, d)
		if errors.Is(err, llm.ErrDown) {
			l.Models.Refresh(ctx)
			return err
		}
		if err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Embed makes a document's vectors and stores them together.
func (l *Library) Embed(ctx context.Context, d store.Document) error {
	l.embeds.Lock()
	defer l.embeds.Unlock()
	state := l.Models.State()
	if state.Embed == "" || ctx.Err() != nil {
		return ctx.Err()
	}
	refs := make([]store.Ref, d.Passages)
	for i := range refs {
		refs[i] = store.Ref{Document: d.ID, Passage: i}
	}
	inputs, err := l.inputs(refs)
	if err != nil || len(inputs) != len(refs) { // removed meanwhile
		return err
	}
	shown := describe(d)
	shown.State = Embedding
	whole := ctx
	ctx, p := l.beginEmbedding(whole, shown)
	defer l.endEmbedding(d.ID, p)
	l.tellEmbedding(p.shown)
	l.hold(ctx, p.item)
	began, told := time.Now(), time.Now()
	vectors, digest, err := state.Client.Embed(ctx, state.Embed, llm.Document, inputs, func(done int) {
		began = began.Add(l.hold(ctx, p.item))
		if time.Since(told) < progressEvery {
			return
		}
		told = time.Now()
		l.tellEmbedding(l.embedded(p, done, int(time.Since(began).Seconds()*float64(len(inputs)-done)/float64(done))+1))
		if p.item != nil {
			l.tellAdding(false)
		}
	})
	if ctx.Err() != nil { // removed meanwhile, or all ends
		return whole.Err()
	}
	if err == nil && len(vectors) > 0 {
		err = l.putVectors(refs, inputs, vector.Space{Model: state.Embed, Digest: digest, Dim: len(vectors[0])}, vectors)
	}
	shown = describe(d)
	switch {
	case errors.Is(err, errReplaced):
		l.EmbedSoon()
		return l.tellAgain(d.ID)
	case err == nil:
		shown.Embedded, shown.KeywordOnly, shown.Stale = d.Passages, false, false
	case errors.Is(err, store.ErrNotFound):
		return nil // removed meanwhile
	default:
		shown.Reason = messages.Text("library.not-embedded", messages.Args{"error": err})
		if old, gone := l.standing(d.ID); gone == nil && old.Stale {
			shown, shown.Reason = old, messages.Text("library.not-embedded-anew", messages.Args{"error": err})
		}
		err = fmt.Errorf("%s: %w", d.Name, err)
	}
	l.tellEmbedding(shown)
	return err
}

// inputs are passages as they are embedded; fewer if their document is gone, or was read anew.
func (l *Library) inputs(refs []store.Ref) ([]string, error) {
	texts, err := l.Workspace.Passages.Texts(refs)
	return Inputs(texts), err
}

// Inputs are passages as they are embedded: under the heading of their page.
func Inputs(texts []store.Text) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = t.Text
		if t.Heading != "" {
			out[i] = t.Heading + "\n" + t.Text
		}
	}
	return out
}

var errReplaced = messages.Error("library.read-anew-meanwhile")

// putVectors stores the vectors of a document's passages, unless it holds others by now.
func (l *Library) putVectors(refs []store.Ref, inputs []string, space vector.Space, vectors [][]float32) error {
	l.holds.Lock()
	defer l.holds.Unlock()
	now, err := l.inputs(refs)
	if err == nil && len(now) == 0 {
		err = store.ErrNotFound
	}
	if err == nil && !slices.Equal(now, inputs) {
		err = errReplaced
	}
	if err != nil {
		return err
	}
	return l.Workspace.Vectors.Put(refs[0].Document, space, vectors)
}

// tellEmbedding tells how the embedding of a document fares, unless it is being read anew.
func (l *Library) tellEmbedding(d Document) {
	l.mu.Lock()
	busy := l.jobs[d.ID] != nil
	l.mu.Unlock()
	if busy {
		return
	}
	l.tells.Lock()
	defer l.tells.Unlock()
	stored, err := l.Workspace.Documents.Get(d.ID)
	if errors.Is(err, store.ErrNotFound) {
		return // removed meanwhile, which was told
	} else if err == nil { // a second reader may have had its turn meanwhile, or a person moved it
		d.Folder, d.ReadingSummary, d.Doubtful, d.Pictures, d.Hidden = stored.Folder, stored.ReadingSummary, stored.Doubtful, stored.Pictures, stored.Hidden
	}
	l.Notify([]Document{d})
}
