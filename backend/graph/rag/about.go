package rag

// About is what a workflow says of itself to whoever offers, configures and runs it.
type About struct {
	Name     string        // as settings and stored runs have it
	Title    string        // its heading in Settings
	Label    string        // in a word, where a person chooses
	Hint     string        // in a few words, beside it
	Nodes    []string      // that a model of their own can be named for: those which judge, not those which write
	Defaults func() Config // numbers of its own each time
}

// Config is every number of a workflow: a pointer to a struct whose tags declare them, see tuning.
type Config interface {
	Validate() error
}
