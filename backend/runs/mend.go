package runs

import (
	"encoding/json"
	"errors"
	"slices"
	"time"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/store"
)

// Kinds of events after the end of a run: a person changed its answer, or took that back.
const (
	kindMended = "mended"
	kindUndone = "undone"
)

var errNoMend = messages.Error("runs.no-mend")

// MendFigure puts what the pages have in the place of a figure, as its proof offers it: start is where that begins, now
// what is to stand there. The answer is then held against the same evidence anew.
func (r *Runs) MendFigure(id string, start int, now string) (store.Event, error) {
	r.starting.Lock()
	defer r.starting.Unlock()
	run, err := r.mendable(id)
	if err != nil {
		return store.Event{}, err
	}
	i := slices.IndexFunc(run.Figures, func(f store.FigureCheck) bool { return f.Mend != nil && f.Mend.Start == start && f.Mend.Now == now })
	if i < 0 {
		return store.Event{}, errNoMend
	}
	offered := *run.Figures[i].Mend
	made := store.Mend{Start: start, End: start + len(now), Was: offered.Was, Now: now}
	mends := moved(run.Mends, offered.End, len(now)-len(offered.Was))
	if at := slices.IndexFunc(mends, func(m store.Mend) bool { return m.Start < offered.End && start < m.End }); at >= 0 {
		before := mends[at]
		if before.Start != start || before.End != offered.End { // a part of what was put there
			return store.Event{}, errNoMend
		}
		made.Was = before.Was
		mends = slices.Delete(mends, at, at+1)
	}
	if made.Was != made.Now {
		mends = append(mends, made)
	}
	slices.SortFunc(mends, func(a, b store.Mend) int { return a.Start - b.Start })
	return r.amend(run, kindMended, store.Mend{Start: start, End: offered.End, Now: now}, mends)
}

// UndoMend puts back what stood where a person put something else.
func (r *Runs) UndoMend(id string, start int) (store.Event, error) {
	r.starting.Lock()
	defer r.starting.Unlock()
	run, err := r.mendable(id)
	if err != nil {
		return store.Event{}, err
	}
	i := slices.IndexFunc(run.Mends, func(m store.Mend) bool { return m.Start == start })
	if i < 0 {
		return store.Event{}, errNoMend
	}
	m := run.Mends[i]
	mends := moved(slices.Delete(slices.Clone(run.Mends), i, i+1), m.End, len(m.Was)-len(m.Now))
	return r.amend(run, kindUndone, store.Mend{Start: m.Start, End: m.End, Now: m.Was}, mends)
}

// mendable reads a run whose answer can be proved again.
func (r *Runs) mendable(id string) (store.Run, error) {
	run, err := r.ended(id)
	if err == nil && (run.Status != store.Answered || run.Audit == nil || run.Evidence == nil) {
		err = errNoMend
	}
	return run, err
}

// moved are mends where they stand once the text has become longer by some bytes before one.
func moved(mends []store.Mend, from, by int) []store.Mend {
	out := append([]store.Mend{}, mends...)
	for i, m := range out {
		if m.Start >= from {
			out[i].Start, out[i].End = m.Start+by, m.End+by
		}
	}
	return out
}

// amend changes an answer in one place, proves it again, keeps that with its event, and tells it.
func (r *Runs) amend(run store.Run, kind string, change store.Mend, mends []store.Mend) (store.Event, error) {
	say := said(run)
	var a rag.Answer
	if err := json.Unmarshal(run.Evidence, &a); err != nil {
		return store.Event{}, err
	}
	a.Text, a.Citations = run.Answer, run.Citations
	a.Put(change.Start, change.End, change.Now)
	if err := (rag.Tools{Workspace: r.workspace}).Prove(say, a.Question, &a); err != nil {
		return store.Event{}, errors.New(say.Text("runs.not-mended", messages.Args{"error": err}))
	}
	a.Proof.KeepJudged(*run.Audit)
	var err error
	if run.Evidence, err = evidenceOf(a); err != nil {
		return store.Event{}, err
	}
	run.Answer, run.Audit, run.Figures, run.Mends = a.Text, &a.Proof.Audit, a.Proof.FigureChecks, mends
	told, err := r.workspace.Events.Of(run.ID, 0)
	if err != nil {
		return store.Event{}, err
	}
	e := store.Event{
		Seq: 1, Run: run.ID, Conversation: run.Conversation, At: time.Now().Format(time.RFC3339Nano), Kind: kind, Text: change.Now,
		Answer: run.Answer, Audit: run.Audit, FigureChecks: run.Figures, Mends: run.Mends, Sources: []store.Source{}, Citations: []store.Citation{},
	}
	if len(told) > 0 {
		e.Seq = told[len(told)-1].Seq + 1
	}
	if err := r.workspace.Runs.Save(run, "", e); err != nil {
		return store.Event{}, err
	}
	r.notify(e)
	return e, nil
}

// evidenceOf is what an answer was held against beside its citations, to prove it again when a person has changed it.
func evidenceOf(a rag.Answer) (json.RawMessage, error) {
	return json.Marshal(rag.Answer{Question: a.Question, Invented: a.Invented, Calculations: a.Calculations, Rows: a.Rows, Own: a.Own})
}

// amended are the answers above a run that a person has changed, as later questions are to know them.
func (r *Runs) amended(run store.Run) (out []rag.Message, err error) {
	_, all, err := r.workspace.Conversations.Get(run.Conversation)
	if err != nil || run.Parent == "" {
		return nil, err
	}
	for _, above := range store.Way(all, run.Parent) {
		if above.Mends != nil { // also where all was taken back
			out = append(out, rag.Answering(above.ID, above.Answer))
		}
	}
	return out, nil
}

// withoutMends takes back what a proof offers to put right.
func withoutMends(p *proof.Proof) {
	for i := range p.FigureChecks {
		p.FigureChecks[i].Mend = nil
	}
}
