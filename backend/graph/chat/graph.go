// Package chat is the document chat, the default workflow:
//
//	router → generator                          small talk, writing, coding
//	router → rewriter → retriever → generator   questions to the documents
//
// This file holds the state and the arrows; each node has a file under its own name.
package chat

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"text/template"
	"time"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/store"
)

// The modes that a person picks.
const (
	Auto      = "auto"
	Documents = "documents"
	Chat      = "chat"
)

// The intents that the router decides on.
const (
	IntentChat     = "chat"
	IntentDirect   = "direct_rag"
	IntentSpecific = "specific_doc_rag"
	IntentWhole    = "whole_doc"
)

// Message is one turn of the conversation. One with an id that is there already replaces it.
type Message struct {
	ID   string `json:"id"`
	Role string `json:"role"` // user or assistant
	Text string `json:"text"`
}

// Turn is what one question starts with. It resets everything but the messages and the memory of the turn before.
type Turn struct {
	Run      string   `json:"run"`
	Question string   `json:"question"`
	Mode     string   `json:"mode"`
	Scope    []string `json:"scope"`    // ids of documents it is limited to; empty: all
	Language string   `json:"language"` // of the answer; "": the question's
}

// Route is what the router decided.
type Route struct {
	Intent   string   `json:"intent"`
	Targets  []string `json:"targets"`  // ids of documents
	Named    []string `json:"named"`    // their names
	FollowUp bool     `json:"followUp"` // leans on the turn before
	Unknown  []string `json:"unknown"`  // mentions that fit no document
	Plain    string   `json:"plain"`    // the question with mentions as plain names
}

// Answer is what the generator gives.
type Answer struct {
	Text      string           `json:"text"`
	Mode      string           `json:"mode"` // model or passages
	Model     string           `json:"model"`
	Message   string           `json:"message"` // to the person, beside the answer
	Citations []store.Citation `json:"citations"`
}

// State is what a conversation knows. It holds ids, never texts of documents.
type State struct {
	Turn
	Messages []Message `json:"messages"`
	Route    Route     `json:"route"`
	Plan     rag.Plan  `json:"plan"`
	Passages []string  `json:"passages"` // ids, in the order in which they are worth giving
	Hits     int       `json:"hits"`     // so many of them are hits; the others came along
	Answer   Answer    `json:"answer"`

	// What the turn before leaves for a follow-up.
	LastTargets   []string `json:"lastTargets"`
	LastDocuments bool     `json:"lastDocuments"` // it was answered from documents
}

// Update is what a node changes.
type Update struct {
	Turn     *Turn     `json:"turn,omitempty"`
	Run      *string   `json:"run,omitempty"` // the turn becomes that of another run, which starts it over
	Messages []Message `json:"messages,omitempty"`
	Route    *Route    `json:"route,omitempty"`
	Plan     *rag.Plan `json:"plan,omitempty"`
	Passages *[]string `json:"passages,omitempty"`
	Hits     *int      `json:"hits,omitempty"`
	Answer   *Answer   `json:"answer,omitempty"`
}

func reduce(s *State, u Update) {
	if u.Turn != nil {
		*s = State{
			Turn: *u.Turn, Messages: s.Messages,
			LastTargets: s.Route.Targets, LastDocuments: s.Route.Intent != "" && s.Route.Intent != IntentChat,
		}
	}
	if u.Run != nil {
		for i, m := range s.Messages {
			if kind, ok := strings.CutPrefix(m.ID, s.Run+"/"); ok {
				s.Messages[i].ID = *u.Run + "/" + kind
			}
		}
		s.Run = *u.Run
	}
	for _, m := range u.Messages {
		if i := slices.IndexFunc(s.Messages, func(o Message) bool { return o.ID == m.ID }); i >= 0 {
			s.Messages[i] = m
		} else {
			s.Messages = append(s.Messages, m)
		}
	}
	if u.Route != nil {
		s.Route = *u.Route
	}
	if u.Plan != nil {
		s.Plan = *u.Plan
	}
	if u.Passages != nil {
		s.Passages = *u.Passages
	}
	if u.Hits != nil {
		s.Hits = *u.Hits
	}
	if u.Answer != nil {
		s.Answer = *u.Answer
	}
}

// history is the conversation before the question of this turn.
func (s State) history() []Message {
	for i, m := range s.Messages {
		if m.ID == s.Run+"/q" {
			return s.Messages[:i]
		}
	}
	return s.Messages
}

// Ask is the input that begins a turn.
func Ask(t Turn) Update {
	return Update{Turn: &t, Messages: []Message{{ID: t.Run + "/q", Role: "user", Text: t.Question}}}
}

// Workflow is document chat over one workspace.
type Workflow struct {
	Config    Config
	Workspace *store.Workspace
	Client    *llm.Client
	Embedder  *rag.Embedder
	Model     string // the chat model; "" if there is none
	Why       string // why there is no model, for the person

	words   struct{ chat, documents, whole, followUp phrases }
	prompts *template.Template
	begun   sync.Map // runs for which the model has begun to answer, in whatever attempt
}

// Compile makes the workflow's graph runnable.
func (w *Workflow) Compile(checkpoints graph.Store) (*graph.Workflow[State, Update], error) {
	if err := w.Config.Validate(); err != nil {
		return nil, err
	}
	var err error
	for name, list := range map[string]*phrases{
		"chat": &w.words.chat, "documents": &w.words.documents, "whole": &w.words.whole, "followup": &w.words.followUp,
	} {
		if *list, err = readPhrases(name); err != nil {
			return nil, fmt.Errorf("word list %s: %w", name, err)
		}
	}
	if w.prompts, err = template.ParseFS(files, "prompts/*.md"); err != nil {
		return nil, fmt.Errorf("prompts: %w", err)
	}
	return w.graph().Compile(graph.Config{Store: checkpoints, StepLimit: w.Config.StepLimit})
}

func (w *Workflow) graph() *graph.Graph[State, Update] {
	// Every node may call a model. It is tried again where the call broke off, and rescued where one can do without.
	p := graph.Policy{Attempts: w.Config.Attempts, Wait: time.Duration(w.Config.Wait * float64(time.Second)), RetryIf: llm.Transient}
	return graph.New("chat", reduce).
		Node("router", w.router, p).
		Node("rewriter", w.rewriter, p).
		Node("retriever", w.retriever, p).
		Node("generator", w.generator, p).
		Rescue("router", w.inDoubt).
		Rescue("rewriter", w.asItStands).
		Rescue("retriever", w.byWords).
		Rescue("generator", w.passagesInstead).
		Edge(graph.Start, "router").
		Branch("router", afterRouter, graph.When(smallTalk, "generator"), graph.When(aboutDocuments, "rewriter")).
		Edge("rewriter", "retriever").
		Edge("retriever", "generator").
		Edge("generator", graph.End)
}

// The ways after the router.
const (
	smallTalk      = "no documents needed"
	aboutDocuments = "about documents"
)

func afterRouter(s State) string {
	if s.Route.Intent == IntentChat {
		return smallTalk
	}
	return aboutDocuments
}
