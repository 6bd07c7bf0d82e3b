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
	due := map[string]bool{End: true} // a node is due once a step
	for _, from := range w.graph.order {
		if !slices.Contains(ran, from) {
			continue
		}
		for _, a := range w.graph.arrows[from] {
			to, err := a.way(from, s)
			if err == nil && !due[to] {
				due[to] = true
				err = w.add(cp, to, s, base)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// way is where an arrow leads to in a state.
func (a arrow[S]) way(from string, s S) (string, error) {
	if !a.branch {
		return a.to[0], nil
	}
	choice := a.choose(s)
	i := slices.Index(a.when, choice)
	if i < 0 {
		return "", messages.Error("graph.branch-chose", messages.Args{"branch": fmt.Sprintf("%q", from), "choice": fmt.Sprintf("%q", choice), "when": fmt.Sprintf("%q", a.when)})
	}
	return a.to[i], nil
}

// add makes a node due: one task, or those of its spread.
func (w *Workflow[S]) add(cp *checkpoint, node string, s S, base fields) error {
	split := w.graph.nodes[node].split
	if split == nil {
		cp.Next = append(cp.Next, newTask(cp.id, node, len(cp.Next), nil))
		return nil
	}
	for _, own := range split(s) {
		with, err := w.changes(base, own)
		if err != nil {
			return messages.Error("graph.spread", messages.Args{"spread": fmt.Sprintf("%q", node), "error": err})
		}
		cp.Next = append(cp.Next, newTask(cp.id, node, len(cp.Next), with))
	}
	return nil
}
