package graph

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"lectern/backend/messages"
)

// fields are a state, or what differs of one, by the names that its fields have in JSON.
type fields map[string]json.RawMessage

func fieldsOf(s any) (f fields, err error) {
	raw, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(raw, &f)
	}
	return f, err
}

func decoded[S any](f fields) (s S, err error) {
	raw, err := json.Marshal(f)
	if err == nil {
		err = json.Unmarshal(raw, &s)
	}
	return s, err
}

// hold has a moment stand at a state.
func (m *moment) hold(f fields) (err error) {
	m.fields = f
	m.raw, err = json.Marshal(f)
	return err
}

// changes are the fields that s has otherwise than base, but for those that nodes append to: of these, what was added.
func (w *Workflow[S]) changes(base fields, s S) (fields, error) {
	after, err := fieldsOf(s)
	if err != nil {
		return nil, err
	}
	for name := range base {
		if after[name] == nil { // left out, as it is empty
			after[name] = json.RawMessage("null")
		}
	}
	changed := fields{}
	for name, value := range after {
		switch {
		case same(base[name], value):
		case w.appends[name]:
			if changed[name], err = added(base[name], value); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		default:
			changed[name] = value
		}
	}
	return changed, nil
}

// same compares two values, of which one that is left out is null.
func same(a, b json.RawMessage) bool {
	empty := func(v json.RawMessage) bool { return v == nil || string(v) == "null" }
	return bytes.Equal(a, b) || empty(a) && empty(b)
}

// added is what a list has beyond an older one.
func added(older, list json.RawMessage) (json.RawMessage, error) {
	before, after := items(older), items(list)
	if len(before) > len(after) || !slices.EqualFunc(before, after[:len(before)], same) {
		return nil, messages.Error("graph.append-only")
	}
	return json.Marshal(after[len(before):])
}

// items are those of a list, none of what isn't one.
func items(list json.RawMessage) (all []json.RawMessage) {
	_ = json.Unmarshal(list, &all)
	return all
}

// merge gives the fields of base with what tasks changed, in that order. ErrConflict if two set the same field.
func (w *Workflow[S]) merge(base fields, all ...fields) (fields, error) {
	merged, set := maps.Clone(base), map[string]bool{}
	if merged == nil {
		merged = fields{}
	}
	for _, changed := range all {
		for name, value := range changed {
			switch {
			case w.appends[name]:
				value, _ = json.Marshal(append(items(merged[name]), items(value)...)) // of what was JSON
			case set[name]:
				return nil, fmt.Errorf("%w: %s", ErrConflict, name)
			}
			merged[name], set[name] = value, true
		}
	}
	return merged, nil
}

// appendsOf finds the fields of a state that are tagged with graph:"append".
func appendsOf(state reflect.Type) (map[string]bool, error) {
	names := map[string]bool{}
	for _, f := range reflect.VisibleFields(state) {
		switch tag := f.Tag.Get("graph"); {
		case tag == "":
		case tag != "append" || f.Type.Kind() != reflect.Slice:
			return nil, messages.Error("graph.append-tag", messages.Args{"name": f.Name, "tag": fmt.Sprintf("%q", tag)})
		default:
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			names[cmp.Or(name, f.Name)] = true
		}
	}
	return names, nil
}
