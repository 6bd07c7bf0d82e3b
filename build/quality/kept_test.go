package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"lectern/backend/llm"
)

// counting is a source that says how often it was asked for a text.
type counting struct {
	model
	asked map[string]int
	fails bool
}

func (c *counting) about() model { return c.model }

func (c *counting) vectors(_ context.Context, p llm.Purpose, texts []string) (out [][]float32, err error) {
	if c.fails {
		return nil, errors.New("the server has gone")
	}
	for _, t := range texts {
		c.asked[t]++
		out = append(out, []float32{float32(len(t)), float32(p)})
	}
	return out, nil
}

func newCounting() *counting {
	return &counting{model{Name: "some/model:1b", Weights: "abcdef0123456789"}, map[string]int{}, false}
}

func TestVectorsAreKeptByTextAndPurpose(t *testing.T) {
	folder, source := t.TempDir(), newCounting()
	texts := []string{"mill", "harbour", "mill"}
	for range 2 {
		k, err := openKept(folder, source)
		if err != nil {
			t.Fatal(err)
		}
		got, err := k.vectors(t.Context(), llm.Document, texts)
		if want := [][]float32{{4, 0}, {7, 0}, {4, 0}}; err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v %v", got, err)
		}
		if got, err = k.vectors(t.Context(), llm.Query, texts[:1]); err != nil || got[0][1] != 1 {
			t.Errorf("of a question %v %v", got, err)
		}
		if err := k.close(); err != nil {
			t.Fatal(err)
		}
	}
	if source.asked["mill"] != 2 || source.asked["harbour"] != 1 { // once for each purpose
		t.Errorf("asked %v", source.asked)
	}
}

func TestAStoppedEmbeddingGoesOn(t *testing.T) {
	folder, source := t.TempDir(), newCounting()
	k, err := openKept(folder, source)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := k.vectors(t.Context(), llm.Document, []string{"mill", "harbour"}); err != nil {
		t.Fatal(err)
	}
	if err := k.close(); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	info, err := os.Stat(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(files[0], info.Size()-3); err != nil { // as a kill leaves it
		t.Fatal(err)
	}
	for range 2 {
		if k, err = openKept(folder, source); err != nil {
			t.Fatal(err)
		}
		if got, err := k.vectors(t.Context(), llm.Document, []string{"mill", "harbour"}); err != nil || got[1][0] != 7 {
			t.Errorf("%v %v", got, err)
		}
		if err := k.close(); err != nil {
			t.Fatal(err)
		}
	}
	if source.asked["mill"] != 1 || source.asked["harbour"] != 2 {
		t.Errorf("asked %v", source.asked)
	}
}

func TestOtherWeightsHaveOtherVectors(t *testing.T) {
	folder, one, other := t.TempDir(), newCounting(), newCounting()
	other.Weights = "0123456789abcdef"
	for _, s := range []*counting{one, other} {
		k, err := openKept(folder, s)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := k.vectors(t.Context(), llm.Document, []string{"mill"}); err != nil {
			t.Fatal(err)
		}
		if err := k.close(); err != nil {
			t.Fatal(err)
		}
	}
	if other.asked["mill"] != 1 {
		t.Error("vectors of other weights were taken")
	}
}

func TestWhatWasMeasuredIsRemembered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers.jsonl")
	times := 0
	measure := func() (answer, error) { times++; return answer{Text: "a mill"}, nil }
	for i := range 3 {
		b, err := openBook(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := remembered(b, []any{"failing"}, func() (answer, error) { return answer{}, errors.New("stopped") }); err == nil {
			t.Error("a failure was remembered")
		}
		for _, of := range [][]any{{"program 1", "question"}, {"program 2", "question"}} {
			if got, err := remembered(b, of, measure); err != nil || got.Text != "a mill" {
				t.Errorf("%+v %v", got, err)
			}
		}
		if err := b.close(); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, raw[:len(raw)-3], 0o600); err != nil { // as a kill leaves it
				t.Fatal(err)
			}
		}
	}
	if times != 3 {
		t.Errorf("measured %d times", times)
	}
}
