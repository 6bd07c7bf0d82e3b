package store

import (
	"errors"
	"fmt"
	"os"

	bolt "go.etcd.io/bbolt"
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
		return fmt.Errorf("%w: it is no file", ErrDamaged)
	case info.Size() == 0:
		return fmt.Errorf("%w: it is empty", ErrDamaged)
	case info.Size() < fewestBytes:
		return fmt.Errorf("%w: only %d bytes of it are left", ErrDamaged, info.Size())
	}
	how.ReadOnly, how.InitialMmapSize = true, 0
	db, err := openBolt(path, how)
	if err != nil {
		return err
	}
	err = guard(func() error {
		return db.View(func(tx *bolt.Tx) error {
			if missing := tx.Size() - info.Size(); missing > 0 {
				return fmt.Errorf("%w: %d bytes are missing", ErrDamaged, missing)
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
				return fmt.Errorf("%w: its keys are out of order", ErrDamaged)
			}
			last = k
			if v == nil {
				child := b.Bucket(k)
				if child == nil {
					return fmt.Errorf("%w: a part of it is lost", ErrDamaged)
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
