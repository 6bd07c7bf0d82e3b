package vector_test

import (
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"

	"lectern/backend/store/vector"
	"lectern/backend/store/vector/vectortest"
)

// file is a bucket in a file of its own.
type file struct{ db *bolt.DB }

var name = []byte("vectors")

func (f file) View(fn func(*bolt.Bucket) error) error {
	return f.db.View(func(tx *bolt.Tx) error { return fn(tx.Bucket(name)) })
}

func (f file) Update(fn func(*bolt.Bucket) error) error {
	return f.db.Update(func(tx *bolt.Tx) error { return fn(tx.Bucket(name)) })
}

type stored struct {
	vector.Chromem
	db *bolt.DB
}

func (s stored) Close() error { return s.db.Close() }

func openFile(folder string) (file, error) {
	db, err := bolt.Open(filepath.Join(folder, "vectors.db"), 0o600, &bolt.Options{NoSync: true, FreelistType: bolt.FreelistMapType, InitialMmapSize: 256 << 20})
	if err == nil {
		err = db.Update(func(tx *bolt.Tx) error {
			_, err := tx.CreateBucketIfNotExists(name)
			return err
		})
	}
	return file{db}, err
}

type memory struct{ vector.Memory }

func (*memory) Close() error { return nil }

func TestChromemIsAnIndex(t *testing.T) {
	vectortest.Run(t, vectortest.Harness{Outlives: true, Open: func(folder string) (vectortest.Opened, error) {
		f, err := openFile(folder)
		return &stored{vector.Chromem{Bucket: f}, f.db}, err
	}})
}

func TestMemoryIsAnIndex(t *testing.T) {
	vectortest.Run(t, vectortest.Harness{Open: func(string) (vectortest.Opened, error) { return new(memory), nil }})
}
