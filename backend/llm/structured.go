package llm

import (
	"context"
	"encoding/json"
	"fmt"

	"lectern/backend/messages"
)

// Structured asks for an answer of a given form and decodes it into out, which may check itself (Validate). What doesn't
// fit is sent back once with what is wrong with it; after that it is ErrFormat. It runs at temperature 0.
func (c *Client) Structured(ctx context.Context, r Request, out any) error {
	r.Temperature = 0
	var wrong error
	for range 2 {
		reply, err := c.Chat(ctx, r, nil)
		if err != nil {
			return err
		}
		if wrong = decode(reply.Text, out); wrong == nil {
			return nil
		}
		r.Messages = append(r.Messages[:len(r.Messages):len(r.Messages)],
			Message{"assistant", reply.Text},
			Message{"user", fmt.Sprintf("That is not valid: %v. Answer again with JSON of the form that was asked for, and nothing else.", wrong)})
	}
	return &Error{ErrFormat, messages.New("llm.not-in-the-form", messages.Args{"model": r.Model, "wrong": wrong})}
}

// notJSON is what the decoder has to say: a model is told all of it, a person that there was no JSON.
type notJSON struct{ error }

// Said is what it says in each language.
func (notJSON) Said() messages.Message { return messages.New("llm.no-json") }

func decode(text string, out any) error {
	if err := json.Unmarshal([]byte(text), out); err != nil {
		return notJSON{err}
	}
	if v, ok := out.(interface{ Validate() error }); ok {
		return v.Validate()
	}
	return nil
}
