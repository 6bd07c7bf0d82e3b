package checked

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/store"
)

func TestWhoeverRunsItSeesAnswerAndScoresWhileItWaitsToo(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Config.Retries = 0
	for _, id := range []string{"run", "other"} {
		if err := d.Workspace.Runs.Save(store.Run{ID: id, Conversation: "thread", Status: store.Running}, "title"); err != nil {
			t.Fatal(err)
		}
	}
	r, err := d.Runner(d.Store.Checkpoints)
	if err != nil {
		t.Fatal(err)
	}
	finish := func(run rag.Run) (rag.Outcome, Output) {
		t.Helper()
		s, err := run.Result()
		if err != nil {
			t.Fatal(err)
		}
		var m Output
		if err := json.Unmarshal(s.Made, &m); err != nil {
			t.Fatal(err)
		}
		return s, m
	}
	ctx := context.Background()
	d.round("Draft [1].", doubts, scores)
	s, m := finish(r.Start(ctx, "thread", rag.Turn{Run: "run", Question: question}))
	var card rag.Card
	if len(s.Questions) != 1 || json.Unmarshal(s.Questions[0].Value, &card) != nil || card.Kind != "text" || len(card.Options) != 2 || card.Items == nil {
		t.Fatalf("%+v %+v", s, card)
	}
	if s.Run != "run" || s.Answer.Text != "Draft [1]." || !m.Amber || len(m.Notes) != 1 || m.Scores.Overall.Word == "" {
		t.Errorf("%+v %+v", s, m)
	}
	waits := s.Checkpoint
	d.round(notice, fine, scores)
	s, m = finish(r.AnswerAll(ctx, "thread", map[string]any{s.Questions[0].ID: rag.Reply{Text: "The flat's"}}))
	if s.Answer.Text != notice || m.Amber || m.Attempts != 2 || m.Shown != 2 || strings.Join(m.Said, "") != "The flat's" || len(m.ConfidenceHistory) != 2 {
		t.Errorf("%+v %+v", s.Answer, m)
	}
	// Another run goes on from the question, and finds the draft that the first one made.
	at, err := r.Fork(ctx, "thread", waits, "other")
	if err != nil {
		t.Fatal(err)
	}
	s, _ = finish(r.Continue(ctx, "thread", at))
	s, m = finish(r.AnswerAll(ctx, "thread", map[string]any{s.Questions[0].ID: rag.Reply{}}))
	if s.Run != "other" || s.Answer.Text != "Draft [1]." || !m.Amber {
		t.Errorf("%+v %+v", s, m)
	}
}

func TestRetriesAreTheRunsOwn(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Config.Retries = 1
	d.round("Draft [1].", doubts, scores)
	d.round("Draft [1].", doubts, scores)
	d.ask(question)
	d.Config.Retries = 0 // set meanwhile; this run keeps its own
	d.round("Draft [1].", doubts, scores)
	d.round(notice, fine, scores)
	if h := d.reply("More"); h.Answer.Text != notice || h.MostRetries != 1 {
		t.Errorf("%d, %+v", h.MostRetries, h.Answer)
	}
}

func TestAMentionInThePersonsAnswerHoldsToo(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Add("Other", "The notice period is three months in the other. ")
	d.Config.Retries = 0
	d.round("Draft [1].", doubts, scores)
	d.ask("What is the notice period?")
	d.round(notice, fine, scores)
	h := d.reply("The one in @Lease")
	for _, e := range h.Evidence {
		if !strings.HasPrefix(e.ID, "id-Lease/") {
			t.Errorf("%s", e.ID)
		}
	}
	if h.Answer.Text != notice || !strings.Contains(h.Query, "The one in Lease") {
		t.Errorf("%q %+v", h.Query, h.Answer)
	}
}
