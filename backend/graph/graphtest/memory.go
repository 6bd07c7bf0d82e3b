package graphtest

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Memory is a graph.Store that is gone with the process. The zero value is ready to use.
type Memory struct {
	mu      sync.Mutex
	threads map[string][]pair // ordered by key
}

type pair struct {
	key   string
	value []byte
}

func byKey(p pair, key string) int { return strings.Compare(p.key, key) }

// Save implements Store.
func (m *Memory) Save(ctx context.Context, thread string, keys []string, values [][]byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(keys) != len(values) {
		return fmt.Errorf("%d keys, but %d values", len(keys), len(values))
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.threads == nil {
		m.threads = map[string][]pair{}
	}
	pairs := m.threads[thread]
	for i, key := range keys {
		at, found := slices.BinarySearchFunc(pairs, key, byKey)
		switch {
		case values[i] == nil && found:
			pairs = slices.Delete(pairs, at, at+1)
		case values[i] == nil:
		case !found:
			pairs = slices.Insert(pairs, at, pair{key, bytes.Clone(values[i])})
		default:
			pairs[at].value = bytes.Clone(values[i])
		}
	}
	m.threads[thread] = pairs
	return nil
}

// Scan implements Store.
func (m *Memory) Scan(ctx context.Context, thread, prefix string) (keys []string, values [][]byte, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	pairs := m.threads[thread]
	at, _ := slices.BinarySearchFunc(pairs, prefix, byKey)
	for ; at < len(pairs) && strings.HasPrefix(pairs[at].key, prefix); at++ {
		keys, values = append(keys, pairs[at].key), append(values, bytes.Clone(pairs[at].value))
	}
	return keys, values, ctx.Err()
}

// Last implements Store.
func (m *Memory) Last(ctx context.Context, thread, prefix, before string) (key string, value []byte, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	pairs := m.threads[thread]
	at, _ := slices.BinarySearchFunc(pairs, prefix, func(p pair, prefix string) int {
		if strings.HasPrefix(p.key, prefix) {
			return -1
		}
		return byKey(p, prefix)
	})
	if before != "" {
		bound, _ := slices.BinarySearchFunc(pairs, before, byKey)
		at = min(at, bound)
	}
	if at == 0 || !strings.HasPrefix(pairs[at-1].key, prefix) {
		return "", nil, ctx.Err()
	}
	return pairs[at-1].key, bytes.Clone(pairs[at-1].value), ctx.Err()
}

// Delete implements Store.
func (m *Memory) Delete(ctx context.Context, thread string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.threads, thread)
	return ctx.Err()
}
