package graph

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// Start and End are the two places that every graph has: where input comes in, and where nothing is left to do.
const (
	Start = "start"
	End   = "end"
)

// Node reads a state, which is its own copy, and returns it as it is to be. With an error, what it returns is dropped.
type Node[S any] func(ctx context.Context, s S) (S, error)

// Policy says how a node is run. The zero value is one attempt.
type Policy struct {
	Attempts int              // in all; 0 means 1
	Wait     time.Duration    // before the second attempt; doubled before each further one
	RetryIf  func(error) bool // nil: every error is worth another attempt
}

// Graph is a description under construction. Its methods return it, for chaining; mistakes are collected and
// reported by Compile. It must not be changed after that.
type Graph[S any] struct {
	name   string
	nodes  map[string]vertex[S]
	order  []string // Start, then the nodes as declared
	arrows map[string][]arrow[S]
	wrong  []error
}

type vertex[S any] struct {
	run    Node[S]
	rescue func(context.Context, S, error) (S, error)
	split  func(S) []S
	Policy
}

// arrow leads on from a node: an edge if it is no branch.
type arrow[S any] struct {
	branch bool
	to     []string // all possible destinations; one of an edge
	when   []string // of a branch: the condition of each
	choose func(S) string
}

// New begins a graph over states of type S.
func New[S any](name string) *Graph[S] {
	return &Graph[S]{
		name: name, order: []string{Start},
		nodes: map[string]vertex[S]{}, arrows: map[string][]arrow[S]{},
	}
}

// Node adds a node. Names are made of letters, digits and spaces; at most one policy may be given.
func (g *Graph[S]) Node(name string, run Node[S], policy ...Policy) *Graph[S] {
	_, taken := g.nodes[name]
	switch {
	case taken || name == Start || name == End:
		g.mistake("node %q: the name is taken", name)
	case !wellFormed(name):
		g.mistake("node %q: names are made of letters, digits and spaces", name)
	case run == nil:
		g.mistake("node %q has no function", name)
	case len(policy) > 1:
		g.mistake("node %q has %d policies", name, len(policy))
	default:
		g.nodes[name] = vertex[S]{run: run, Policy: append(policy, Policy{})[0]}
		g.order = append(g.order, name)
	}
	return g
}

// Rescue runs when a node's last attempt has failed, with a fresh copy of the state and the error; what it returns
// takes the place of what the node does. It may ask and emit like a node. After an answer the node is tried again first.
func (g *Graph[S]) Rescue(node string, handler func(ctx context.Context, s S, err error) (S, error)) *Graph[S] {
	return g.extend(node, "rescue", func(v *vertex[S]) bool {
		free := v.rescue == nil
		v.rescue = handler
		return free && handler != nil
	})
}

// Spread has a node run once for each state that split returns, in parallel: the state as one task is to see it. Only what
// the task changes of that is kept, in the order of split. If split returns none, the node does not run.
func (g *Graph[S]) Spread(node string, split func(S) []S) *Graph[S] {
	return g.extend(node, "spread", func(v *vertex[S]) bool {
		free := v.split == nil
		v.split = split
		return free && split != nil
	})
}

// extend gives a node what it has once at most; put says whether it could.
func (g *Graph[S]) extend(node, what string, put func(*vertex[S]) bool) *Graph[S] {
	v, ok := g.nodes[node]
	if !ok || !put(&v) {
		g.mistake("the %s of %q needs a function and a node that is declared before it and has no other", what, node)
		return g
	}
	g.nodes[node] = v
	return g
}

// Edge runs to in the step after from. Several edges from one node run in parallel.
func (g *Graph[S]) Edge(from, to string) *Graph[S] {
	return g.lead(from, arrow[S]{to: []string{to}})
}

// Way is one way out of a branch: where it leads under a condition.
type Way struct{ When, To string }

// When makes a way. The condition is a word or two that a person understands: the drawing shows it.
func When(condition, to string) Way { return Way{condition, to} }

// Branch takes the way whose condition choose returns.
func (g *Graph[S]) Branch(from string, choose func(S) string, ways ...Way) *Graph[S] {
	a := arrow[S]{branch: true, choose: choose}
	for _, w := range ways {
		a.to, a.when = append(a.to, w.To), append(a.when, w.When)
	}
	return g.lead(from, a)
}

func (g *Graph[S]) lead(from string, a arrow[S]) *Graph[S] {
	g.arrows[from] = append(g.arrows[from], a)
	return g
}

func (g *Graph[S]) mistake(format string, args ...any) {
	g.wrong = append(g.wrong, fmt.Errorf(format, args...))
}

// Mermaid draws the graph as a Mermaid flowchart; equal graphs give equal text.
func (g *Graph[S]) Mermaid() string {
	var b strings.Builder
	b.WriteString("flowchart TD\n  s_start([start])\n  s_end([end])\n")
	for _, name := range g.order[1:] {
		fmt.Fprintf(&b, "  %s[%q]\n", drawnAs(name), name)
	}
	for _, from := range g.order {
		for _, a := range g.arrows[from] {
			for i, to := range a.to {
				fmt.Fprintf(&b, "  %s %s %s\n", drawnAs(from), g.line(a, i), drawnAs(to))
			}
		}
	}
	return b.String()
}

// line is what is drawn of one way of an arrow: a branch's is dotted, and one to a spread says so.
func (g *Graph[S]) line(a arrow[S], way int) string {
	line, said := "-->", []string{}
	if a.branch {
		line = "-.->"
		said = append(said, a.when[way])
	}
	if g.nodes[a.to[way]].split != nil {
		said = append(said, "each")
	}
	if text := strings.Join(said, ", "); text != "" {
		line += fmt.Sprintf("|%q|", text)
	}
	return line
}

func drawnAs(name string) string { return "s_" + strings.ReplaceAll(name, " ", "_") }
