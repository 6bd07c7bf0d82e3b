package store

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Receipt is what models were given in a run, call by call, and what the server counted.
type Receipt struct {
	Calls   []Call `json:"calls"`
	Counted int    `json:"counted"` // tokens read in all calls, as counted by the server
	Answer  int    `json:"answer"`  // and written
	Cut     int    `json:"cut"`     // calls of which the server read only a part
	More    int    `json:"more"`    // calls that were too many to be kept
}

// Call is one call of a model. The text itself is kept apart; see ReceiptText.
type Call struct {
	N            int           `json:"n"` // from 1
	Node         string        `json:"node"`
	Task         string        `json:"task"`
	Model        string        `json:"model"`
	Began        string        `json:"began"` // RFC 3339
	NumCtx       int           `json:"numCtx"`
	Estimated    int           `json:"estimated"` // tokens, before it was sent
	Counted      int           `json:"counted"`   // by the server; 0: it didn't say
	Answer       int           `json:"answer"`    // tokens written
	Millis       int64         `json:"millis"`
	Images       int           `json:"images"`
	Cut          bool          `json:"cut"`     // the server read only a part
	Problem      string        `json:"problem"` // why there was no answer, or none that counted; "" if there was
	Passages     []CallPassage `json:"passages"`
	History      CallHistory   `json:"history"`
	Instructions int           `json:"instructions"` // tokens of all the rest, the question included, as estimated
	LeftOut      []LeftOut     `json:"leftOut"`
}

// CallPassage is a passage that a model was given.
type CallPassage struct {
	Passage  string `json:"passage"`  // id; "": it isn't from a document of the library
	Document string `json:"document"` // id
	Doc      string `json:"doc"`
	Page     int    `json:"page"`
	Label    string `json:"label"`
	Tokens   int    `json:"tokens"`
	Why      string `json:"why"` // what is missing of it, and why; "": it is whole
}

// CallHistory is how many messages of the conversation a model was given.
type CallHistory struct {
	Kept    int `json:"kept"`
	LeftOut int `json:"leftOut"`
	Tokens  int `json:"tokens"` // of those kept
}

// LeftOut is something that a model could have been given, and why it wasn't.
type LeftOut struct {
	What string `json:"what"`
	Why  string `json:"why"`
}

// CallText is what was sent in a call, word for word.
type CallText struct {
	Messages []CallMessage `json:"messages"`
	Schema   string        `json:"schema"` // that the answer had to have; ""
}

// CallMessage is one message of a prompt.
type CallMessage struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

const (
	callsKept = 300     // of a run
	textKept  = 8 << 20 // bytes of a run's texts, packed
)

// SaveCall keeps a call with its run, with which it goes, and gives it its number. Of a run with many calls, the first
// are kept; of one with long texts, the texts of the first. ErrNotFound when the run is gone.
func (w *Workspace) SaveCall(run string, c Call, text CallText) error {
	packed, err := pack(text)
	if err != nil {
		return err
	}
	return w.update(w.s.chats, func(b buckets) error {
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
			return putJSON(b.get("receipts"), callKey(run, c.N, false), Call{N: c.N, Counted: c.Counted, Answer: c.Answer, Cut: c.Cut})
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

// Receipt reads a run's calls, in order. A run without any has an empty one.
func (w *Workspace) Receipt(run string) (Receipt, error) {
	r := Receipt{Calls: []Call{}}
	return r, w.view(w.s.chats, func(b buckets) (err error) {
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
			if n > callsKept {
				r.More++
				return
			}
			r.Calls = append(r.Calls, c)
		})
		return err
	})
}

// ReceiptText reads what was sent in a call of a run. ErrNotFound if that isn't kept.
func (w *Workspace) ReceiptText(run string, n int) (text CallText, err error) {
	return text, w.view(w.s.chats, func(b buckets) error {
		packed := b.get("receipts").Get([]byte(callKey(run, n, true)))
		if packed == nil {
			return ErrNotFound
		}
		raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
		if err != nil {
			return fmt.Errorf("the text of call %d is damaged: %w", n, err)
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
