package llm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/ollama/ollama/api"

	"lectern/backend/address"
)

// What can go wrong, for callers that do different things about it.
var (
	ErrDown     = errors.New("Ollama can't be reached")
	ErrDropped  = fmt.Errorf("the connection broke off: %w", ErrDown) // it was there a moment ago
	ErrNoModel  = errors.New("the model is not installed")
	ErrWrongUse = errors.New("the model can't do this")
	ErrContext  = errors.New("the text doesn't fit the model")
	ErrMemory   = errors.New("not enough memory for the model")
	ErrCut      = errors.New("the answer broke off")
	ErrTrimmed  = errors.New("the server cut the prompt")
	ErrFormat   = errors.New("the model's answer has not the form that was asked for")
)

// Error is a failure of Ollama, told to a person. It unwraps to one of the errors above.
type Error struct {
	Kind    error
	Message string // what happened, then what to do
}

func (e *Error) Error() string { return e.Message }
func (e *Error) Unwrap() error { return e.Kind }

// Transient says whether the same step may well succeed in a moment: a connection or an answer broke off, or the server
// cut the prompt, which is made for the window that it has the next time. A server that isn't there at all won't be by
// then, and everything else stays wrong however often it is tried.
func Transient(err error) bool {
	return errors.Is(err, ErrDropped) || errors.Is(err, ErrCut) || errors.Is(err, ErrTrimmed)
}

// explain turns what the client returned into an Error. A cancelled context stays what it is.
func (s *server) explain(ctx context.Context, model string, err error) error {
	var status api.StatusError
	var told *Error
	var netErr net.Error
	var op *net.OpError
	var moved *address.MovedError
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err == nil:
		return nil
	case errors.As(err, &told):
		return err
	case errors.As(err, &moved):
		return &Error{ErrDown, fmt.Sprintf("No Ollama answers at %s: %v. Check the address in Settings.", s.base.Host, moved)}
	case errors.As(err, &status):
		return s.explainStatus(model, status)
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &op) && (op.Op == "read" || op.Op == "write"):
		return &Error{ErrDropped, fmt.Sprintf("The connection to Ollama at %s broke off. Start it again if need be, then try again.", s.base.Host)}
	case errors.As(err, &netErr):
		return &Error{ErrDown, fmt.Sprintf("Ollama at %s can't be reached. Start it, then try again.", s.base.Host)}
	case strings.Contains(err.Error(), "more system memory"):
		return memoryError(model)
	case model != "" && strings.HasPrefix(err.Error(), "{"): // a line of a stream that broke off
		return endedError(model, "its answer broke off")
	case model != "": // told in the middle of a stream
		return endedError(model, err.Error())
	}
	return fmt.Errorf("Ollama: %w", err)
}

func memoryError(model string) error {
	return &Error{ErrMemory, fmt.Sprintf("%s needs more memory than is free. Close other programs, or choose a smaller model in Settings.", model)}
}

func endedError(model, said string) error {
	return &Error{ErrCut, fmt.Sprintf("Ollama's process for %s ended (%s). Try again; if it happens again, choose a smaller model in Settings.", model, said)}
}

func (s *server) explainStatus(model string, e api.StatusError) error {
	said := strings.TrimSpace(e.ErrorMessage)
	switch {
	case e.StatusCode == http.StatusNotFound:
		return &Error{ErrNoModel, fmt.Sprintf("%s is not installed in Ollama. Type \"ollama pull %s\", or choose another model in Settings.", model, model)}
	case strings.Contains(said, "does not support chat") || strings.Contains(said, "does not support generate"):
		return &Error{ErrWrongUse, fmt.Sprintf("%s can't chat: it only makes embeddings. Choose another chat model in Settings.", model)}
	case strings.Contains(said, "embed") && (e.StatusCode == http.StatusNotImplemented || strings.Contains(said, "does not support")):
		return &Error{ErrWrongUse, fmt.Sprintf("%s can't make embeddings. Choose another embedding model in Settings, such as nomic-embed-text.", model)}
	case strings.Contains(said, "more system memory") || strings.Contains(said, "out of memory"):
		return memoryError(model)
	case e.StatusCode == http.StatusBadRequest && isLength(said):
		return &Error{ErrContext, fmt.Sprintf("The text is too long for %s.", model)}
	case e.StatusCode >= 500 && isEnd(said):
		return endedError(model, said)
	}
	return fmt.Errorf("Ollama answered %d: %s", e.StatusCode, said)
}

// isLength recognises the refusal of a prompt that is too long; its words differ between versions.
func isLength(said string) bool {
	return containsAny(said, "context", "too long", "exceed", "truncat", "input length")
}

// isEnd recognises that the process that runs the model is gone.
func isEnd(said string) bool {
	return containsAny(said, "connection", "terminated", "unexpectedly stopped", "eof")
}

func containsAny(said string, words ...string) bool {
	said = strings.ToLower(said)
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(said, w) })
}
