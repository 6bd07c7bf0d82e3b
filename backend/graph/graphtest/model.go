package graphtest

import (
	"slices"
	"strconv"

	"lectern/backend/graph"
)

// model is the engine without all that makes it useful: one task after the other, in memory.
type model struct {
	plan
	state State
	due   []duty
}

// duty is a task: a node, and the question that a spread gave it.
type duty struct{ node, question string }

// predict tells what a run of a plan comes to: the state, and what was due before each step. A run that isn't over after
// so many steps is cut off.
func (p plan) predict(input State, limit int) (s State, due [][]string, over bool) {
	m := model{plan: p, state: input}
	m.follow(map[string]bool{graph.Start: true})
	for ; ; m.step() {
		var names []string
		for _, d := range m.due {
			names = append(names, d.node)
		}
		if due = append(due, names); len(names) == 0 || len(due) > limit {
			return m.state, due, len(names) == 0
		}
	}
}

func (m *model) step() {
	after, ran := m.state, map[string]bool{}
	for _, d := range m.due {
		view := m.state
		if d.question != "" {
			view.Question = d.question
		}
		u := act(d.node, view)
		after.Log, after.Counts = slices.Clone(after.Log), slices.Clone(after.Counts)
		after = u.Onto(after)
		ran[d.node] = true
	}
	m.state = after
	m.follow(ran)
}

// follow finds what is due after the nodes that ran.
func (m *model) follow(ran map[string]bool) {
	m.due = nil
	seen := map[string]bool{graph.End: true}
	once := func(node string) {
		if seen[node] {
			return
		}
		seen[node] = true
		if _, spread := m.spread[node]; !spread {
			m.due = append(m.due, duty{node, ""})
			return
		}
		for _, question := range m.split(node, m.state) {
			m.due = append(m.due, duty{node, question})
		}
	}
	for _, from := range append([]string{graph.Start}, m.nodes...) {
		for _, a := range m.arrows {
			if !ran[from] || a.from != from {
				continue
			}
			switch a.kind {
			case "edge":
				once(a.to[0])
			case "branch":
				once(m.way(a, m.choose(a, m.state)))
			}
		}
	}
}

func (m *model) way(a planned, condition string) string {
	i, err := strconv.Atoi(condition)
	if err != nil {
		panic(err)
	}
	return a.to[i]
}
