package graph

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// check reports everything that is wrong with the graph's shape, not only the first thing.
func (g *Graph[S]) check(c Config) (appends map[string]bool, err error) {
	wrong := slices.Clone(g.wrong)
	mistake := func(format string, args ...any) { wrong = append(wrong, fmt.Errorf(format, args...)) }
	if state := reflect.TypeFor[S](); state.Kind() != reflect.Struct {
		mistake("the state must be a struct")
	} else if appends, err = appendsOf(state); err != nil {
		wrong = append(wrong, err)
	}
	if c.StepLimit < 0 || c.Parallel < 0 {
		mistake("StepLimit %d, Parallel %d: none may be negative", c.StepLimit, c.Parallel)
	}
	back := map[string][]string{}
	for _, from := range slices.Sorted(maps.Keys(g.arrows)) {
		if !g.has(from) && from != Start {
			mistake("unknown node %q leads somewhere; declare it with Node", from)
		}
		for _, a := range g.arrows[from] {
			g.checkArrow(mistake, from, a)
			for _, to := range a.to {
				back[to] = append(back[to], from)
			}
		}
	}
	g.checkReach(mistake, back)
	return appends, errors.Join(wrong...)
}

// checkArrow looks for what a branch lacks, and for ways to nowhere.
func (g *Graph[S]) checkArrow(mistake func(string, ...any), from string, a arrow[S]) {
	for i, to := range a.to {
		if !g.has(to) && to != End {
			mistake("%q leads to unknown node %q; declare it with Node", from, to)
		}
		if a.branch && slices.Contains(a.when[:i], a.when[i]) {
			mistake("the branch at %q has two ways for %q; give each its own condition", from, a.when[i])
		}
	}
	if a.branch && len(a.to) == 0 {
		mistake("the branch at %q has no ways; add them with When", from)
	}
	if a.branch && a.choose == nil {
		mistake("the branch at %q needs a function", from)
	}
}

// checkReach looks for nodes without a way from Start or without a way to End.
func (g *Graph[S]) checkReach(mistake func(string, ...any), back map[string][]string) {
	reached := reach(Start, func(name string) (to []string) {
		for _, a := range g.arrows[name] {
			to = append(to, a.to...)
		}
		return to
	})
	ends := reach(End, func(name string) []string { return back[name] })
	for _, name := range g.order {
		switch {
		case !reached[name]:
			mistake("nothing leads to node %q; add an arrow to it, or leave it out", name)
		case len(g.arrows[name]) == 0:
			mistake("%q leads nowhere; add an edge to End", name)
		case !ends[name]:
			mistake("no way leads from %q to the end; add one out of its loop", name)
		}
	}
}

func reach(from string, follow func(string) []string) map[string]bool {
	reached := map[string]bool{from: true}
	for todo := []string{from}; len(todo) > 0; todo = todo[1:] {
		for _, to := range follow(todo[0]) {
			if !reached[to] {
				reached[to] = true
				todo = append(todo, to)
			}
		}
	}
	return reached
}

func (g *Graph[S]) has(name string) bool {
	_, ok := g.nodes[name]
	return ok
}

// wellFormed keeps node names clear of the signs that separate them in task IDs and keys, and apart in a drawing.
func wellFormed(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != ' ' })
}
