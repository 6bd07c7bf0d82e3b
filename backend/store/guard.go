package store

import (
	"fmt"
	"runtime/debug"

	"lectern/backend/messages"
)

// guard makes an error of what bbolt does when it walks over a damaged file: it panics, or touches pages that the file
// no longer has, which without SetPanicOnFault ends the process. What isn't damage goes on as it is.
func guard(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = &panicked{p, debug.Stack()}
		}
	}()
	return do()
}

// panicked is what guard caught.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("%v: %v", ErrDamaged, p.value) }

func (p *panicked) Unwrap() error { return ErrDamaged }

// Fault is something that went wrong in the program itself, in a transaction that was rolled back.
type Fault struct {
	Value any
	Stack []byte
}

func (f *Fault) Error() string { return f.Said().String() }

// Said is what it says in each language.
func (f *Fault) Said() messages.Message {
	return messages.New("store.went-wrong") // what was caught may quote a document
}

// Panic says what was caught, and where.
func (f *Fault) Panic() (value any, stack []byte) { return f.Value, f.Stack }
