package graph

import (
	"context"
	"encoding/json"
	"fmt"

	"lectern/backend/messages"
)

// Question is what a node asked a person. Its ID names it in AnswerAll.
type Question struct {
	ID    string          `json:"id"`
	Node  string          `json:"node"`
	Value json.RawMessage `json:"value"`
}

// attempt is what Ask, Emit and Sub find in a node's context.
type attempt struct {
	exec  *execution
	path  string
	task  task
	event Event // as it was at the attempt's start
	fresh bool  // the task can't have begun before
	last  bool  // no further attempt follows
	count int   // calls of Ask
	asked []Question
	mark  string // tells a rescue's questions from the node's
}

type attemptKey struct{}

var errOutside = messages.Error("graph.outside-of-a-node")

func attemptOf(ctx context.Context) (*attempt, bool) {
	a, ok := ctx.Value(attemptKey{}).(*attempt)
	return a, ok
}

// Ask puts a question, any value that JSON can hold, to a person. The first time it returns ErrWaiting, which the node
// returns, and the run pauses when its siblings have finished. Once the question is answered the node runs again
// from its top, and Ask returns the answer; one that isn't an A is asked for again. What comes before Ask must
// therefore be safe to repeat, and a node that asks several questions must ask them in the same order, from one goroutine.
func Ask[A any](ctx context.Context, question any) (A, error) {
	var none A
	a, ok := attemptOf(ctx)
	if !ok {
		return none, errOutside
	}
	for {
		id := fmt.Sprintf("%s%s%s#%d", a.path, a.task.ID, a.mark, a.count)
		a.count++
		if raw, answered := a.exec.answers[id]; answered {
			var answer A
			if json.Unmarshal(raw.Data, &answer) == nil {
				return answer, nil
			}
			continue
		}
		raw, err := json.Marshal(question)
		if err != nil {
			return none, messages.Error("graph.question", messages.Args{"error": err})
		}
		a.asked = append(a.asked, Question{id, a.task.Node, raw})
		return none, ErrWaiting
	}
}

// Running names the node that runs; "" outside of one.
func Running(ctx context.Context) string {
	if a, ok := attemptOf(ctx); ok {
		return a.event.Node
	}
	return ""
}

// LastAttempt tells whether a node that fails now isn't tried again, whatever its error.
func LastAttempt(ctx context.Context) bool {
	a, ok := attemptOf(ctx)
	return !ok || a.last
}

// Emit reports a value, such as a token, while the node runs. It is not saved. It waits while the run's receiver is
// busy with earlier events; outside of a node it does nothing.
func Emit(ctx context.Context, value any) {
	if a, ok := attemptOf(ctx); ok {
		e := a.event
		e.Kind, e.Data = KindEmit, value
		a.exec.emit(e)
	}
}

// openQuestions are those asked at this checkpoint and not answered yet.
func (m *moment) openQuestions() (open []Question) {
	for _, t := range m.Next {
		var asked []Question
		if o := m.outcomes[t.ID]; o.Kind == KindQuestion {
			_ = json.Unmarshal(o.Data, &asked) // else it asked nothing
		}
		for _, q := range asked {
			if _, answered := m.answers[q.ID]; !answered {
				open = append(open, q)
			}
		}
	}
	return open
}

// answer saves answers beside a checkpoint, the newest if at is 0: all of them, or none and an error.
func (j *journal) answer(ctx context.Context, at uint64, answers map[string]any) error {
	m, err := j.load(ctx, "", at)
	if err != nil {
		return err
	}
	open := map[string]bool{}
	for _, q := range m.openQuestions() {
		open[q.ID] = true
	}
	var records []record
	for id, value := range answers {
		if !open[id] {
			return j.named(ErrNoQuestion)
		}
		raw, err := json.Marshal(value)
		if err != nil {
			return messages.Error("graph.answer", messages.Args{"error": err})
		}
		records = append(records, record{answerKey("", m.id) + id, outcome{Version: format, Data: raw}})
	}
	return j.put(records...)
}
