package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	bolt "go.etcd.io/bbolt"

	"lectern/backend/store/keyword"
)

// The buckets of a workspace in library.db. Keys are document ids, except: names (lower-cased name → id) and pages
// (id, then the page number as four bytes).
var libraryBuckets = []string{"documents", "names", "pages", "passages", "segments", "vectors"}

// Workspace is a library of documents with its conversations.
type Workspace struct {
	s         *Store
	name      string
	documents listing[[]Document]
	described listing[map[string]Described]
	outlines  listing[outline]
}

// Workspace opens a workspace, making it if need be.
func (s *Store) Workspace(name string) (*Workspace, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w := s.workspaces[name]; w != nil {
		return w, nil
	}
	make := func(buckets []string) func(tx *bolt.Tx) error {
		return func(tx *bolt.Tx) error {
			all, err := tx.CreateBucketIfNotExists([]byte("workspaces"))
			if err != nil {
				return err
			}
			ws, err := all.CreateBucketIfNotExists([]byte(name))
			if err != nil {
				return fmt.Errorf("workspace %q: %w", name, err)
			}
			for _, b := range buckets {
				if _, err := ws.CreateBucketIfNotExists([]byte(b)); err != nil {
					return err
				}
			}
			return nil
		}
	}
	if err := errors.Join(s.docs.update(make(libraryBuckets)), s.chats.update(make(chatBuckets))); err != nil {
		return nil, err
	}
	w := &Workspace{s: s, name: name}
	if err := w.linkRuns(); err != nil {
		return nil, err
	}
	s.workspaces[name] = w
	return w, nil
}

// Name is the workspace's name.
func (w *Workspace) Name() string { return w.name }

// buckets finds this workspace's buckets by name.
type buckets struct{ ws *bolt.Bucket }

func (b buckets) get(name string) *bolt.Bucket { return b.ws.Bucket([]byte(name)) }

func (w *Workspace) in(tx *bolt.Tx) buckets {
	return buckets{tx.Bucket([]byte("workspaces")).Bucket([]byte(w.name))}
}

func (w *Workspace) view(db *database, fn func(b buckets) error) error {
	return db.view(func(tx *bolt.Tx) error { return fn(w.in(tx)) })
}

func (w *Workspace) update(db *database, fn func(b buckets) error) error {
	return db.update(func(tx *bolt.Tx) error { return fn(w.in(tx)) })
}

// FilePath is where the bytes of a document lie.
func (w *Workspace) FilePath(id string) string { return w.s.filePath(id) }

// Store is the data folder that the workspace is in.
func (w *Workspace) Store() *Store { return w.s }

// Add stores a document with its content and makes it findable by keyword, all in one transaction. The name is made
// unique ("report" → "report (2)"); the document as stored is returned. A document that is there already, or failed
// before, is replaced: nothing that was read or embedded before is left, and what was found in its text is to be found
// anew.
func (w *Workspace) Add(d Document, c *Content) (Document, error) {
	err := w.s.bytes.with(d.ID, func() (err error) {
		if d, err = w.add(d, c); err == nil {
			w.s.writeSidecar(d.ID)
		}
		return err
	})
	return d, err
}

func (w *Workspace) add(d Document, c *Content) (Document, error) {
	d.Pages, d.Passages, d.Reader, d.Language = len(c.Pages), len(c.Passages), c.Reader, c.Language
	d.Unread, d.Failed, d.Tables, d.Tabled = []int{}, "", 0, true
	for _, t := range c.Tables {
		if !t.Continues {
			d.Tables++
		}
	}
	for _, p := range c.Pages {
		if strings.TrimSpace(p.Text) == "" {
			d.Unread = append(d.Unread, p.Number)
		}
	}
	passages, err := json.Marshal(c.Passages)
	if err != nil {
		return d, err
	}
	_, err = w.Document(d.ID)
	replaces, wanted := err == nil, d.Name
	segment := keyword.Build(keywordFile(d, c)).Bytes() // takes long, so nobody waits for it but this document
	err = w.update(w.s.docs, func(b buckets) error {
		if err := stay(b.ws.Tx(), d.ID); err != nil {
			return err
		}
		if replaces {
			if err := errors.Join(b.empty(d.ID), b.findAnew(d.ID)); err != nil {
				return err
			}
		}
		if d.Name, err = claimName(b, d.Name, d.ID); err != nil {
			return err
		}
		boxes, err := b.ws.CreateBucketIfNotExists([]byte(boxesBucket))
		if err != nil {
			return err
		}
		for i, p := range c.Pages {
			if err := putJSON(b.get("pages"), pageKey(d.ID, p.Number), p); err != nil {
				return err
			}
			if i < len(c.Boxes) && c.Boxes[i] != nil {
				if err := boxes.Put([]byte(pageKey(d.ID, p.Number)), c.Boxes[i]); err != nil {
					return err
				}
			}
		}
		if err := b.get("passages").Put([]byte(d.ID), passages); err != nil {
			return err
		}
		if d.Name != wanted {
			segment = keyword.Build(keywordFile(d, c)).Bytes()
		}
		if err := b.get("segments").Put([]byte(d.ID), segment); err != nil {
			return err
		}
		if err := putJSON(b.get("documents"), d.ID, d); err != nil {
			return err
		}
		if err := errors.Join(b.inform(d.ID, c.Info), b.tabulate(d.ID, c.Tables)); err != nil {
			return err
		}
		if err := b.certify(Certificate{Document: d.ID, Sought: true, Pages: append([]Verdict{}, c.Verdicts...)}); err != nil {
			return err
		}
		return getJSON(b.get("documents"), d.ID, &d)
	})
	return d, err
}

