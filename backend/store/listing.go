package store

import "sync"

// mostListed is how many things of a kind are remembered.
const mostListed = 32

// listing remembers what was read from library.db, by a key, as it was after one of its transactions. After the next one
// it is read anew.
type listing[T any] struct {
	mu     sync.Mutex
	after  int // number of the transaction
	values map[string]T
}

// in is what stands under a key as a transaction sees it. Whoever gets it mustn't change it.
func (l *listing[T]) in(b buckets, key string, read func() (T, error)) (T, error) {
	now := b.ws.Tx().ID()
	l.mu.Lock()
	if l.after != now || len(l.values) >= mostListed {
		l.after, l.values = now, map[string]T{}
	}
	v, known := l.values[key]
	l.mu.Unlock()
	if known {
		return v, nil
	}
	v, err := read()
	if err != nil {
		return v, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.after == now {
		l.values[key] = v
	}
	return v, nil
}
