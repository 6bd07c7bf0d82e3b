// Package fault turns a panic into an error. The person gets a sentence with an id; the log has the id with what happened
// and where, and never what a document says.
package fault

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log/slog"
	"runtime/debug"
)

// Error is a fault of the program's own.
type Error struct{ ID string }

func (e *Error) Error() string {
	return fmt.Sprintf("something went wrong inside Lectern (%s in its log); try again", e.ID)
}

// Recover is deferred by whoever serves a person: where it panics, *err becomes an *Error. Without err, of a goroutine that
// nobody hears of, the log alone has it.
func Recover(log *slog.Logger, err *error) {
	p := recover()
	if p == nil {
		return
	}
	told := New(log, p, debug.Stack())
	if err != nil {
		*err = told
	}
}

// New logs what a panic said, and where, and gives it an id.
func New(log *slog.Logger, value any, stack []byte) *Error {
	var id [4]byte
	_, _ = rand.Read(id[:]) // never fails
	e := &Error{hex.EncodeToString(id[:])}
	if log != nil {
		log.Error("a fault", "id", e.ID, "panic", fmt.Sprint(value), "stack", string(stack))
	}
	return e
}
