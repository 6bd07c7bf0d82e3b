// Package fault turns a panic into an error. The person gets a sentence with an id; the log has the id with what happened
// and where, and never what a document says.
package fault

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"

	"lectern/backend/messages"
)

// Error is a fault of the program's own.
type Error struct{ ID string }

func (e *Error) Error() string { return e.Said().String() }

// Said is what it says in each language.
func (e *Error) Said() messages.Message {
	return messages.New("fault.went-wrong", messages.Args{"id": e.ID})
}

// Recover is deferred by whoever serves a person: where it panics, *err becomes an *Error. Without err, of a goroutine that
// nobody hears of, the log alone has it.
func Recover(log *slog.Logger, err *error) {
	if p := recover(); p != nil {
		told := New(log, p, debug.Stack())
		if err != nil {
			*err = told
		}
	} else if err != nil {
		*err = Told(log, *err)
	}
}

// Caught is an error that stands for a panic which was caught further down, where nobody knows the log.
type Caught interface {
	error
	Panic() (value any, stack []byte)
}

// Told logs what such an error stands for, and makes an *Error of it; others stay as they are.
func Told(log *slog.Logger, err error) error {
	var c Caught
	if !errors.As(err, &c) {
		return err
	}
	value, stack := c.Panic()
	return New(log, value, stack)
}

// New logs a panic, and where it happened, under an id. A fault of the runtime is logged with its words; of any other its
// kind alone, as it may have quoted a document.
func New(log *slog.Logger, value any, stack []byte) *Error {
	var id [4]byte
	_, _ = rand.Read(id[:]) // never fails
	e := &Error{hex.EncodeToString(id[:])}
	said := fmt.Sprintf("%T", value)
	var own runtime.Error
	if err, ok := value.(error); ok && errors.As(err, &own) {
		said = own.Error()
	}
	if log != nil {
		log.Error("a fault", "id", e.ID, "panic", said, "stack", string(stack))
	}
	return e
}
