package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"os"
)

// Incoming is the folder of bytes on their way in.
type Incoming struct {
	folder string
	prefix string // of the names of this data folder's files in it
}

// Staged is a copy of a file's bytes that isn't a document's yet. Whoever made it drops it in the end.
type Staged struct {
	ID   string // that a document of these bytes has
	Size int64
	Path string
}

// Drop removes the copy, if it hasn't become a document's.
func (f *Staged) Drop() error {
	if err := os.Remove(f.Path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// Stage copies bytes into the data folder. What a killed program leaves of that is removed at the next start. An error of
// the reader's is a *ReadError.
func (in *Incoming) Stage(ctx context.Context, from io.Reader) (*Staged, error) {
	out, err := os.CreateTemp(in.folder, in.prefix+"*")
	if err != nil {
		return nil, DiskError(err)
	}
	f, hash := &Staged{Path: out.Name()}, sha256.New()
	f.Size, err = io.Copy(io.MultiWriter(out, hash), contextReader{ctx, from})
	if err == nil {
		err = out.Chmod(0o600)
	}
	if err == nil {
		err = out.Sync()
	}
	f.ID = idOf(hash.Sum(nil))
	if err = errors.Join(err, out.Close()); err != nil {
		return nil, errors.Join(DiskError(err), f.Drop())
	}
	return f, nil
}

// Folder makes a folder for bytes on their way in that Stage takes over; whoever made it removes it.
func (in *Incoming) Folder() (string, error) {
	dir, err := os.MkdirTemp(in.folder, in.prefix+"*")
	return dir, DiskError(err)
}

// ReadError is what a reader said, not what writing its bytes met with.
type ReadError struct{ Err error }

func (e *ReadError) Error() string { return e.Err.Error() }

func (e *ReadError) Unwrap() error { return e.Err }

// contextReader ends a copy when the context does, and tells reading's errors from writing's.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c contextReader) Read(p []byte) (int, error) {
	if c.ctx.Err() != nil {
		return 0, context.Cause(c.ctx)
	}
	n, err := c.r.Read(p)
	if err != nil && err != io.EOF {
		err = &ReadError{err}
	}
	return n, err
}
