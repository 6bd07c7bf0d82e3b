package main

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Each line of a set has what measuring needs, and no id stands twice.
func TestTheSetsHaveTheirForm(t *testing.T) {
	for _, name := range []string{"rows", "rows2", "loose", "fresh", "typed", "typed2", "typed3"} {
		all, err := read(filepath.Join("questions", name+".jsonl"))
		if err != nil || len(all) < 50 {
			t.Fatalf("%s: %d questions, %v", name, len(all), err)
		}
		seen, parts := map[string]bool{}, map[string]int{}
		for _, q := range all {
			if q.ID == "" || seen[q.ID] || q.Doc == "" || q.Text == "" || len(q.Answer) == 0 || q.Part != "dev" && q.Part != "test" {
				t.Errorf("%s: %+v", name, q)
			}
			seen[q.ID] = true
			parts[q.Part]++
		}
		if parts["test"] < parts["dev"] {
			t.Errorf("%s: %v: less than half is kept apart", name, parts)
		}
	}
}

func TestComparisonsHaveTheirForm(t *testing.T) {
	f, err := os.Open(filepath.Join("questions", "comparisons.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, values := bufio.NewScanner(f), 0
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var q compared
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil || q.ID == "" || q.Text == "" || len(q.Docs) == 0 || len(q.Cells) == 0 {
			t.Errorf("%v %+v", err, q)
		}
		for _, c := range q.Cells {
			if c.Measure == "" || c.Company == "" || c.Period == "" {
				t.Errorf("%s: %+v", q.ID, c)
			}
			if c.Value != nil {
				values++
			}
		}
	}
	if lines.Err() != nil || values < 100 {
		t.Errorf("%d values, %v", values, lines.Err())
	}
}

func TestAValueIsFoundAsExactlyAsItIsAskedFor(t *testing.T) {
	for value, near := range map[float64]float64{1000: 10, 1.4: .05, 50: .5, -32184: 321.84} {
		if got := tolerance(value); got < near || got > near*1.01 {
			t.Errorf("%v may be off by %v, not %v", value, got, near)
		}
	}
}
