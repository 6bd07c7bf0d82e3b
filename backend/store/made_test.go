package store

import (
	"errors"
	"testing"
	"time"
)

func TestWhatARunMadeGoesWithItsConversation(t *testing.T) {
	_, w := openTest(t)
	for _, run := range []string{"r1", "r2"} {
		if err := w.Runs.Save(Run{ID: run, Conversation: "c" + run, Asked: time.Now()}, "title"); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"draft", "better draft"} {
			if err := w.Outputs.Save(run, "draft 1", []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Conversations.Delete("cr1"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Outputs.Get("r1", "draft 1"); !errors.Is(err, ErrNotFound) {
		t.Error("what a deleted run made is still there", err)
	}
	if err := w.Outputs.Save("r1", "draft 2", nil); !errors.Is(err, ErrNotFound) {
		t.Error("a deleted run made something", err)
	}
	if got, err := w.Outputs.Get("r2", "draft 1"); string(got) != "better draft" || err != nil {
		t.Error(string(got), err)
	}
	if _, err := w.Outputs.Get("r2", "none"); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
}
