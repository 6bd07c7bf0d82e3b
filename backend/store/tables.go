package store

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"errors"
	"hash/fnv"
	"io"
	"slices"

	"lectern/backend/messages"
)

// Tables are the tables on documents' pages.
type Tables struct{ part }

// tablesBucket lies in library.db, by document id and page: the page's tables as JSON, compressed.
const tablesBucket = "tables"

// Of are the tables of a document, of one page if page isn't 0, in the order in which they stand.
func (ts *Tables) Of(document string, page int) ([]Table, error) {
	out := []Table{}
	err := ts.view(func(b buckets) (err error) {
		out, err = b.tables(document, page)
		return err
	})
	return out, err
}

// Stamp changes whenever a document's tables do: who keeps what was made of them compares it.
func (ts *Tables) Stamp(document string) (stamp uint64, err error) {
	sum := fnv.New64a()
	err = ts.view(func(b buckets) error {
		c := b.get(tablesBucket).Cursor()
		for k, packed := c.Seek([]byte(document)); bytes.HasPrefix(k, []byte(document)); k, packed = c.Next() {
			_, _ = sum.Write(k) // a hash takes all
			_, _ = sum.Write(packed)
		}
		return nil
	})
	return sum.Sum64(), err
}

func (b buckets) tables(document string, page int) ([]Table, error) {
	out := []Table{}
	prefix := []byte(document)
	if page > 0 {
		prefix = []byte(pageKey(document, page))
	}
	c := b.get(tablesBucket).Cursor()
	for k, packed := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, packed = c.Next() {
		tables, err := unpackTables(packed)
		if err != nil {
			return nil, err
		}
		out = append(out, tables...)
	}
	return out, nil
}

func (b buckets) tabulate(document string, tables []Table) error {
	bucket := b.get(tablesBucket)
	bucket.FillPercent = inOrder
	for len(tables) > 0 {
		page := tables[0].Page
		n := slices.IndexFunc(tables, func(t Table) bool { return t.Page != page })
		if n < 0 {
			n = len(tables)
		}
		packed, err := packTables(tables[:n])
		if err != nil {
			return err
		}
		if err := bucket.Put([]byte(pageKey(document, page)), packed); err != nil {
			return err
		}
		tables = tables[n:]
	}
	return nil
}

func packTables(tables []Table) ([]byte, error) {
	var out bytes.Buffer
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&out)
	err := errors.Join(json.NewEncoder(w).Encode(tables), w.Close())
	return out.Bytes(), err
}

func unpackTables(packed []byte) (tables []Table, err error) {
	const most = 64 << 20 // bytes
	raw, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), most))
	if err == nil {
		err = json.Unmarshal(raw, &tables)
	}
	if err != nil {
		return nil, messages.Error("store.tables-damaged", messages.Args{"error": err})
	}
	return tables, nil
}
