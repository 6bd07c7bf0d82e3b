package rag

import (
	"cmp"
	"slices"
	"strings"

	"lectern/backend/proof"
	"lectern/backend/proof/figures"
	"lectern/backend/store"
)

// Message is one turn of the conversation. One with an id that is there already replaces it.
type Message struct {
	ID   string `json:"id"`
	Role string `json:"role"` // user or assistant
	Text string `json:"text"`
}

// Turn is what one question starts with.
type Turn struct {
	Run      string   `json:"run"`
	Question string   `json:"question"`        // as it was put; it never changes
	Whole    string   `json:"whole,omitempty"` // with what it leaves to the one before it (see Complete); "": as it stands
	Mode     string   `json:"mode"`            // of the chat: auto, documents or chat
	Scope    []string `json:"scope"`           // ids of documents it is limited to; empty: all

	Preferred []string `json:"preferred,omitempty"` // ids of the documents that are like what it says of them: they stand first, and none is shut out

	Dropped  []string `json:"dropped,omitempty"` // how the question is not to be read (see store.Reading)
	Language string   `json:"language"`          // of the answer; "": the question's

	Amended []Message `json:"-"` // answers before it that the person has changed since
}

// Conversation is the part of a conversation that every workflow's state begins with: the question, and what carries over from
// one question to the next, whichever workflow answered it. A state embeds it; all else begins anew with each question.
// Its JSON names are taken in every workflow; a workflow's other fields need names of their own.
type Conversation struct {
	Turn
	Messages []Message `json:"messages"`

	Asked     []string `json:"asked"`     // ids of the documents that this question was limited to
	Documents bool     `json:"documents"` // it is answered from documents

	// The same of the question before, for a follow-up.
	LastTargets   []string `json:"lastTargets"`
	LastPreferred []string `json:"lastPreferred,omitempty"`
	LastDocuments bool     `json:"lastDocuments"`
}

// Ask begins a question: all but what carries over begins anew.
func (t Conversation) Ask(turn Turn) Conversation {
	t = Conversation{Turn: turn, Messages: amended(t.Messages, turn.Amended), LastTargets: t.Asked, LastPreferred: t.Preferred, LastDocuments: t.Documents}
	t.Amended = nil
	t.say(Message{ID: turn.Run + "/q", Role: "user", Text: turn.Question})
	return t
}

// Answered ends the question with an answer.
func (t *Conversation) Answered(answer string) {
	t.say(Answering(t.Run, answer))
}

// Answering is a run's answer as a message.
func Answering(run, text string) Message {
	return Message{ID: run + "/a", Role: "assistant", Text: text}
}

// amended are messages with others in the place of those with their ids.
func amended(messages, with []Message) []Message {
	messages = slices.Clone(messages)
	for i, m := range messages {
		if at := slices.IndexFunc(with, func(o Message) bool { return o.ID == m.ID }); at >= 0 {
			messages[i] = with[at]
		}
	}
	return messages
}

// say appends a message or, by its id, replaces one.
func (t *Conversation) say(m Message) {
	if i := slices.IndexFunc(t.Messages, func(o Message) bool { return o.ID == m.ID }); i >= 0 {
		t.Messages[i] = m
	} else {
		t.Messages = append(t.Messages, m)
	}
}

// takenOver gives what was begun by another run to this one, which goes on with it.
func (t *Conversation) takenOver(run string, with []Message) {
	t.Messages = amended(t.Messages, with)
	for i, m := range t.Messages {
		if of, ok := strings.CutPrefix(m.ID, t.Run+"/"); ok {
			t.Messages[i].ID = run + "/" + of
		}
	}
	t.Run = run
}

// Asks is what the question asks for, whatever it leaves to the one before it: what is searched for.
func (t Turn) Asks() string { return cmp.Or(t.Whole, t.Question) }

// Drops tells whether the question is not to be read in a way (see store.Reading).
func (t Turn) Drops(as string) bool { return slices.Contains(t.Dropped, as) }

// History is the conversation before this question.
func (t Conversation) History() []Message {
	for i, m := range t.Messages {
		if m.ID == t.Run+"/q" {
			return t.Messages[:i]
		}
	}
	return t.Messages
}

// Answer is what a workflow comes to.
type Answer struct {
	Text      string           `json:"text"`
	Mode      string           `json:"mode"` // model: it wrote the answer; figure: read from cells of tables; read: everything was read, and the program told what is there; chosen: sentences of documents that it chose; passages: no model answered
	Model     string           `json:"model"`
	Message   string           `json:"message"` // to the person, beside the answer
	Citations []store.Citation `json:"citations"`

	Told         store.Told            `json:"told,omitzero"`          // how far the documents tell what is asked
	Figure       *store.Figure         `json:"figure,omitempty"`       // that the question asks for, read from cells
	Question     string                `json:"question,omitempty"`     // that it is proved as the answer to
	Invented     []store.Invented      `json:"invented,omitempty"`     // cited, but never offered
	Calculations []figures.Calculation `json:"calculations,omitempty"` // that its figures may be the results of
	Rows         []figures.Row         `json:"rows,omitempty"`         // labels that the model handed over with its figures
	Readings     []proof.Reading       `json:"readings,omitempty"`     // pieces of the text that tell cells
	Own          []proof.Stretch       `json:"own,omitempty"`          // what of the text the program says itself: leads, lists of what stays open
	Proof        *proof.Proof          `json:"proof,omitempty"`        // of the text as it is; nil: it wasn't held against anything yet
}

// Read is the mode of an answer for which everything was read: what it tells was found or counted by the program.
const Read = "read"
