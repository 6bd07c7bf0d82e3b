package graph

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// small is the greatest length in bytes at which a field is kept inside its state's record. A longer one has a record
// of its own, named by its hash, so that a step that leaves it alone doesn't write it again.
const small = 128

// saved is the record of a state.
type saved struct {
	Version int               `json:"v"`
	Small   json.RawMessage   `json:"small"`           // the state without its long fields
	Large   map[string]string `json:"large,omitempty"` // the long fields' hashes
}

// part is a long field's value and its hash.
type part struct {
	hash  string
	value []byte
}

func hashOf(value []byte) string {
	sum := sha256.Sum256(value)
	return hex.EncodeToString(sum[:16])
}

// stateRecords are what a state is saved as: what changed against the parts known from the checkpoint before, and the rest by
// name. It returns the parts for the next time.
func stateRecords(cp *checkpoint, known map[string]part) ([]record, map[string]part) {
	rest, large := divide(cp.raw)
	s := saved{Version: format, Small: rest}
	var records []record
	var parts map[string]part
	for _, name := range slices.Sorted(maps.Keys(large)) {
		p := part{known[name].hash, large[name]}
		if p.hash == "" || !bytes.Equal(known[name].value, p.value) {
			p.hash = hashOf(p.value)
			records = append(records, record{fieldKey(p.hash), json.RawMessage(p.value)})
		}
		if parts == nil {
			parts, s.Large = map[string]part{}, map[string]string{}
		}
		parts[name], s.Large[name] = p, p.hash
	}
	return append(records, record{stateKey(cp.path, cp.id), s}), parts
}

// loadState fills in a checkpoint's state and its parts.
func (j *journal) loadState(ctx context.Context, m *moment) error {
	key := stateKey(m.path, m.id)
	raw, err := j.get(ctx, key)
	switch {
	case err != nil:
		return err
	case raw == nil:
		return fmt.Errorf("thread %s: the state of checkpoint %d is missing", j.thread, m.id)
	case m.Version == 1: // which kept every state whole
		m.raw = raw
		return nil
	}
	var s saved
	if err := decode(j.thread, key, raw, &s); err != nil {
		return err
	}
	m.raw, m.parts = s.Small, map[string]part{}
	for _, name := range slices.Sorted(maps.Keys(s.Large)) {
		value, err := j.get(ctx, fieldKey(s.Large[name]))
		if err != nil {
			return err
		}
		if hashOf(value) != s.Large[name] {
			return fmt.Errorf("thread %s: the state of checkpoint %d is damaged: its field %s is missing or changed", j.thread, m.id, name)
		}
		comma := ","
		if len(m.raw) == len("{}") {
			comma = ""
		}
		m.raw = fmt.Appendf(m.raw[:len(m.raw)-1], `%s"%s":%s}`, comma, name, value)
		m.parts[name] = part{s.Large[name], value}
	}
	return nil
}

// divide takes the long fields out of a JSON object as json.Marshal writes it; their names are as they stand between
// the quotes. What isn't an object has none.
func divide(raw []byte) (rest []byte, large map[string][]byte) {
	if len(raw) == 0 || raw[0] != '{' {
		return raw, nil
	}
	rest = append(make([]byte, 0, min(len(raw), 1024)), '{')
	for at := 1; raw[at] == '"'; {
		colon := at + extent(raw[at:])
		end := colon + 1 + extent(raw[colon+1:])
		switch value := raw[colon+1 : end]; {
		case len(value) > small:
			if large == nil {
				large = map[string][]byte{}
			}
			large[string(raw[at+1:colon-1])] = value
		case len(rest) > 1:
			rest = append(append(rest, ','), raw[at:end]...)
		default:
			rest = append(rest, raw[at:end]...)
		}
		if at = end; raw[at] == ',' {
			at++
		}
	}
	return append(rest, '}'), large
}

// extent is the length of the JSON value that raw begins with.
func extent(raw []byte) int {
	depth := 0
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			for i++; raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
			if depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return i + 1 + depth // not the bracket of the object around a number
			}
		case ',', ':':
			if depth == 0 {
				return i
			}
		}
	}
	return len(raw)
}
