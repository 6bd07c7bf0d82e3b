package store

import (
	"encoding/binary"
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
			if err := pages(tx, path); err != nil {
				return err
			}
			if err := walk(tx); err != nil {
				return err
			}
			return check(tx)
		})
	})
	return errors.Join(err, db.Close())
}

// check looks for pages that are used twice, or lost. It reads in a goroutine of its own, where a fault ends the process and
// which the transaction must outlive: so what it reads has been read before, and it is heard to its end.
func check(tx *bolt.Tx) (first error) {
	for err := range tx.Check() {
		if first == nil {
			first = fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	return first
}

// pages looks whether what pages name lies within them, and they within the file: a walk passes over the keys of branches, and
// a check counts the pages that one claims to go on over. The shapes are those of go.etcd.io/bbolt/internal/common.
func pages(tx *bolt.Tx, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	raw := rawPages{file, int64(tx.DB().Info().PageSize), uint64(tx.Size()), map[uint64]bool{}}
	free, err := raw.freelist(uint64(tx.ID()))
	if err == nil && free != noFreelist {
		err = raw.tree(free)
	}
	if err != nil {
		return err
	}
	var into func(b *bolt.Bucket) error
	into = func(b *bolt.Bucket) error {
		if root := b.Root(); root == 0 { // it lies in its parent's page
			return nil
		} else if err := raw.tree(uint64(root)); err != nil {
			return err
		}
		return b.ForEachBucket(func(k []byte) error { return into(b.Bucket(k)) })
	}
	return into(tx.Cursor().Bucket())
}

type rawPages struct {
	file     *os.File
	pageSize int64  // bytes
	fileSize uint64 // bytes, of all pages
	seen     map[uint64]bool
}

const (
	branchPage, freelistPage = 1, 16
	noFreelist               = ^uint64(0)
)

// freelist is the number of the page that lists the free ones. The first two pages each have, behind a header of 16 bytes,
// {magic, version, page size, flags uint32, root, sequence, freelist, pages, transaction, checksum uint64}.
func (r rawPages) freelist(transaction uint64) (uint64, error) {
	for id := range int64(2) {
		meta, err := r.read(id*r.pageSize+16, 64)
		if err != nil {
			return 0, err
		}
		if binary.NativeEndian.Uint64(meta[48:]) == transaction {
			return binary.NativeEndian.Uint64(meta[32:]), nil
		}
	}
	return 0, messages.Error("store.part-lost", messages.Args{"error": ErrDamaged})
}

// tree looks at a page and at those below it. A page is {id uint64, flags, count uint16, overflow uint32}; a branch's elements
// follow, {pos, size uint32, page uint64}, whose keys are pos bytes behind them; a list of free pages, uint64 each, begins
// with their number where that is too large for count.
func (r rawPages) tree(id uint64) error {
	lost := messages.Error("store.part-lost", messages.Args{"error": ErrDamaged})
	const header, element = 16, 16
	if r.seen[id] || id >= r.fileSize/uint64(r.pageSize) {
		return lost
	}
	r.seen[id] = true
	at := int64(id) * r.pageSize
	head, err := r.read(at, header+8)
	if err != nil {
		return err
	}
	flags, count, over := binary.NativeEndian.Uint16(head[8:]), int64(binary.NativeEndian.Uint16(head[10:])), binary.NativeEndian.Uint32(head[12:])
	whole := (int64(over) + 1) * r.pageSize
	if binary.NativeEndian.Uint64(head) != id || uint64(at)+uint64(whole) > r.fileSize {
		return lost
	}
	switch flags {
	case freelistPage:
		if count == 0xFFFF {
			count = int64(binary.NativeEndian.Uint64(head[header:])) + 1
		}
		if count < 0 || count > (whole-header)/8 {
			return lost
		}
	case branchPage:
		elements, err := r.read(at+header, count*element)
		if err != nil {
			return err
		}
		for i := int64(0); i < int64(len(elements)); i += element {
			e := elements[i:]
			if header+i+int64(binary.NativeEndian.Uint32(e))+int64(binary.NativeEndian.Uint32(e[4:])) > whole {
				return lost
			}
			if err := r.tree(binary.NativeEndian.Uint64(e[8:])); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r rawPages) read(at, length int64) ([]byte, error) {
	raw := make([]byte, length)
	if _, err := r.file.ReadAt(raw, at); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return raw, nil
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
