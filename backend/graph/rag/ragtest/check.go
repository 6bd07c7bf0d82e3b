package ragtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/store"
)

// PlainData checks that a state survives JSON and, beside the messages and the answer, is small, in bytes, and holds
// nothing that only a document says.
func PlainData[S any](s S, most int, secret string) error {
	raw, err := json.Marshal(s)
	var back S
	if err == nil {
		err = json.Unmarshal(raw, &back)
	}
	var fields map[string]json.RawMessage
	if err == nil {
		err = json.Unmarshal(raw, &fields)
	}
	if err != nil {
		return err
	}
	delete(fields, "answer")
	delete(fields, "messages")
	again, _ := json.Marshal(back)
	lean, _ := json.Marshal(fields)
	switch {
	case !bytes.Equal(again, raw):
		return fmt.Errorf("the state changed on its way through JSON")
	case len(lean) > most:
		return fmt.Errorf("the state has %d bytes", len(lean))
	case strings.Contains(string(lean), secret):
		return fmt.Errorf("a document's text is in the state")
	}
	return nil
}

// Resolves checks that an id is one of a passage that is there.
func (d *Desk) Resolves(id string) error {
	_, err := d.passage(id)
	return err
}

func (d *Desk) passage(id string) (text store.Text, err error) {
	ref, err := store.ParseRef(id)
	if err != nil {
		return text, err
	}
	texts, err := d.workspace.Passages.Texts([]store.Ref{ref})
	if err != nil || len(texts) != 1 {
		return text, fmt.Errorf("passage %s doesn't resolve (%v)", id, err)
	}
	return texts[0], nil
}

// Cites checks that an answer's citations are numbered from 1, stand in its text, and quote what is there.
func (d *Desk) Cites(a rag.Answer) error {
	for i, c := range a.Citations {
		text, err := d.passage(c.Passage)
		if err != nil {
			return err
		}
		if c.N != i+1 || !strings.Contains(a.Text, fmt.Sprintf("[%d]", c.N)) || c.Document != text.Ref.Document || c.Quote == "" || !strings.Contains(text.Text, c.Quote) {
			return fmt.Errorf("citation %d of %q is %+v", i+1, a.Text, c)
		}
	}
	return nil
}

// IsMade checks that what a run made lies beside it; one without a name was never made.
func (d *Desk) IsMade(run, name string) error {
	if name == "" {
		return nil
	}
	if _, err := d.workspace.Outputs.Get(run, name); err != nil {
		return fmt.Errorf("%s of %s: %w", name, run, err)
	}
	return nil
}

var update = flag.Bool("update", false, "rewrite the golden files")

// Golden compares what people read with the file that was reviewed.
func Golden(t testing.TB, path, got string) {
	t.Helper()
	if *update {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(got), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != got {
		t.Errorf("%s has drifted (%v); look at it, then run the test with -update:\n%s", path, err, got)
	}
}
