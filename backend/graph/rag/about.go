package rag

import "lectern/backend/messages"

// About is what a workflow says of itself to whoever offers, configures and runs it.
type About struct {
	Name     string           // as settings and stored runs have it
	Title    messages.Message // its heading in Settings
	Label    messages.Message // in a word, where a person chooses
	Hint     messages.Message // in a few words, beside it
	Nodes    []string         // that a model of their own can be named for: those which judge, not those which write
	Graph    string           // its drawings: Markdown with Mermaid's flowcharts
	Defaults func() Config    // numbers of its own each time
}

// Config is every number of a workflow: a pointer to a struct whose tags declare them, see tuning.
type Config interface {
	Validate() error
}
