package runs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"lectern/backend/graph"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// place puts a new run below what its conversation shows, or beside the run that it is asked instead of.
func (r *Runs) place(run *store.Run, instead string) error {
	if err := r.idle(run.Conversation); err != nil {
		return err
	}
	c, runs, err := r.workspace.Conversations.Get(run.Conversation)
	if errors.Is(err, store.ErrNotFound) {
		return messages.Error("runs.no-conversation", messages.Args{"conversation": fmt.Sprintf("%q", run.Conversation)})
	} else if err != nil {
		return err
	}
	run.Parent = c.Shown
	if instead != "" {
		i := slices.IndexFunc(runs, func(old store.Run) bool { return old.ID == instead })
		if i < 0 {
			return messages.Error("runs.no-sibling")
		}
		run.Parent = runs[i].Parent
	}
	run.Before, err = r.before(*run)
	return err
}

// before is the checkpoint that a run's question is folded into: the last one of what stands above it, 0 if there is none.
func (r *Runs) before(run store.Run) (uint64, error) {
	if run.Before != 0 || run.Parent == "" {
		return run.Before, nil
	}
	parent, err := r.workspace.Runs.Get(run.Parent)
	if err != nil {
		return 0, err
	}
	if head, err := r.head(parent); err != nil || head != 0 {
		return head, err
	}
	return r.before(parent)
}

// head is the last checkpoint of a run, 0 if it made none.
func (r *Runs) head(run store.Run) (uint64, error) {
	if run.Head != 0 {
		return run.Head, nil
	}
	// It was cut off, or ended before heads were recorded. Checkpoints count up, and its own come after those that it
	// began from; not every number is taken.
	ctx, below := context.Background(), max(run.Before, run.From)
	newest, err := graph.Inspect(ctx, r.checkpoints, run.Conversation, "", 0)
	for at := newest; ; at, err = graph.Inspect(ctx, r.checkpoints, run.Conversation, "", newest.Checkpoint) {
		var of string
		switch {
		case err == nil && json.Unmarshal(at.State["run"], &of) == nil && of == run.ID:
			return at.Checkpoint, nil
		case err != nil && !errors.Is(err, graph.ErrNotFound):
			return 0, err
		case newest.Checkpoint <= below+1:
			return 0, nil
		}
		newest.Checkpoint--
	}
}

// StartOver makes a new run beside one that has ended. It keeps the steps before a checkpoint, and does what follows again.
func (r *Runs) StartOver(id string, checkpoint uint64) (Started, error) {
	r.starting.Lock()
	defer r.starting.Unlock()
	old, err := r.ended(id)
	if err != nil {
		return Started{}, err
	}
	told, err := r.workspace.Events.Of(id, 0)
	if err != nil {
		return Started{}, err
	}
	// Numbers of checkpoints inside of a step count for themselves; their tasks are paths.
	at := slices.IndexFunc(told, func(e store.Event) bool {
		return e.Checkpoint == checkpoint && e.Task != "" && !strings.Contains(e.Task, "/")
	})
	if at < 0 {
		return Started{}, messages.Error("runs.no-step")
	}
	if _, err := graph.Inspect(r.ctx, r.checkpoints, old.Conversation, "", checkpoint); err != nil {
		return Started{}, notKept(err)
	}
	run := store.Run{
		ID: newID(), Conversation: old.Conversation, Question: old.Question, Workflow: old.Workflow, Mode: old.Mode, Files: old.Files,
		Folder: old.Folder, Filters: old.Filters, FoundFilters: old.FoundFilters, Off: old.Off, Readings: old.Readings, Dropped: old.Dropped, Narrowed: old.Narrowed, Language: old.Language, WantedModel: old.WantedModel, Overrides: old.Overrides, Status: store.Running, Asked: time.Now(),
		Citations: []store.Citation{}, Parent: old.Parent, From: checkpoint,
	}
	if run.Before, err = r.before(old); err != nil {
		return Started{}, err
	}
	kept := slices.DeleteFunc(told[:at], func(e store.Event) bool { return e.Kind == "done" }) // it goes on
	for i := range kept {
		kept[i].Run, kept[i].Seq = run.ID, i+1
	}
	if err := r.workspace.Runs.Save(run, "", kept...); err != nil {
		return Started{}, err
	}
	return r.launch(run, kept)
}

// ShowBranch shows the branch that a run is in, and tells its conversation.
func (r *Runs) ShowBranch(id string) (conversation string, err error) {
	run, err := r.workspace.Runs.Get(id)
	if err != nil {
		return "", errNoRun
	}
	return run.Conversation, r.workspace.Conversations.Show(id)
}
