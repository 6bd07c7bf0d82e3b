// Package runs takes a question from start to end: it starts the workflow, turns what the graph does into numbered
// events, stops and resumes, and goes on after a crash.
//
// The runs of a conversation form a tree (see store). All of them live in one thread of checkpoints, whose branches are
// theirs: a question is folded into the last checkpoint of the run above it, and a run that starts another one over
// forks from a checkpoint in the middle of that.
//
// The events are the truth that every window, command and test replays. They are told as they come, kept in memory while
// the run is live, and stored in batches.
package runs

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"lectern/backend/evidence"
	"lectern/backend/facts"
	"lectern/backend/graph"
	"lectern/backend/graph/chat"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/report"
	"lectern/backend/graph/research"
	"lectern/backend/messages"
	"lectern/backend/models"
	"lectern/backend/store"
)

// Question is what a person asks.
type Question struct {
	Conversation string `json:"conversation"` // "" begins a new one
	Text         string `json:"text"`
	// "" is the chat.
	Workflow string `json:"workflow"`
	// Of a chat; "" is auto.
	Mode     string           `json:"mode" ts_type:"'auto' | 'documents' | 'chat'"`
	Files    []string         `json:"files"`                                   // names of documents, beside the @mentions in the text; empty: all
	Folder   string           `json:"folder"`                                  // where documents lay when they were added, with the folders in it; "": anywhere
	Filters  []store.Filter   `json:"filters"`                                 // what the documents must be like, besides
	Off      []store.Filter   `json:"off"`                                     // read in the text (see Narrow), but not wanted
	Dropped  []string         `json:"dropped" ts_type:"store.Reading['as'][]"` // how the text is not to be read (see Narrow)
	All      bool             `json:"all"`                                     // nothing is to be read in the text
	Language string           `json:"language"`                                // of the answer, in its own words; "": the question's
	Model    string           `json:"model"`                                   // for this run; "": the one in the settings
	Numbers  []store.Override `json:"numbers"`                                 // of the workflow's Config that differ in this run
	Instead  string           `json:"instead"`                                 // a run of the conversation: this question begins a branch beside it; "": below what is shown
}

// Started names a run that is under way.
type Started struct {
	Run          string `json:"run"`
	Conversation string `json:"conversation"`

	// How its question was understood (see Turn).
	Preferred []store.Filter  `json:"preferred"`
	Readings  []store.Reading `json:"readings"`
}

// Runs starts and follows runs in one workspace. It is safe for concurrent use.
type Runs struct {
	Reports      string            // the folder for reports; "": they stand in their conversations alone
	Reader       report.Reader     // of PDFs that a report fetched from the web; nil: they can't be read
	Drawer       evidence.Drawer   // of pages that a report shows passages of; nil: it has their words alone
	Facts        *facts.Library    // looks figures up in tables
	Calibrations *rag.Calibrations // what similarities mean in the workspace; nil: they are taken as they are

	workspace   *store.Workspace
	checkpoints graph.Store
	models      *models.Models
	log         *slog.Logger
	notify      func(store.Event)

	ctx       context.Context
	cancel    context.CancelCauseFunc
	draining  context.Context // done when no run is to begin another step
	drain     context.CancelFunc
	work      sync.WaitGroup
	speeds    rag.Speeds   // of models
	verdicts  rag.Verdicts // of models on passages
	workflows []workflow   // that there are
	starting  sync.Mutex   // a run is put into its conversation, and is live, before the next is

	mu       sync.Mutex
	live     map[string]*live // by run
	embedder *rag.Embedder
}

// New makes the runs of a workspace. notify hears every event, in order for each run; it must not block.
func New(w *store.Workspace, checkpoints graph.Store, m *models.Models, log *slog.Logger, notify func(store.Event)) *Runs {
	if notify == nil {
		notify = func(store.Event) {}
	}
	r := &Runs{workspace: w, checkpoints: checkpoints, models: m, log: log, notify: notify, workflows: workflows(), live: map[string]*live{}, Facts: &facts.Library{Workspace: w}}
	r.ctx, r.cancel = context.WithCancelCause(context.Background())
	r.draining, r.drain = context.WithCancel(context.Background())
	return r
}

// Keep has what is measured of models outlive the program. It comes before the first run.
func (r *Runs) Keep(k rag.Keeper) {
	r.speeds.Keeper, r.verdicts.Keeper = k, k
}

var (
	errStopped = messages.Error("runs.stopped")
	errClosing = messages.Error("runs.closing")
	errBusy    = messages.Error("runs.still-writing")
	errNoRun   = messages.Error("runs.no-run")
)

