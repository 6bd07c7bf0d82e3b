package graph

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"

	"lectern/backend/messages"
)

// short is the greatest length in bytes at which a field is kept inside its state's record. A longer one has a record of
// its own, named by its hash, so that a step that leaves it alone doesn't write it again.
const short = 128

// state is the record of a state, by fields.
type state struct {
	Version int               `json:"v"`
	Short   fields            `json:"short"`
	Long    map[string]string `json:"long,omitempty"` // their hashes
}

// field is a long field's value and its hash.
type field struct {
	hash  string
	value []byte
}

func hashOf(value []byte) string {
	sum := sha256.Sum256(value)
	return hex.EncodeToString(sum[:16])
}

// putCheckpoint saves a checkpoint with its state, after all that it stands on: of the long fields only those that aren't
// known from the checkpoint before.
func (j *journal) putCheckpoint(m *moment, known map[string]field) error {
	s := state{Version: format, Short: fields{}, Long: map[string]string{}}
	m.long = map[string]field{}
	var records []record
	for name, value := range m.fields {
		if len(value) <= short {
			s.Short[name] = value
			continue
		}
		f := field{known[name].hash, value}
		if f.hash == "" || !bytes.Equal(known[name].value, value) {
			f.hash = hashOf(value)
			records = append(records, record{fieldKey(f.hash), value})
		}
		m.long[name], s.Long[name] = f, f.hash
	}
	return j.put(append(records, record{stateKey(m.path, m.id), s}, record{checkpointKey(m.path, m.id), m.checkpoint})...)
}

// loadState fills in a checkpoint's state.
func (j *journal) loadState(ctx context.Context, m *moment) error {
	key := stateKey(m.path, m.id)
	raw, err := j.get(ctx, key)
	if err != nil {
		return err
	}
	var s state
	if err = decode(raw, &s, &s.Version); err == nil && s.Short == nil {
		err = messages.Error("graph.no-state")
	}
	if err != nil {
		return j.damaged(key, err)
	}
	m.long = map[string]field{}
	for name, hash := range s.Long {
		value, err := j.get(ctx, fieldKey(hash))
		if err == nil && hashOf(value) != hash {
			err = j.damaged(fieldKey(hash), messages.Error("graph.field-missing", messages.Args{"name": name, "checkpoint": m.id}))
		}
		if err != nil {
			return err
		}
		s.Short[name], m.long[name] = value, field{hash, value}
	}
	return m.hold(s.Short)
}
