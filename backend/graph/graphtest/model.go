package graphtest

import (
	"slices"
	"strconv"

	"lectern/backend/graph"
)

// model is the engine without all that makes it useful: one task after the other, in memory.
type model struct {
	plan
	state   State
	due     []duty
	arrived map[int]map[string]bool // by the join's place among the arrows: who was there
}

// duty is a task: a node, and the question that a spread gave it.
type duty struct{ node, question string }

// predict tells what a run of a plan comes to: the state, and what was due before each step. A run that isn't over after
// so many steps is cut off.
func (p plan) predict(input State, limit int) (s State, due [][]string, over bool) {
	m := model{plan: p, state: input, arrived: map[int]map[string]bool{}}
	m.follow(map[string]bool{graph.Start: true}, nil)
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
	after, ran, picked := m.state, map[string]bool{}, map[string][]string{}
	for _, d := range m.due {
		view := m.state
		if d.question != "" {
			view.Question = d.question
		}
		u := act(d.node, view)
		after.Log, after.Count = append(slices.Clone(after.Log), u.Log...), after.Count+u.Count
		ran[d.node] = true
		if a, ok := m.picks(d.node); ok {
			picked[d.node] = append(picked[d.node], m.choose(a, view))
		}
	}
	m.state = after
	m.follow(ran, picked)
}

// follow finds what is due after the nodes that ran.
func (m *model) follow(ran map[string]bool, picked map[string][]string) {
	m.due = nil
	seen := map[string]bool{graph.End: true}
	once := func(node string) {
		if !seen[node] {
			seen[node] = true
			m.due = append(m.due, duty{node, ""})
		}
	}
	for _, from := range append([]string{graph.Start}, m.nodes...) {
		for i, a := range m.arrows {
			if !ran[from] || !slices.Contains(a.from, from) {
				continue
			}
			switch a.kind {
			case "edge":
				once(a.to[0])
			case "branch":
				once(m.way(a, m.choose(a, m.state)))
			case "pick":
				for _, condition := range picked[from] {
					once(m.way(a, condition))
				}
			case "spread":
				for _, question := range a.split(m.state) {
					m.due = append(m.due, duty{a.to[0], question})
				}
			case "join":
				if m.arrived[i] == nil {
					m.arrived[i] = map[string]bool{}
				}
				if m.arrived[i][from] = true; len(m.arrived[i]) == len(a.from) {
					delete(m.arrived, i)
					once(a.to[0])
				}
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
