// Package analyst answers questions about the figures of reports. What a question compares is read without a model where it
// is clear, and each figure looked up in the cells of tables: one search for a measure, a company and a period. Where it
// isn't, a model names measures, rows or figures of sentences, never a value. Every figure is read again at its place and
// every calculation done in Go, and the answer's text names figures by their ids, for which Go puts them in.
//
//	retrieval   memory and query → retrieval → validation → (refinement → retrieval | end)
//	analysis    analysis → validation
//	generation  text explanation → synthesis → quality check → (self heal → synthesis | memory update)
//
// Words: a metric is a figure with what it measures, whose it is and when, and the cells or the sentence that it was read
// from; one without a figure is a gap. A flag says why a metric can't be relied on: it then enters no calculation and no chart.
//
// This file holds the state and the arrows; each node has a file under its own name.
package analyst

import (
	"sync"
	"text/template"

	"lectern/backend/facts"
	"lectern/backend/graph"
	"lectern/backend/graph/rag"
)

// Processed is what was made of the question.
type Processed struct {
	Entities []string `json:"entities"` // companies and what else is named
	Periods  []string `json:"periods"`
	Types    []string `json:"types"`    // of documents, as far as it names any
	Keywords []string `json:"keywords"` // beside the question's own words; refinement adds to them
	Text     string   `json:"text"`     // searched last

	Compare facts.Asked `json:"compare"` // what it asks to be compared, read without a model
}

// Retrieval is what the first subgraph knows.
type Retrieval struct {
	Query      Processed `json:"query"`
	Memory     []string  `json:"memory"`   // runs of past turns that may bear on the question
	Filter     Filter    `json:"filter"`   // that the last search was limited by
	Passages   []string  `json:"passages"` // ids, best first
	Attempts   int       `json:"attempts"` // retrievals made
	Sufficient bool      `json:"sufficient"`
	Gaps       []string  `json:"gaps"`  // what is missing, in the last validation's words
	Stuck      string    `json:"stuck"` // why another attempt would bring nothing; "" if it might
}

// Analysis is what the second subgraph knows.
type Analysis struct {
	Metrics      []facts.Metric      `json:"metrics"`
	Calculations []facts.Calculation `json:"calculations"`
	Proposed     []ChartSpec         `json:"proposed"` // charts
	Primary      string              `json:"primary"`  // id of the metric that the question is about; "" if none
	Finding      string              `json:"finding"`  // in a few words, with ids in place of figures
	FromPassages bool                `json:"fromPassages"`
	Valid        bool                `json:"valid"` // nothing was flagged
}

// Response is what the third subgraph knows.
type Response struct {
	Draft   rag.ArtifactRef `json:"draft"`   // with ids in place of figures
	Listed  bool            `json:"listed"`  // no model wrote it: it is the comparison as a table
	Quotes  rag.ArtifactRef `json:"quotes"`  // the citations of a draft that no model wrote: it is sentences of the passages
	Whole   rag.ArtifactRef `json:"whole"`   // the answer that synthesis made of it
	Offered []string        `json:"offered"` // ids of the passages that the draft may cite, the first as 1
	Charts  []ChartSpec     `json:"charts"`
	Failed  []Failure       `json:"failed"` // checks
	Valid   bool            `json:"valid"`
	Heals   int             `json:"heals"`
}

// State is what a run knows. It holds ids, never texts of documents.
type State struct {
	rag.Conversation
	Retrieval Retrieval  `json:"analystRetrieval"`
	Analysis  Analysis   `json:"analystAnalysis"`
	Response  Response   `json:"analystResponse"`
	Error     string     `json:"analystError"` // why the run ended, for the person; "" if it didn't
	Answer    rag.Answer `json:"answer"`
}

// Workflow is the financial analyst over one workspace.
type Workflow struct {
	rag.Tools
	Config Config

	prompts *template.Template
	said    sync.Map // by run, what stands on the screen as its answer
}

// Compile makes the workflow's graph runnable.
func (w *Workflow) Compile(checkpoints graph.Store) (*graph.Workflow[State], error) {
	if err := w.Config.Validate(); err != nil {
		return nil, err
	}
	var err error
	if w.prompts, err = rag.Prompts(files, nil); err != nil {
		return nil, err
	}
	g, err := w.graph()
	if err != nil {
		return nil, err
	}
	return g.Compile(graph.Config{Store: checkpoints, StepLimit: w.Config.StepLimit})
}

// Runner makes the workflow runnable for whoever knows nothing of its state.
func (w *Workflow) Runner(checkpoints graph.Store) (rag.Runner, error) {
	g, err := w.Compile(checkpoints)
	return settling{rag.Adapt(g, func(s State) rag.Result {
		return rag.Result{Answer: s.Answer, Made: rag.MustJSON(w.made(s)), Failed: s.Error}
	}), w}, err
}

