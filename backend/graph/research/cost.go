package research

import (
	"context"
	"fmt"
	"sync"
	"time"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
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

// Speeds are the measured speeds of models. The zero value is ready; it may be shared.
type Speeds struct {
	Keeper rag.Keeper // where they outlive the program; nil: nowhere

	mu      sync.Mutex
	byModel map[string]Cost
	loaded  map[string]bool // into memory, as far as this program knows
	changed bool
}

const (
	speedsKey = "speeds"
	manyCalls = 1000 // of a model, after which the earlier ones count half
)

// known reads what was kept. The caller has the lock.
func (s *Speeds) known() map[string]Cost {
	if s.byModel == nil {
		s.byModel, s.loaded = map[string]Cost{}, map[string]bool{}
		if s.Keeper != nil && s.Keeper.Get(speedsKey, &s.byModel) != nil {
			s.byModel = map[string]Cost{} // they are measured anew
		}
	}
	return s.byModel
}

// add takes a call into account, but for a model's first one, which may have had to load it.
func (s *Speeds) add(model string, c Cost) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.known()
	if s.loaded[model] {
		sum := all[model].plus(c)
		if sum.Calls > manyCalls {
			sum = Cost{sum.Calls / 2, sum.TokensIn / 2, sum.TokensOut / 2, sum.Millis / 2}
		}
		all[model], s.changed = sum, true
	}
	s.loaded[model] = true
}

// Of is a model's speed in tokens written a second, 0 if it isn't known: all work (tokens written, and a tenth of those
// read) over all time.
func (s *Speeds) Of(model string) float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return speed(s.known()[model])
}

// Keep keeps what was measured since the last time.
func (s *Speeds) Keep() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.changed || s.Keeper == nil {
		return nil
	}
	err := s.Keeper.Save(speedsKey, s.byModel)
	s.changed = err != nil
	return err
}

func speed(c Cost) float64 {
	if c.Millis <= 0 || c.work() <= 0 {
		return 0
	}
	return c.work() / (float64(c.Millis) / 1000)
}

// running is a state that knows its run, the plan as it stands, and what was spent so far.
type running interface {
	soFar() (run string, plan []Task, spent Cost)
}

func (s State) soFar() (string, []Task, Cost)     { return s.Run, s.Plan, s.Cost }
func (s Asking) soFar() (string, []Task, Cost)    { return s.Run, nil, s.Cost }
func (s TaskState) soFar() (string, []Task, Cost) { return s.Run, s.Plan, s.Before.plus(s.spent()) }

// spent is what the task took so far.
func (s TaskState) spent() Cost {
	sum := s.Cost
	for _, r := range s.Read {
		sum = sum.plus(r.Cost)
	}
	return sum
}

// metered has a node add what its calls of the chat model cost, and tell the window. at finds the cost in its state. What a failed attempt cost is added to that of the run's next node.
func metered[S running](w *Workflow, node graph.Node[S], at func(*S) *Cost) graph.Node[S] {
	return func(ctx context.Context, s S) (S, error) {
		var spent Cost
		last := time.Now()
		next, err := node(llm.WithUsage(ctx, func(ctx context.Context, used llm.Usage) {
			rag.Used(ctx, used)
			if used.Model == w.ModelAt(ctx) {
				call := Cost{1, used.In, used.Out, time.Since(last).Milliseconds()}
				spent = spent.plus(call)
				w.Speeds.add(used.Model, call)
			}
			last = time.Now()
		}), s)
		run, plan, before := s.soFar()
		spent = w.withOwed(run, spent, err)
		if err != nil || spent == (Cost{}) {
			return next, err
		}
		*at(&next) = at(&next).plus(spent)
		show(ctx, plan, w.tally(run, before, spent))
		return next, nil
	}
}

// withOwed adds what is owed of attempts that failed, or has it owed if this one failed as well.
func (w *Workflow) withOwed(run string, spent Cost, err error) Cost {
	w.costs.Lock()
	defer w.costs.Unlock()
	spent = spent.plus(w.owed[run])
	delete(w.owed, run)
	if err != nil && spent != (Cost{}) {
		w.owed[run] = spent
	}
	return spent
}

// tally adds to what was spent on a run in all, which is no less than what a node saw when it began: others that run beside
// it may have spent since.
func (w *Workflow) tally(run string, before, spent Cost) Cost {
	w.costs.Lock()
	defer w.costs.Unlock()
	if before.Calls > w.spent[run].Calls {
		w.spent[run] = before
	}
	w.spent[run] = w.spent[run].plus(spent)
	return w.spent[run]
}

// cost is what was spent on a run so far, with what a subgraph counts that hasn't ended.
func (w *Workflow) cost(s State) Cost {
	w.costs.Lock()
	defer w.costs.Unlock()
	if c := w.spent[s.Run]; c.Calls > s.Cost.Calls {
		return c
	}
	return s.Cost
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
func (c Cost) say(model string, rate float64) messages.Message {
	if rate == 0 {
		return messages.New("research.cost-speed-unknown", messages.Args{"calls": c.Calls, "model": model})
	}
	took := messages.Count("count.seconds", max(1, int(c.Millis/1000)))
	if minutes := int(c.Millis / 60000); minutes >= 2 {
		took = messages.Count("count.minutes", minutes)
	}
	return messages.New("research.cost", messages.Args{"calls": c.Calls, "model": model, "time": took, "rate": fmt.Sprintf("%.0f", rate)})
}
