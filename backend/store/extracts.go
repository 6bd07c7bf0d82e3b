package store

import (
	"bytes"
	"errors"
)

// Extracts are what models found in passages when they read everything, so that they need not read them again. They go with
// their document, and with the text that it was read to.
type Extracts struct{ part }

// extractsBucket lies in library.db, by document id, what is looked for, and passage.
const extractsBucket = "extracts"

// Save keeps what was found in passages of a document, each under a key of its own, all or none. of is what was looked for.
// ErrNotFound if the document is gone.
func (es *Extracts) Save(document, of string, found map[string][]byte) error {
	return es.update(func(b buckets) error {
		if b.get("documents").Get([]byte(document)) == nil {
			return ErrNotFound
		}
		var errs []error
		for passage, value := range found {
			errs = append(errs, b.get(extractsBucket).Put(append(extractsKey(document, of), passage...), value))
		}
		return errors.Join(errs...)
	})
}

// Of reads what was found in a document, by passage.
func (es *Extracts) Of(document, of string) (found map[string][]byte, err error) {
	found = map[string][]byte{}
	return found, es.view(func(b buckets) error {
		prefix := extractsKey(document, of)
		c := b.get(extractsBucket).Cursor()
		for k, v := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, v = c.Next() {
			found[string(k[len(prefix):])] = bytes.Clone(v)
		}
		return nil
	})
}

func extractsKey(document, of string) []byte { return []byte(document + "\x00" + of + "\x00") }
