package graph

import (
	"encoding/json"
	"fmt"
	"slices"
)

// route fills cp.Next and cp.Joins with what follows from the nodes that ran. Tasks, and so their updates, come in the
// order in which nodes and arrows were declared. ways are those that nodes picked themselves.
func (w *Workflow[S, U]) route(cp *checkpoint, s S, ran []string, ways map[string][]string) (err error) {
	defer caught(&err)
	due := map[string]bool{End: true} // a node runs once a step, but for a spread's tasks
	add := func(to string) {
		if !due[to] {
			due[to] = true
			cp.Next = append(cp.Next, newTask(cp.id, to, len(cp.Next), nil))
		}
	}
	arrived := map[string][]string{}
	for to, from := range cp.Joins {
		arrived[to] = slices.Clone(from)
	}
	for _, from := range w.graph.order {
		if !slices.Contains(ran, from) {
			continue
		}
		for _, a := range w.graph.arrows[from] {
			to := a.to[0]
			switch a.kind {
			case edge:
				add(to)
			case branch:
				choices := ways[from]
				if a.choose != nil {
					choices = []string{a.choose(s)}
				} else if len(choices) == 0 {
					return fmt.Errorf("node %q ended without a call of Goto, which its branch needs", from)
				}
				for _, choice := range choices {
					i := slices.Index(a.when, choice)
					if i < 0 {
						return fmt.Errorf("the branch at %q chose %q, not one of %q", from, choice, a.when)
					}
					add(a.to[i])
				}
			case spread:
				for _, u := range a.split(s) {
					with, err := json.Marshal(u)
					if err != nil {
						return fmt.Errorf("the spread at %q: %w", from, err)
					}
					cp.Next = append(cp.Next, newTask(cp.id, to, len(cp.Next), with))
				}
			case join:
				if !slices.Contains(arrived[to], from) {
					arrived[to] = append(arrived[to], from)
				}
				if len(arrived[to]) == len(a.from) {
					delete(arrived, to)
					add(to)
				}
			}
		}
	}
	cp.Joins = arrived
	return nil
}