// drainTime is how long a step may take to end when the program is closed, before it is cut off.
const drainTime = 2 * time.Second

// Close lets the live runs finish their step, cuts off those that take too long for that, and waits for them. They go on
// when Continue is called after the next start.
func (r *Runs) Close() {
	r.mu.Lock()
	r.drain()
	r.mu.Unlock()
	late := time.AfterFunc(drainTime, func() { r.cancel(errClosing) })
	r.work.Wait()
	late.Stop()
	r.cancel(errClosing)
}

// Start begins a run. What is wrong with the question is an error for the person.
func (r *Runs) Start(q Question) (Started, error) {
	q.Text = strings.TrimSpace(q.Text)
	if q.Text == "" {
		return Started{}, messages.Error("runs.empty-question")
	}
	if q.Mode == "" {
		q.Mode = chat.Auto
	}
	if !slices.Contains([]string{chat.Auto, chat.Documents, chat.Chat}, q.Mode) {
		return Started{}, messages.Error("runs.no-mode", messages.Args{"mode": fmt.Sprintf("%q", q.Mode)})
	}
	w, err := r.named(q.Workflow)
	if err == nil {
		err = r.may(w, q.Numbers)
	}
	if err != nil {
		return Started{}, err
	}
	run := store.Run{
		ID: newID(), Conversation: q.Conversation, Question: q.Text, Workflow: w.Name, Mode: q.Mode, Files: []string{},
		Folder: q.Folder, Language: strings.TrimSpace(q.Language), WantedModel: q.Model, Overrides: q.Numbers,
		Status: store.Running, Asked: time.Now(), Citations: []store.Citation{},
	}
	for _, name := range q.Files {
		d, err := r.workspace.Documents.Named(name)
		if err != nil {
			return Started{}, messages.Error("runs.no-document-called", messages.Args{"name": fmt.Sprintf("%q", name)})
		}
		run.Files = append(run.Files, d.ID)
	}
	r.starting.Lock()
	defer r.starting.Unlock()
	title := ""
	if run.Conversation == "" && q.Instead == "" {
		run.Conversation, title = newID(), Title(q.Text)
	} else if err := r.place(&run, q.Instead); err != nil {
		return Started{}, err
	}
	if err := r.understand(&run, q); err != nil {
		return Started{}, err
	}
	if err := r.workspace.Runs.Save(run, title); err != nil {
		return Started{}, err
	}
	return r.launch(run, nil)
}

func newID() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// idle makes sure that no run of the conversation is live.
func (r *Runs) idle(conversation string) error {
	r.mu.Lock()
	var ending []*live
	for _, l := range r.live {
		if l.run.Conversation == conversation {
			ending = append(ending, l)
		}
	}
	r.mu.Unlock()
	for _, l := range ending {
		if !l.told.Load() {
			return errBusy
		}
		<-l.done // it has told its end, and tidies up
	}
	return nil
}

// Stop ends a live run; what was written so far is kept. A run that isn't live is no error.
func (r *Runs) Stop(run string) {
	r.mu.Lock()
	l := r.live[run]
	r.mu.Unlock()
	if l != nil {
		l.cancel(errStopped)
		<-l.done
	}
}

// Wait returns when a run has ended.
func (r *Runs) Wait(run string) {
	r.mu.Lock()
	l := r.live[run]
	r.mu.Unlock()
	if l != nil {
		<-l.done
	}
}

// Resume goes on with a run that failed, was stopped or was cut off, from its last finished step, and shows its branch.
func (r *Runs) Resume(id string) (Started, error) {
	s, err := r.resume(id)
	if err == nil {
		err = r.workspace.Conversations.Show(id)
	}
	return s, err
}

func (r *Runs) resume(id string) (Started, error) {
	r.starting.Lock()
	defer r.starting.Unlock()
	run, err := r.ended(id)
	if err != nil {
		return Started{}, err
	}
	switch run.Status {
	case store.Answered:
		return Started{}, messages.Error("runs.answered-already")
	case store.NeedsPerson:
		return Started{}, messages.Error("runs.waits-for-reply")
	}
	events, err := r.last(run)
	if err != nil {
		return Started{}, err
	}
	if said := r.turn(run, events).Answer; said != "" { // half an answer is not given up for bare passages
		if s := r.models.Refresh(r.ctx); s.Chat == "" {
			return Started{}, messages.Error("messages.text", messages.Args{"text": s.Why})
		}
	}
	run.Status, run.Message, run.Head = store.Running, "", 0
	if err := r.workspace.Runs.Save(run, ""); err != nil {
		return Started{}, err
	}
	return r.launch(run, events)
}

