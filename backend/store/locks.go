package store

import "sync"

// locks are one lock for each key that is asked for.
type locks struct {
	mu   sync.Mutex
	held map[string]*lockOf
}

type lockOf struct {
	sync.Mutex
	users int
}

// with does something while nobody else does anything with the same key.
func (l *locks) with(key string, do func() error) error {
	l.mu.Lock()
	if l.held == nil {
		l.held = map[string]*lockOf{}
	}
	k := l.held[key]
	if k == nil {
		k = &lockOf{}
		l.held[key] = k
	}
	k.users++
	l.mu.Unlock()
	k.Lock()
	defer func() {
		k.Unlock()
		l.mu.Lock()
		defer l.mu.Unlock()
		if k.users--; k.users == 0 {
			delete(l.held, key)
		}
	}()
	return do()
}
