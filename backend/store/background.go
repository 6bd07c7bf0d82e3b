package store

import (
	"errors"
	"path/filepath"
	"time"
)

// background begins what a start owes and nobody waits for: a large folder is looked through after a process that didn't
// end in order, what the quarantine has kept long enough is let go, and every document's sidecar is made to say what is so.
func (s *Store) background() {
	s.work.Go(func() {
		defer close(s.looked)
		if err := guard(s.lookThrough); err != nil {
			s.setTrouble(err)
		}
	})
}

func (s *Store) lookThrough() error {
	if s.unclean {
		for _, d := range []*database{s.docs, s.chats, s.Checkpoints.db} {
			var told *Damage
			if err := d.check(); err != nil && !errors.As(err, &told) {
				return &Damage{Home: s.home, File: filepath.Base(d.path), Err: err}
			} else if err != nil {
				return err
			}
		}
	}
	if err := s.expire(time.Now()); err != nil {
		return err
	}
	return s.refreshSidecars()
}

func (s *Store) setTrouble(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trouble = err
}

// LookedThrough is closed when all is known that Trouble tells of the time before the folder was opened.
func (s *Store) LookedThrough() <-chan struct{} { return s.looked }

// Trouble is what was found wrong with the data folder since it was opened; nil if nothing was.
func (s *Store) Trouble() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.trouble
}
