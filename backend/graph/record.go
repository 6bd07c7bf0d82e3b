package graph

import (
	"encoding/json"
	"fmt"
	"maps"
	"time"

	"lectern/backend/messages"
)

// format is the version of the records below. It goes up when an older program could no longer read them rightly;
// newer programs go on reading the older formats from oldest on. Format 2 kept what a task changed as an update with a
// null for each field that it left alone, and with the names of the update's type.
const (
	format = 3
	oldest = 2
)

// A thread's keys, with the path of a subgraph ("" for the workflow itself) and a checkpoint's ID in hexadecimal:
//
//	c/<path>@<id>             a checkpoint, but for its state
//	s/<path>@<id>             its state, but for long fields
//	f/<hash>                  a long field of states, as the workflow's types encode it
//	w/<path>@<id>/<task>      the outcome of one of its tasks
//	a/<path>@<id>/<question>  the answer to one of its questions
//
// A path is made of task IDs, each followed by "/". Task IDs begin with a digit, so no path's keys are a prefix of
// another's.
func checkpointKey(path string, id uint64) string { return fmt.Sprintf("c/%s@%016x", path, id) }
func stateKey(path string, id uint64) string      { return fmt.Sprintf("s/%s@%016x", path, id) }
func fieldKey(hash string) string                 { return "f/" + hash }
func outcomeKey(path string, id uint64) string    { return fmt.Sprintf("w/%s@%016x/", path, id) }
func answerKey(path string, id uint64) string     { return fmt.Sprintf("a/%s@%016x/", path, id) }

// checkpoint is what is known between two steps.
type checkpoint struct {
	path string
	id   uint64 // counts up from 1 within thread and path

	Version int       `json:"v"`
	Parent  uint64    `json:"parent,omitempty"`
	Step    int       `json:"step"` // since the last input
	Time    time.Time `json:"time"`
	Next    []task    `json:"next,omitempty"`
}

// task is one node due in the next step. Its ID is unique in thread and path.
type task struct {
	ID   string `json:"id"`
	Node string `json:"node"`
	With fields `json:"with,omitempty"` // what a spread task's own state differs by
}

// since reads what a task changed as a version of the format has it.
func (f fields) since(version int) fields {
	if version == 2 {
		maps.DeleteFunc(f, func(_ string, v json.RawMessage) bool { return string(v) == "null" })
	}
	return f
}

func newTask(checkpoint uint64, node string, index int, with fields) task {
	return task{fmt.Sprintf("%d.%s.%d", checkpoint, node, index), node, with}
}

// outcome is what became of a task before its whole step ended: what it changed, an error's text, or its open questions.
// A later outcome of the same task replaces it. An answer is kept as one as well, without a kind.
type outcome struct {
	Version int             `json:"v"`
	Kind    Kind            `json:"kind,omitempty"`
	Data    json.RawMessage `json:"data"`
}

// moment is a checkpoint with what was saved beside it since.
type moment struct {
	checkpoint
	fields   fields             // of the state
	raw      []byte             // the state: the fields as one
	long     map[string]field   // those that are kept apart
	outcomes map[string]outcome // by task ID
	answers  map[string]outcome // by question ID
}

// decode reads a record of this format; version is the one in it. ErrNewer for one of a later format.
func decode(raw []byte, into any, version *int) error {
	err := json.Unmarshal(raw, into)
	if err != nil { // a later format may have another shape
		var head struct {
			Version int `json:"v"`
		}
		if json.Unmarshal(raw, &head) == nil {
			*version = head.Version
		}
	}
	switch {
	case *version > format:
		return messages.Error("graph.format", messages.Args{"error": ErrNewer, "version": *version})
	case err == nil && *version < oldest:
		return messages.Error("graph.no-version")
	}
	return err
}
