// Package chat is the document chat, the default workflow:
//
//	router → generator                          small talk, writing, coding
//	router → rewriter → retriever → generator   questions to the documents
//	router → reader                             words and forms on every page, without a model
//	router → survey → (consent →) reader → reducer   what only a model finds by reading everything
//
// This file holds the state and the arrows; each node has a file under its own name.
package chat

import (
	"sync"
	"text/template"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/whole"
	"lectern/backend/messages"
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

// Route is what the router decided.
type Route struct {
	Intent   string   `json:"intent"`
	Targets  []string `json:"targets"`  // ids of documents
	Named    []string `json:"named"`    // their names
	FollowUp bool     `json:"followUp"` // leans on the turn before
	Unknown  []string `json:"unknown"`  // mentions that fit no document
	Plain    string   `json:"plain"`    // the question with mentions as plain names

	Whole   *whole.Question `json:"whole,omitempty"`   // what is asked of the whole; nil: it isn't
	ByModel bool            `json:"byModel,omitempty"` // a model is to read it
}

// State is what a conversation knows. It holds ids, never texts of documents.
type State struct {
	rag.Conversation
	Route    Route      `json:"route"`
	Plan     rag.Plan   `json:"plan"`
	Passages []string   `json:"passages"` // ids, in the order in which they are worth giving
	Hits     int        `json:"hits"`     // so many of them are hits; the others came along
	Answer   rag.Answer `json:"answer"`

	Same    map[string][]string `json:"same,omitempty"`   // of a passage, the ids of those that say the same
	Reading Reading             `json:"reading,omitzero"` // of everything

	Subject rag.Subject `json:"subject"` // how the question fits the documents that were searched
}

// Workflow is document chat over one workspace.
type Workflow struct {
	rag.Tools
	Config Config

	words   struct{ chat, documents, followUp phrases }
	prompts *template.Template
	begun   sync.Map // runs for which the model has begun to answer, in whatever attempt
}

// Compile makes the workflow's graph runnable.
func (w *Workflow) Compile(checkpoints graph.Store) (*graph.Workflow[State], error) {
	if err := w.Config.Validate(); err != nil {
		return nil, err
	}
	var err error
	for name, list := range map[string]*phrases{
		"chat": &w.words.chat, "documents": &w.words.documents, "followup": &w.words.followUp,
	} {
		if *list, err = readPhrases(name); err != nil {
			return nil, messages.Error("chat.words-unreadable", messages.Args{"name": name, "error": err})
		}
	}
	if w.prompts, err = rag.Prompts(files, nil); err != nil {
		return nil, err
	}
	return w.graph().Compile(graph.Config{Store: checkpoints, StepLimit: w.Config.StepLimit})
}

// Runner makes the workflow runnable for whoever knows nothing of its state.
func (w *Workflow) Runner(checkpoints graph.Store) (rag.Runner, error) {
	g, err := w.Compile(checkpoints)
	return rag.Adapt(g, func(s State) rag.Result { return rag.Result{Answer: s.Answer} }), err
}

func (w *Workflow) graph() *graph.Graph[State] {
	p := w.Policy() // every node may call a model; where one can do without, it is rescued
	return graph.New[State]("chat").
		Node("router", w.router, p).
		Node("rewriter", w.rewriter, p).
		Node("retriever", w.retriever, p).
		Node("generator", w.generator, p).
		Node("survey", w.survey, p).
		Node("consent", w.consent).
		Node("reader", w.reader, p).
		Node("reducer", w.reducer, p).
		Rescue("router", w.inDoubt).
		Rescue("rewriter", w.asItStands).
		Rescue("generator", w.passagesInstead).
		Rescue("survey", w.unsurveyed).
		Rescue("reader", w.readWithout).
		Edge(graph.Start, "router").
		Branch("router", afterRouter, graph.When(smallTalk, "generator"), graph.When(aboutDocuments, "rewriter"), graph.When(everyPage, "reader"), graph.When(everything, "survey")).
		Branch("survey", w.afterSurvey, graph.When(takesLong, "consent"), graph.When(isShort, "reader")).
		Branch("consent", afterConsent, graph.When(goesOn, "reader"), graph.When(bestPassages, "rewriter"), graph.When(notRead, graph.End)).
		Branch("reader", afterReader, graph.When(wasRead, graph.End), graph.When(wasFound, "reducer"), graph.When(bestPassages, "rewriter")).
		Edge("reducer", graph.End).
		Edge("rewriter", "retriever").
		Edge("retriever", "generator").
		Edge("generator", graph.End)
}

// The ways after the router.
const (
	smallTalk      = "no documents needed"
	aboutDocuments = "about documents"
	everyPage      = "every page is to be looked through"
	everything     = "a model is to read everything"
)

// The ways of a question that everything is read for.
const (
	takesLong    = "it takes long"
	isShort      = "it is short"
	goesOn       = "everything"
	notRead      = "nothing"
	wasRead      = "answered by the program"
	wasFound     = "read by a model"
	bestPassages = "the best passages do"
)

func afterRouter(s State) string {
	switch s.Route.Intent {
	case IntentChat:
		return smallTalk
	case IntentWhole:
		if s.Route.ByModel {
			return everything
		}
		return everyPage
	}
	return aboutDocuments
}

func afterReader(s State) string {
	switch {
	case s.Route.Intent != IntentWhole:
		return bestPassages
	case s.Route.ByModel:
		return wasFound
	}
	return wasRead
}
