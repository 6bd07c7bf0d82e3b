package graph

import "context"

// Store keeps what threads need to go on: for each thread, by name, an ordered map of keys to bytes. It knows nothing
// of states or graphs. Keys are printable text ordered by their bytes; values are JSON of some kilobytes. A thread that
// doesn't exist is an empty one, never an error. Safe for concurrent use; package graphtest has the suite that every
// implementation passes.
type Store interface {
	// Save puts all the pairs, replacing keys that exist and removing those whose value is nil, or none of them. When it
	// returns, they are as durable as the store can make them. Saving the same pairs again changes nothing. The slices
	// are the caller's to reuse.
	Save(ctx context.Context, thread string, keys []string, values [][]byte) error

	// Scan returns the pairs whose key begins with prefix, ordered by key. The slices are the caller's to keep.
	Scan(ctx context.Context, thread, prefix string) (keys []string, values [][]byte, err error)

	// Last returns the pair with the greatest key that begins with prefix and, unless before is "", is less than
	// before. If there is none, key is "".
	Last(ctx context.Context, thread, prefix, before string) (key string, value []byte, err error)

	// Delete forgets the thread.
	Delete(ctx context.Context, thread string) error
}
