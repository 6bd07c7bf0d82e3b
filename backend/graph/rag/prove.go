package rag

import (
	"strings"

	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/proof/figures"
	"lectern/backend/store"
)

// Prove holds an answer to a question against what it cites, and keeps the proof with it: whoever shows the answer shows
// what decided on it. say is the language of the reasons. An answer that has its proof keeps that.
func (t Tools) Prove(say messages.Messages, question string, a *Answer) error {
	if a.Proof != nil {
		return nil
	}
	prover := proof.NewProver(t.Workspace)
	prover.Config.Say = say
	language := ""
	if a.Mode == "figure" { // its labels are the document's, its numbers are written in the answer's language
		language = say.Language()
	}
	proved, err := prover.Prove(proof.Proving{
		Text: a.Text, Question: question, Language: language, Citations: a.Citations, Invented: a.Invented, Calculations: a.Calculations, Rows: a.Rows, Readings: a.Readings, Own: a.Own,
	})
	if err == nil {
		a.Proof, a.Question = &proved, question
	}
	return err
}

// Proved tells what the sentences of a text come to; "" if none claims anything.
func Proved(say messages.Messages, a store.Audit) string {
	n := a.Claims()
	if n == 0 {
		return ""
	}
	return say.Text("rag.proved", messages.Args{"statements": messages.Count("count.statements", n), "verified": a.Verified, "partly": a.Partly, "open": n - a.Verified - a.Partly})
}

// unproved says in words how the sentences stand that aren't proved, the worst first.
var unproved = []struct{ verdict, key string }{
	{store.Contradicted, "rag.open-contradicted"}, {store.InDoubt, "rag.open-doubtful"}, {store.NotFound, "rag.open-not-found"}, {store.Partly, "rag.open-partly"},
}

// Unproved tells each sentence of a text that isn't proved, and why.
func Unproved(say messages.Messages, a store.Audit) (out []string) {
	for _, u := range unproved {
		for _, c := range a.Sentences {
			key := u.key
			if c.Reason == proof.ReasonInside {
				key = "rag.open-inside"
			}
			if c.Verdict == u.verdict {
				out = append(out, say.Text(key, messages.Args{"text": strings.Join(strings.Fields(c.Text), " "), "why": c.Why}))
			}
		}
	}
	return out
}

// Computed tells of each figure of a text that was worked out of others, how.
func Computed(say messages.Messages, checks []store.FigureCheck) (out []string) {
	for _, f := range checks {
		if f.Verdict == figures.Computed && f.Why != "" {
			out = append(out, say.Text("rag.computed", messages.Args{"figure": strings.Join(strings.Fields(f.Text), " "), "formula": f.Why}))
		}
	}
	return out
}
