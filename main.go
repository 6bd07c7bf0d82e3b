// Lectern answers questions about a person's own PDFs, offline, and shows the sentence that proves the answer.
package main

import (
	"os"

	"lectern/backend/app"
	"lectern/backend/ingest"
	"lectern/cli"
	"lectern/frontend"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == app.WorkerCommand {
		os.Exit(ingest.Worker(os.Stdin, os.Stdout, os.Args[2:]))
	}
	os.Exit(cli.Run(os.Args[1:], cli.Program{
		Page: frontend.FS(), Built: frontend.Built(),
		Bind:   func(core *app.Core) any { return NewApp(core) },
		Stdout: os.Stdout, Stderr: os.Stderr,
	}))
}
