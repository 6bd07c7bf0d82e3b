package vector

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// Memory is an index that lasts as long as the program, and compares every vector. The zero value is an empty one.
type Memory struct {
	mu   sync.RWMutex
	held map[string]shelf
}

// shelf are a document's vectors, which are replaced but never changed.
type shelf struct {
	space Space
	units [][]float32
}

// Put implements Index.
func (m *Memory) Put(ctx context.Context, document string, space Space, vectors [][]float32) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	all, err := units(vectors, space.Dim)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held == nil {
		m.held = map[string]shelf{}
	}
	m.held[document] = shelf{space, all}
	return nil
}

// Delete implements Index.
func (m *Memory) Delete(ctx context.Context, document string) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.held, document)
	return nil
}

// Nearest implements Index.
func (m *Memory) Nearest(ctx context.Context, space Space, vector []float32, documents []string, k int) ([]Near, error) {
	question, err := unitOf(vector, space.Dim)
	if err != nil {
		return nil, err
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	var out []Near
	for document, s := range m.held {
		if !space.Answers(s.space) || documents != nil && !slices.Contains(documents, document) {
			continue
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for i, v := range s.units {
			out = append(out, Near{Passage{document, i}, float64(dot(question, v))})
		}
	}
	slices.SortFunc(out, nearer)
	return out[:max(0, min(k, len(out)))], ctx.Err()
}

// nearer orders what was found: the nearest first, those as near by document and passage.
func nearer(a, b Near) int {
	return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), cmp.Compare(a.Document, b.Document), a.Number-b.Number)
}

// Stored implements Index.
func (m *Memory) Stored(ctx context.Context) (map[string]Stored, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	out := make(map[string]Stored, len(m.held))
	for document, s := range m.held {
		out[document] = Stored{s.space, len(s.units)}
	}
	return out, ctx.Err()
}

// Vectors implements Index.
func (m *Memory) Vectors(ctx context.Context, of []Passage) ([][]float32, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	out := make([][]float32, len(of))
	for i, p := range of {
		if s := m.held[p.Document]; p.Number >= 0 && p.Number < len(s.units) {
			out[i] = slices.Clone(s.units[p.Number])
		}
	}
	return out, ctx.Err()
}
