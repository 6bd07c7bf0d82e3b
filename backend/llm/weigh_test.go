package llm

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

// counted is a prompt with how many tokens it has for the vocabularies of real models.
type counted struct {
	Library string         `json:"library"` // passages of one language, tables, or all
	Counted map[string]int `json:"counted"` // by Llama 3, Qwen 3, Gemma 3 and gpt-oss
	Text    string         `json:"text"`
}

func countedPrompts(t *testing.T) (all []counted) {
	t.Helper()
	f, err := os.Open("testdata/tokens.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c counted
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	if lines.Err() != nil || len(all) == 0 {
		t.Fatal(lines.Err(), len(all))
	}
	return all
}

// estimator learns a vocabulary from one prompt after the other.
type estimator interface {
	estimate(text string) float64
	learn(text string, counted int)
}

type classes struct{ *scale }

func (c classes) sample(text string) sample {
	return sampleOf([]Message{{Content: text}}).minus(sample{calls: 1, eachMessage: 1})
}
func (c classes) estimate(text string) float64 { tokens, _ := c.weigh(c.sample(text)); return tokens }
func (c classes) learn(text string, n int)     { c.scale.learn(c.sample(text), n) }

// ratio is the simplest: so many tokens a byte.
type ratio struct{ tokens, bytes float64 }

func (r *ratio) estimate(text string) float64 { return r.tokens / r.bytes * float64(len(text)) }
func (r *ratio) learn(text string, n int) {
	r.tokens, r.bytes = r.tokens+float64(n), r.bytes+float64(len(text))
}

// off is by how many percent estimates are wrong in the mean, in the first five calls of a model and later.
func off(prompts []counted, model string, e estimator) (first, later float64) {
	n := 0
	for _, p := range prompts {
		wrong := 100 * math.Abs(e.estimate(p.Text)/float64(p.Counted[model])-1)
		if e.learn(p.Text, p.Counted[model]); n < 5 {
			first += wrong / 5
		} else {
			later += wrong / float64(len(prompts)-5)
		}
		n++
	}
	return first, later
}

func TestTokensAreEstimatedAsWellAsBySubtlerMeans(t *testing.T) {
	var libraries []string
	all := countedPrompts(t)
	for _, p := range all {
		if !slices.Contains(libraries, p.Library) {
			libraries = append(libraries, p.Library)
		}
	}
	kinds := []struct {
		name string
		made func() estimator
	}{
		{"one ratio", func() estimator { return &ratio{1, 4} }},
		{"classes", func() estimator { return classes{newScale()} }},
		{"words", func() estimator { return newSubtle() }},
	}
	var table strings.Builder
	sums := make([]float64, len(kinds))
	for _, library := range libraries {
		of := slices.DeleteFunc(slices.Clone(all), func(p counted) bool { return p.Library != library })
		for _, model := range []string{"llama3", "qwen3", "gemma3", "gptoss"} {
			fmt.Fprintf(&table, "\n%-7s %-7s", library, model)
			for i, k := range kinds {
				first, later := off(of, model, k.made())
				fmt.Fprintf(&table, "  %s %4.1f %4.1f", k.name, first, later)
				sums[i] += later / float64(4*len(libraries))
			}
		}
	}
	t.Logf("off by so many %% in the first five calls of a model, and later:%s\nin the mean, later: %.2f", table.String(), sums)
	const point = 1 // what a subtler means must gain to be worth its rules
	if sums[1] > sums[2]+point || sums[1] > sums[0]-point {
		t.Errorf("one ratio is off by %.2f %%, the classes by %.2f %%, words by %.2f %%", sums[0], sums[1], sums[2])
	}
}

func TestAnUnknownVocabularyIsTakenForAGreedyOne(t *testing.T) {
	s := newScale()
	for i, p := range countedPrompts(t) {
		tokens, off := s.weigh(classes{s}.sample(p.Text))
		for model, n := range p.Counted {
			if tokens+off < float64(n) {
				t.Errorf("prompt %d has %d tokens for %s, which were taken for at most %.0f", i, n, model, tokens+off)
			}
		}
	}
}
