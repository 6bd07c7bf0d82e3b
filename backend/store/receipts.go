package store

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"

	"lectern/backend/messages"
)

// Receipts are what models were given in runs.
type Receipts struct{ part }

const (
	callsKept = 300     // of a run
	textKept  = 8 << 20 // bytes of a run's texts, packed
)

// Add keeps a call with its run, with which it goes, and gives it its number. Of a run with many calls, the first
// are kept; of one with long texts, the texts of the first. ErrNotFound when the run is gone.
func (rs *Receipts) Add(run string, c Call, text CallText) error {
	packed, err := pack(text)
	if err != nil {
		return err
	}
	return rs.update(func(b buckets) error {
		if b.get("runs").Get([]byte(run)) == nil {
			return ErrNotFound
		}
		size := 0
		b.eachCall(run, func(n int, isText bool, v []byte) {
			if c.N = n; isText {
				size += len(v)
			}
		})
		if c.N++; c.N > callsKept {
			return putJSON(b.get("receipts"), callKey(run, c.N, false), Call{N: c.N, Counted: c.Counted, Answer: c.Answer, Cut: c.Cut, Fault: c.Fault, Repair: c.Repair})
		}
		if size+len(packed) <= textKept {
			if err := b.get("receipts").Put([]byte(callKey(run, c.N, true)), packed); err != nil {
				return err
			}
		}
		return putJSON(b.get("receipts"), callKey(run, c.N, false), c)
	})
}

func callKey(run string, n int, text bool) string {
	kind := "call"
	if text {
		kind = "text"
	}
	return string(binary.BigEndian.AppendUint32(append([]byte(run), 0), uint32(n))) + kind
}

// eachCall goes through what is kept of a run's calls, in order.
func (b buckets) eachCall(run string, each func(n int, isText bool, v []byte)) {
	prefix := append([]byte(run), 0)
	c := b.get("receipts").Cursor()
	for k, v := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, v = c.Next() {
		rest := k[len(prefix):]
		each(int(binary.BigEndian.Uint32(rest)), string(rest[4:]) == "text", v)
	}
}

// Of reads a run's calls, in order. A run without any has an empty one.
func (rs *Receipts) Of(run string) (Receipt, error) {
	r := Receipt{Calls: []Call{}}
	return r, rs.view(func(b buckets) (err error) {
		b.eachCall(run, func(n int, isText bool, v []byte) {
			var c Call
			if isText {
				return
			}
			err = errors.Join(err, json.Unmarshal(v, &c))
			r.Counted, r.Answer = r.Counted+c.Counted, r.Answer+c.Answer
			if c.Cut {
				r.Cut++
			}
			switch {
			case c.Fault != "":
				r.Faults++
			case c.Repair && c.Problem == "":
				r.Mended++
			}
			if n > callsKept {
				r.More++
				return
			}
			r.Calls = append(r.Calls, c)
		})
		return err
	})
}

// Text reads what was sent in a call of a run. ErrNotFound if that isn't kept.
func (rs *Receipts) Text(run string, n int) (text CallText, err error) {
	return text, rs.view(func(b buckets) error {
		packed := b.get("receipts").Get([]byte(callKey(run, n, true)))
		if packed == nil {
			return ErrNotFound
		}
		raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
		if err != nil {
			return messages.Error("store.call-damaged", messages.Args{"number": n, "error": err})
		}
		return json.Unmarshal(raw, &text)
	})
}

func pack(text CallText) ([]byte, error) {
	raw, err := json.Marshal(text)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	p := packers.Get().(*flate.Writer)
	defer packers.Put(p)
	p.Reset(&out)
	_, err = p.Write(raw)
	err = errors.Join(err, p.Close())
	return out.Bytes(), err
}