// Reply answers what a run asks, by the cards' ids ("" for the only one), and goes on with it.
func (r *Runs) Reply(id string, replies map[string]store.Reply) (Started, error) {
	r.starting.Lock()
	defer r.starting.Unlock()
	run, err := r.ended(id)
	if err != nil {
		return Started{}, err
	}
	if run.Status != store.NeedsPerson {
		return Started{}, messages.Error("runs.asks-nothing")
	}
	events, err := r.last(run)
	if err != nil {
		return Started{}, err
	}
	run.Replies = map[string]store.Reply{}
	for card, reply := range replies {
		i := slices.IndexFunc(run.Cards, func(c store.Card) bool { return c.ID == card })
		if card == "" && len(run.Cards) == 1 {
			i = 0
		}
		if i < 0 {
			return Started{}, messages.Error("runs.not-open")
		}
		run.Replies[run.Cards[i].ID] = reply
	}
	run.Status, run.Message, run.Head = store.Running, "", 0
	if err := r.workspace.Runs.Save(run, ""); err != nil {
		return Started{}, err
	}
	return r.launch(run, events)
}

// ChangePlan tells a live run how its plan is to be. It takes that up before its next task; what is done stays done.
func (r *Runs) ChangePlan(id string, items []store.Item) error {
	r.mu.Lock()
	l := r.live[id]
	r.mu.Unlock()
	if l == nil || l.told.Load() {
		return messages.Error("runs.not-under-way")
	}
	raw, err := json.Marshal(items)
	if err != nil {
		return err
	}
	return r.workspace.Outputs.Save(id, research.PlanEditsName, raw)
}

// last reads the events of a run that stands at the end of its branch, where it can go on.
func (r *Runs) last(run store.Run) ([]store.Event, error) {
	_, all, err := r.workspace.Conversations.Get(run.Conversation)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(all, func(other store.Run) bool { return other.Parent == run.ID }) {
		return nil, messages.Error("runs.later-question")
	}
	return r.workspace.Events.Of(run.ID, 0)
}

// ended reads a run of a conversation in which nothing is under way.
func (r *Runs) ended(id string) (store.Run, error) {
	run, err := r.workspace.Runs.Get(id)
	if err != nil {
		return run, errNoRun
	}
	return run, r.idle(run.Conversation)
}

// Continue resumes every run that was under way when the program ended. What is shown stays.
func (r *Runs) Continue() error {
	unfinished, err := r.workspace.Runs.Unfinished()
	if err != nil {
		return err
	}
	var errs []error
	for _, run := range unfinished {
		if _, err := r.resume(run.ID); err != nil {
			run.Status, run.Message = store.Failed, said(run).Text("runs.cut-off", messages.Args{"error": strings.TrimSuffix(said(run).Error(err), ".")})
			if events, err := r.workspace.Events.Of(run.ID, 0); err == nil {
				said := r.turn(store.Run{Status: store.Running}, events)
				run.Answer, run.AnswerMode, run.Citations = said.Answer, said.AnswerMode, said.Citations
			}
			errs = append(errs, r.workspace.Runs.Save(run, ""))
		}
	}
	return errors.Join(errs...)
}

// Events are those of a run with a number greater than after, live or stored.
func (r *Runs) Events(run string, after int) ([]store.Event, error) {
	r.mu.Lock()
	l := r.live[run]
	r.mu.Unlock()
	if l != nil {
		if err := l.flush(); err != nil {
			return nil, err
		}
	}
	return r.workspace.Events.Of(run, after)
}

// Live says whether a run is under way.
func (r *Runs) Live() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.live {
		if !l.told.Load() {
			return true
		}
	}
	return false
}

// DeleteAll does so with all conversations.
func (r *Runs) DeleteAll() error {
	all, err := r.workspace.Conversations.List()
	for _, c := range all {
		err = errors.Join(err, r.DeleteConversation(c.ID))
	}
	return err
}

// DeleteConversation stops what is live in it and removes it with its checkpoints and the reports that it wrote.
func (r *Runs) DeleteConversation(id string) error {
	_, runs, err := r.workspace.Conversations.Get(id)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	} else if err != nil {
		return err
	}
	for _, run := range runs {
		r.Stop(run.ID)
	}
	err = r.deleteReports(runs)
	return errors.Join(err, r.workspace.Conversations.Delete(id), r.checkpoints.Delete(context.Background(), id))
}
