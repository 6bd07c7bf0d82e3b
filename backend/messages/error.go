package messages

import (
	"errors"
	"maps"
	"slices"
	"strings"
)

// failure is a message as an error.
type failure struct {
	Message
	causes []error
}

// Error is an error that a person can read in each language. It matches the errors among its args, and itself alone, so
// that a variable of it is a sentinel.
func Error(key string, args ...Args) error {
	f := &failure{Message: New(key, args...)}
	for _, name := range slices.Sorted(maps.Keys(f.args)) {
		if cause, ok := f.args[name].(error); ok && cause != nil {
			f.causes = append(f.causes, cause)
		}
	}
	return f
}

// Error is its text in English.
func (f *failure) Error() string { return f.String() }

// Unwrap gives the errors that it tells of.
func (f *failure) Unwrap() []error { return f.causes }

// Error is what an error says in this language. One that wraps another, with words of its own around it, says it in this
// language too; words that have no key stay as they are.
func (m Messages) Error(err error) string {
	if said, ok := err.(interface{ Said() Message }); ok {
		return m.Say(said.Said())
	}
	text := err.Error()
	for _, cause := range causesOf(err) {
		if inner := cause.Error(); inner != "" {
			text = strings.Replace(text, inner, m.Error(cause), 1)
		}
	}
	return text
}

// Said is the message that it says.
func (f *failure) Said() Message { return f.Message }

func causesOf(err error) []error {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		return several.Unwrap()
	}
	if cause := errors.Unwrap(err); cause != nil {
		return []error{cause}
	}
	return nil
}
