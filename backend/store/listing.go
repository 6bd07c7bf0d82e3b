package store

import (
	"sync"

	bolt "go.etcd.io/bbolt"
)

// mostListed is how many things of a kind are remembered.
const mostListed = 32

// listing remembers what was read from library.db, by a key, as it was after one of its transactions. After the next one
// it is read anew, and so it is where the file was compacted: numbers begin anew there.
type listing[T any] struct {
	mu     sync.Mutex
	file   *bolt.DB
	after  int // number of the transaction
	values map[string]T
}

// in is what stands under a key as a transaction sees it. Whoever gets it mustn't change it.
func (l *listing[T]) in(b buckets, key string, read func() (T, error)) (T, error) {
	return l.as(b.ws.Tx().DB(), b.ws.Tx().ID(), key, read)
}

// as is what stands under a key after a transaction of a file.
func (l *listing[T]) as(file *bolt.DB, now int, key string, read func() (T, error)) (T, error) {
	l.mu.Lock()
	if l.file != file || l.after != now || len(l.values) >= mostListed {
		l.file, l.after, l.values = file, now, map[string]T{}
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
	if l.file == file && l.after == now {
		l.values[key] = v
	}
	return v, nil
}
