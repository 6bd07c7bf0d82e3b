package research

import (
	"context"
	"maps"
	"slices"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// TaskState is the state of the subgraph that does one task. Its nodes run one at a time, but for extract, of which there
// is one for each passage: that changes nothing but what was read.
type TaskState struct {
	Run     string   `json:"run"`
	Scope   []string `json:"scope"`
	Anchor  Anchor   `json:"anchor"`
	Plan    []Task   `json:"plan"`
	Task    rag.Item `json:"task"`
	Visited []string `json:"visited"` // references that earlier tasks followed
	Met     []string `json:"met"`     // passages that were read for another task and say something on this one

	Round    int      `json:"round"`               // from 1
	Queries  []string `json:"queries"`             // of this round
	Gaps     []string `json:"gaps"`                // that were named so far
	Unread   []Lead   `json:"unread"`              // passages to be read, of which some may have been; those of one call, where it reads
	Read     []Read   `json:"read" graph:"append"` // those that were, in that order
	Searched int      `json:"searched"`            // of those, how many were searched for references

	References []Reference    `json:"references"` // found in this task, in order
	Judged     int            `json:"judged"`     // so many of them are decided on
	Tokens     int            `json:"tokens"`     // of passages that references led to
	Led        map[string]int `json:"led"`        // documents that references led to, and how often
	Ended      string         `json:"ended"`      // why the following of references ended; "": it didn't

	Findings       string          `json:"findings"`
	Contradictions []Contradiction `json:"contradictions"`
	Proposed       []string        `json:"proposed"` // further tasks
	Open           string          `json:"open"`     // the gap that stays
	Record         string          `json:"record"`   // id
	Cost           rag.Cost        `json:"cost"`     // but for that of reading
	Before         rag.Cost        `json:"before"`   // what was spent before this task
}

// Lead is a passage on its way to be read.
type Lead struct {
	Passage string `json:"passage"`
	Depth   int    `json:"depth"` // references that it took to come here
	Via     string `json:"via"`   // the last of them
}

// Read is a passage that was read.
type Read struct {
	Lead
	Extract   string   `json:"extract"` // id; "" where it had nothing to say
	Relevance float64  `json:"relevance"`
	Plain     bool     `json:"plain"`  // no model condensed it
	Again     bool     `json:"again"`  // the run had read it for another task
	Others    []string `json:"others"` // ids of other tasks that it says something on
	Cost      rag.Cost `json:"cost"`   // of its reading
	Keep      bool     `json:"keep"`   // see weighed
	Weak      bool     `json:"weak"`   // kept although it is below the relevance
}

// rabbithole is that subgraph. extract leads back to itself where a call had no room for all that it was given, or the model
// left something out.
func (w *Workflow) rabbithole() *graph.Graph[TaskState] {
	calls := func(node graph.Node[TaskState]) graph.Node[TaskState] {
		return metered(w, node, func(s *TaskState) *rag.Cost { return &s.Cost })
	}
	p := w.Policy()
	return graph.New[TaskState]("rabbithole").
		Node("task queries", calls(w.taskQueries), p).
		Node("task retrieve", w.taskRetrieve, p).
		Node("extract", metered(w, w.extract, func(s *TaskState) *rag.Cost { return &s.Read[len(s.Read)-1].Cost }), p).
		Node("detect references", calls(w.detect), p).
		Node("gate", calls(w.gate), p).
		Node("resolve", w.resolve, p).
		Node("relevance", w.relevance).
		Node("reevaluate", calls(w.reevaluate), p).
		Rescue("task queries", w.taskAlone).
		Rescue("extract", w.bestSentences).
		Spread("extract", w.batches).
		Rescue("detect references", w.patternsAlone).
		Rescue("gate", w.inDoubtFollow).
		Rescue("reevaluate", w.planUnchanged).
		Edge(graph.Start, "task queries").
		Edge("task queries", "task retrieve").
		Branch("task retrieve", w.next, graph.When(toRead, "extract"), graph.When(toSearch, "detect references"), graph.When(readAll, "relevance")).
		Branch("extract", w.next, graph.When(toRead, "extract"), graph.When(toSearch, "detect references"), graph.When(readAll, "relevance")).
		Branch("detect references", w.next, graph.When(toSearch, "detect references"), graph.When(toJudge, "gate"), graph.When(readAll, "relevance")).
		Branch("gate", w.next, graph.When(toFollow, "resolve"), graph.When(toJudge, "gate"), graph.When(toRead, "extract"), graph.When(toSearch, "detect references"), graph.When(readAll, "relevance")).
		Branch("resolve", w.next, graph.When(toJudge, "gate"), graph.When(toRead, "extract"), graph.When(toSearch, "detect references"), graph.When(readAll, "relevance")).
		Edge("relevance", "reevaluate").
		Branch("reevaluate", afterRound, graph.When("a gap has a name", "task retrieve"), graph.When("the task is done", graph.End))
}

// The conditions on the arrows.
const (
	toRead   = "passages to read"
	toSearch = "references to look for"
	toJudge  = "references to judge"
	toFollow = "worth following"
	readAll  = "all is read"
)

// unread are the passages that are still to be read.
func (s TaskState) unread() (out []Lead) {
	for _, l := range s.Unread {
		if !slices.ContainsFunc(s.Read, func(r Read) bool { return r.Passage == l.Passage }) {
			out = append(out, l)
		}
	}
	return out
}

// batches give the passages that are to be read to as many readers as there are calls to make.
func (w *Workflow) batches(s TaskState) (out []TaskState) {
	for leads := range slices.Chunk(s.unread(), max(1, w.Config.Batch)) {
		own := s
		own.Unread = leads
		out = append(out, own)
	}
	return out
}

// next says what is to be done: level by level, all passages are read, then searched for references, then these are
// followed one by one, which gives the passages of the next level.
func (w *Workflow) next(s TaskState) string {
	searched := w.unsearched(s) == len(s.Read)
	switch {
	case s.Judged < len(s.References) && s.References[s.Judged].Status == Following:
		return toFollow
	case s.Judged < len(s.References) && searched:
		return toJudge
	case len(s.unread()) > 0:
		return toRead
	case !searched:
		return toSearch
	}
	return readAll
}

// unsearched is the next passage to be searched for references, or how many were read if there is none: those that have
// something to say, at a depth from where it may go on.
func (w *Workflow) unsearched(s TaskState) int {
	if s.Ended != "" {
		return len(s.Read)
	}
	for i := s.Searched; i < len(s.Read); i++ {
		r := s.Read[i]
		if r.Extract != "" && r.Depth < w.Config.Depth && (r.Depth == 0 || r.Relevance >= w.Config.Relevance) {
			return i
		}
	}
	return len(s.Read)
}

func afterRound(s TaskState) string {
	if s.Record == "" {
		return "a gap has a name"
	}
	return "the task is done"
}

// follow is the subgraph as a node of the whole: the first task that isn't done.
func (w *Workflow) follow(sub *graph.Workflow[TaskState]) graph.Node[State] {
	node := graph.Sub(sub, func(s State) TaskState {
		return TaskState{Run: s.Run, Scope: s.scope(), Anchor: s.Anchor, Plan: s.Plan, Task: s.Plan[due(s.Plan)].Item, Visited: s.Visited, Met: s.Met[s.Plan[due(s.Plan)].ID], Before: s.Cost}
	}, func(s State, d TaskState) State {
		var kept []string
		s.Cost = s.Cost.Plus(d.spent())
		for _, r := range w.weighed(d.Read) {
			if r.Keep {
				kept = append(kept, r.Passage)
			}
		}
		s.Met = maps.Clone(s.Met)
		for _, r := range d.Read {
			for _, id := range r.Others {
				if s.Met == nil {
					s.Met = map[string][]string{}
				}
				s.Met[id] = append(s.Met[id], r.Passage)
			}
		}
		for _, r := range d.References {
			if r.visited() {
				s.Visited = append(s.Visited, r.Key())
			}
		}
		if d.Open != "" {
			s.Open = append(s.Open, d.Open)
		}
		s.Plan = w.finish(d.Plan, d.Task.ID, d.Record, kept, d.Proposed)
		return s
	})
	return func(ctx context.Context, s State) (State, error) {
		i := due(s.Plan)
		rag.StepStarted(ctx, "research.task", messages.Args{"number": i + 1, "tasks": len(s.Plan), "task": s.Plan[i].Text})
		s, err := node(ctx, s)
		if err == nil {
			kept := s.Plan[i].Passages
			rag.StepIdle(ctx, "research.task-done", messages.Args{"number": i + 1, "passages": messages.Count("count.passages", len(kept))})
		}
		return s, err
	}
}

// due is the task that is next.
func due(plan []Task) int { return slices.IndexFunc(plan, func(t Task) bool { return !t.Done }) }
