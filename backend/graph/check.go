package graph

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"unicode"
)

// check reports everything that is wrong with the graph's shape, not only the first thing.
func (g *Graph[S, U]) check() error {
	wrong := slices.Clone(g.wrong)
	mistake := func(format string, args ...any) { wrong = append(wrong, fmt.Errorf(format, args...)) }
	if g.reduce == nil {
		mistake("there is no reducer")
	}
	joined := map[string][]string{}
	for _, from := range slices.Sorted(maps.Keys(g.arrows)) {
		if !g.has(from) && from != Start {
			mistake("unknown node %q leads somewhere", from)
		}
		for _, a := range g.arrows[from] {
			for _, to := range a.to {
				if !g.has(to) && to != End {
					mistake("%q leads to unknown node %q", from, to)
				}
			}
			switch {
			case a.kind == branch && (a.choose == nil || len(a.to) == 0):
				mistake("the branch at %q needs a function and its destinations", from)
			case a.kind == spread && (a.split == nil || a.to[0] == End):
				mistake("the spread at %q needs a function and a node", from)
			case a.kind == join:
				if other, seen := joined[a.to[0]]; seen && !slices.Equal(other, a.from) {
					mistake("%q has two joins", a.to[0])
				}
				joined[a.to[0]] = a.from
			}
		}
	}
	reached := g.reachable()
	for _, name := range g.order {
		if !reached[name] {
			mistake("nothing leads to node %q", name)
		}
		if len(g.arrows[name]) == 0 {
			mistake("%q leads nowhere; add an edge to End", name)
		}
	}
	return errors.Join(wrong...)
}

func (g *Graph[S, U]) has(name string) bool {
	_, ok := g.nodes[name]
	return ok
}

func (g *Graph[S, U]) reachable() map[string]bool {
	reached := map[string]bool{Start: true}
	for todo := []string{Start}; len(todo) > 0; todo = todo[1:] {
		for _, a := range g.arrows[todo[0]] {
			for _, to := range a.to {
				if !reached[to] {
					reached[to] = true
					todo = append(todo, to)
				}
			}
		}
	}
	return reached
}

// wellFormed keeps node names clear of the signs that separate them in task IDs and keys.
func wellFormed(name string) bool {
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != ' ' && r != '-' && r != '_' {
			return false
		}
	}
	return name != ""
}

// conflict finds a pointer field that two updates of one step both set. A pointer means "replace", and nothing says
// which of the two should win.
func conflict[U any](updates []U) error {
	t := reflect.TypeFor[U]()
	if len(updates) < 2 || t.Kind() != reflect.Struct {
		return nil
	}
	for _, field := range reflect.VisibleFields(t) {
		if field.Type.Kind() != reflect.Pointer {
			continue
		}
		set := 0
		for i := range updates {
			v, err := reflect.ValueOf(&updates[i]).Elem().FieldByIndexErr(field.Index)
			if err == nil && !v.IsNil() { // an error means: inside an embedded pointer that is nil
				set++
			}
		}
		if set > 1 {
			return fmt.Errorf("%w: %s", ErrConflict, field.Name)
		}
	}
	return nil
}
