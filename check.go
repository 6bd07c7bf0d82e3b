package main

import (
	"context"

	"lectern/backend/fault"
	"lectern/backend/store"
	"lectern/cli"
)

// Check holds a text from anywhere against documents.
func (a *App) Check(w cli.ToCheck) (_ cli.CheckedText, err error) {
	defer fault.Recover(a.core.Log, &err)
	return cli.CheckText(context.Background(), a.core, w)
}

// SecondOpinion asks the model of a run about the sentences of its answer that words left open.
func (a *App) SecondOpinion(run string) (_ store.Audit, err error) {
	defer fault.Recover(a.core.Log, &err)
	return a.core.Runs.SecondOpinion(context.Background(), run)
}
