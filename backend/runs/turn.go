package runs

import (
	"slices"
	"time"

	"lectern/backend/graph/rag"
	"lectern/backend/store"
)

// Turn is a question with all that happened, as the window shows it.
type Turn struct {
	Run        string           `json:"run"`
	Question   string           `json:"question"`
	Mode       string           `json:"mode"`
	Files      []string         `json:"files"` // names
	Status     string           `json:"status"`
	Answer     string           `json:"answer"`
	AnswerMode string           `json:"answerMode"`
	Citations  []store.Citation `json:"citations"`
	Sources    []store.Source   `json:"sources"`
	Steps      []StepInfo       `json:"steps"`
	Message    string           `json:"message"`
	Model      string           `json:"model"`
	Millis     int64            `json:"millis"`
	Asked      string           `json:"asked"` // RFC 3339
	LastSeq    int              `json:"lastSeq"`
}

// StepInfo is one step of the trace.
type StepInfo struct {
	Node    string   `json:"node"`
	Title   string   `json:"title"`   // in the present tense
	Summary string   `json:"summary"` // in the past tense, once it has ended
	Millis  int64    `json:"millis"`
	Notes   []string `json:"notes"`
}

// Turns reads a conversation's turns, in order, and its title.
func (r *Runs) Turns(conversation string) (title string, turns []Turn, err error) {
	c, stored, err := r.workspace.Conversation(conversation)
	if err != nil {
		return "", nil, err
	}
	turns = []Turn{}
	for _, run := range stored {
		events, err := r.Events(run.ID, 0)
		if err != nil {
			return "", nil, err
		}
		turns = append(turns, r.turn(run, events))
	}
	return c.Title, turns, nil
}

func (r *Runs) turn(run store.Run, events []store.Event) Turn {
	t := Turn{
		Run: run.ID, Question: run.Question, Mode: run.Mode, Files: []string{}, Status: run.Status, Citations: []store.Citation{},
		Sources: []store.Source{}, Steps: []StepInfo{}, AnswerMode: "model", Asked: run.Asked.Format(time.RFC3339),
	}
	for _, id := range run.Files {
		if d, err := r.workspace.Document(id); err == nil {
			t.Files = append(t.Files, d.Name)
		}
	}
	for _, e := range events {
		t.replay(e)
	}
	if run.Status != store.Running { // the record outlives events that could not be stored
		t.Answer, t.AnswerMode, t.Citations, t.Message = run.Answer, run.AnswerMode, run.Citations, run.Message
		t.Model, t.Millis = run.Model, run.Millis
	}
	return t
}

// replay folds one event into the turn, as the page does.
func (t *Turn) replay(e store.Event) {
	t.LastSeq = e.Seq
	switch e.Kind {
	case "restart":
		t.Answer, t.Citations = "", []store.Citation{}
	case rag.Token:
		t.Answer += e.Text
	case rag.Cited:
		t.Citations = append(t.Citations, *e.Citation)
	case rag.Sources:
		t.Sources = e.Sources
	case rag.Step:
		if i := t.open(e.Node); i >= 0 {
			t.Steps[i].Title = e.Text
		} else {
			t.Steps = append(t.Steps, StepInfo{Node: e.Node, Title: e.Text, Notes: []string{}})
		}
	case rag.Note:
		if i := t.open(e.Node); i >= 0 {
			t.Steps[i].Notes = append(t.Steps[i].Notes, e.Text)
		}
	case rag.Summary:
		if i := t.open(e.Node); i >= 0 {
			t.Steps[i].Summary, t.Steps[i].Millis = e.Text, e.Millis
		}
	}
}

// open finds the last step of a node, if it hasn't ended.
func (t *Turn) open(node string) int {
	for i, s := range slices.Backward(t.Steps) {
		if s.Node == node {
			if s.Summary != "" {
				return -1
			}
			return i
		}
	}
	return -1
}
