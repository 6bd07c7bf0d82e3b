package research

import (
	"context"
	"fmt"
	"time"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
)

// running is a state that knows its run, the plan as it stands, and what was spent so far.
type running interface {
	soFar() (run string, plan []Task, spent rag.Cost)
}

func (s State) soFar() (string, []Task, rag.Cost)     { return s.Run, s.Plan, s.Cost }
func (s Asking) soFar() (string, []Task, rag.Cost)    { return s.Run, nil, s.Cost }
func (s TaskState) soFar() (string, []Task, rag.Cost) { return s.Run, s.Plan, s.Before.Plus(s.spent()) }

// spent is what the task took so far.
func (s TaskState) spent() rag.Cost {
	sum := s.Cost
	for _, r := range s.Read {
		sum = sum.Plus(r.Cost)
	}
	return sum
}

// metered has a node add what its calls of the chat model cost, and tell the window. at finds the cost in its state. What a failed attempt cost is added to that of the run's next node.
func metered[S running](w *Workflow, node graph.Node[S], at func(*S) *rag.Cost) graph.Node[S] {
	return func(ctx context.Context, s S) (S, error) {
		var spent rag.Cost
		last := time.Now()
		next, err := node(llm.WithUsage(ctx, func(ctx context.Context, used llm.Usage) {
			rag.Used(ctx, used)
			if used.Model == w.ModelAt(ctx) {
				call := rag.Cost{Calls: 1, TokensIn: used.In, TokensOut: used.Out, Millis: time.Since(last).Milliseconds()}
				spent = spent.Plus(call)
				w.Speeds.Add(used.Model, call)
			}
			last = time.Now()
		}), s)
		run, plan, before := s.soFar()
		spent = w.withOwed(run, spent, err)
		if err != nil || spent == (rag.Cost{}) {
			return next, err
		}
		*at(&next) = at(&next).Plus(spent)
		w.show(ctx, plan, w.tally(run, before, spent))
		return next, nil
	}
}

// withOwed adds what is owed of attempts that failed, or has it owed if this one failed as well.
func (w *Workflow) withOwed(run string, spent rag.Cost, err error) rag.Cost {
	w.costs.Lock()
	defer w.costs.Unlock()
	spent = spent.Plus(w.owed[run])
	delete(w.owed, run)
	if err != nil && spent != (rag.Cost{}) {
		w.owed[run] = spent
	}
	return spent
}

// tally adds to what was spent on a run in all, which is no less than what a node saw when it began: others that run beside
// it may have spent since.
func (w *Workflow) tally(run string, before, spent rag.Cost) rag.Cost {
	w.costs.Lock()
	defer w.costs.Unlock()
	if before.Calls > w.spent[run].Calls {
		w.spent[run] = before
	}
	w.spent[run] = w.spent[run].Plus(spent)
	return w.spent[run]
}

// cost is what was spent on a run so far, with what a subgraph counts that hasn't ended.
func (w *Workflow) cost(s State) rag.Cost {
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
// re-evaluation, and for the passages that its queries bring, of which half are new to the run, as many as Batch allows to
// extract them; where the model looks for references, one for each passage, or where patterns go first, one for every eight
// calls that read (build/research); then one call for the outline, for each task a section, for the opening and for the check.
// Each reads promptTokens and what it is about (the re-evaluation and the section: all of the task's extracts, a third of its
// passages; the opening and the check: all sections) and writes replyTokens (for each passage that it reads; what is written: two
// tokens a word). Time is work over the measured speed. What references lead to comes on top.
func (w *Workflow) estimate(tasks, passage int, spent rag.Cost) (rag.Cost, float64) {
	c := w.Config
	found := (c.TaskQueries*c.TaskPassages + 1) / 2
	reads := (found + c.Batch - 1) / c.Batch
	searches := map[int]int{ByRegex: 0, ByModel: found, Hybrid: (reads + 7) / 8}[c.Method]
	extracts, section, opening := found*passage/3, 2*c.length().section, 2*c.length().opening
	writing := tasks + 2
	if tasks == 1 { // it is written as a whole
		writing = 1
	}
	out := rag.Cost{
		Calls:     tasks*(2+reads+searches) + writing + 1,
		TokensIn:  tasks*((3+reads+searches)*promptTokens+2*extracts+2*found*passage) + 3*promptTokens + 2*tasks*section,
		TokensOut: tasks*((2+found+searches)*replyTokens+section) + opening + 2*replyTokens,
	}
	rate := w.Speeds.Of(w.Model)
	if rate == 0 {
		rate = spent.Speed()
	}
	if rate > 0 {
		out.Millis = int64(out.Work() / rate * 1000)
	}
	return out, rate
}

// sayEstimate tells an estimate to the person, and the minutes that they gave.
func (w *Workflow) sayEstimate(c rag.Cost, rate float64) messages.Message {
	cost := sayCost(c, w.Model, rate)
	if w.Config.Budget == 0 {
		return cost
	}
	return messages.New("research.cost-within", messages.Args{"cost": cost, "minutes": messages.Count("count.minutes", w.Config.Budget)})
}

func sayCost(c rag.Cost, model string, rate float64) messages.Message {
	if rate == 0 {
		return messages.New("research.cost-speed-unknown", messages.Args{"calls": c.Calls, "model": model})
	}
	took := messages.Count("count.seconds", max(1, int(c.Millis/1000)))
	if minutes := int(c.Millis / 60000); minutes >= 2 {
		took = messages.Count("count.minutes", minutes)
	}
	return messages.New("research.cost", messages.Args{"calls": c.Calls, "model": model, "time": took, "rate": fmt.Sprintf("%.0f", rate)})
}
