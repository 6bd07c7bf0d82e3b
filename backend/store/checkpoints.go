package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"

	bolt "go.etcd.io/bbolt"

	"lectern/backend/messages"
)

// Checkpoints keeps the graph engine's threads, in a file of its own so that reading documents in never holds up an
// answer: a bucket per thread, in it the thread's keys, and before each value its checksum. It implements
// graph.Store, is safe for concurrent use, and copies what it returns, so that no reader ever holds up a writer.
// A save costs one sync of the file.
type Checkpoints struct {
	db      *database
	removed func() // called after a thread was; may be nil
}

// checkpointSpace is the address space set aside: a growing writer waits for no reader up to this size, far more than
// conversations need. It is no memory and no disk.
const checkpointSpace = 256 << 20

const checksumSize = 4

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// OpenCheckpoints opens a checkpoint file, making it if need be. ErrLocked means that another process has it open,
// ErrDamaged that it is no such file or that a part is missing.
func OpenCheckpoints(path string) (*Checkpoints, error) {
	// The first room that is large enough is used. A map would give any of them, by chance, and states of changing size
	// would break the free room into pieces: the file then grew from run to run.
	db, err := openDatabase(path, true, boltOptions(checkpointSpace, bolt.FreelistArrayType))
	if err != nil {
		return nil, err
	}
	return &Checkpoints{db: db}, nil
}

// Close waits for transactions and gives the file free.
func (c *Checkpoints) Close() error { return c.db.close() }

// Save puts all the pairs, replacing keys that exist and removing those whose value is nil, or none of them. ErrFull
// means that the disk has no room.
func (c *Checkpoints) Save(ctx context.Context, thread string, keys []string, values [][]byte) error {
	if len(keys) != len(values) {
		return messages.Error("store.keys-and-values", messages.Args{"keys": len(keys), "values": len(values)})
	}
	if err := ctx.Err(); err != nil || len(keys) == 0 {
		return err
	}
	return about(thread, c.db.update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists([]byte(thread))
		for i := 0; err == nil && i < len(keys); i++ {
			if values[i] == nil {
				err = b.Delete([]byte(keys[i]))
			} else {
				err = b.Put([]byte(keys[i]), seal(values[i]))
			}
		}
		return err
	}))
}

// Scan returns the pairs whose key begins with prefix, ordered by key.
func (c *Checkpoints) Scan(ctx context.Context, thread, prefix string) (keys []string, values [][]byte, err error) {
	err = c.read(ctx, thread, func(cur *bolt.Cursor) error {
		for k, v := cur.Seek([]byte(prefix)); bytes.HasPrefix(k, []byte(prefix)) && k != nil; k, v = cur.Next() {
			value, err := unseal(k, v)
			if err != nil {
				return err
			}
			keys, values = append(keys, string(k)), append(values, value)
		}
		return nil
	})
	return keys, values, err
}

// Last returns the pair with the greatest key that begins with prefix and, unless before is "", is less than before. If
// there is none, key is "".
func (c *Checkpoints) Last(ctx context.Context, thread, prefix, before string) (key string, value []byte, err error) {
	bound := after([]byte(prefix))
	if before != "" && (bound == nil || before < string(bound)) {
		bound = []byte(before)
	}
	err = c.read(ctx, thread, func(cur *bolt.Cursor) (err error) {
		k, v := cur.Last()
		if bound != nil {
			if at, _ := cur.Seek(bound); at != nil {
				k, v = cur.Prev()
			} else {
				k, v = cur.Last()
			}
		}
		if k != nil && bytes.HasPrefix(k, []byte(prefix)) {
			key = string(k)
			value, err = unseal(k, v)
		}
		return err
	})
	return key, value, err
}

// Delete forgets the thread. The room is used again, or given back when the store is.
func (c *Checkpoints) Delete(ctx context.Context, thread string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := c.db.update(func(tx *bolt.Tx) error {
		if tx.Bucket([]byte(thread)) == nil {
			return nil
		}
		return errors.Join(tx.DeleteBucket([]byte(thread)), noteRemoved(tx))
	})
	if err == nil && c.removed != nil {
		c.removed()
	}
	return about(thread, err)
}

// read visits a thread's bucket in a short transaction; a thread that doesn't exist is not visited.
func (c *Checkpoints) read(ctx context.Context, thread string, visit func(*bolt.Cursor) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return about(thread, c.db.view(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte(thread))
		if b == nil {
			return nil
		}
		return visit(b.Cursor())
	}))
}

// after is the least key greater than all that begin with prefix; nil if there is none.
func after(prefix []byte) []byte {
	next := bytes.Clone(prefix)
	for len(next) > 0 && next[len(next)-1] == 0xff {
		next = next[:len(next)-1]
	}
	if len(next) == 0 {
		return nil
	}
	next[len(next)-1]++
	return next
}

func seal(value []byte) []byte {
	sum := crc32.Checksum(value, castagnoli)
	return append(binary.LittleEndian.AppendUint32(make([]byte, 0, checksumSize+len(value)), sum), value...)
}

func unseal(key, sealed []byte) ([]byte, error) {
	if len(sealed) < checksumSize || binary.LittleEndian.Uint32(sealed) != crc32.Checksum(sealed[checksumSize:], castagnoli) {
		return nil, messages.Error("store.damaged-record", messages.Args{"error": ErrDamaged, "key": key})
	}
	return bytes.Clone(sealed[checksumSize:]), nil
}

// about names the thread in an error.
func about(thread string, err error) error {
	if err == nil {
		return nil
	}
	return messages.Error("store.thread", messages.Args{"thread": thread, "error": err})
}
