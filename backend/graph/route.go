package graph

import (
	"fmt"
	"slices"

	"lectern/backend/messages"
)

// route fills cp.Next with what follows from the nodes that ran. Tasks, and so what they change, come in the order in
// which nodes and arrows were declared.
func (w *Workflow[S]) route(cp *checkpoint, s S, base fields, ran []string) (err error) {
	defer caught(&err)
	due := map[string]bool{End: true} // a node runs once a step, but for a spread's tasks
	add := func(to string) {
		if !due[to] {
			due[to] = true
			cp.Next = append(cp.Next, newTask(cp.id, to, len(cp.Next), nil))
		}
	}
	for _, from := range w.graph.order {
		if !slices.Contains(ran, from) {
			continue
		}
		for _, a := range w.graph.arrows[from] {
			switch a.kind {
			case edge:
				add(a.to[0])
			case branch:
				choice := a.choose(s)
				i := slices.Index(a.when, choice)
				if i < 0 {
					return messages.Error("graph.branch-chose", messages.Args{"branch": fmt.Sprintf("%q", from), "choice": fmt.Sprintf("%q", choice), "when": fmt.Sprintf("%q", a.when)})
				}
				add(a.to[i])
			case spread:
				for _, own := range a.split(s) {
					with, err := w.changes(base, own)
					if err != nil {
						return messages.Error("graph.spread", messages.Args{"spread": fmt.Sprintf("%q", from), "error": err})
					}
					cp.Next = append(cp.Next, newTask(cp.id, a.to[0], len(cp.Next), with))
				}
			}
		}
	}
	return nil
}
