package llm

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/ollama/ollama/api"

	"lectern/backend/address"
	"lectern/backend/messages"
)

// What can go wrong, for callers that do different things about it.
var (
	ErrDown     = messages.Error("llm.cannot-be-reached")
	ErrDropped  = messages.Error("llm.connection-broke-off", messages.Args{"error": ErrDown}) // it was there a moment ago
	ErrNoModel  = messages.Error("llm.not-installed")
	ErrWrongUse = messages.Error("llm.cannot-do-this")
	ErrContext  = messages.Error("llm.text-does-not-fit")
	ErrMemory   = messages.Error("llm.not-enough-memory")
	ErrCut      = messages.Error("llm.answer-broke-off")
	ErrTrimmed  = messages.Error("llm.prompt-was-cut")
	ErrSilent   = messages.Error("llm.said-nothing")
	ErrEndless  = messages.Error("llm.had-no-end")
	ErrFormat   = messages.Error("llm.wrong-form")
	ErrSmall    = messages.Error("llm.too-small")
)

// Error is a failure of Ollama, told to a person. It unwraps to one of the errors above.
type Error struct {
	Kind    error
	Message messages.Message // what happened, then what to do
}

func (e *Error) Error() string { return e.Message.String() }
func (e *Error) Unwrap() error { return e.Kind }

// Said is what it says in each language.
func (e *Error) Said() messages.Message { return e.Message }

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
		return &Error{ErrDown, messages.New("llm.none-answers-at-check-the-address", messages.Args{"host": s.base.Host, "moved": moved})}
	case errors.As(err, &status):
		return s.explainStatus(model, status)
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &op) && (op.Op == "read" || op.Op == "write"):
		return &Error{ErrDropped, messages.New("llm.connection-broke-off-start-again", messages.Args{"host": s.base.Host})}
	case errors.As(err, &netErr):
		return &Error{ErrDown, messages.New("llm.cannot-be-reached-start-it", messages.Args{"host": s.base.Host})}
	case strings.Contains(err.Error(), "more system memory"):
		return memoryError(model)
	case model != "" && strings.HasPrefix(err.Error(), "{"): // a line of a stream that broke off
		return endedError(model, messages.New("llm.its-answer-broke-off"))
	case model != "": // told in the middle of a stream
		return endedError(model, messages.Plain(err.Error()))
	}
	return messages.Error("llm.failed", messages.Args{"error": err})
}

func memoryError(model string) error {
	return &Error{ErrMemory, messages.New("llm.needs-more-memory", messages.Args{"model": model})}
}

func endedError(model string, said messages.Message) error {
	return &Error{ErrCut, messages.New("llm.process-ended", messages.Args{"model": model, "said": said})}
}

func (s *server) explainStatus(model string, e api.StatusError) error {
	said := strings.TrimSpace(e.ErrorMessage)
	switch {
	case e.StatusCode == http.StatusNotFound:
		return &Error{ErrNoModel, messages.New("llm.not-installed-pull-it", messages.Args{"model": model})}
	case strings.Contains(said, "does not support chat") || strings.Contains(said, "does not support generate"):
		return &Error{ErrWrongUse, messages.New("llm.cannot-chat", messages.Args{"model": model})}
	case strings.Contains(said, "embed") && (e.StatusCode == http.StatusNotImplemented || strings.Contains(said, "does not support")):
		return &Error{ErrWrongUse, messages.New("llm.cannot-embed", messages.Args{"model": model})}
	case strings.Contains(said, "more system memory") || strings.Contains(said, "out of memory"):
		return memoryError(model)
	case e.StatusCode == http.StatusBadRequest && isLength(said):
		return &Error{ErrContext, messages.New("llm.too-long-for", messages.Args{"model": model})}
	case e.StatusCode >= 500 && isEnd(said):
		return endedError(model, messages.Plain(said))
	}
	return messages.Error("llm.answered", messages.Args{"status": e.StatusCode, "said": said})
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
