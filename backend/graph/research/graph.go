// Package research is deep research: a question is made clear with the person, a plan is agreed on, each of its tasks is
// followed through the library and along the references that its documents make, and a document is written of it.
//
//	asking back → plan → approve (→ amend → approve) → rabbithole, once a task → update plan → outline → synthesize, once a
//	section → opening → quality check → attribution
//
// This file holds the state and the arrows of the whole; asking.go and rabbithole.go hold those of its two subgraphs. Each
// node has a file under its own name.
//
// # Words
//
// The anchor is what the question was understood to be. It is set once, and stands in every prompt after that. A task is
// an item of the plan. A lead is a passage on its way to be read, and a read one that was. An extract is what a read
// passage says on the task, in lines that keep the numbers of their sentences; a finding is what a task came to.
//
// A label is a word with a number by which a document calls a part of itself: "Note 16", "Anlage 3". labels.go finds what points
// to one, places.go the page on which it is; LECTERN_REFERENCES names a corpus that measures both (corpus_test.go).
//
// # What lies beside the run
//
// Extracts, records of tasks and drafts are kept by Workspace.SaveMade; the states hold their ids, which are the run's id,
// a slash and the name. "wishes" is the plan as the person wants it to be while it is being worked on ([]rag.Item),
// written by the window and merged between two tasks.
//
// # Caveats
//
//   - Where a model's answers have no use, each node has a way to do without, which it remarks. Where no model can be
//     reached at all, the run ends with that error, and Resume goes on: a long research isn't spoilt by a server's nap.
//   - A run that was begun by another (see rag.Runner.Fork) goes on with what that one made, under its ids.
package research

