package store

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"errors"
	"io"

	bolt "go.etcd.io/bbolt"
)

func putJSON(b *bolt.Bucket, key string, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return b.Put([]byte(key), raw)
}

// packedJSON is the first byte of a value that was deflated. No JSON begins with it.
const packedJSON = 0

// packJSON puts a value that is long, as a page's text is, in less room; getJSON reads it like any other.
func packJSON(b *bolt.Bucket, key string, v any) error {
	var out bytes.Buffer
	out.WriteByte(packedJSON)
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&out)
	if err := errors.Join(json.NewEncoder(w).Encode(v), w.Close()); err != nil {
		return err
	}
	return b.Put([]byte(key), out.Bytes())
}

// getJSON decodes a value; ErrNotFound if there is none.
func getJSON(b *bolt.Bucket, key string, v any) error {
	raw := b.Get([]byte(key))
	if raw == nil {
		return ErrNotFound
	}
	return decodeJSON(raw, v)
}

func decodeJSON(raw []byte, v any) error {
	if len(raw) > 0 && raw[0] == packedJSON {
		var err error
		if raw, err = io.ReadAll(flate.NewReader(bytes.NewReader(raw[1:]))); err != nil {
			return err
		}
	}
	return json.Unmarshal(raw, v)
}
