package store

import (
	"time"
)

// Conversation is a tree of runs, each a question with its answer. One branch of it is shown.
type Conversation struct {
	ID      string    `json:"id"`
	Title   string    `json:"title"`
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
	Runs    []string  `json:"runs"`  // ids of all, in the order in which they were asked
	Shown   string    `json:"shown"` // the last run of the branch that is shown
	Turns   int       `json:"turns"` // runs in that branch
}