import (
	"slices"
	"sync"
	"text/template"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// State is what a conversation knows. It holds ids, never texts of documents.
type State struct {
	rag.Conversation
	Anchor    Anchor              `json:"researchAnchor"`
	Brief     Brief               `json:"researchBrief"`
	Plan      []Task              `json:"researchPlan"`
	Remark    string              `json:"researchRemark"`  // the person's, on the plan that they were shown
	PlanEdits string              `json:"researchWishes"`  // hash of the person's wishes that were merged last
	Visited   []string            `json:"researchVisited"` // references that were followed, by type and target
	Met       map[string][]string `json:"researchMet"`     // by task: passages that were read for another and say something on it
	Draft     Draft               `json:"researchDraft"`
	Earlier   Draft               `json:"researchEarlier"` // the one before it
	Decision  Decision            `json:"researchDecision"`
	Cost      rag.Cost            `json:"researchCost"`
	Estimate  rag.Cost            `json:"researchEstimate"`
	Open      []string            `json:"researchOpen"` // questions that stay open
	Answer    rag.Answer          `json:"answer"`
}

// Brief is what the way to the plan came to.
type Brief struct {
	Analysis string   `json:"analysis"`
	Queries  []string `json:"queries"` // what to research
	Context  string   `json:"context"` // from the person's answers
	Reason   string   `json:"reason"`  // why the asking ended; "" if there was none
	Rounds   int      `json:"rounds"`
	Question string   `json:"question"` // to the person, where the asking is off and one is needed
	Passage  int      `json:"passage"`  // tokens of a passage, as measured; 0: none was read
}

// Task is an item of the plan and what it came to.
type Task struct {
	rag.Item
	Record   string   `json:"record"`   // id of its Record; "" until it is done
	Passages []string `json:"passages"` // ids of those kept
	Unseen   bool     `json:"unseen"`   // the program added it, and the window hasn't been told yet
}

// Draft is a written document.
type Draft struct {
	Opening Part   `json:"opening"` // in front of the sections; without a text where a single part is the whole document
	Parts   []Part `json:"parts"`   // as outlined
	Written int    `json:"written"` // parts that are
	Number  int    `json:"number"`  // from 1; 0: there is none
	Scores  Scores `json:"scores"`

	Wrong []string `json:"wrong,omitempty"` // sentences that the documents contradict, with what they say
	Held  string   `json:"held,omitempty"`  // id of it as an answer with its proof; "" until it was held against the documents
}

// Part is what is written by one call of the model.
type Part struct {
	Heading  string   `json:"heading"`  // of the section; "" for a part that is the whole document
	More     bool     `json:"more"`     // it goes on with the section of the part before
	Tasks    []string `json:"tasks"`    // ids
	Passages []string `json:"passages"` // ids of those given to the model, numbered from 1
	Text     string   `json:"text"`     // id of its text; "" until it is written
}

// Decision is that on a draft below the threshold, the model's, or on one that the documents contradict, Go's.
type Decision struct {
	Retry bool   `json:"retry"`
	Focus string `json:"focus"` // what to do better
}

// scope is the documents that every search keeps to; empty: all.
func (s State) scope() []string {
	if len(s.Asked) > 0 {
		return s.Asked
	}
	return s.Scope
}

// Workflow is deep research over one workspace.
type Workflow struct {
	rag.Tools
	Config Config

	prompts *template.Template
	costs   sync.Mutex
	owed    map[string]rag.Cost // by run: of attempts that failed
	spent   map[string]rag.Cost // by run: in all, as it was told last
}

// Compile makes the workflow's graph runnable.
func (w *Workflow) Compile(checkpoints graph.Store) (*graph.Workflow[State], error) {
	if err := w.Config.Validate(); err != nil {
		return nil, err
	}
	if w.Speeds == nil {
		w.Speeds = new(rag.Speeds)
	}
	w.owed, w.spent = map[string]rag.Cost{}, map[string]rag.Cost{}
	var err error
	if w.prompts, err = readPrompts(); err != nil {
		return nil, messages.Error("rag.prompts", messages.Args{"error": err})
	}
	asking, err := w.asking().Compile(graph.Config{StepLimit: limit(w.Config.StepLimit, w.Config.askingSteps())})
	if err != nil {
		return nil, err
	}
	task, err := w.rabbithole().Compile(graph.Config{StepLimit: limit(w.Config.StepLimit, w.Config.taskSteps()), Parallel: w.Config.AtOnce})
	if err != nil {
		return nil, err
	}
	return w.graph(w.askingBack(asking), w.follow(task)).
		Compile(graph.Config{Store: checkpoints, StepLimit: limit(w.Config.StepLimit, w.Config.steps())})
}

func limit(set, longest int) int {
	if set > 0 {
		return set
	}
	return longest
}

// Runner makes the workflow one of those that a conversation can be led with.
func (w *Workflow) Runner(checkpoints graph.Store) (rag.Runner, error) {
	compiled, err := w.Compile(checkpoints)
	if err != nil {
		return nil, err
	}
	return rag.Adapt(compiled, w.result), nil
}

func (w *Workflow) graph(asking, rabbithole graph.Node[State]) *graph.Graph[State] {
	calls := func(node graph.Node[State]) graph.Node[State] {
		return metered(w, node, func(s *State) *rag.Cost { return &s.Cost })
	}
	p := w.Policy()
	return graph.New[State]("research").
		Node("asking back", asking).
		Node("analyze query", calls(w.analyzeQuery), p).
		Node("clarify", w.clarify).
		Node("plan", calls(w.plan), p).
		Node("approve", w.approve).
		Node("amend", calls(w.amend), p).
		Node("rabbithole", rabbithole).
		Node("update plan", w.updatePlan).
		Node("outline", calls(w.outline), p).
		Node("synthesize", calls(w.synthesize), p).
		Node("opening", calls(w.opening), p).
		Node("quality check", calls(w.qualityCheck), p).
		Node("decide", calls(w.decide), p).
		Node("attribution", calls(w.attribution)).
		Rescue("analyze query", w.understoodAsPut).
		Rescue("plan", w.queriesAsTasks).
		Rescue("outline", w.outlineByTask).
		Rescue("amend", w.notAmended).
		Rescue("synthesize", w.findingsByTask).
		Rescue("opening", w.firstOfEach).
		Rescue("quality check", w.notScored).
		Rescue("decide", w.acceptedAsIs).
		Branch(graph.Start, w.entry, graph.When(isClear, "plan"), graph.When(askBack, "asking back"), graph.When(askOnce, "analyze query")).
		Edge("asking back", "plan").
		Branch("analyze query", afterAnalysis, graph.When(unclear, "clarify"), graph.When(isClear, "plan")).
		Edge("clarify", "plan").
		Edge("plan", "approve").
		Branch("approve", afterApproval, graph.When(approved, "rabbithole"), graph.When(remarked, "amend")).
		Edge("amend", "approve").
		Edge("rabbithole", "update plan").
		Branch("update plan", w.afterTask, graph.When(anotherTask, "rabbithole"), graph.When(allDone, "outline"), graph.When(nothingFound, "attribution")).
		Edge("outline", "synthesize").
		Branch("synthesize", afterPart, graph.When(anotherPart, "synthesize"), graph.When(inSections, "opening"), graph.When(written, "quality check")).
		Edge("opening", "quality check").
		Branch("quality check", w.afterCheck, graph.When(passes, "attribution"), graph.When(belowThreshold, "decide")).
		Branch("decide", afterDecision, graph.When(writeAgain, "synthesize"), graph.When(accepted, "attribution")).
		Edge("attribution", graph.End)
}

// The conditions on the arrows.
const (
	askBack        = "asking back is on"
	askOnce        = "asking back is off"
	isClear        = "what to research is clear"
	unclear        = "a clarification is needed"
	anotherTask    = "another task"
	allDone        = "all tasks are done, or the time is up"
	nothingFound   = "nothing was found"
	anotherPart    = "another part"
	inSections     = "the sections are written"
	written        = "written as a whole"
	passes         = "good enough, or no further draft"
	belowThreshold = "below the threshold"
	writeAgain     = "another draft"
	accepted       = "accepted as it is"
)

func (w *Workflow) entry(s State) string {
	switch {
	case len(s.Brief.Queries) > 0:
		return isClear
	case w.Config.AskBack != 0:
		return askBack
	}
	return askOnce
}

func afterAnalysis(s State) string {
	if s.Brief.Question != "" {
		return unclear
	}
	return isClear
}

func (w *Workflow) afterTask(s State) string {
	switch found := slices.ContainsFunc(s.Plan, func(t Task) bool { return len(t.Passages) > 0 }); {
	case due(s.Plan) >= 0 && !w.Config.spent(s.Cost):
		return anotherTask
	case found:
		return allDone
	}
	return nothingFound
}

func afterPart(s State) string {
	d := s.Draft
	switch {
	case d.Written < len(d.Parts):
		return anotherPart
	case d.Parts[0].Heading != "":
		return inSections
	}
	return written
}

func (w *Workflow) afterCheck(s State) string {
	d := s.Draft
	if wanting := len(d.Wrong) > 0 || d.Scores.Scored && d.Scores.Sum < w.Config.Quality; wanting && d.Number <= w.Config.Retries {
		return belowThreshold
	}
	return passes
}

func afterDecision(s State) string {
	if s.Decision.Retry {
		return writeAgain
	}
	return accepted
}
