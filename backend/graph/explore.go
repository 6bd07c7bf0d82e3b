package graph

import (
	"fmt"
	"maps"
	"slices"
)

// exploreLimit bounds the situations that are looked at. A graph that has more is checked while it runs.
const exploreLimit = 1 << 13

// situation is what can hold between two steps: the nodes that are due, each with whether there may be several tasks of
// it, and who has arrived at which join.
type situation struct {
	due     map[string]bool
	arrived map[[2]string]bool // join and node
}

// explore visits every situation that a run can get into, whatever branches choose and spreads give, and tells whether
// it saw them all.
func (g *Graph[S, U]) explore(visit func(due map[string]bool)) bool {
	seen := map[string]bool{}
	for todo := []situation{{map[string]bool{Start: false}, map[[2]string]bool{}}}; len(todo) > 0; todo = todo[1:] {
		visit(todo[0].due)
		next := []situation{{map[string]bool{}, todo[0].arrived}}
		for _, from := range slices.Sorted(maps.Keys(todo[0].due)) {
			for _, a := range g.arrows[from] {
				var all []situation
				same := map[string]bool{} // different ways often lead to one
				for _, s := range next {
					for _, s := range a.follow(s, from, todo[0].due[from]) {
						if name := fmt.Sprint(s); !same[name] {
							same[name], all = true, append(all, s)
						}
					}
				}
				if next = all; len(next) > exploreLimit {
					return false
				}
			}
		}
		for _, s := range next {
			if name := fmt.Sprint(s); !seen[name] {
				seen[name] = true
				todo = append(todo, s)
			}
		}
		if len(seen) > exploreLimit {
			return false
		}
	}
	return true
}

// follow gives the situations that can come of one when a node's arrow is followed.
func (a arrow[S, U]) follow(s situation, from string, several bool) []situation {
	switch a.kind {
	case spread:
		return []situation{s, s.with(true, a.to...)}
	case branch:
		var all []situation
		for _, to := range a.to {
			all = append(all, s.with(false, to))
		}
		if several && a.choose == nil { // each task goes its own way
			all = append(all, s.with(false, a.to...))
		}
		return all
	case join:
		s.arrived = maps.Clone(s.arrived)
		s.arrived[[2]string{a.to[0], from}] = true
		if slices.ContainsFunc(a.from, func(f string) bool { return !s.arrived[[2]string{a.to[0], f}] }) {
			return []situation{s}
		}
		maps.DeleteFunc(s.arrived, func(at [2]string, _ bool) bool { return at[0] == a.to[0] })
	}
	return []situation{s.with(false, a.to...)}
}

func (s situation) with(several bool, nodes ...string) situation {
	s.due = maps.Clone(s.due)
	for _, node := range nodes {
		if node != End {
			s.due[node] = s.due[node] || several
		}
	}
	return s
}