// findAnew has what the program found in a document's text found again. What the person made of it stays.
func (b buckets) findAnew(id string) error {
	return errors.Join(b.editMetadata(id, func(d *Described) { d.Builder = 0 }), b.editNames(id, func(n *Names) { n.Builder = 0 }))
}

// AddFailed records that a file could not be read, so that the library can say so until it is removed or read after all.
func (w *Workspace) AddFailed(d Document) (Document, error) {
	err := w.update(w.s.docs, func(b buckets) (err error) {
		if d.Name, err = claimName(b, d.Name, d.ID); err != nil {
			return err
		}
		return putJSON(b.get("documents"), d.ID, d)
	})
	return d, err
}

// claimName gives a document the first free of "name", "name (2)", … Names differ in more than case.
func claimName(b buckets, name, id string) (string, error) {
	if old := b.get("documents").Get([]byte(id)); old != nil {
		var d Document
		if err := json.Unmarshal(old, &d); err != nil {
			return "", err
		}
		if err := b.get("names").Delete([]byte(strings.ToLower(d.Name))); err != nil {
			return "", err
		}
	}
	free := name
	for i := 2; b.get("names").Get([]byte(strings.ToLower(free))) != nil; i++ {
		free = fmt.Sprintf("%s (%d)", name, i)
	}
	return free, b.get("names").Put([]byte(strings.ToLower(free)), []byte(id))
}

// Remove takes a document out of everything: its text, both indexes, what was learnt of it, its bytes if no other workspace
// has them. When it returns no search finds it.
func (w *Workspace) Remove(id string) error {
	err := w.s.bytes.with(id, func() error {
		gone := false
		err := w.update(w.s.docs, func(b buckets) error {
			var d Document
			if err := getJSON(b.get("documents"), id, &d); err != nil {
				return err
			}
			var errs []error
			if string(b.get("names").Get([]byte(strings.ToLower(d.Name)))) == id {
				errs = append(errs, b.get("names").Delete([]byte(strings.ToLower(d.Name))))
			}
			for _, name := range []string{"documents", metadataBucket, registryBucket} {
				if bucket := b.get(name); bucket != nil {
					errs = append(errs, bucket.Delete([]byte(id)))
				}
			}
			errs = append(errs, b.empty(id))
			if err := errors.Join(errs...); err != nil {
				return err
			}
			var err error
			gone, err = leave(b.ws.Tx(), id)
			return err
		})
		switch {
		case err != nil:
			return err
		case gone:
			return w.s.unlink(id)
		}
		w.s.writeSidecar(id)
		return nil
	})
	if err == nil {
		w.s.removed(w.s.docs)
	}
	return err
}

// empty takes out of a document what reading its file and embedding it gave.
func (b buckets) empty(id string) error {
	var errs []error
	for _, name := range []string{"passages", "segments", "vectors", certificatesBucket, infoBucket} {
		if bucket := b.get(name); bucket != nil {
			errs = append(errs, bucket.Delete([]byte(id)))
		}
	}
	for _, bucket := range []*bolt.Bucket{b.get("pages"), b.get(boxesBucket), b.get(tablesBucket)} {
		if bucket == nil {
			continue
		}
		c, prefix := bucket.Cursor(), []byte(id)
		for k, _ := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, _ = c.Seek(prefix) {
			errs = append(errs, bucket.Delete(k))
		}
	}
	return errors.Join(errs...)
}

// Documents lists the library by name.
func (w *Workspace) Documents() (docs []Document, err error) {
	err = w.view(w.s.docs, func(b buckets) error {
		all, err := w.documents.in(b, "", b.listed)
		docs = append([]Document{}, all...)
		return err
	})
	return docs, err
}

// listed reads all documents, in the order of their names.
func (b buckets) listed() (docs []Document, err error) {
	err = b.get("documents").ForEach(func(_, raw []byte) error {
		var d Document
		if err := json.Unmarshal(raw, &d); err != nil {
			return err
		}
		docs = append(docs, d)
		return nil
	})
	slices.SortFunc(docs, func(a, b Document) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return docs, err
}

// Document finds one by its id.
func (w *Workspace) Document(id string) (d Document, err error) {
	return d, w.view(w.s.docs, func(b buckets) error { return getJSON(b.get("documents"), id, &d) })
}

// Named finds a document by its name, whatever its case, with or without ".pdf".
func (w *Workspace) Named(name string) (d Document, err error) {
	return d, w.view(w.s.docs, func(b buckets) error {
		key := strings.ToLower(strings.TrimSpace(name))
		id := b.get("names").Get([]byte(key))
		if id == nil {
			id = b.get("names").Get([]byte(strings.TrimSuffix(key, ".pdf")))
		}
		if id == nil {
			return ErrNotFound
		}
		return getJSON(b.get("documents"), string(id), &d)
	})
}

// Page reads one page of a document.
func (w *Workspace) Page(id string, n int) (p Page, err error) {
	return p, w.view(w.s.docs, func(b buckets) error { return getJSON(b.get("pages"), pageKey(id, n), &p) })
}

// Passages reads a document's passages in reading order, without their text.
func (w *Workspace) Passages(id string) (ps []Passage, err error) {
	return ps, w.view(w.s.docs, func(b buckets) error { return getJSON(b.get("passages"), id, &ps) })
}

func pageKey(id string, n int) string {
	return string(binary.BigEndian.AppendUint32([]byte(id), uint32(n)))
}
