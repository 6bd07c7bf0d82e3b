package store

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestReceiptGoesWithItsConversation(t *testing.T) {
	_, w := openTest(t)
	for _, run := range []string{"r1", "r2"} {
		if err := w.Runs.Save(Run{ID: run, Conversation: "c" + run, Asked: time.Now()}, "title"); err != nil {
			t.Fatal(err)
		}
		for _, said := range []string{"first", "second"} {
			text := CallText{Messages: []CallMessage{{"user", said + " of " + run}}}
			if err := w.Receipts.Add(run, Call{Node: said, Counted: 100, Answer: 7, Cut: said == "first", Fault: map[string]string{"first": "no JSON"}[said], Repair: said == "second", Passages: []CallPassage{}, LeftOut: []LeftOut{}}, text); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Conversations.Delete("cr1"); err != nil {
		t.Fatal(err)
	}
	if r, err := w.Receipts.Of("r1"); err != nil || len(r.Calls) != 0 || r.Calls == nil {
		t.Errorf("of a deleted run: %+v, %v", r, err)
	}
	if _, err := w.Receipts.Text("r1", 1); !errors.Is(err, ErrNotFound) {
		t.Error("what was sent in a deleted run is still there", err)
	}
	if err := w.Receipts.Add("r1", Call{}, CallText{}); !errors.Is(err, ErrNotFound) {
		t.Error("a deleted run asked a model", err)
	}
	r, err := w.Receipts.Of("r2")
	if err != nil || len(r.Calls) != 2 || r.Calls[0].N != 1 || r.Calls[1].N != 2 || r.Calls[1].Node != "second" {
		t.Errorf("%+v, %v", r, err)
	}
	if r.Counted != 200 || r.Answer != 14 || r.Cut != 1 || r.Faults != 1 || r.Mended != 1 || r.More != 0 {
		t.Errorf("in all: %+v", r)
	}
	text, err := w.Receipts.Text("r2", 2)
	if err != nil || len(text.Messages) != 1 || text.Messages[0] != (CallMessage{"user", "second of r2"}) {
		t.Errorf("%+v, %v", text, err)
	}
}

func TestReceiptOfManyCallsIsBounded(t *testing.T) {
	_, w := openTest(t)
	if err := w.Runs.Save(Run{ID: "r", Conversation: "c", Asked: time.Now()}, "title"); err != nil {
		t.Fatal(err)
	}
	for range callsKept + 3 {
		if err := w.Receipts.Add("r", Call{Counted: 10, Answer: 1}, CallText{Messages: []CallMessage{{"user", strings.Repeat("word ", 50)}}}); err != nil {
			t.Fatal(err)
		}
	}
	r, err := w.Receipts.Of("r")
	if err != nil || len(r.Calls) != callsKept || r.More != 3 || r.Counted != 10*(callsKept+3) {
		t.Errorf("%d calls, %d more, %d tokens, %v", len(r.Calls), r.More, r.Counted, err)
	}
	if _, err := w.Receipts.Text("r", callsKept); err != nil {
		t.Error(err)
	}
	if _, err := w.Receipts.Text("r", callsKept+1); !errors.Is(err, ErrNotFound) {
		t.Error("a text past the bound", err)
	}
}
