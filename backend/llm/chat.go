package llm

import (
	"context"
	"encoding/json"
	"errors"
	"math"

	"github.com/ollama/ollama/api"

	"lectern/backend/messages"
)

// Message is one turn of a conversation; Role is system, user or assistant.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Request asks a model for text.
type Request struct {
	Purpose     string // what the answer is for, in a word, such as "plan"; see PurposeHeader
	Model       string
	Messages    []Message
	Temperature float64
	MaxTokens   int             // of the answer; 0: as many as fit
	Schema      json.RawMessage // JSON schema the answer must have; nil: free text
	Images      [][]byte        // PNG or JPEG, of the last message
	Given       Given           // what the messages are made of, for the receipt
}

// Reply is what a model said.
type Reply struct {
	Text         string
	PromptTokens int              // as counted by the server
	AnswerTokens int              // as counted by the server
	Full         bool             // it stopped because MaxTokens, or the context, was used up
	Stopped      messages.Message // why it was ended before its end, though what it said can be used; empty: it wasn't
}

// Chat streams an answer: say gets each piece as it comes, and an error of its ends the stream and is returned as it is.
// Text that came before an error is in the Reply; with ErrTrimmed that is a whole answer, but to a part of the prompt.
func (c *Client) Chat(ctx context.Context, r Request, say func(string) error) (Reply, error) {
	return c.chatted(ctx, r, say, func(Reply, *Call) {})
}

// chatted is Chat; judge sees the reply and writes in the receipt what is wrong with it.
func (c *Client) chatted(ctx context.Context, r Request, say func(string) error, judge func(Reply, *Call)) (Reply, error) {
	m, err := c.able(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	for {
		call := c.receipt(m, r)
		reply, err := c.attempt(ctx, m, r, &call, say)
		if errors.Is(err, ErrContext) && call.NumCtx < c.most(m) {
			c.room(m, call.NumCtx+1)
			continue
		}
		if err == nil {
			judge(reply, &call)
		}
		call.done(ctx, reply, err)
		return reply, err
	}
}

// attempt makes a call with as much context as it seems to need. ErrContext says that it needs more.
func (c *Client) attempt(ctx context.Context, m Model, r Request, call *Call, say func(string) error) (reply Reply, err error) {
	probed, err := c.probe(ctx, m, r, call)
	if err != nil {
		return reply, err
	}
	if call.NumCtx = c.room(m, c.need(m, r)); probed.tokens > 0 {
		tokens, off, _ := c.weigh(r.Model, sampleOf(r.Messages))
		call.Estimated = int(math.Round(tokens))
		if tokens-2*off > float64(call.NumCtx) {
			return reply, &Error{ErrContext, messages.New("llm.too-long-for", messages.Args{"model": r.Model})}
		}
	}
	reply, err = c.stream(ctx, m, r, call, say)
	if call.Counted = reply.PromptTokens; err == nil {
		err = c.settle(ctx, m, r, probed, call)
	}
	return reply, err
}

// able finds a request's model, if it can do what is asked of it.
func (c *Client) able(ctx context.Context, r Request) (Model, error) {
	m, err := c.chat.find(ctx, r.Model)
	switch {
	case err != nil:
		return m, err
	case !m.Chat:
		return m, &Error{ErrWrongUse, messages.New("llm.cannot-chat", messages.Args{"model": r.Model})}
	case len(r.Images) > 0 && !m.Vision:
		return m, &Error{ErrWrongUse, messages.New("llm.cannot-read-pictures", messages.Args{"model": r.Model})}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known(r.Model, m.Digest)
	return m, nil
}

// request is a request as it is sent, with so many tokens of context. Nothing is to be cut by the server.
func (c *Client) request(m Model, r Request, numCtx int) *api.ChatRequest {
	no := false
	req := &api.ChatRequest{
		Model: r.Model, Format: r.Schema, Truncate: &no, Shift: &no, KeepAlive: c.alive(),
		Options: map[string]any{"num_ctx": numCtx, "temperature": r.Temperature},
	}
	if r.MaxTokens > 0 {
		req.Options["num_predict"] = r.MaxTokens
	}
	if m.Think {
		req.Think = &api.ThinkValue{Value: false}
	}
	for _, msg := range r.Messages {
		req.Messages = append(req.Messages, api.Message{Role: msg.Role, Content: msg.Content})
	}
	for _, picture := range r.Images {
		last := &req.Messages[len(req.Messages)-1]
		last.Images = append(last.Images, picture)
	}
	return req
}

func (c *Client) stream(ctx context.Context, m Model, r Request, call *Call, say func(string) error) (reply Reply, err error) {
	heard := speech{say: say, most: mostThought}
	var stopped error // by us, or by who listens
	done := false
	err = c.watched(withPurpose(ctx, r.Purpose), m, call, c.request(m, r, call.NumCtx), func(part api.ChatResponse) error {
		stopped = heard.hear(part.Message)
		if part.Done {
			done, reply.Full = true, part.DoneReason == "length"
			reply.PromptTokens, reply.AnswerTokens = part.PromptEvalCount, part.EvalCount
			c.pace(m, part.PromptEvalCount, part.PromptEvalDuration)
			if stopped == nil {
				stopped = heard.release()
			}
		}
		return stopped
	})
	reply.Text = heard.said()
	if done || reply.Text != "" {
		used(ctx, Usage{r.Model, reply.PromptTokens, reply.AnswerTokens})
	}
	switch {
	case ctx.Err() != nil:
		return reply, context.Cause(ctx)
	case stopped != nil:
		return c.stopped(m, reply, &heard, stopped)
	case err != nil:
		err = c.chat.explain(ctx, r.Model, err)
		if reply.Text == "" || !errors.Is(err, ErrDown) {
			return reply, err
		}
	}
	switch {
	case !done:
		return reply, &Error{ErrCut, messages.New("llm.stopped-before-the-end-resume")}
	case reply.Full && reply.Text == "" && heard.thought > 0:
		return reply, heard.onlyThought(m.Name)
	}
	return reply, nil
}

// stopped is what becomes of an answer that was ended before its end: what a model said before it began to repeat itself
// is an answer, whose reader is told; one that only thought has said nothing.
func (c *Client) stopped(m Model, reply Reply, heard *speech, why error) (Reply, error) {
	var ours endless
	switch {
	case !errors.As(why, &ours):
		return reply, why
	case ours.error == errThinking:
		return reply, heard.onlyThought(m.Name)
	}
	reply.Stopped = messages.New("llm.repeated-itself", messages.Args{"model": m.Name})
	reply.AnswerTokens = heard.pieces
	return reply, nil
}

// ContextOf is how many tokens a chat model reads at once, by its name: less than it is told to where its server was seen
// to cut.
func (c *Client) ContextOf(ctx context.Context, name string) (int, error) {
	m, err := c.chat.find(ctx, name)
	if err != nil {
		return 0, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if seen := c.known(name, m.Digest).window; seen > 0 {
		return min(seen, c.most(m)), nil
	}
	return c.most(m), nil
}
