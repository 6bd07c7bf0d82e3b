package store

import (
	"bytes"
	"errors"
)

// Outputs are what runs made for themselves, such as extracts and drafts.
type Outputs struct{ part }

// Save keeps something that a run made for itself, such as an extract or a draft, under a name of its own. It goes
// when the run's conversation does; saving it again replaces it. ErrNotFound when the run is gone.
func (outs *Outputs) Save(run, name string, value []byte) error {
	return outs.update(func(b buckets) error {
		if b.get("runs").Get([]byte(run)) == nil {
			return ErrNotFound // deleted meanwhile: nothing of it comes back
		}
		return b.get("made").Put(madeKey(run, name), value)
	})
}

// Get reads what a run made. ErrNotFound if there is nothing of that name.
func (outs *Outputs) Get(run, name string) (value []byte, err error) {
	return value, outs.view(func(b buckets) error {
		value = bytes.Clone(b.get("made").Get(madeKey(run, name)))
		if value == nil {
			return ErrNotFound
		}
		return nil
	})
}

func madeKey(run, name string) []byte { return []byte(run + "\x00" + name) }

// forget removes what a bucket holds under keys that begin with a run's id.
func (b buckets) forget(bucket, run string) error {
	var errs []error
	cur, prefix := b.get(bucket).Cursor(), append([]byte(run), 0)
	for k, _ := cur.Seek(prefix); bytes.HasPrefix(k, prefix); k, _ = cur.Seek(prefix) {
		errs = append(errs, b.get(bucket).Delete(bytes.Clone(k)))
	}
	return errors.Join(errs...)
}
