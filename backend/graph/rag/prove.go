package rag

import (
	"lectern/backend/messages"
	"lectern/backend/proof"
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
	proved, err := prover.Prove(proof.Proving{
		Text: a.Text, Question: question, Citations: a.Citations, Invented: a.Invented, Calculations: a.Calculations, Rows: a.Rows, Own: a.Own,
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
	return say.Text("rag.proved", messages.Args{"sentences": messages.Count("count.sentences", n), "verified": a.Verified, "partly": a.Partly, "open": n - a.Verified - a.Partly})
}
