package whole

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"text/template"
	"time"

	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Reader has a model read every passage of a corpus once, for what a question asks of the whole. What the model finds is kept
// with the documents, by passage: whoever reads for the same again, after a break or in another question, reads only what is
// left.
type Reader struct {
	rag.Tools
	Corpus   Corpus
	Question Question
	Asked    string // the question as it was put
	Parallel int    // calls of the model at once

	prompts *template.Template
}

// NewReader makes one.
func NewReader(t rag.Tools, c Corpus, q Question, asked string, parallel int) (*Reader, error) {
	prompts, err := Prompts()
	return &Reader{t, c, q, asked, max(1, parallel), prompts}, err
}

// Prompts are the templates of what models are sent.
func Prompts() (*template.Template, error) { return rag.Prompts(promptFiles, nil) }

// unit is a passage that is to be read. Passages of a document with the same text are one.
type unit struct {
	ref  store.Ref
	hash string // of its text
	cost int    // tokens
}

// Work is what is to be read, and what was read before.
type Work struct {
	Passages int // all that there are
	Read     int // of these, those that were read before
	Tokens   int // of those that weren't
	Calls    int // that they take

	unread []unit
}

// format is the version of what is kept.
const format = "1"

// purpose is what the calls that read are for, by which their prompt is called as well.
func (r *Reader) purpose() string {
	if r.Question.Kind == Summary {
		return "points"
	}
	return "items"
}

// key is what extracts are kept by: what is looked for, the model and how it is asked.
func (r *Reader) key(ctx context.Context) string {
	prompt := r.prompts.Lookup(r.purpose() + ".md")
	return hashed(format, r.purpose(), strings.ToLower(r.Question.Of), r.ModelAt(ctx), prompt.Root.String())
}

func hashed(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:12])
}

// blockTokens is what a passage takes in a prompt beside its text.
const blockTokens = 40

// Work looks what is still to be read.
func (r *Reader) Work(ctx context.Context) (w Work, err error) {
	key := r.key(ctx)
	err = r.Corpus.each(ctx, func(d store.Document, passages []store.Text) error {
		known, err := r.Workspace.Extracts.Of(d.ID, key)
		if err != nil {
			return err
		}
		seen := map[string]bool{}
		for _, p := range passages {
			w.Passages++
			hash := hashed(p.Text)
			if known[hash] != nil {
				w.Read++
			} else if !seen[hash] {
				u := unit{p.Ref, hash, r.Client.Tokens(r.ModelAt(ctx), p.Text) + blockTokens}
				w.unread, w.Tokens = append(w.unread, u), w.Tokens+u.cost
			}
			seen[hash] = true
		}
		return nil
	})
	if err != nil || len(w.unread) == 0 {
		return w, err
	}
	room, err := r.room(ctx)
	w.Calls = len(batches(w.unread, room))
	return w, err
}

// answerTokens is the room for what a call finds: a quarter of the context, which is more than what is listed takes.
func (r *Reader) answerTokens(ctx context.Context) (answer, size int, err error) {
	size, err = r.Client.ContextOf(ctx, r.ModelAt(ctx))
	return min(size/4, mostAnswer), size, err
}

// mostAnswer is as much as a model may say of a batch, in tokens.
const mostAnswer = 4096

// room is how many tokens of passages one call reads: as many as the model's context holds beside the instructions and the
// answer.
func (r *Reader) room(ctx context.Context) (int, error) {
	answer, size, err := r.answerTokens(ctx)
	if err != nil {
		return 0, err
	}
	empty, err := r.prompt(nil)
	return size - answer - r.Client.Tokens(r.ModelAt(ctx), empty) - size/20, err
}

func (r *Reader) prompt(ps []rag.Passage) (string, error) {
	return rag.Render(r.prompts, r.purpose()+".md", map[string]any{
		"Passages": rag.KnowledgeBase(ps), "Of": rag.EscapePrompt(r.Question.Of), "Question": rag.EscapePrompt(r.Asked),
	})
}

// batches cuts what is to be read into pieces that a call has room for, each of a passage at least.
func batches(us []unit, room int) (out [][]unit) {
	left := 0
	for i, u := range us {
		if left -= u.cost; left < 0 || i == 0 {
			out = append(out, nil)
			left = room - u.cost
		}
		out[len(out)-1] = append(out[len(out)-1], u)
	}
	return out
}