// The ways that lead on, in words for people.
const (
	found      = "no error"
	failed     = "error"
	sufficient = "sufficient"
	missing    = "insufficient"
	usedUp     = "no attempts left"
	stuck      = "nothing new to look for"
	valid      = "valid"
	invalid    = "invalid"
	healedOut  = "no healing left"
)

func (w *Workflow) graph() (*graph.Graph[State], error) {
	g := graph.New[State]("analyst")
	for _, part := range []struct {
		name string
		of   *graph.Graph[State]
	}{{"retrieval", w.retrieving()}, {"analysis", w.analysing()}, {"generation", w.generating()}} {
		child, err := part.of.Compile(graph.Config{StepLimit: w.Config.StepLimit})
		if err != nil {
			return nil, err
		}
		g.Node(part.name, graph.Sub(child, func(s State) State { return s }, func(_, s State) State { return s }))
	}
	return g.Edge(graph.Start, "retrieval").
		Branch("retrieval", unlessError, graph.When(found, "analysis"), graph.When(failed, graph.End)).
		Branch("analysis", unlessError, graph.When(found, "generation"), graph.When(failed, graph.End)).
		Edge("generation", graph.End), nil
}

func unlessError(s State) string {
	if s.Error != "" {
		return failed
	}
	return found
}

// retrieving finds the passages that an answer can rest on.
func (w *Workflow) retrieving() *graph.Graph[State] {
	p := w.Policy()
	return graph.New[State]("retrieval").
		Node("memory and query", w.memoryAndQuery, p).
		Node("retrieval", w.retrieval, p).
		Node("validation", w.validation, p).
		Node("refinement", w.refinement, p).
		Rescue("memory and query", w.byRules).
		Rescue("retrieval", w.notSearched).
		Rescue("validation", w.whatIsThere).
		Rescue("refinement", w.notRefined).
		Edge(graph.Start, "memory and query").
		Edge("memory and query", "retrieval").
		Branch("retrieval", unlessError, graph.When(found, "validation"), graph.When(failed, graph.End)).
		Branch("validation", w.afterValidation, graph.When(missing, "refinement"), graph.When(sufficient, graph.End),
			graph.When(usedUp, graph.End), graph.When(stuck, graph.End)).
		Branch("refinement", afterRefinement, graph.When(found, "retrieval"), graph.When(stuck, graph.End))
}

func (w *Workflow) afterValidation(s State) string {
	switch r := s.Retrieval; {
	case r.Sufficient:
		return sufficient
	case r.Attempts >= w.Config.Retrievals:
		return usedUp
	case r.Stuck != "":
		return stuck
	}
	return missing
}

func afterRefinement(s State) string {
	if s.Retrieval.Stuck != "" {
		return stuck
	}
	return found
}

// analysing reads the figures and works out what was asked.
func (w *Workflow) analysing() *graph.Graph[State] {
	return graph.New[State]("analysis").
		Node("analysis", w.analysis, w.Policy()).
		Node("validation", w.analysisValidation).
		Rescue("analysis", w.noMetrics).
		Edge(graph.Start, "analysis").
		Branch("analysis", unlessError, graph.When(found, "validation"), graph.When(failed, graph.End)).
		Edge("validation", graph.End)
}

// generating writes the answer and checks it.
func (w *Workflow) generating() *graph.Graph[State] {
	p := w.Policy()
	return graph.New[State]("generation").
		Node("text explanation", w.textExplanation, p).
		Node("synthesis", w.synthesis).
		Node("quality check", w.qualityCheck).
		Node("self heal", w.selfHeal, p).
		Node("memory update", w.memoryUpdate).
		Rescue("text explanation", w.plainText).
		Rescue("self heal", w.leftOut).
		Rescue("memory update", w.notRemembered).
		Edge(graph.Start, "text explanation").
		Edge("text explanation", "synthesis").
		Edge("synthesis", "quality check").
		Branch("quality check", w.afterCheck, graph.When(invalid, "self heal"), graph.When(valid, "memory update"),
			graph.When(healedOut, "memory update")).
		Edge("self heal", "synthesis").
		Edge("memory update", graph.End)
}

func (w *Workflow) afterCheck(s State) string {
	switch {
	case s.Response.Valid:
		return valid
	case s.Response.Listed || s.Response.Heals >= w.Config.Heals:
		return healedOut
	}
	return invalid
}

// languageOf is the language that Go's own words in an answer are in: en, de or ja.
func languageOf(s State) string { return rag.LanguageOf(s.Language, s.Question, s.Whole) }
