package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/ollama/ollama/api"
)

// Message is one turn of a conversation; Role is system, user or assistant.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Request asks a model for text.
type Request struct {
	Model       string
	Messages    []Message
	Temperature float64
	MaxTokens   int             // of the answer; 0: as many as fit
	Schema      json.RawMessage // JSON schema the answer must have; nil: free text
	Images      [][]byte        // PNG or JPEG, of the last message
}

// Reply is what a model said.
type Reply struct {
	Text         string
	PromptTokens int  // as counted by the server
	AnswerTokens int  // as counted by the server
	Full         bool // it stopped because MaxTokens, or the context, was used up
}

// Chat streams an answer: say gets each piece as it comes, and an error of its ends the stream and is returned as it is.
// Text that came before an error is in the Reply.
func (c *Client) Chat(ctx context.Context, r Request, say func(string) error) (Reply, error) {
	m, err := c.chat.find(ctx, r.Model)
	if err != nil {
		return Reply{}, err
	}
	if !m.Chat {
		return Reply{}, &Error{ErrWrongUse, fmt.Sprintf("%s can't chat: it only makes embeddings. Choose another chat model in Settings.", r.Model)}
	}
	if len(r.Images) > 0 && !m.Vision {
		return Reply{}, &Error{ErrWrongUse, fmt.Sprintf("%s can't read pictures. Choose another model for scanned pages in Settings.", r.Model)}
	}
	no := false
	req := &api.ChatRequest{
		Model: r.Model, Format: r.Schema, Truncate: &no, Shift: &no,
		Options: map[string]any{"num_ctx": c.ContextSize(m), "temperature": r.Temperature},
	}
	if r.MaxTokens > 0 {
		req.Options["num_predict"] = r.MaxTokens
	}
	if m.Think {
		req.Think = &api.ThinkValue{Value: false}
	}
	chars := 0
	for _, msg := range r.Messages {
		req.Messages = append(req.Messages, api.Message{Role: msg.Role, Content: msg.Content})
		chars += len(msg.Content)
	}
	for _, picture := range r.Images {
		last := &req.Messages[len(req.Messages)-1]
		last.Images = append(last.Images, picture)
	}
	var reply Reply
	var text strings.Builder
	var heard error
	done := false
	err = c.chat.api.Chat(ctx, req, func(part api.ChatResponse) error {
		if part.Done {
			done, reply.Full = true, part.DoneReason == "length"
			reply.PromptTokens, reply.AnswerTokens = part.PromptEvalCount, part.EvalCount
		}
		if part.Message.Content == "" {
			return nil
		}
		text.WriteString(part.Message.Content)
		if say != nil {
			heard = say(part.Message.Content)
		}
		return heard
	})
	reply.Text = text.String()
	if done || reply.Text != "" {
		used(ctx, Usage{r.Model, reply.PromptTokens, reply.AnswerTokens})
	}
	switch {
	case ctx.Err() != nil:
		return reply, context.Cause(ctx)
	case heard != nil:
		return reply, heard
	case err != nil:
		err = c.chat.explain(ctx, r.Model, err)
		if reply.Text == "" || !errors.Is(err, ErrDown) {
			return reply, err
		}
	}
	if !done {
		return reply, &Error{ErrCut, "Ollama stopped before the answer was finished. Start it again if need be, then press Resume."}
	}
	if len(r.Images) == 0 { // those count as tokens too
		c.measure(r.Model, chars, reply.PromptTokens)
	}
	return reply, nil
}

// ContextSize is the num_ctx that a model is always called with, in tokens.
func (c *Client) ContextSize(m Model) int {
	if m.Context > 0 {
		return min(c.numCtx, m.Context)
	}
	return c.numCtx
}

// ContextOf is the context size of a chat model by name.
func (c *Client) ContextOf(ctx context.Context, name string) (int, error) {
	m, err := c.chat.find(ctx, name)
	return c.ContextSize(m), err
}