// Read reads what is left, several calls at once, and tells after each how many passages were read since. Passages of which
// the model makes nothing usable are left unread.
func (r *Reader) Read(ctx context.Context, w Work, told func(passages, tokens int)) error {
	if len(w.unread) == 0 {
		return nil
	}
	room, err := r.room(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	all := batches(w.unread, room)
	next := make(chan []unit)
	var work sync.WaitGroup
	var mu sync.Mutex
	var failed error
	passages, tokens := 0, 0
	for range min(r.Parallel, len(all)) {
		work.Go(func() {
			for us := range next {
				err := r.settle(ctx, us)
				mu.Lock()
				if err != nil && failed == nil {
					failed = err
					cancel(err)
				} else if err == nil {
					passages, tokens = passages+len(us), tokens+cost(us)
					told(passages, tokens)
				}
				mu.Unlock()
			}
		})
	}
	for _, us := range all {
		if ctx.Err() != nil {
			break
		}
		next <- us
	}
	close(next)
	work.Wait()
	if failed == nil && ctx.Err() != nil {
		failed = context.Cause(ctx)
	}
	return failed
}

func cost(us []unit) (tokens int) {
	for _, u := range us {
		tokens += u.cost
	}
	return tokens
}

// settle reads a batch. One that is too much for the model is read in halves; a passage that is by itself stays unread.
func (r *Reader) settle(ctx context.Context, us []unit) error {
	err := r.batch(ctx, us)
	wait := r.Wait
	for try := 1; try < r.Attempts && llm.Transient(err) && ctx.Err() == nil; try++ {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
		}
		wait *= 2
		err = r.batch(ctx, us)
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case !errors.Is(err, llm.ErrFormat) && !errors.Is(err, llm.ErrContext):
		return err
	case len(us) == 1:
		rag.Note(ctx, "whole.passage-missed", messages.Args{"error": err})
		return nil
	}
	half := len(us) / 2
	if err := r.settle(ctx, us[:half]); err != nil {
		return err
	}
	return r.settle(ctx, us[half:])
}

// metered has calls count for the speed of the model. Those that run at once share its time.
func (r *Reader) metered(ctx context.Context) context.Context {
	began := time.Now()
	return llm.WithUsage(ctx, func(ctx context.Context, used llm.Usage) {
		rag.Used(ctx, used)
		if r.Speeds != nil && used.Model == r.ModelAt(ctx) {
			r.Speeds.Add(used.Model, rag.Cost{Calls: 1, TokensIn: used.In, TokensOut: used.Out, Millis: time.Since(began).Milliseconds() / int64(r.Parallel)})
		}
		began = time.Now()
	})
}

// extracted is what a model found in the passages of a batch.
type extracted struct {
	Found []struct {
		Passage int    `json:"passage" schema:"minimum=1"`
		Text    string `json:"text" schema:"maxLength=400"`
	} `json:"found" schema:"maxItems=400"`

	most int // passages
}

// Validate implements the check of llm.Structured.
func (e *extracted) Validate() error {
	for _, f := range e.Found {
		if f.Passage < 1 || f.Passage > e.most {
			return messages.Error("whole.no-such-passage", messages.Args{"id": f.Passage, "most": e.most})
		}
	}
	return nil
}

// batch has the model read some passages in one call, and keeps what it found, by passage. What it said is kept even if the
// run is stopped meanwhile: it was read.
func (r *Reader) batch(ctx context.Context, us []unit) error {
	ids := make([]string, len(us))
	for i, u := range us {
		ids[i] = u.ref.String()
	}
	ps, err := r.Passages(ids)
	if err != nil || len(ps) == 0 { // its document was removed meanwhile
		return err
	}
	prompt, err := r.prompt(ps)
	if err != nil {
		return err
	}
	answer, _, err := r.answerTokens(ctx)
	if err != nil {
		return err
	}
	out := extracted{most: len(ps)}
	if err := r.Structured(r.metered(ctx), r.purpose(), prompt, answer, &out, r.Given(ctx, ps)); err != nil {
		return err
	}
	found := map[string]map[string][]byte{} // by document
	texts := make([][]string, len(ps))
	for _, f := range out.Found {
		if text := strings.Join(strings.Fields(f.Text), " "); text != "" {
			texts[f.Passage-1] = append(texts[f.Passage-1], text)
		}
	}
	for i, p := range ps {
		if found[p.Ref.Document] == nil {
			found[p.Ref.Document] = map[string][]byte{}
		}
		raw, err := json.Marshal(rag.NonNil(texts[i]))
		if err != nil {
			return err
		}
		found[p.Ref.Document][hashed(p.Text.Text)] = raw
	}
	for document, of := range found {
		if err := r.Workspace.Extracts.Save(document, r.key(ctx), of); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	return nil
}
