// Package checked is the checked answer: a draft from the documents that is audited, scored and, if need be, written
// again before it counts as final.
//
//	supervisor → researcher → synthesizer → critic → evaluator → supervisor
//
// The supervisor ends the run, has it tried again, or asks the person; what the person answers stands beside the
// question from then on, and the rounds begin anew. Three model calls and one retrieval a round.
//
// This file holds the state and the arrows; each node has a file under its own name.
package checked

import (
	"text/template"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/proof"
)

// Evidence is a passage that was kept, with its score on the scale of the thresholds.
type Evidence struct {
	ID    string  `json:"id"`
	Score float64 `json:"score"`
}

// Round is what one round has come to: a draft, and what was found out about it.
type Round struct {
	Number       int             `json:"number"`  // counts from 1; 0 for none
	Draft        rag.ArtifactRef `json:"draft"`   // as the model wrote it
	Final        rag.ArtifactRef `json:"final"`   // without citations that don't resolve
	Offered      []string        `json:"offered"` // ids of the passages that it was given, the first as 1
	ContextChars int             `json:"contextChars"`
	Critique     Critique        `json:"critique"`
	Confidence   float64         `json:"confidence"`
	Audit        proof.Audit     `json:"last_citation_audit"`
	Evaluation   Evaluation      `json:"evaluation"`
}

// wrong tells whether a draft says what it must not, which can be put right from the same passages.
func (r Round) wrong() bool {
	return r.Critique.Hallucination || len(r.Critique.Unsupported) > 0 || len(r.Audit.Invalid) > 0 || len(r.Audit.Wrong) > 0
}

// Metrics are kept over all rounds.
type Metrics struct {
	Retries    []Retry   `json:"retry_reasons"`
	Confidence []float64 `json:"confidence_history"`
}

// The decisions of the supervisor.
const (
	firstRun = "first_run"
	retry    = "retry"
	finalize = "finalize"
	ask      = "ask"
	giveUp   = "give up"
)

// Why a person is needed.
const (
	nothingFound = "nothing found"
	allTooWeak   = "all too weak"
	nothingNew   = "nothing new"
	exhausted    = "retries used up"
)

// reasons are the messages that tell the person why.
var reasons = map[string]string{
	nothingFound: "checked.why-nothing-found", allTooWeak: "checked.why-all-too-weak", nothingNew: "checked.why-nothing-new", exhausted: "checked.why-exhausted",
}

// State is what a run knows. It holds ids, never texts of documents or drafts.
type State struct {
	rag.Conversation
	Said          []string   `json:"checkedSaid"`          // what the person added to the question
	Query         string     `json:"checkedQuery"`         // searched last
	Search        Search     `json:"checkedSearch"`        // what the last retrieval gave
	Evidence      []Evidence `json:"checkedEvidence"`      // best first
	Round         Round      `json:"checkedRound"`         // the latest; without a draft before the first, and after an answer
	Best          Round      `json:"checkedBest"`          // of all rounds, by confidence
	Rounds        int        `json:"checkedRounds"`        // drafts written, in all
	Retries       int        `json:"checkedRetries"`       // since the question or the person's last answer
	MostRetries   int        `json:"checkedMostRetries"`   // in this run
	Retrievals    int        `json:"checkedRetrievals"`    // in all
	Decision      string     `json:"checkedDecision"`      // the supervisor's last
	NeedsPerson   string     `json:"checkedNeedsPerson"`   // why; "" if not
	Clarification string     `json:"checkedClarification"` // the question to the person
	Questions     int        `json:"checkedQuestions"`     // put to the person so far
	Declined      bool       `json:"checkedDeclined"`      // the person wants it as it is
	Metrics       Metrics    `json:"checkedMetrics"`
	Answer        rag.Answer `json:"answer"`
}

// Workflow is the checked answer over one workspace.
type Workflow struct {
	rag.Tools
	Config Config

	prompts *template.Template
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
	return w.graph().Compile(graph.Config{Store: checkpoints, StepLimit: w.Config.steps()})
}

// Runner makes the workflow runnable for whoever knows nothing of its state.
func (w *Workflow) Runner(checkpoints graph.Store) (rag.Runner, error) {
	g, err := w.Compile(checkpoints)
	return rag.Adapt(g, func(s State) rag.Result { return rag.Result{Answer: s.Answer, Made: rag.MustJSON(w.made(s))} }), err
}

func (w *Workflow) graph() *graph.Graph[State] {
	p := w.Policy()
	return graph.New[State]("checked").
		Node("supervisor", w.supervisor).
		Node("researcher", w.researcher, p).
		Node("synthesizer", w.synthesizer, p).
		Node("critic", w.critic, p).
		Node("evaluator", w.evaluator, p).
		Node("person", w.person).
		Rescue("critic", w.plainAudit).
		Rescue("evaluator", w.notScored).
		Edge(graph.Start, "supervisor").
		Branch("supervisor", afterSupervisor, graph.When(asks, "person"), graph.When(retry, "researcher"),
			graph.When(firstRun, "researcher"), graph.When(ends, graph.End)).
		Branch("researcher", afterResearcher, graph.When(passed, "synthesizer"), graph.When(nonePassed, "supervisor")).
		Edge("synthesizer", "critic").
		Edge("critic", "evaluator").
		Edge("evaluator", "supervisor").
		Edge("person", "supervisor")
}

// The ways that have names of their own.
const (
	asks       = "needs a person"
	ends       = "end"
	passed     = "evidence"
	nonePassed = "nothing passed"
)

// afterSupervisor reads the decision: that a person is needed comes before everything.
func afterSupervisor(s State) string {
	switch {
	case s.NeedsPerson != "" && s.Decision == ask:
		return asks
	case s.NeedsPerson != "":
		return ends
	case s.Decision == retry:
		return retry
	case s.Round.Draft.Name == "":
		return firstRun
	}
	return ends
}

func afterResearcher(s State) string {
	if s.NeedsPerson != "" {
		return nonePassed
	}
	return passed
}
