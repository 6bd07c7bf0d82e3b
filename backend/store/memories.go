package store

import (
	"cmp"
	"encoding/json"
	"errors"
	"math"
	"slices"

	"lectern/backend/store/keyword"
	"lectern/backend/store/vector"
)

// Memories are what is remembered of runs.
type Memories struct{ part }

const memoryName = "memory" // among what a run made

// Save keeps memories, and forgets those of other runs that they were put together from: all or nothing. A run that
// was deleted meanwhile is ErrNotFound.
func (ms *Memories) Save(all ...Memory) error {
	return ms.update(func(b buckets) error {
		for _, m := range all {
			if b.get("runs").Get([]byte(m.Run)) == nil {
				return ErrNotFound
			}
			if !slices.Contains(m.Runs, m.Run) {
				m.Runs = append(slices.Clone(m.Runs), m.Run)
			}
			for _, run := range m.Runs {
				if err := b.get("made").Delete(madeKey(run, memoryName)); err != nil {
					return err
				}
			}
			out := memory{Memory: m, Bytes: make([]byte, 0, 4*len(m.Vector))}
			for _, x := range m.Vector {
				out.Bytes = appendFloat(out.Bytes, x)
			}
			if err := putJSON(b.get("made"), string(madeKey(m.Run, memoryName)), out); err != nil {
				return err
			}
		}
		return nil
	})
}

func appendFloat(to []byte, x float32) []byte {
	n := math.Float32bits(x)
	return append(to, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}

// List lists what is remembered in this workspace, the newest first.
func (ms *Memories) List() ([]Memory, error) {
	out := []Memory{}
	err := ms.view(func(b buckets) error {
		return b.get("runs").ForEach(func(run, _ []byte) error {
			raw := b.get("made").Get(madeKey(string(run), memoryName))
			if raw == nil {
				return nil
			}
			var m memory
			if err := json.Unmarshal(raw, &m); err != nil {
				return err
			}
			for i := 0; i+4 <= len(m.Bytes); i += 4 {
				n := uint32(m.Bytes[i]) | uint32(m.Bytes[i+1])<<8 | uint32(m.Bytes[i+2])<<16 | uint32(m.Bytes[i+3])<<24
				m.Vector = append(m.Vector, math.Float32frombits(n))
			}
			out = append(out, m.Memory)
			return nil
		})
	})
	slices.SortFunc(out, func(a, b Memory) int { return cmp.Or(b.Asked.Compare(a.Asked), cmp.Compare(a.Run, b.Run)) })
	return out, err
}

// Delete deletes what is remembered of a turn. Of several that were put together it can't be told apart, so all of them
// are forgotten. ErrNotFound if nothing is.
func (ms *Memories) Delete(run string) error {
	all, err := ms.List()
	if err != nil {
		return err
	}
	return ms.update(func(b buckets) error {
		for _, m := range all {
			if slices.Contains(m.Runs, run) {
				return errors.Join(b.get("made").Delete(madeKey(m.Run, memoryName)), noteRemoved(b.ws.Tx()))
			}
		}
		return ErrNotFound
	})
}

// Clear deletes all that is remembered in this workspace.
func (ms *Memories) Clear() error {
	return ms.update(func(b buckets) error {
		errs := []error{noteRemoved(b.ws.Tx())}
		cur := b.get("runs").Cursor()
		for run, _ := cur.First(); run != nil; run, _ = cur.Next() {
			errs = append(errs, b.get("made").Delete(madeKey(string(run), memoryName)))
		}
		return errors.Join(errs...)
	})
}

// MemoryQuery asks for memories.
type MemoryQuery struct {
	Text   string
	Vector []float32 // of the text; nil searches by words alone
	Space  vector.Space
	Near   float64 // cosine that one needs to be found by its vector
	Limit  int
	Except string // a run whose memory is left out
}

// Find finds memories by words and by meaning, the two lists fused by reciprocal rank, best first.
func (ms *Memories) Find(q MemoryQuery) ([]Memory, error) {
	all, err := ms.List()
	if err != nil || len(all) == 0 || q.Limit <= 0 {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(m Memory) bool { return slices.Contains(m.Runs, q.Except) })
	score := make([]float64, len(all))
	file := keyword.File{Name: "memory"}
	for i, m := range all {
		file.Blocks = append(file.Blocks, keyword.Block{Page: i + 1, Text: m.Question + "\n" + m.Summary})
	}
	depth := candidates(q.Limit)
	for rank, h := range keyword.Search([]keyword.Segment{keyword.Build(file)}, q.Text, keyword.Options{Limit: depth}) {
		if h.Score > 0 {
			score[h.Block] += 1 / float64(rankConstant+rank+1)
		}
	}
	for rank, i := range nearMemories(all, q) {
		if rank < depth {
			score[i] += 1 / float64(rankConstant+rank+1)
		}
	}
	order := make([]int, 0, len(all))
	for i := range all {
		if score[i] > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	var out []Memory
	for _, i := range order[:min(len(order), q.Limit)] {
		out = append(out, all[i])
	}
	return out, nil
}

// nearMemories are the indexes of those that are near enough, nearest first.
func nearMemories(all []Memory, q MemoryQuery) []int {
	cosines := make([]float64, len(all))
	var out []int
	for i, m := range all {
		if len(q.Vector) == 0 || len(m.Vector) != len(q.Vector) || !m.Space.Same(q.Space) {
			continue
		}
		if cosines[i] = vector.Cosine(m.Vector, q.Vector); cosines[i] >= q.Near {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(cosines[b], cosines[a]) })
	return out
}

// memory is a Memory as it is stored: its vector as little-endian bytes, which are read faster than digits.
type memory struct {
	Memory
	Bytes []byte `json:"vector,omitempty"`
}
