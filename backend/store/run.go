package store

import (
	"encoding/json"
	"time"
)

// The states of a run.
const (
	Running     = "running"
	Answered    = "answered"
	NeedsPerson = "needs_person"
	Stopped     = "stopped"
	Failed      = "failed"
)

// Number is a number of a workflow's Config that differs in one run.
type Override struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// Run is one question on its way to an answer, and then the record of it.
type Run struct {
	ID           string     `json:"id"`
	Conversation string     `json:"conversation"`
	Question     string     `json:"question"`
	Whole        string     `json:"whole,omitempty"`       // the question with what it leaves to the one before it; "": as it stands
	Workflow     string     `json:"workflow,omitempty"`    // "": chat
	Mode         string     `json:"mode"`                  // of a chat: auto, documents or chat
	Files        []string   `json:"files"`                 // ids of documents it is limited to, besides @mentions; empty: all
	Folder       string     `json:"folder,omitempty"`      // whose documents it is limited to as well; "": none
	Filters      []Filter   `json:"filters,omitempty"`     // what the documents must be like, besides
	FoundFilters []Filter   `json:"found,omitempty"`       // the same, as it was read in the question
	Off          []Filter   `json:"off,omitempty"`         // read in the question, but not wanted
	Readings     []Reading  `json:"readings,omitempty"`    // of the question, besides
	Dropped      []string   `json:"dropped,omitempty"`     // of these, how it is not to be read (see Reading.As)
	Narrowed     string     `json:"narrowed,omitempty"`    // what is to be said of these; "": nothing
	Language     string     `json:"language,omitempty"`    // wanted for the answer; "": the question's
	WantedModel  string     `json:"wantedModel,omitempty"` // wanted for this run; "": the one in the settings
	Status       string     `json:"status"`
	Overrides    []Override `json:"numbers,omitempty"` // of the workflow's Config that differ in this run
	Asked        time.Time  `json:"asked"`
	Millis       int64      `json:"millis"`
	Answer       string     `json:"answer"`
	AnswerMode   string     `json:"answerMode"` // model, chosen, figure, read or passages
	Model        string     `json:"model"`
	Message      string     `json:"message"` // to the person: why it failed and what to do
	Citations    []Citation `json:"citations"`

	Figure  *Figure       `json:"figure,omitempty"` // that the question asks for, read from cells; nil: none is sure enough
	Told    Told          `json:"told,omitzero"`
	Audit   *Audit        `json:"audit,omitempty"`  // of the answer's sentences; nil if it doesn't claim to be from documents
	Figures []FigureCheck `json:"figures,omitzero"` // and of its figures
	Mends   []Mend        `json:"mends,omitzero"`   // what a person changed in the answer, in its order; nil: never anything
	Cut     int           `json:"cut,omitempty"`    // calls of models whose prompt the server cut; they were made again with less

	Evidence json.RawMessage  `json:"evidence,omitempty"` // what the answer is proved by beside its citations, in the form of runs
	Output   json.RawMessage  `json:"made,omitempty"`     // what else it made; the workflow knows its form
	Cards    []Card           `json:"cards,omitempty"`    // what it asks the person, while it needs one
	Replies  map[string]Reply `json:"replies,omitempty"`  // by card, until the workflow has got them

	// Its place in the conversation, and its checkpoints in the conversation's thread.
	Parent string `json:"parent,omitempty"` // the run that it stands below; "": it begins a branch
	Before uint64 `json:"before,omitempty"` // where the question is folded in: the parent's last one; 0: an empty state
	From   uint64 `json:"from,omitempty"`   // of another branch, where it started over; 0: it began with its question
	Head   uint64 `json:"head,omitempty"`   // its last one, recorded when it ends or breaks off; 0: not recorded
}

// Citation is what a mark [n] in an answer stands for: a quoted sentence of a passage.
type Citation struct {
	N        int    `json:"n"`
	Document string `json:"document"` // id
	Doc      string `json:"doc"`      // name
	Page     int    `json:"page"`     // from 1
	Label    string `json:"label"`    // the page's number as printed
	Passage  string `json:"passage"`  // id
	Quote    string `json:"quote"`    // word for word from the page
	Prefix   string `json:"prefix"`   // what stands before and
	Suffix   string `json:"suffix"`   // after the quote, to tell it from the same words elsewhere
	// On the page, when it was cited; "": not known.
	Verdict string `json:"verdict" ts_type:"'confirmed' | 'single' | 'doubtful' | 'ocr' | 'picture' | 'unreadable' | 'blank' | ''"`
	Doubt   string `json:"doubt"` // what is to be said of the page's text; see Verdict.Doubt

	Places []Place `json:"places,omitempty"` // where else the passage stands, or one that says the same
}

// Source is a passage that was given to the model.
type Source struct {
	Passage  string `json:"passage"`
	Document string `json:"document"`
	Doc      string `json:"doc"`
	Page     int    `json:"page"`
	Label    string `json:"label"`
	Heading  string `json:"heading"`
	Text     string `json:"text"`

	Places []Place `json:"places,omitempty"` // where else it stands
}

// UnmarshalJSON counts an older audit's verdicts as they are now.
func (r *Run) UnmarshalJSON(raw []byte) error {
	type kept Run
	err := json.Unmarshal(raw, (*kept)(r))
	r.Audit.Recount()
	return err
}
