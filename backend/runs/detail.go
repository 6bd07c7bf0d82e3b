package runs

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// StepDetail is what a step was given and what it changed.
type StepDetail struct {
	In  []Field `json:"in"`
	Out []Field `json:"out"`
}

// Field is a part of the state.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"` // JSON, indented by two spaces
}

// notKept is the sentence for a step whose checkpoint is gone.
func notKept(err error) error {
	if errors.Is(err, graph.ErrNotFound) {
		return messages.Error("runs.step-not-kept")
	}
	return err
}

// StepDetail tells of a step of a run: the state at its checkpoint, and what its task made of it.
func (r *Runs) StepDetail(id string, checkpoint uint64, task string) (StepDetail, error) {
	run, err := r.workspace.Runs.Get(id)
	if err != nil {
		return StepDetail{}, errNoRun
	}
	if checkpoint == 0 || task == "" {
		return StepDetail{}, notKept(graph.ErrNotFound)
	}
	name := strings.LastIndexByte(task, '/') + 1
	at, err := graph.Inspect(r.ctx, r.checkpoints, run.Conversation, task[:name], checkpoint)
	if err != nil {
		return StepDetail{}, notKept(err)
	}
	out, err := r.changed(run, at, task[:name], task[name:])
	maps.DeleteFunc(out, func(_ string, v json.RawMessage) bool { return empty(v) })
	return StepDetail{In: fields(at.State), Out: fields(out)}, err
}

type state = map[string]json.RawMessage

// changed is what a task changed of the state that it was given: its update where that was kept, which it is of tasks that
// ran beside others, else what differs in the checkpoint that followed.
func (r *Runs) changed(run store.Run, at graph.Result[state], path, task string) (state, error) {
	changed := state{}
	if len(at.Next) > 1 {
		i := slices.IndexFunc(at.Outcomes, func(o graph.Outcome) bool { return o.Task == task && o.Kind == graph.KindUpdate })
		if i < 0 {
			return changed, nil
		}
		return changed, json.Unmarshal(at.Outcomes[i].Data, &changed)
	}
	next, err := r.next(run, path, at.Checkpoint)
	for name, v := range next {
		if !bytes.Equal(at.State[name], v) {
			changed[name] = v
		}
	}
	return changed, err
}

// next is the state that came of a checkpoint on the way to where the run stands; nil if none did.
func (r *Runs) next(run store.Run, path string, checkpoint uint64) (state, error) {
	at := uint64(0) // a path belongs to one attempt at one step: its newest is where that stands
	if path == "" {
		head, err := r.head(run)
		if err != nil {
			return nil, err
		}
		if at = max(head, run.From); at == 0 {
			return nil, nil
		}
	}
	for {
		p, err := graph.Inspect(r.ctx, r.checkpoints, run.Conversation, path, at)
		switch {
		case errors.Is(err, graph.ErrNotFound):
			return nil, nil
		case err != nil:
			return nil, err
		case p.Parent == checkpoint:
			return p.State, nil
		case p.Parent < checkpoint: // a parent is older than what came of it
			return nil, nil
		}
		at = p.Parent
	}
}

func empty(v json.RawMessage) bool {
	return slices.Contains([]string{"", "null", `""`, "[]", "{}"}, string(v))
}

// fields writes a state for people: fields by name, and nothing escaped that only a web page would mind.
func fields(s state) []Field {
	out := []Field{}
	for _, name := range slices.Sorted(maps.Keys(s)) {
		var value any
		var text bytes.Buffer
		from, to := json.NewDecoder(bytes.NewReader(s[name])), json.NewEncoder(&text)
		from.UseNumber()
		to.SetEscapeHTML(false)
		to.SetIndent("", "  ")
		if from.Decode(&value) != nil || to.Encode(value) != nil {
			text.Reset()
			text.Write(s[name])
		}
		out = append(out, Field{name, strings.TrimSpace(text.String())})
	}
	return out
}
