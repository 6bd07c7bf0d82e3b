package main

import (
	"errors"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/fault"
	"lectern/backend/llm/llmtest"
	"lectern/backend/models"
	"lectern/backend/runs"
	"lectern/backend/store"
	"lectern/cli"
)

// TestTheBoundaryIsDull checks every type that crosses to the page: named structs, no interfaces, no times, and every
// field named in JSON.
func TestTheBoundaryIsDull(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var look func(path string, x reflect.Type)
	look = func(path string, x reflect.Type) {
		if seen[x] {
			return
		}
		seen[x] = true
		switch x.Kind() {
		case reflect.Slice, reflect.Pointer:
			look(path, x.Elem())
		case reflect.Interface, reflect.Map, reflect.Func, reflect.Chan, reflect.Complex128:
			t.Errorf("%s is a %s", path, x)
		case reflect.Struct:
			if x == reflect.TypeFor[time.Time]() || x.Name() == "" {
				t.Errorf("%s is %s", path, x)
			}
			for i := range x.NumField() {
				f := x.Field(i)
				if tag := f.Tag.Get("json"); tag == "" || tag == "-" {
					t.Errorf("%s.%s has no name in JSON", path, f.Name)
				}
				look(path+"."+f.Name, f.Type)
			}
		}
	}
	app := reflect.TypeFor[*App]()
	for i := range app.NumMethod() {
		m := app.Method(i)
		for k := 1; k < m.Type.NumIn(); k++ {
			look(m.Name, m.Type.In(k))
		}
		for k := range m.Type.NumOut() {
			if out := m.Type.Out(k); out != reflect.TypeFor[error]() {
				look(m.Name, out)
			}
		}
	}
	if len(seen) < 15 {
		t.Errorf("only %d types were looked at", len(seen))
	}
}

func TestSettingsKeepOnlyWhatWasChanged(t *testing.T) {
	s, err := settings(models.Settings{ChatModel: "x", Advanced: map[string]float64{"chat.keep": 7}})
	if err != nil {
		t.Fatal(err)
	}
	back, err := s.changed()
	if err != nil || back.ChatModel != "x" || len(back.Advanced) != 1 || back.Advanced["chat.keep"] != 7 {
		t.Errorf("%+v %v", back, err)
	}
	for _, a := range s.Advanced {
		if a.Title == "" || a.Help == "" || a.Min > a.Default || a.Max < a.Default || a.Step <= 0 {
			t.Errorf("%+v", a)
		}
	}
	if _, err := settings(models.Settings{Advanced: map[string]float64{"chat.keep": 1e9}}); err == nil || !strings.Contains(err.Error(), "between") {
		t.Errorf("out of bounds: %v", err)
	}
}

// quiet is a Shell without a page.
type quiet struct{ cli.Shell }

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
	a := &App{core: &cli.Core{Workspace: w, Models: m, Runs: r, Shell: quiet{}}}
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
	if detail, err := a.StepDetail(two.Run, written.Checkpoint, written.Task); err != nil || len(detail.Out) != 2 || !strings.Contains(detail.Out[0].Value, "Two.") {
		t.Errorf("%v %+v", err, detail)
	}
	if _, err := a.ShowBranch("gone"); err == nil {
		t.Error("a run that isn't there was shown")
	}
}

func now(t *testing.T, a *App) Status {
	t.Helper()
	s, err := a.Status()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A call that panics would keep the page waiting for ever.
func TestEveryCallOfThePageEndsWithASentenceWhenItPanics(t *testing.T) {
	a := reflect.ValueOf(&App{core: &cli.Core{}}) // nothing is there, so all of them do
	told := 0
	for i := range a.NumMethod() {
		name, m := a.Type().Method(i).Name, a.Method(i)
		args := make([]reflect.Value, m.Type().NumIn())
		for k := range args {
			args[k] = reflect.Zero(m.Type().In(k))
		}
		out := m.Call(args)
		err, ok := out[len(out)-1].Interface().(error)
		var f *fault.Error
		if m.Type().Out(len(out)-1) != reflect.TypeFor[error]() {
			t.Errorf("%s returns no error", name)
		} else if ok && errors.As(err, &f) {
			told++
		}
	}
	if told < 40 {
		t.Errorf("only %d calls met with the fault", told)
	}
}
