package runs

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"lectern/backend/graph/rag"
	"lectern/backend/store"
)

// Turn is a question with all that happened, as the window shows it.
type Turn struct {
	Run        string              `json:"run"`
	Question   string              `json:"question"`
	Workflow   string              `json:"workflow"`
	Mode       string              `json:"mode" ts_type:"'auto' | 'documents' | 'chat'"`
	Files      []string            `json:"files"` // names
	Folder     string              `json:"folder"`
	Filters    []store.Filter      `json:"filters"`                                 // that were wanted
	Preferred  []store.Filter      `json:"preferred"`                               // read in the question: documents like that came first
	Off        []store.Filter      `json:"off"`                                     // read in the question, but not wanted
	Readings   []store.Reading     `json:"readings"`                                // of the question, besides
	Dropped    []string            `json:"dropped" ts_type:"store.Reading['as'][]"` // how it was not to be read
	Language   string              `json:"language"`                                // that was wanted
	Numbers    []store.Override    `json:"numbers"`                                 // that were wanted
	Status     string              `json:"status" ts_type:"'running' | 'answered' | 'needs_person' | 'stopped' | 'failed'"`
	Answer     string              `json:"answer"`
	AnswerMode string              `json:"answerMode" ts_type:"'model' | 'chosen' | 'figure' | 'read' | 'passages'"`
	Citations  []store.Citation    `json:"citations"`
	Sources    []store.Source      `json:"sources"`
	Steps      []StepInfo          `json:"steps"`
	Message    string              `json:"message"`
	Model      string              `json:"model"`
	Millis     int64               `json:"millis"`
	Asked      string              `json:"asked"` // RFC 3339
	LastSeq    int                 `json:"lastSeq"`
	Branch     int                 `json:"branch"`           // its place among the branches, from 1
	Cards      []store.Card        `json:"cards"`            // what the person is asked
	Audit      *store.Audit        `json:"audit,omitempty"`  // of the answer's sentences; none if it doesn't claim to be from documents
	Figures    []store.FigureCheck `json:"figures"`          // and of its figures
	Told       store.Told          `json:"told"`             // how far the documents tell what is asked
	Figure     *store.Figure       `json:"figure,omitempty"` // that the question asks for, read from cells; none if no cell is sure enough
	Mends      []store.Mend        `json:"mends"`            // what the person changed in the answer, in its order
	Cut        int                 `json:"cut"`              // calls whose prompt Ollama cut; they were made again with less
	// What the workflow made beside the answer, in its own form; null if nothing.
	Made     json.RawMessage `json:"made" ts_type:"unknown"`
	Branches []string        `json:"branches"` // the runs at its place, in the order in which they were asked, its own included
}

// StepInfo is one step of the trace.
type StepInfo struct {
	Node       string `json:"node"`
	Title      string `json:"title"`          // in the present tense
	Summary    string `json:"summary"`        // in the past tense, once it has ended
	Idle       bool   `json:"idle,omitempty"` // it came to nothing that a person waits to hear
	Millis     int64  `json:"millis"`
	Notes      []Note `json:"notes"`
	Checkpoint uint64 `json:"checkpoint"` // the saved state that it was given; 0: not known
	Task       string `json:"task"`       // "": not known
	Model      string `json:"model"`      // that it asked; "" if none
	TokensIn   int    `json:"tokensIn"`   // read by models
	TokensOut  int    `json:"tokensOut"`  // written by them
}

// Note is something that the person may want to know inside a step.
type Note struct {
	Text   string `json:"text"`
	Leaves bool   `json:"leaves"` // what it tells of went to another machine
}

// Turns reads the turns of the branch of a conversation that is shown, in order, and its title.
func (r *Runs) Turns(conversation string) (title string, turns []Turn, err error) {
	c, runs, err := r.workspace.Conversations.Get(conversation)
	if err != nil {
		return "", nil, err
	}
	turns = []Turn{}
	for _, run := range store.Way(runs, c.Shown) {
		t, err := r.placed(runs, run)
		if err != nil {
			return "", nil, err
		}
		turns = append(turns, t)
	}
	return c.Title, turns, nil
}

// Turn reads one run, of whatever branch.
func (r *Runs) Turn(id string) (Turn, error) {
	run, err := r.workspace.Runs.Get(id)
	if err != nil {
		return Turn{}, errNoRun
	}
	_, runs, err := r.workspace.Conversations.Get(run.Conversation)
	if err != nil {
		return Turn{}, err
	}
	return r.placed(runs, run)
}

// placed is the turn of a run with its place among the runs of its conversation.
func (r *Runs) placed(runs []store.Run, run store.Run) (Turn, error) {
	events, err := r.Events(run.ID, 0)
	t := r.turn(run, events)
	t.Branches = store.Beside(runs, run)
	t.Branch = slices.Index(t.Branches, run.ID) + 1
	return t, err
}

// newTurn is the turn of a run that nothing was told of yet.
func newTurn(run store.Run) Turn {
	return Turn{
		Run: run.ID, Question: run.Question, Workflow: cmp.Or(run.Workflow, "chat"), Mode: run.Mode, Files: []string{},
		Folder: run.Folder, Language: run.Language, Numbers: rag.NonNil(run.Overrides),
		Filters: rag.NonNil(run.Filters), Preferred: rag.NonNil(run.FoundFilters), Off: rag.NonNil(run.Off), Readings: rag.NonNil(run.Readings), Dropped: rag.NonNil(run.Dropped), Status: run.Status, Citations: []store.Citation{},
		Sources: []store.Source{}, Steps: []StepInfo{}, AnswerMode: "model", Asked: run.Asked.Format(time.RFC3339),
		Branch: 1, Branches: []string{run.ID}, Cards: []store.Card{}, Figures: []store.FigureCheck{}, Mends: []store.Mend{}, Told: store.Told{Missing: []string{}},
	}
}

func (r *Runs) turn(run store.Run, events []store.Event) Turn {
	t := newTurn(run)
	for _, id := range run.Files {
		if d, err := r.workspace.Documents.Get(id); err == nil {
			t.Files = append(t.Files, d.Name)
		}
	}
	for _, e := range events {
		t.replay(e)
	}
	t.Status = run.Status
	if run.Status == store.Running {
		t.Message = "" // of an end that it goes on from
	} else { // the record outlives events that could not be stored
		t.Answer, t.AnswerMode, t.Citations, t.Message = run.Answer, run.AnswerMode, run.Citations, run.Message
		t.Model, t.Millis, t.Made, t.Audit, t.Figures, t.Cut = run.Model, run.Millis, run.Output, run.Audit, rag.NonNil(run.Figures), run.Cut
		t.Mends, t.Figure = rag.NonNil(run.Mends), run.Figure
		t.Told = store.Told{Told: run.Told.Told, Missing: rag.NonNil(run.Told.Missing)}
		if t.Cards = run.Cards; t.Cards == nil {
			t.Cards = []store.Card{}
		}
	}
	return t
}
