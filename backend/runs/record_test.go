package runs

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ollama/ollama/api"

	"lectern/backend/llm/llmtest"
	"lectern/backend/runs/runstest"
	"lectern/backend/store"
)

// record writes the logs of real runs that are missing.
func record(t *testing.T) {
	if err := os.MkdirAll("testdata/events", 0o755); err != nil {
		t.Fatal(err)
	}
	for _, q := range runstest.Questions {
		recorded(t, q.Workflow, func(d *desk) Started { return d.travel(q) })
	}
	for name, story := range stories {
		recorded(t, name, story)
	}
}

func recorded(t *testing.T, name string, story func(*desk) Started) {
	t.Helper()
	file := filepath.Join("testdata", "events", name+".json")
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		return
	}
	d := newDesk(t)
	s := story(d)
	run, err := d.workspace.Runs.Get(s.Run)
	if err != nil {
		t.Fatal(err)
	}
	l := eventLog{Story: name, Question: run.Question, Workflow: run.Workflow}
	if l.Events, err = d.Events(s.Run, 0); err != nil {
		t.Fatal(err)
	}
	for i := range l.Events {
		l.Events[i].Run, l.Events[i].Conversation = "run", "conversation"
		if r := l.Events[i].Receipt; r != nil { // long, and no matter of the reducer's
			l.Events[i].Receipt = &store.Receipt{Calls: []store.Call{}, Cut: r.Cut}
		}
	}
	l.write(t, file)
}

// travel asks a question and replies to what it asks, until there is an answer.
func (d *desk) travel(q runstest.Question) Started { return d.travelIn(q, "") }

// travelIn does so with a language that is wanted.
func (d *desk) travelIn(q runstest.Question, language string) Started {
	d.t.Helper()
	d.add("Flat", "The rent is 900 euros a month.")
	d.add("Acme", "Results of the year\nRevenue was $1,261.60 million in 2021.\nRevenue was $1,577.00 million in 2022.")
	d.server.Always(func(r api.ChatRequest) llmtest.Reply {
		var sent strings.Builder
		for _, m := range r.Messages {
			sent.WriteString(m.Content + "\n")
		}
		return llmtest.Reply{Text: q.Says(llmtest.Purpose(r), sent.String())}
	})
	asked := Question{Text: q.Text, Workflow: q.Workflow, Language: language}
	for _, set := range q.Set {
		name, value, _ := strings.Cut(set, "=")
		n, err := strconv.ParseFloat(value, 64)
		if err != nil {
			d.t.Fatal(err)
		}
		asked.Numbers = append(asked.Numbers, store.Override{Name: name, Value: n})
	}
	s := d.ask(asked)
	for _, text := range q.Replies {
		if d.turn(s).Status != store.NeedsPerson {
			break
		}
		if _, err := d.Reply(s.Run, map[string]store.Reply{"": {Text: text}}); err != nil {
			d.t.Fatal(err)
		}
		d.Wait(s.Run)
	}
	return s
}

// resumed goes on with a run.
func (d *desk) resumed(s Started) Started {
	d.t.Helper()
	if _, err := d.Resume(s.Run); err != nil {
		d.t.Fatal(err)
	}
	d.Wait(s.Run)
	return s
}

// stories are runs in which something goes wrong.
var stories = map[string]func(*desk) Started{
	"retry": func(d *desk) Started {
		d.server.Script(llmtest.Reply{Text: "Half an [1] ", Cut: true}, llmtest.Reply{Text: "Three months [1]. Pets are not mentioned."})
		return d.ask(Question{Text: "What is the notice period in @Lease?"})
	},
	"failed": func(d *desk) Started {
		d.server.Script(cut("The notice period [1] ")...)
		return d.ask(Question{Text: "What is the notice period in @Lease?"})
	},
	"failed-and-resumed": func(d *desk) Started {
		d.server.Script(cut("The notice period ")...)
		d.server.Script(llmtest.Reply{Text: "Three months [1]."})
		return d.resumed(d.ask(Question{Text: "What is the notice period in @Lease?"}))
	},
	"cut-off-and-continued": func(d *desk) Started {
		d.server.Script(llmtest.Reply{Text: "[1] " + llmtest.Words(2000), Pause: 20 * time.Millisecond})
		s := d.start(Question{Text: "What is the notice period in @Lease?"})
		until(d.t, "some text", func() bool { return strings.Contains(d.said(s.Run), "word") })
		d.Close()
		d.Runs = New(d.workspace, d.store.Checkpoints, d.models, slog.New(slog.DiscardHandler), d.hear)
		d.server.Script(llmtest.Reply{Text: "Three months [1]."})
		if err := d.Continue(); err != nil {
			d.t.Fatal(err)
		}
		d.Wait(s.Run)
		return s
	},
	"mended": func(d *desk) Started {
		s := d.misread()
		if _, err := d.UndoMend(s.Run, d.mended(s).Start); err != nil {
			d.t.Fatal(err)
		}
		d.mended(s)
		return s
	},
	"stopped": func(d *desk) Started { return d.interrupted() },
	"stopped-and-resumed": func(d *desk) Started {
		s := d.interrupted()
		d.server.Script(llmtest.Reply{Text: "All of it [1]."})
		return d.resumed(s)
	},
}

// interrupted stops a run while it writes.
func (d *desk) interrupted() Started {
	d.t.Helper()
	d.server.Script(llmtest.Reply{Text: "[1] " + llmtest.Words(400), Pause: 20 * time.Millisecond})
	s := d.start(Question{Text: "What is the notice period in @Lease?"})
	until(d.t, "some text", func() bool { return strings.Contains(d.said(s.Run), "word") })
	d.Stop(s.Run)
	return s
}
