package store

import (
	"context"
	"errors"
	"runtime"
)

// Close waits for transactions, takes what was removed off the disk, and gives the folder free.
// Closing it again is no error.
func (s *Store) Close() (err error) {
	s.once.Do(func() { err = s.shut(true) })
	return err
}

func (s *Store) shut(whole bool) error {
	s.mu.Lock()
	close(s.closing)
	s.mu.Unlock()
	s.work.Wait()
	err := s.closeParts(whole)
	return errors.Join(err, unlock(s.home, s.held, whole && err == nil))
}

func (s *Store) closeParts(whole bool) error {
	var errs []error
	for _, d := range s.databases() {
		if whole && d.owes() {
			errs = append(errs, d.compact())
		}
		errs = append(errs, d.close())
	}
	return errors.Join(errs...)
}

func (s *Store) databases() (all []*database) {
	for _, d := range []*database{s.docs, s.chats} {
		if d != nil {
			all = append(all, d)
		}
	}
	if s.Checkpoints != nil {
		all = append(all, s.Checkpoints.db)
	}
	return all
}

// removed is called after something was removed for good: room that isn't used any more is given back when that is worth it,
// which takes what was removed off the disk, too.
func (s *Store) removed(from ...*database) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.closing: // Close looks itself
		return
	default:
	}
	for _, d := range from {
		if runtime.GOOS == "windows" || s.compacting[d] {
			continue
		}
		s.compacting[d] = true
		s.work.Go(func() {
			err := guard(func() error {
				if d.loose() {
					return d.compact()
				}
				return nil
			})
			s.mu.Lock()
			defer s.mu.Unlock()
			delete(s.compacting, d)
			if err != nil {
				s.trouble = err
			}
		})
	}
}

// Wipe takes off the disk what was removed, at once.
func (s *Store) Wipe() error { return s.Compact(context.Background(), func(int64, int64) {}) }

// Compact gives back what room the databases don't need.
func (s *Store) Compact(ctx context.Context, tell Progress) error {
	var done, of int64
	sizes := map[*database]int64{}
	for _, d := range s.databases() {
		_, size, err := d.spare()
		if err != nil {
			return err
		}
		sizes[d], of = size, of+size
	}
	var errs []error
	for _, d := range s.databases() {
		tell(done, of)
		if ctx.Err() != nil {
			return errors.Join(append(errs, context.Cause(ctx))...)
		}
		errs = append(errs, d.compact())
		done += sizes[d]
	}
	tell(of, of)
	return errors.Join(errs...)
}
