package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"lectern/backend/messages"
)

// repairChars bounds what a model is shown of its own answer that was wrong: the fault stands beside it, and the tail of a
// long answer is mostly the same again.
const repairChars = 1000

// Structured asks for an answer of a given form and decodes it into out, which may check itself (Validate). What doesn't
// fit is sent back once with what is wrong with it; after that it is ErrFormat. Both leave their fault in the receipt. It
// runs at temperature 0.
func (c *Client) Structured(ctx context.Context, r Request, out any) error {
	r.Temperature = 0
	var wrong error
	for try := range 2 {
		reply, err := c.chatted(ctx, r, nil, func(reply Reply, call *Call) {
			call.Repair = try > 0
			if wrong = decode(reply, out); wrong != nil {
				call.Fault = wrong.Error()
			}
		})
		switch {
		case err != nil && wrong != nil && errors.Is(err, ErrContext): // there is no room for a second try
			return c.unfit(r.Model, wrong)
		case err != nil || wrong == nil:
			return err
		}
		r.Messages = append(r.Messages[:len(r.Messages):len(r.Messages)],
			Message{"assistant", beginningOf(reply.Text)},
			Message{"user", fmt.Sprintf("That is not valid: %v. Answer again with JSON of the form that was asked for, and nothing else.", wrong)})
	}
	return c.unfit(r.Model, wrong)
}

func (c *Client) unfit(model string, wrong error) error {
	return &Error{ErrFormat, messages.New("llm.not-in-the-form", messages.Args{"model": model, "wrong": wrong})}
}

func beginningOf(text string) string {
	if runes := []rune(text); len(runes) > repairChars {
		return string(runes[:repairChars]) + " …"
	}
	return text
}

// notJSON is what the decoder has to say: a model is told all of it, a person that there was no JSON.
type notJSON struct{ error }

// Said is what it says in each language.
func (notJSON) Said() messages.Message { return messages.New("llm.no-json") }

// What a model is told whose answer had no end, or wasn't there.
var (
	errNothing = errors.New("it is empty")
	errTooLong = errors.New("it was cut off because it is too long; write much less")
)

func decode(reply Reply, out any) error {
	err := json.Unmarshal([]byte(reply.Text), out)
	switch {
	case strings.TrimSpace(reply.Text) == "":
		return notJSON{errNothing}
	case err != nil && !reply.Stopped.Empty():
		return notJSON{errRepeating}
	case err != nil && reply.Full:
		return notJSON{errTooLong}
	case err != nil:
		return notJSON{err}
	}
	if v, ok := out.(interface{ Validate() error }); ok {
		return v.Validate()
	}
	return nil
}
