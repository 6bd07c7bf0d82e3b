// Package runs takes a question from start to end: it starts the workflow, turns what the graph does into numbered
// events, stops and resumes, and goes on after a crash.
//
// The events are the truth that every window, command and test replays. They are told as they come, kept in memory while
// the run is live, and stored in batches.
package runs

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"lectern/backend/graph"
	"lectern/backend/graph/chat"
	"lectern/backend/graph/rag"
	"lectern/backend/models"
	"lectern/backend/store"
)

// Question is what a person asks.
type Question struct {
	Conversation string   `json:"conversation"` // "" begins a new one
	Text         string   `json:"text"`
	Mode         string   `json:"mode"`     // auto, documents or chat; "" is auto
	Files        []string `json:"files"`    // names of documents, beside the @mentions in the text; empty: all
	Language     string   `json:"language"` // of the answer, in its own words; "": the question's
	Model        string   `json:"model"`    // for this run; "": the one in the settings
}

// Started names a run that is under way.
type Started struct {
	Run          string `json:"run"`
	Conversation string `json:"conversation"`
}

// Runs starts and follows runs in one workspace. It is safe for concurrent use.
type Runs struct {
	workspace   *store.Workspace
	checkpoints graph.Store
	models      *models.Models
	log         *slog.Logger
	notify      func(store.Event)

	ctx    context.Context
	cancel context.CancelCauseFunc
	work   sync.WaitGroup

	mu       sync.Mutex
	live     map[string]*live // by run
	embedder *rag.Embedder
}

