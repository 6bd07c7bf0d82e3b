package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
)

// The buckets of a workspace in chats.db: conversations and runs by id, events by run id and number (eight bytes), made
// and receipts by run id and what follows there.
var chatBuckets = []string{"conversations", "runs", "events", "made", "receipts"}

// Conversation is a tree of runs, each a question with its answer. One branch of it is shown.
type Conversation struct {
	ID      string    `json:"id"`
	Title   string    `json:"title"`
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
	Runs    []string  `json:"runs"`  // ids of all, in the order in which they were asked
	Shown   string    `json:"shown"` // the last run of the branch that is shown
	Turns   int       `json:"turns"` // runs in that branch
}

// The states of a run.
const (
	Running     = "running"
	Answered    = "answered"
	NeedsPerson = "needs_person"
	Stopped     = "stopped"
	Failed      = "failed"
)

// Number is a number of a workflow's Config that differs in one run.
type Number struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// Run is one question on its way to an answer, and then the record of it.
type Run struct {
	ID           string     `json:"id"`
	Conversation string     `json:"conversation"`
	Question     string     `json:"question"`
	Workflow     string     `json:"workflow,omitempty"`    // "": chat
	Mode         string     `json:"mode"`                  // of a chat: auto, documents or chat
	Files        []string   `json:"files"`                 // ids of documents it is limited to, besides @mentions; empty: all
	Folder       string     `json:"folder,omitempty"`      // whose documents it is limited to as well; "": none
	Filters      []Filter   `json:"filters,omitempty"`     // what the documents must be like, besides
	Found        []Filter   `json:"found,omitempty"`       // the same, as it was read in the question
	Off          []Filter   `json:"off,omitempty"`         // read in the question, but not wanted
	Narrowed     string     `json:"narrowed,omitempty"`    // what is to be said of these; "": nothing
	Language     string     `json:"language,omitempty"`    // wanted for the answer; "": the question's
	WantedModel  string     `json:"wantedModel,omitempty"` // wanted for this run; "": the one in the settings
	Status       string     `json:"status"`
	Numbers      []Number   `json:"numbers,omitempty"` // of the workflow's Config that differ in this run
	Asked        time.Time  `json:"asked"`
	Millis       int64      `json:"millis"`
	Answer       string     `json:"answer"`
	AnswerMode   string     `json:"answerMode"` // model or passages
	Model        string     `json:"model"`
	Message      string     `json:"message"` // to the person: why it failed and what to do
	Citations    []Citation `json:"citations"`

	Audit   *Audit        `json:"audit,omitempty"`  // of the answer's sentences; nil if it doesn't claim to be from documents
	Figures []FigureCheck `json:"figures,omitzero"` // and of its figures
	Cut     int           `json:"cut,omitempty"`    // calls of models whose prompt the server cut; they were made again with less

	Made    json.RawMessage  `json:"made,omitempty"`    // what else it made; the workflow knows its form
	Cards   []Card           `json:"cards,omitempty"`   // what it asks the person, while it needs one
	Replies map[string]Reply `json:"replies,omitempty"` // by card, until the workflow has got them

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
	Verdict  string `json:"verdict"`  // on the page, when it was cited; "": not known
	Doubt    string `json:"doubt"`    // what is to be said of the page's text; see Verdict.Doubt

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
//
// What a node tells, except its tokens, has Checkpoint and Task: a node may run several times in a run, and at once.
type Event struct {
	Seq          int        `json:"seq"`
	Run          string     `json:"run"`
	Conversation string     `json:"conversation"`
	At           string     `json:"at"` // RFC 3339
	Kind         string     `json:"kind"`
	Node         string     `json:"node,omitempty"`
	Text         string     `json:"text,omitempty"`
	Millis       int64      `json:"millis,omitempty"`
	Citation     *Citation  `json:"citation,omitempty"`
	Sources      []Source   `json:"sources"`
	Status       string     `json:"status,omitempty"`
	Answer       string     `json:"answer,omitempty"`
	Mode         string     `json:"mode,omitempty"`
	Citations    []Citation `json:"citations"`
	Model        string     `json:"model,omitempty"`
	Checkpoint   uint64     `json:"checkpoint,omitempty"` // the saved state that the task was given; 0: not known
	Task         string     `json:"task,omitempty"`       // "": not known
	TokensIn     int        `json:"tokensIn,omitempty"`   // read by models
	TokensOut    int        `json:"tokensOut,omitempty"`  // written by them
	Leaves       bool       `json:"leaves,omitempty"`
	Cards        []Card     `json:"cards,omitempty"`
	Receipt      *Receipt   `json:"receipt,omitempty"`

	Audit   *Audit        `json:"audit,omitempty"`
	Numbers []FigureCheck `json:"numbers,omitzero"`

	Made json.RawMessage `json:"made,omitempty"` // JSON of the workflow's own form
}

// SaveRun stores a run with events that it begins with. A new one is shown; its conversation is made if need be, with
// the title.
func (w *Workspace) SaveRun(r Run, title string, events ...Event) error {
	return w.update(w.s.chats, func(b buckets) error {
		var c Conversation
		err := getJSON(b.get("conversations"), r.Conversation, &c)
		switch {
		case errors.Is(err, ErrNotFound) && title == "":
			return err // deleted meanwhile: nothing of it comes back
		case errors.Is(err, ErrNotFound):
			c = Conversation{ID: r.Conversation, Title: title, Created: r.Asked}
		case err != nil:
			return err
		}
		if !slices.Contains(c.Runs, r.ID) {
			runs, err := b.runs(c)
			if err != nil {
				return err
			}
			c.Runs = append(c.Runs, r.ID)
			c.show(append(runs, r), r.ID)
		}
		c.Updated = time.Now()
		return errors.Join(putJSON(b.get("conversations"), c.ID, c), putJSON(b.get("runs"), r.ID, r), b.append(events))
	})
}

// Run reads one run.
func (w *Workspace) Run(id string) (r Run, err error) {
	return r, w.view(w.s.chats, func(b buckets) error { return getJSON(b.get("runs"), id, &r) })
}

// Unfinished lists the runs that were under way when the program ended.
func (w *Workspace) Unfinished() (runs []Run, err error) {
	return runs, w.view(w.s.chats, func(b buckets) error {
		return b.get("runs").ForEach(func(_, raw []byte) error {
			var r Run
			if err := json.Unmarshal(raw, &r); err != nil {
				return err
			}
			if r.Status == Running {
				runs = append(runs, r)
			}
			return nil
		})
	})
}

// AppendEvents stores events of a run. Those of a conversation that was deleted are dropped.
func (w *Workspace) AppendEvents(events []Event) error {
	return w.update(w.s.chats, func(b buckets) error { return b.append(events) })
}

func (b buckets) append(events []Event) error {
	for _, e := range events {
		if b.get("conversations").Get([]byte(e.Conversation)) == nil {
			continue
		}
		if err := putJSON(b.get("events"), eventKey(e.Run, e.Seq), e); err != nil {
			return err
		}
	}
	return nil
}

func eventKey(run string, seq int) string {
	return string(binary.BigEndian.AppendUint64(append([]byte(run), 0), uint64(seq)))
}

// Events reads a run's events after a number, in order.
func (w *Workspace) Events(run string, after int) ([]Event, error) {
	events := []Event{}
	return events, w.view(w.s.chats, func(b buckets) error {
		c, prefix := b.get("events").Cursor(), append([]byte(run), 0)
		for k, v := c.Seek([]byte(eventKey(run, after+1))); bytes.HasPrefix(k, prefix); k, v = c.Next() {
			var e Event
			if err := json.Unmarshal(v, &e); err != nil {
				return err
			}
			events = append(events, e)
		}
		return nil
	})
}

// Conversations lists them, the last used first.
func (w *Workspace) Conversations() ([]Conversation, error) {
	cs := []Conversation{}
	err := w.view(w.s.chats, func(b buckets) error {
		return b.get("conversations").ForEach(func(_, raw []byte) error {
			var c Conversation
			if err := json.Unmarshal(raw, &c); err != nil {
				return err
			}
			cs = append(cs, c)
			return nil
		})
	})
	slices.SortFunc(cs, func(a, b Conversation) int { return b.Updated.Compare(a.Updated) })
	return cs, err
}

// Conversation reads one conversation and all its runs, in the order in which they were asked.
func (w *Workspace) Conversation(id string) (c Conversation, runs []Run, err error) {
	return c, runs, w.view(w.s.chats, func(b buckets) (err error) {
		if err := getJSON(b.get("conversations"), id, &c); err != nil {
			return err
		}
		runs, err = b.runs(c)
		return err
	})
}

// RenameConversation gives a conversation another title.
func (w *Workspace) RenameConversation(id, title string) error {
	return w.update(w.s.chats, func(b buckets) error {
		var c Conversation
		if err := getJSON(b.get("conversations"), id, &c); err != nil {
			return err
		}
		c.Title = strings.TrimSpace(title)
		return putJSON(b.get("conversations"), id, c)
	})
}

// DeleteConversation removes a conversation with its runs and their events.
func (w *Workspace) DeleteConversation(id string) error {
	err := w.update(w.s.chats, func(b buckets) error {
		var c Conversation
		if err := getJSON(b.get("conversations"), id, &c); err != nil {
			return err
		}
		errs := []error{b.get("conversations").Delete([]byte(id)), noteRemoved(b.ws.Tx())}
		for _, run := range c.Runs {
			errs = append(errs, b.get("runs").Delete([]byte(run)), b.forget("events", run), b.forget("made", run), b.forget("receipts", run))
		}
		return errors.Join(errs...)
	})
	if err == nil {
		w.s.removed(w.s.chats)
	}
	return err
}
