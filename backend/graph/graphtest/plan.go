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
	arrows []planned // as declared
	bound  int       // the count from which every branch leads to the end
}

type planned struct {
	kind string // edge, branch, pick (a branch whose node calls Goto), spread or join
	from []string
	to   []string // one, but for a branch, whose last way leads to End
	salt int
}

// act is what every node does: it logs what it saw, and counts itself.
func act(name string, s State) Update {
	return Update{Log: []string{fmt.Sprint(name, s.Count, s.Question)}, Count: 1}
}

// choose picks the condition of one of a branch's ways by the state.
func (p plan) choose(a planned, s State) string {
	if s.Count >= p.bound {
		return fmt.Sprint(len(a.to) - 1)
	}
	return fmt.Sprint((s.Count*5 + len(s.Question) + a.salt) % len(a.to))
}

// split gives a spread none to three questions, by the state.
func (a planned) split(s State) []string {
	return []string{"x", "xx", "xxx"}[:(s.Count+a.salt)%4]
}

// picks finds the branch at which a node chooses for itself.
func (p plan) picks(node string) (a planned, ok bool) {
	i := slices.IndexFunc(p.arrows, func(a planned) bool { return a.kind == "pick" && a.from[0] == node })
	if i < 0 {
		return a, false
	}
	return p.arrows[i], true
}

// ways counts the combinations of what branches can choose and spreads can give, which Compile goes through.
func (p plan) ways() int {
	n := 1
	for _, a := range p.arrows {
		switch a.kind {
		case "branch", "pick":
			n *= len(a.to)
		case "spread":
			n *= 2
		}
	}
	return n
}

// randomPlan draws a graph of two to nine nodes. Each is led to by one that is declared before it or by a join; further
// arrows also lead back.
func randomPlan(r *rand.Rand) plan {
	p := plan{nodes: []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"}[:2+r.IntN(8)], bound: 5 + r.IntN(20)}
	sources := append([]string{graph.Start}, p.nodes...)
	for i, to := range p.nodes {
		if i > 1 && r.IntN(4) == 0 {
			p.join(r, p.nodes[:i], to)
		} else {
			p.lead(r, sources[r.IntN(i+1)], to)
		}
	}
	for range r.IntN(len(p.nodes)) {
		to := p.nodes[r.IntN(len(p.nodes))]
		if from := r.IntN(len(sources)); r.IntN(8) == 0 {
			p.join(r, p.nodes, to)
		} else {
			p.lead(r, sources[from], to)
		}
	}
	for _, from := range p.nodes { // those that lead nowhere yet, and some others
		if r.IntN(4) == 0 || !slices.ContainsFunc(p.arrows, func(a planned) bool { return slices.Contains(a.from, from) }) {
			p.arrows = append(p.arrows, planned{kind: "edge", from: []string{from}, to: []string{graph.End}})
		}
	}
	return p
}

func (p *plan) lead(r *rand.Rand, from, to string) {
	a := planned{kind: []string{"edge", "edge", "branch", "branch", "pick", "spread"}[r.IntN(6)], from: []string{from}, to: []string{to}, salt: r.IntN(60)}
	if _, has := p.picks(from); a.kind == "pick" && (has || from == graph.Start) {
		a.kind = "branch"
	}
	if a.kind == "branch" || a.kind == "pick" {
		for range r.IntN(3) {
			a.to = append(a.to, p.nodes[r.IntN(len(p.nodes))])
		}
		a.to = append(a.to, graph.End)
	}
	p.arrows = append(p.arrows, a)
}

func (p *plan) join(r *rand.Rand, of []string, to string) {
	from := slices.Clone(of)
	r.Shuffle(len(from), func(i, k int) { from[i], from[k] = from[k], from[i] })
	p.arrows = append(p.arrows, planned{kind: "join", from: from[:min(len(from), 2+r.IntN(2))], to: []string{to}})
}

// graph is the engine's graph. Each task calls begins before it does anything.
func (p plan) graph(begins func()) *graph.Graph[State, Update] {
	g := build()
	for _, name := range p.nodes {
		picks, chooses := p.picks(name)
		g.Node(name, func(ctx context.Context, s State) (Update, error) {
			if begins(); chooses {
				graph.Goto(ctx, p.choose(picks, s))
			}
			return act(name, s), nil
		})
	}
	for _, a := range p.arrows {
		switch from := a.from[0]; a.kind {
		case "edge":
			g.Edge(from, a.to[0])
		case "join":
			g.Join(a.to[0], a.from...)
		case "spread":
			g.Spread(from, func(s State) []Update { return spreadOver(a.split(s)...)(s) }, a.to[0])
		default:
			var ways []graph.Way
			for i, to := range a.to {
				ways = append(ways, graph.When(fmt.Sprint(i), to))
			}
			choose := func(s State) string { return p.choose(a, s) }
			if a.kind == "pick" {
				choose = nil
			}
			g.Branch(from, choose, ways...)
		}
	}
	return g
}
