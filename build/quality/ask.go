package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"lectern/backend/eval"
	"lectern/backend/store"
)

// answer is what became of a question, whoever was asked.
type answer struct {
	Text     string      `json:"text"`
	Mode     string      `json:"mode"`   // of the program: model, chosen or passages
	Status   string      `json:"status"` // of the program's run
	Cited    []eval.Page `json:"cited"`
	Given    []eval.Page `json:"given"` // pages that the model was given passages of
	Claims   int         `json:"claims"`
	Verified int         `json:"verified"`
	First    float64     `json:"first"` // seconds to the first word
	Seconds  float64     `json:"seconds"`
	Prompt   int         `json:"prompt"`  // tokens read, in all calls
	Written  int         `json:"written"` // and written
	Working  float64     `json:"working"` // seconds that the calls took
	Calls    int         `json:"calls"`
	Problems []problem   `json:"problems"` // what was wrong with calls
	Notes    []string    `json:"notes"`    // that the person was told
	Asked    int         `json:"asked"`    // times that the person was asked something
	Late     bool        `json:"late"`     // it was stopped, as it took too long
	Failed   string      `json:"failed"`   // why there is no answer
}

// problem is what was wrong with a call of a model.
type problem struct {
	Node  string `json:"node"`
	Text  string `json:"text"`
	Fault bool   `json:"fault"` // its reply wasn't of the form that was asked for
}

// asking is a question as a person puts it to the program.
type asking struct {
	workspace, document, question string
	model                         string // "": there is no Ollama
	workflow                      string
	limit                         time.Duration
}

// patient is how often a workflow that asks back is told to go on.
const patient = 4

// goOn is what it is told.
const goOn = "Go on with what you think best."

// ask puts a question to the program, with more arguments, and hears it to the end.
func (p program) ask(ctx context.Context, q asking, more ...string) (answer, error) {
	text := q.question
	if q.document != "" {
		text = fmt.Sprintf("@%q %s", q.document, q.question)
	}
	args := []string{"--home", p.home, "--workspace", q.workspace, "--json"}
	environment := os.Environ()
	command := append(append(args, "ask", "--workflow", q.workflow), more...)
	if q.model == "" {
		environment = append(environment, "OLLAMA_HOST=127.0.0.1:9") // where nobody listens
	} else {
		command = append(command, "--model", q.model)
	}
	limited, cancel := context.WithTimeout(ctx, q.limit)
	defer cancel()
	h := &hearing{began: time.Now()}
	for range patient {
		if err := p.hear(limited, environment, append(command, "--", text), h); err != nil && ctx.Err() == nil && limited.Err() == nil {
			h.Failed = err.Error()
		}
		if ctx.Err() != nil {
			return h.answer, context.Cause(ctx)
		}
		if h.Status != store.NeedsPerson || limited.Err() != nil {
			break
		}
		h.Asked++
		command, text = append(args, "answer", h.run), goOn
	}
	h.Late, h.Seconds = limited.Err() != nil, time.Since(h.began).Seconds()
	if !h.first.IsZero() {
		h.First = h.first.Sub(h.began).Seconds()
	}
	return h.answer, nil
}

// hear runs a command of the program, and hears its events.
func (p program) hear(ctx context.Context, environment, args []string, h *hearing) error {
	c := exec.CommandContext(ctx, p.path, args...)
	c.Env = environment
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	c.WaitDelay = 10 * time.Second
	var wrong bytes.Buffer
	c.Stderr = &wrong
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	in := bufio.NewScanner(out)
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		var e store.Event
		if err := json.Unmarshal(in.Bytes(), &e); err == nil {
			h.event(e)
		}
	}
	if err := errors.Join(in.Err(), c.Wait()); err != nil {
		said := strings.TrimSpace(wrong.String())
		return fmt.Errorf("%w: %s", err, said[max(0, len(said)-300):])
	}
	return nil
}

// hearing is an answer while it comes.
type hearing struct {
	answer
	run          string
	began, first time.Time
}

func (h *hearing) event(e store.Event) {
	h.run = e.Run
	switch e.Kind {
	case "token":
		if h.first.IsZero() {
			h.first = time.Now()
		}
	case "note":
		h.Notes = append(h.Notes, e.Node+": "+e.Text)
	case "ask":
		h.Status = store.NeedsPerson
	case "done":
		h.done(e)
	}
}

func (h *hearing) done(e store.Event) {
	h.Text, h.Mode, h.Status = e.Answer, e.Mode, e.Status
	if e.Status == store.Failed {
		h.Failed = e.Text
	}
	h.Cited, h.Given = nil, nil
	for _, c := range e.Citations {
		h.Cited = append(h.Cited, eval.Page{Doc: c.Doc, Page: c.Page})
	}
	if e.Audit != nil {
		h.Claims, h.Verified = len(e.Audit.Sentences), e.Audit.Verified
	}
	for _, s := range e.Sources {
		h.Given = append(h.Given, eval.Page{Doc: s.Doc, Page: s.Page})
	}
	if e.Receipt == nil {
		return
	}
	h.Prompt, h.Written, h.Calls, h.Problems = e.Receipt.Counted, e.Receipt.Answer, len(e.Receipt.Calls)+e.Receipt.More, nil
	h.Working = 0
	for _, c := range e.Receipt.Calls {
		h.Working += float64(c.Millis) / 1000
		if c.Problem != "" || c.Fault != "" {
			h.Problems = append(h.Problems, problem{c.Node, cmp.Or(c.Problem, c.Fault), c.Fault != ""})
		}
		for _, p := range c.Passages {
			h.Given = append(h.Given, eval.Page{Doc: p.Doc, Page: p.Page})
		}
	}
}
