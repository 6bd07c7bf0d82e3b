package rag

import (
	"lectern/backend/messages"
	"lectern/backend/proof"
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
		Text: a.Text, Question: question, Citations: a.Citations, Invented: a.Invented, Calculations: a.Calculations, Rows: a.Rows,
	})
	if err == nil {
		a.Proof = &proved
	}
	return err
}
