package store

import "encoding/json"

// Event is one thing that happened in a run. Events of a run are numbered from 1 without gaps; replaying them in order
// gives the screen. The kinds and which fields they use:
//
//	start     Text: the question
//	step      Node begins; Text in the present ("Searching 3 documents…")
//	note      Node; Text: something the person may want to know inside a step; Leaves, if something is about to go to
//	          another machine
//	stepdone  Node ended; Text in the past; Millis; Model, TokensIn and TokensOut if it asked one
//	sources   Sources: the passages given to the model
//	citation  Citation: what [n] stands for, before its first use in the text
//	token     Text: the next piece of the answer
//	restart   the answer begins anew: what was streamed so far is dropped
//	made      Made: what the workflow has made so far beside the answer
//	ask       Cards: what the person is asked; it stays until replied, or until the run goes on
//	replied   Text: what the person replied
//	done      Status, Answer, Mode, Citations, Sources, Model, Millis, Made; Text: a message to the person, if any; Audit and
//	          Numbers of an answer from documents; Receipt, if models were asked
//	mended    Answer, Audit, Numbers and Mends, now that a person has put a figure right; Text: what they put
//	undone    the same, now that a person has taken that back
//
// What a node tells, except its tokens, has Checkpoint and Task: a node may run several times in a run, and at once.
type Event struct {
	Seq          int        `json:"seq"`
	Run          string     `json:"run"`
	Conversation string     `json:"conversation"`
	At           string     `json:"at"` // RFC 3339
	Kind         string     `json:"kind" ts_type:"'start' | 'step' | 'note' | 'stepdone' | 'sources' | 'token' | 'citation' | 'restart' | 'made' | 'ask' | 'replied' | 'done' | 'mended' | 'undone'"`
	Node         string     `json:"node,omitempty"`
	Text         string     `json:"text,omitempty"`
	Millis       int64      `json:"millis,omitempty"`
	Citation     *Citation  `json:"citation,omitempty"`
	Sources      []Source   `json:"sources"`
	Status       string     `json:"status,omitempty" ts_type:"'running' | 'answered' | 'needs_person' | 'stopped' | 'failed' | ''"`
	Answer       string     `json:"answer,omitempty"`
	Mode         string     `json:"mode,omitempty" ts_type:"'model' | 'chosen' | 'figure' | 'read' | 'passages' | ''"`
	Citations    []Citation `json:"citations"`
	Model        string     `json:"model,omitempty"`
	Checkpoint   uint64     `json:"checkpoint,omitempty"` // the saved state that the task was given; 0: not known
	Task         string     `json:"task,omitempty"`       // "": not known
	TokensIn     int        `json:"tokensIn,omitempty"`   // read by models
	TokensOut    int        `json:"tokensOut,omitempty"`  // written by them
	Leaves       bool       `json:"leaves,omitempty"`
	Idle         bool       `json:"idle,omitempty"` // of stepdone: it came to nothing that a person waits to hear
	Cards        []Card     `json:"cards,omitempty"`
	Receipt      *Receipt   `json:"receipt,omitempty"`

	Audit        *Audit        `json:"audit,omitempty"`
	FigureChecks []FigureCheck `json:"numbers,omitempty"`
	Mends        []Mend        `json:"mends,omitempty"`
	Figure       *Figure       `json:"figure"`                                                      // of the end: that the question asks for
	Told         string        `json:"told,omitempty" ts_type:"'yes' | 'partly' | 'no' | 'unsure'"` // of the end: how far the documents tell what is asked
	Missing      []string      `json:"missing,omitempty"`                                           // of what is asked, what they don't

	// JSON of the workflow's own form.
	Output json.RawMessage `json:"made,omitempty" ts_type:"unknown"`
}

// UnmarshalJSON counts an older audit's verdicts as they are now.
func (e *Event) UnmarshalJSON(raw []byte) error {
	type kept Event
	err := json.Unmarshal(raw, (*kept)(e))
	e.Audit.Recount()
	return err
}