// New makes the runs of a workspace. notify hears every event, in order for each run; it must not block.
func New(w *store.Workspace, checkpoints graph.Store, m *models.Models, log *slog.Logger, notify func(store.Event)) *Runs {
	if notify == nil {
		notify = func(store.Event) {}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	return &Runs{workspace: w, checkpoints: checkpoints, models: m, log: log, notify: notify, ctx: ctx, cancel: cancel, live: map[string]*live{}}
}

var (
	errStopped = errors.New("stopped by the person")
	errClosing = errors.New("the program is being closed")
)

// Close ends the live runs and waits for them. They go on when Continue is called after the next start.
func (r *Runs) Close() {
	r.cancel(errClosing)
	r.work.Wait()
}

// Start begins a run. What is wrong with the question is an error for the person.
func (r *Runs) Start(q Question) (Started, error) {
	q.Text = strings.TrimSpace(q.Text)
	if q.Text == "" {
		return Started{}, errors.New("the question is empty; type one")
	}
	if q.Mode == "" {
		q.Mode = chat.Auto
	}
	if !slices.Contains([]string{chat.Auto, chat.Documents, chat.Chat}, q.Mode) {
		return Started{}, fmt.Errorf("there is no mode %q; choose auto, documents or chat", q.Mode)
	}
	run := store.Run{
		ID: newID(), Conversation: q.Conversation, Question: q.Text, Mode: q.Mode, Files: []string{},
		Language: strings.TrimSpace(q.Language), WantedModel: q.Model,
		Status: store.Running, Asked: time.Now(), Citations: []store.Citation{},
	}
	for _, name := range q.Files {
		d, err := r.workspace.Named(name)
		if err != nil {
			return Started{}, fmt.Errorf("no document is called %q; \"lectern list\" shows the names", name)
		}
		run.Files = append(run.Files, d.ID)
	}
	title := ""
	if run.Conversation == "" {
		run.Conversation, title = newID(), Title(q.Text)
	} else if err := r.idle(run.Conversation); err != nil {
		return Started{}, err
	}
	if err := r.workspace.SaveRun(run, title); err != nil {
		if errors.Is(err, store.ErrNotFound) {
			return Started{}, fmt.Errorf("there is no conversation %q (any more)", run.Conversation)
		}
		return Started{}, err
	}
	return r.launch(run, 0)
}

func newID() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

var (
	leading = regexp.MustCompile(`^\s*(?:@(?:"[^"]*"|\S+)[\s,:;]*)+`)
	mention = regexp.MustCompile(`@(?:"([^"]*)"|(\S))`)
)

// Title makes a conversation's title of its first question: without the mentions that it begins with, the others as
// plain names.
func Title(question string) string {
	t := strings.Join(strings.Fields(leading.ReplaceAllString(question, "")), " ")
	if t == "" {
		t = strings.Join(strings.Fields(question), " ")
	}
	t = mention.ReplaceAllString(t, "$1$2")
	if r := []rune(t); len(r) > 60 {
		t = strings.TrimRight(string(r[:59]), " ,.;:") + "…"
	}
	return t
}

// idle makes sure that no run of the conversation is live.
func (r *Runs) idle(conversation string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.live {
		if l.run.Conversation == conversation {
			return errors.New("an answer is still being written in this conversation; stop it, or wait for it")
		}
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

// Resume goes on with a run that failed, was stopped or was cut off, from its last finished step.
func (r *Runs) Resume(id string) (Started, error) {
	run, err := r.workspace.Run(id)
	if err != nil {
		return Started{}, errors.New("that run is not there (any more)")
	}
	if err := r.idle(run.Conversation); err != nil {
		return Started{}, err
	}
	if run.Status == store.Answered {
		return Started{}, errors.New("that question is answered already; ask it again")
	}
	c, _, err := r.workspace.Conversation(run.Conversation)
	if err != nil {
		return Started{}, err
	}
	if c.Runs[len(c.Runs)-1] != id {
		return Started{}, errors.New("a later question stands below; ask this one again instead")
	}
	events, err := r.workspace.Events(id, 0)
	if err != nil {
		return Started{}, err
	}
	if said := r.turn(run, events).Answer; said != "" { // half an answer is not given up for bare passages
		if s := r.models.Refresh(r.ctx); s.Chat == "" {
			return Started{}, errors.New(s.Why)
		}
	}
	run.Status, run.Message = store.Running, ""
	if err := r.workspace.SaveRun(run, ""); err != nil {
		return Started{}, err
	}
	last := 0
	if len(events) > 0 {
		last = events[len(events)-1].Seq
	}
	return r.launch(run, last)
}

// Continue resumes every run that was under way when the program ended.
func (r *Runs) Continue() error {
	unfinished, err := r.workspace.Unfinished()
	if err != nil {
		return err
	}
	var errs []error
	for _, run := range unfinished {
		if _, err := r.Resume(run.ID); err != nil {
			run.Status, run.Message = store.Failed, fmt.Sprintf("It was cut off and could not go on. %v Then press Resume.", err)
			if events, err := r.workspace.Events(run.ID, 0); err == nil {
				said := r.turn(store.Run{Status: store.Running}, events)
				run.Answer, run.AnswerMode, run.Citations = said.Answer, said.AnswerMode, said.Citations
			}
			errs = append(errs, r.workspace.SaveRun(run, ""))
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
	return r.workspace.Events(run, after)
}

// DeleteConversation stops what is live in it and removes it with its checkpoints.
func (r *Runs) DeleteConversation(id string) error {
	_, runs, err := r.workspace.Conversation(id)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	} else if err != nil {
		return err
	}
	for _, run := range runs {
		r.Stop(run.ID)
	}
	return errors.Join(r.workspace.DeleteConversation(id), r.checkpoints.Delete(context.Background(), id))
}

// workflow makes document chat with the models and settings of this moment, and the run's own wishes.
func (r *Runs) workflow(run store.Run) (*chat.Workflow, error) {
	config, err := ChatConfig(r.models.Settings())
	if err != nil {
		return nil, err
	}
	s := r.models.State()
	if run.WantedModel != "" && s.Health.Running {
		s.Chat = run.WantedModel // if it isn't there, Ollama says so
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.embedder == nil || r.embedder.Client != s.Client || r.embedder.Model != s.Embed {
		r.embedder = &rag.Embedder{Client: s.Client, Model: s.Embed, Size: config.CacheSize}
	}
	return &chat.Workflow{
		Config: config, Workspace: r.workspace, Client: s.Client, Embedder: r.embedder, Model: s.Chat, Why: s.Why,
	}, nil
}

// ChatConfig is document chat's configuration with the person's changes.
func ChatConfig(s models.Settings) (chat.Config, error) {
	c := chat.Defaults()
	for key, v := range s.Advanced {
		if name, ok := strings.CutPrefix(key, "chat."); ok {
			if err := c.Set(name, v); err != nil {
				return c, err
			}
		}
	}
	return c, c.Validate()
}
