package graph

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Memory is a Store for tests and for runs that needn't outlive the process. The zero value is ready to use.
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
		if !found {
			pairs = slices.Insert(pairs, at, pair{key: key})
		}
		pairs[at].value = bytes.Clone(values[i])
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
	for _, p := range slices.Backward(m.threads[thread]) {
		if strings.HasPrefix(p.key, prefix) && (before == "" || p.key < before) {
			return p.key, bytes.Clone(p.value), ctx.Err()
		}
	}
	return "", nil, ctx.Err()
}

// Delete implements Store.
func (m *Memory) Delete(ctx context.Context, thread string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.threads, thread)
	return ctx.Err()
}
