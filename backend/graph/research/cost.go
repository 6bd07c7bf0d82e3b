package research

import (
	"context"
	"fmt"
	"sync"
	"time"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
)

// Cost is what was, or may be, spent on models.
type Cost struct {
	Calls     int   `json:"calls"`    // of the chat model
	TokensIn  int   `json:"tokensIn"` // read by it
	TokensOut int   `json:"tokensOut"`
	Millis    int64 `json:"millis"` // of its calls, without the time in which the person was waited for
}

func (c Cost) plus(o Cost) Cost {
	return Cost{c.Calls + o.Calls, c.TokensIn + o.TokensIn, c.TokensOut + o.TokensOut, c.Millis + o.Millis}
}

// readFactor is how many tokens a model reads in the time in which it writes one.
const readFactor = 10

// work is the cost in tokens written, one read counting for a tenth.
func (c Cost) work() float64 { return float64(c.TokensOut) + float64(c.TokensIn)/readFactor }

// Speeds are the measured speeds of models, kept over the runs of a process. The zero value is ready; it may be shared.
type Speeds struct {
	mu      sync.Mutex
	byModel map[string]Cost
	loaded  map[string]bool
}

// add takes a call into account, but for a model's first one, which may have had to load it.
func (s *Speeds) add(model string, c Cost) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byModel == nil {
		s.byModel, s.loaded = map[string]Cost{}, map[string]bool{}
	}
	if s.loaded[model] {
		s.byModel[model] = s.byModel[model].plus(c)
	}
	s.loaded[model] = true
}

// Of is a model's speed in tokens written a second, 0 if it isn't known: all work (tokens written, and a tenth of those
// read) over all time.
func (s *Speeds) Of(model string) float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return speed(s.byModel[model])
}

func speed(c Cost) float64 {
	if c.Millis <= 0 || c.work() <= 0 {
		return 0
	}
	return c.work() / (float64(c.Millis) / 1000)
}

// running is a state that knows its run.
type running interface{ runID() string }

func (s State) runID() string   { return s.Run }
func (s Asking) runID() string  { return s.Run }
func (s Digging) runID() string { return s.Run }

// metered has a node add to its update what its calls of the chat model cost. at finds the cost in the update. What a
// failed attempt cost is added to that of the run's next node.
func metered[S running, U any](w *Workflow, node graph.Node[S, U], at func(*U) *Cost) graph.Node[S, U] {
	return func(ctx context.Context, s S) (U, error) {
		var spent Cost
		last := time.Now()
		u, err := node(llm.WithUsage(ctx, func(ctx context.Context, used llm.Usage) {
			rag.Used(ctx, used)
			if used.Model == w.Model {
				call := Cost{1, used.In, used.Out, time.Since(last).Milliseconds()}
				spent = spent.plus(call)
				w.Speeds.add(w.Model, call)
			}
			last = time.Now()
		}), s)
		w.owing.Lock()
		defer w.owing.Unlock()
		spent = spent.plus(w.owed[s.runID()])
		delete(w.owed, s.runID())
		if err != nil && spent != (Cost{}) {
			w.owed[s.runID()] = spent
		}
		*at(&u) = at(&u).plus(spent)
		return u, err
	}
}

// What one call is taken to cost beside the text that it is about, in tokens; from the prompts as they are.
const (
	promptTokens  = 450
	replyTokens   = 120
	passageTokens = 300 // where none has been read yet
)

// estimate is what the tasks of a plan may cost. Formula: for each task one call for its queries, one for its
// re-evaluation, and for each passage that its queries bring one to extract it and, unless patterns alone look for
// references, one to find them; then one call for each part of the document, and one for its check. Each reads promptTokens and
// a passage (the re-evaluation and the document: all of the task's extracts, a third of its passages) and writes replyTokens (the
// document: its room). Time is work over the measured speed. What references lead to comes on top.
func (w *Workflow) estimate(tasks, passage int, spent Cost) (Cost, float64) {
	c := w.Config
	found, reading := c.TaskQueries*c.TaskPassages, 2
	if c.Method == ByRegex {
		reading = 1
	}
	extracts := found * passage / 3
	out := Cost{
		Calls:     tasks*(2+reading*found) + 2,
		TokensIn:  tasks*(2*promptTokens+extracts+reading*found*(promptTokens+passage)) + 2*(promptTokens+tasks*extracts),
		TokensOut: tasks*(2+reading*found)*replyTokens + c.AnswerTokens + replyTokens,
	}
	rate := w.Speeds.Of(w.Model)
	if rate == 0 {
		rate = speed(spent)
	}
	if rate > 0 {
		out.Millis = int64(out.work() / rate * 1000)
	}
	return out, rate
}

// say tells an estimate to the person.
func (c Cost) say(model string, rate float64) string {
	if rate == 0 {
		return fmt.Sprintf("This takes about %d calls of %s, whose speed isn't known yet; what references lead to comes on top.", c.Calls, model)
	}
	took := rag.Plural(max(1, int(c.Millis/1000)), "second")
	if minutes := int(c.Millis / 60000); minutes >= 2 {
		took = rag.Plural(minutes, "minute")
	}
	return fmt.Sprintf("This takes about %d calls of %s, some %s at the measured %.0f tokens a second; what references lead to comes on top.", c.Calls, model, took, rate)
}
