package ragtest

import (
	"encoding/json"
	"slices"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/store"
)

// Heard is what a run told.
type Heard struct {
	Steps   []string // nodes that began
	Way     []string // the same with the subgraph that they stand in: subgraph/node
	Notes   []string
	Ends    []string         // what each step said at its end, as node: summary
	Text    string           // of the answer, as it stands on the screen,
	Cited   []store.Citation // with these
	Sources int
	Shown   []json.RawMessage // what was made, as it was told while the run went on

	said, again bool // by the node that runs; and what it said goes when it says something else, as it is tried again
}

// Hear takes an event in.
func (h *Heard) Hear(e graph.Event) {
	switch {
	case e.Kind == graph.KindRetry || e.Kind == graph.KindRescue:
		h.again = h.said
	case e.Kind == graph.KindStart && e.Attempt == 1:
		h.said, h.again = false, false
	}
	if e.Kind == graph.KindStart {
		h.Steps = append(h.Steps, e.Node)
		h.Way = append(h.Way, inside(e.Path)+e.Node)
	}
	r, ok := e.Data.(rag.Report)
	if !ok || e.Kind != graph.KindEmit {
		return
	}
	switch r.Kind {
	case rag.KindNote:
		h.Notes = append(h.Notes, r.Text)
	case rag.KindStepDone:
		h.Ends = append(h.Ends, e.Node+": "+r.Text)
	case rag.KindToken:
		if h.again {
			h.Text, h.Cited, h.again = "", nil, false
		}
		h.Text, h.said = h.Text+r.Text, true
	case rag.KindCitation:
		h.Cited = append(h.Cited, r.Citation)
	case rag.KindRestart:
		h.Text, h.Cited = "", nil
	case rag.KindSources:
		h.Sources = len(r.Sources)
	case rag.KindOutput:
		h.Shown = append(h.Shown, r.Made)
	}
}

// inside is the outermost subgraph that a path leads into, as "node/"; "" for the workflow itself.
func inside(path string) string {
	if parts := strings.Split(path, "."); len(parts) > 1 {
		return parts[1] + "/"
	}
	return ""
}

// Noted tells whether the person was told something that holds a text.
func (h Heard) Noted(part string) bool { return Any(h.Notes, part) }

// Ended tells whether a step's summary, "node: summary", holds a text.
func (h Heard) Ended(part string) bool { return Any(h.Ends, part) }

// Count is how often a node began, by its name or by subgraph/node.
func (h Heard) Count(node string) (n int) {
	for i := range h.Steps {
		if h.Steps[i] == node || h.Way[i] == node {
			n++
		}
	}
	return n
}

// Any tells whether one of the texts holds another.
func Any(texts []string, part string) bool {
	return slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(s, part) })
}

// Follow hears a run to where it stops.
func Follow[S any](run *graph.Run[S]) (h Heard, r graph.Result[S], err error) {
	for e := range run.Events() {
		h.Hear(e)
	}
	r, err = run.Result()
	return h, r, err
}

// LastMade reads what was told last of what the run made; without any it leaves it as it is.
func (h Heard) LastMade(into any) error {
	if len(h.Shown) == 0 {
		return nil
	}
	return json.Unmarshal(h.Shown[len(h.Shown)-1], into)
}
