package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
)

// Events are what happened in runs.
type Events struct{ part }

// Append stores events of a run. Those of a conversation that was deleted are dropped.
func (es *Events) Append(events []Event) error {
	return es.update(func(b buckets) error { return b.append(events) })
}

func (b buckets) append(events []Event) error {
	for _, e := range events {
		if b.get("conversations").Get([]byte(e.Conversation)) == nil {
			continue
		}
		if err := putJSON(b.get("events"), eventKey(e.Run, e.Seq), e); err != nil {
			return err
		}
	}
	return nil
}

func eventKey(run string, seq int) string {
	return string(binary.BigEndian.AppendUint64(append([]byte(run), 0), uint64(seq)))
}

// Of reads a run's events after a number, in order.
func (es *Events) Of(run string, after int) ([]Event, error) {
	events := []Event{}
	return events, es.view(func(b buckets) error {
		c, prefix := b.get("events").Cursor(), append([]byte(run), 0)
		for k, v := c.Seek([]byte(eventKey(run, after+1))); bytes.HasPrefix(k, prefix); k, v = c.Next() {
			var e Event
			if err := json.Unmarshal(v, &e); err != nil {
				return err
			}
			events = append(events, e)
		}
		return nil
	})
}
