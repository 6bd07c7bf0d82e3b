package graphtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"lectern/backend/graph"
)

// plan is a graph as data: both the engine's graph and what the model expects are made of it.
type plan struct {
	nodes  []string
	arrows []planned      // as declared
	spread map[string]int // of the nodes that are: what tells their splits apart
	bound  int            // the count from which every branch leads to the end
}

type planned struct {
	kind string // edge or branch
	from string
	to   []string // one, but for a branch, whose last way leads to End
	salt int
}

// act is what every node does: it logs what it saw, and counts itself.
func act(name string, s State) Update {
	return Update{Log: []string{fmt.Sprint(name, s.Count(), s.Question)}, Count: 1}
}

// choose picks the condition of one of a branch's ways by the state.
func (p plan) choose(a planned, s State) string {
	if s.Count() >= p.bound {
		return fmt.Sprint(len(a.to) - 1)
	}
	return fmt.Sprint((s.Count()*5 + len(s.Question) + a.salt) % len(a.to))
}

// split gives a spread none to three questions, by the state.
func (p plan) split(node string, s State) []string {
	return []string{"x", "xx", "xxx"}[:(s.Count()+p.spread[node])%4]
}

// randomPlan draws a graph of two to nine nodes. Each is led to by one that is declared before it; further arrows also
// lead back.
func randomPlan(r *rand.Rand) plan {
	p := plan{nodes: []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"}[:2+r.IntN(8)], bound: 5 + r.IntN(20), spread: map[string]int{}}
	sources := append([]string{graph.Start}, p.nodes...)
	for i, to := range p.nodes {
		p.lead(r, sources[r.IntN(i+1)], to)
	}
	for range r.IntN(len(p.nodes)) {
		p.lead(r, sources[r.IntN(len(sources))], p.nodes[r.IntN(len(p.nodes))])
	}
	for _, node := range p.nodes {
		if r.IntN(4) == 0 {
			p.spread[node] = r.IntN(60)
		}
	}
	for _, from := range p.nodes { // those that lead nowhere yet, and some others
		if r.IntN(4) == 0 || !slices.ContainsFunc(p.arrows, func(a planned) bool { return a.from == from }) {
			p.arrows = append(p.arrows, planned{kind: "edge", from: from, to: []string{graph.End}})
		}
	}
	return p
}

func (p *plan) lead(r *rand.Rand, from, to string) {
	a := planned{kind: []string{"edge", "branch"}[r.IntN(2)], from: from, to: []string{to}, salt: r.IntN(60)}
	if a.kind == "branch" {
		for range r.IntN(3) {
			a.to = append(a.to, p.nodes[r.IntN(len(p.nodes))])
		}
		a.to = append(a.to, graph.End)
	}
	p.arrows = append(p.arrows, a)
}

// graph is the engine's graph. Each task calls begins before it does anything.
func (p plan) graph(begins func()) *graph.Graph[State] {
	g := build()
	for _, name := range p.nodes {
		g.Node(name, func(ctx context.Context, s State) (State, error) {
			begins()
			return act(name, s).Onto(s), nil
		})
	}
	for _, a := range p.arrows {
		switch a.kind {
		case "edge":
			g.Edge(a.from, a.to[0])
		default:
			var ways []graph.Way
			for i, to := range a.to {
				ways = append(ways, graph.When(fmt.Sprint(i), to))
			}
			g.Branch(a.from, func(s State) string { return p.choose(a, s) }, ways...)
		}
	}
	for name := range p.spread {
		g.Spread(name, func(s State) []State { return spreadOver(p.split(name, s)...)(s) })
	}
	return g
}
