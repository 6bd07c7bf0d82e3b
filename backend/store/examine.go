package store

import (
	"errors"
	"fmt"
	"os"

	bolt "go.etcd.io/bbolt"

	"lectern/backend/messages"
)

// walkedAtOpen is how large a file may be to be looked through before it is used, bytes: some 30 ms. Larger ones are, in the
// background, when the program didn't end in order.
const walkedAtOpen = 64 << 20

// fewestBytes are what bbolt begins a file with: four pages, of 4 KB at least.
const fewestBytes = 4 * 4096

// examine looks whether a file is a bbolt file with all its pages, without changing it.
func examine(path string, how bolt.Options) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular(): // opening a pipe would wait for ever
		return messages.Error("store.no-file", messages.Args{"error": ErrDamaged})
	case info.Size() == 0:
		return messages.Error("store.empty", messages.Args{"error": ErrDamaged})
	case info.Size() < fewestBytes:
		return messages.Error("store.bytes-left", messages.Args{"error": ErrDamaged, "bytes": info.Size()})
	}
	how.ReadOnly, how.InitialMmapSize = true, 0
	db, err := openBolt(path, how)
	if err != nil {
		return err
	}
	err = guard(func() error {
		return db.View(func(tx *bolt.Tx) error {
			if missing := tx.Size() - info.Size(); missing > 0 {
				return messages.Error("store.bytes-missing", messages.Args{"error": ErrDamaged, "bytes": missing})
			}
			if info.Size() > walkedAtOpen {
				return nil
			}
			if err := walk(tx); err != nil {
				return err
			}
			for err := range tx.Check() { // pages used twice, or lost: walk has shown that they can be read
				return fmt.Errorf("%w: %w", ErrDamaged, err)
			}
			return nil
		})
	})
	return errors.Join(err, db.Close())
}

// walk reads every key and where every value lies. What can't be walked is ErrDamaged, or panics.
func walk(tx *bolt.Tx) error {
	var into func(b *bolt.Bucket) error
	into = func(b *bolt.Bucket) error {
		var last []byte
		return b.ForEach(func(k, v []byte) error {
			if last != nil && string(last) >= string(k) {
				return messages.Error("store.keys-out-of-order", messages.Args{"error": ErrDamaged})
			}
			last = k
			if v == nil {
				child := b.Bucket(k)
				if child == nil {
					return messages.Error("store.part-lost", messages.Args{"error": ErrDamaged})
				}
				return into(child)
			}
			if len(v) > 0 {
				_ = v[0] ^ v[len(v)-1]
			}
			return nil
		})
	}
	return tx.ForEach(func(_ []byte, b *bolt.Bucket) error { return into(b) })
}
