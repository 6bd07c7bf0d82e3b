package graph

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// format is the version of the records below. It goes up when an older program could no longer read them rightly;
// newer programs go on reading every older format.
const format = 2

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
func outcomeKey(path string, id uint64, t string) string {
	return fmt.Sprintf("w/%s@%016x/%s", path, id, t)
}
func answerKey(path string, id uint64, q string) string {
	return fmt.Sprintf("a/%s@%016x/%s", path, id, q)
}

// checkpoint is what is known between two steps.
type checkpoint struct {
	path  string
	id    uint64          // counts up from 1 within thread and path
	raw   json.RawMessage // the state
	parts map[string]part // its long fields

	Version int                 `json:"v"`
	Parent  uint64              `json:"parent,omitempty"`
	Step    int                 `json:"step"` // since the last input
	Source  Source              `json:"source"`
	Time    time.Time           `json:"time"`
	Schema  int                 `json:"schema,omitempty"`
	Next    []task              `json:"next,omitempty"`
	Joins   map[string][]string `json:"joins,omitempty"` // who has arrived, by the node that waits
}

// Source says how a checkpoint came to be.
type Source string

// The sources of a checkpoint.
const (
	FromInput Source = "input"
	FromStep  Source = "step"
	FromFork  Source = "fork"
)

// task is one node due in the next step. Its ID is unique in thread and path.
type task struct {
	ID   string          `json:"id"`
	Node string          `json:"node"`
	With json.RawMessage `json:"with,omitempty"` // a spread task's own update
}

func newTask(checkpoint uint64, node string, index int, with json.RawMessage) task {
	return task{fmt.Sprintf("%d.%s.%d", checkpoint, node, index), node, with}
}

// outcome is what became of a task before its whole step ended: an update, an error's text, or its open questions.
// A later outcome of the same task replaces it.
type outcome struct {
	Version int             `json:"v"`
	Kind    Kind            `json:"kind"`
	Data    json.RawMessage `json:"data"`
	Way     *string         `json:"way,omitempty"` // picked by Goto
}

type answer struct {
	Version int             `json:"v"`
	Data    json.RawMessage `json:"data"`
}

// moment is a checkpoint with what was saved beside it since.
type moment struct {
	checkpoint
	outcomes map[string]outcome         // by task ID
	answers  map[string]json.RawMessage // by question ID
}

// decode reads a record of this format or an older one.
func decode(thread, key string, raw []byte, into any) error {
	err := json.Unmarshal(raw, into)
	var head struct {
		Version int `json:"v"`
	}
	if cp, ok := into.(*checkpoint); ok && err == nil { // the one that is read by the thousand
		head.Version = cp.Version
	} else if wrong := json.Unmarshal(raw, &head); wrong != nil {
		err = wrong
	}
	switch {
	case head.Version > format: // whatever else it is
		return fmt.Errorf("thread %s: %w (format %d)", thread, ErrNewer, head.Version)
	case err != nil:
		return fmt.Errorf("thread %s: record %s is damaged: %w", thread, key, err)
	case head.Version < 1:
		return fmt.Errorf("thread %s: record %s is damaged: it has no version", thread, key)
	}
	return nil
}

func decodeCheckpoint(thread, path, key string, raw []byte) (cp checkpoint, err error) {
	digits := strings.TrimPrefix(key, "c/"+path+"@")
	if cp.id, err = strconv.ParseUint(digits, 16, 64); err != nil || cp.id == 0 {
		return cp, fmt.Errorf("thread %s: record %s is damaged: its name has no number", thread, key)
	}
	cp.path = path
	return cp, decode(thread, key, raw, &cp)
}
