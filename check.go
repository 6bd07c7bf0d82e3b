package main

import (
	"context"

	"lectern/cli"
)

// Check holds a text from anywhere against documents.
func (a *App) Check(w cli.ToCheck) (cli.CheckedText, error) {
	return cli.CheckText(context.Background(), a.core, w)
}
