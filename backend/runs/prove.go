package runs

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/store"
)

// prove holds an answer of a model, which rests on documents, against what it cites. One that can't be held against
// anything, because a page can't be read, stays without.
func (l *live) prove(run *store.Run, a rag.Answer, sources bool) {
	if a.Mode != "model" && a.Mode != "figure" || a.Text == "" || len(a.Citations)+len(a.Invented) == 0 && !sources {
		return
	}
	err := rag.Tools{Workspace: l.r.workspace}.Prove(l.say, cmp.Or(run.Whole, run.Question), &a)
	if err != nil {
		l.r.log.Error("the answer could not be held against its sources", "run", run.ID, "err", err)
		return
	}
	if run.Workflow == "report" { // its files would go on saying what was mended
		withoutMends(a.Proof)
	} else if run.Evidence, err = evidenceOf(a); err != nil {
		l.r.log.Error("what the answer was held against could not be kept", "run", run.ID, "err", err)
	}
	run.Audit, run.Figures = &a.Proof.Audit, a.Proof.FigureChecks
}

// Judge asks the chat model about the sentences of a checked text that words left open.
func (r *Runs) Judge(ctx context.Context, c *proof.Checked) error {
	return r.second(ctx, "", &c.Proof, c.Citations)
}

// JudgeAnswer asks the model of a run about the sentences of its answer that words left open, and keeps what it said.
func (r *Runs) JudgeAnswer(ctx context.Context, id string) (store.Audit, error) {
	run, err := r.workspace.Runs.Get(id)
	if err != nil {
		return store.Audit{}, errNoRun
	}
	if run.Audit == nil {
		return store.Audit{}, messages.Error("runs.not-proved")
	}
	proved := proof.Proof{Audit: *run.Audit, FigureChecks: run.Figures}
	if err := r.second(messages.Into(ctx, said(run).Language()), run.Model, &proved, run.Citations); err != nil {
		return *run.Audit, errors.New(sentence(said(run), err))
	}
	run.Audit = &proved.Audit
	return proved.Audit, r.workspace.Runs.Save(run, "")
}

func (r *Runs) second(ctx context.Context, model string, p *proof.Proof, citations []store.Citation) error {
	tools, err := r.tools(ctx, model, nil)
	if err != nil {
		return err
	}
	doubted, at := p.Doubts(func(n int) string {
		i := slices.IndexFunc(citations, func(c store.Citation) bool { return c.N == n })
		if i < 0 {
			return ""
		}
		if ref, err := store.ParseRef(citations[i].Passage); err == nil {
			if texts, err := r.workspace.Passages.Texts([]store.Ref{ref}); err == nil && len(texts) > 0 {
				return texts[0].Text
			}
		}
		return citations[i].Quote
	})
	opinions, err := tools.Judge(ctx, doubted)
	for i, o := range opinions {
		p.Settle(messages.From(ctx), at[i], o, tools.Model)
	}
	return err
}
