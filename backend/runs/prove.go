package runs

import (
	"context"

	"lectern/backend/graph/rag"
	"lectern/backend/store"
)

// prove holds an answer of a model, which rests on documents, against what it cites. One that can't be held against
// anything, because a page can't be read, stays without.
func (l *live) prove(run *store.Run, a rag.Answer, sources bool) {
	if a.Mode != "model" || a.Text == "" || len(a.Citations)+len(a.Invented) == 0 && !sources {
		return
	}
	prover := rag.Prover{Workspace: l.r.workspace, Config: rag.SupportDefaults()}
	proof, err := prover.Prove(rag.Proving{
		Text: a.Text, Question: run.Question, Citations: run.Citations, Invented: a.Invented, Calculations: a.Calculations, Rows: a.Rows,
	})
	if err != nil {
		l.r.log.Error("the answer could not be held against its sources", "run", run.ID, "err", err)
		return
	}
	run.Audit, run.Figures = &proof.Audit, proof.Numbers
}

// Second asks the chat model about the sentences of a checked text that words left open.
func (r *Runs) Second(ctx context.Context, c *rag.Checked) error {
	tools, err := r.tools(ctx, "")
	if err != nil {
		return err
	}
	doubted, at := c.Doubts(func(n int) string {
		ref, err := store.ParseRef(c.Citations[n-1].Passage)
		if err != nil {
			return c.Citations[n-1].Quote
		}
		texts, err := r.workspace.Texts([]store.Ref{ref})
		if err != nil || len(texts) == 0 {
			return c.Citations[n-1].Quote
		}
		return texts[0].Text
	})
	opinions, err := tools.Second(ctx, doubted)
	for i, o := range opinions {
		c.Settle(at[i], o, tools.Model)
	}
	return err
}
