package app

import (
	"lectern/backend/llm/llmtest"
	"lectern/backend/models"
	"lectern/backend/runs"
	"lectern/backend/store"
	"log/slog"
	"slices"
	"strings"
	"testing"
)

// quiet is a Shell without a page.
type quiet struct{ Shell }

func (quiet) Emit(string, ...any) {}

func TestThePageMakesShowsAndLooksIntoBranches(t *testing.T) {
	server := llmtest.New(t)
	s, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	m, err := models.Open(s)
	if err == nil {
		err = m.Save(t.Context(), models.Settings{OllamaHost: server.URL})
	}
	if err != nil {
		t.Fatal(err)
	}
	r := runs.New(w, s.Checkpoints, m, slog.New(slog.DiscardHandler), nil)
	defer r.Close()
	a := &Core{Program: &Program{Models: m, Shell: quiet{}}, Workspace: w, Runs: r}
	done := func(s runs.Started, err error) runs.Started {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		r.Wait(s.Run)
		return s
	}
	server.Script(llmtest.Reply{Text: "One."}, llmtest.Reply{Text: "Two."}, llmtest.Reply{Text: "Three."})
	one := done(a.Ask(runs.Question{Text: "Hello", Mode: "chat"}))
	two := done(a.Ask(runs.Question{Conversation: one.Conversation, Text: "Hello again", Mode: "chat", Instead: one.Run}))
	c, err := a.Conversation(one.Conversation)
	if err != nil || len(c.Turns) != 1 || c.Turns[0].Answer != "Two." || c.Turns[0].Branch != 2 {
		t.Fatalf("%v %+v", err, c)
	}
	written := c.Turns[0].Steps[1]
	three := done(a.StartOver(two.Run, written.Checkpoint))
	if c, err = a.ShowBranch(one.Run); err != nil || len(c.Turns) != 1 || c.Turns[0].Answer != "One." ||
		!slices.Equal(c.Turns[0].Branches, []string{one.Run, two.Run, three.Run}) {
		t.Errorf("%v %+v", err, c)
	}
	if list, err := a.Conversations(); err != nil || len(list) != 1 || list[0].Turns != 1 {
		t.Errorf("%v %+v", err, list)
	}
	if detail, err := a.Runs.StepDetail(two.Run, written.Checkpoint, written.Task); err != nil || len(detail.Out) != 2 || !strings.Contains(detail.Out[0].Value, "Two.") {
		t.Errorf("%v %+v", err, detail)
	}
	if _, err := a.ShowBranch("gone"); err == nil {
		t.Error("a run that isn't there was shown")
	}
}

func now(t *testing.T, a *Core) Status {
	t.Helper()
	s, err := a.Status()
	if err != nil {
		t.Fatal(err)
	}
	return s
}
