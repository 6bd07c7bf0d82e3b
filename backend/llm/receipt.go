package llm

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"time"

	"lectern/backend/messages"
)

// Given says what a prompt is made of, as far as who wrote it knows. The rest of it are instructions.
type Given struct {
	Passages []GivenPassage
	History  int // messages of the conversation that are in it
	Dropped  int // and older ones that are not
	Earlier  int // tokens of those that are, as estimated
	LeftOut  []LeftOut
}

// GivenPassage is a passage that a prompt holds.
type GivenPassage struct {
	Passage  string // id
	Document string // id
	Doc      string // name
	Page     int
	Label    string // of the page
	Tokens   int    // as estimated
	Why      string // what isn't whole of it; "": it is
}

// LeftOut is something that a prompt could have held, and why it doesn't.
type LeftOut struct{ What, Why string }

// Call is the receipt of one call of a model: what was sent, and what the server made of it.
type Call struct {
	Model     string
	Began     time.Time
	Messages  []Message // exactly as they were sent
	Schema    json.RawMessage
	Images    int
	NumCtx    int
	Estimated int // tokens of the prompt without images, before it was sent
	Counted   int // by the server, images and the template included; 0: it didn't say
	Answer    int // tokens
	Millis    int64
	Cut       bool   // the server read only a part of it
	Problem   string // why there is no answer, for the person; "" if there is
	Fault     string // in what the answer isn't of the form that was asked for; "" if it is, or none was
	Repair    bool   // an answer to the fault of the one before
	Anew      bool   // nothing came at first, and the model was loaded anew
	Given     Given
}

type callsKey struct{}

// WithCalls has every call of a model leave its receipt. hear gets the call's own context, and must bear being called
// from several goroutines.
func WithCalls(ctx context.Context, hear func(context.Context, Call)) context.Context {
	return context.WithValue(ctx, callsKey{}, hear)
}

// done hands a receipt over.
func (c Call) done(ctx context.Context, reply Reply, err error) {
	hear, ok := ctx.Value(callsKey{}).(func(context.Context, Call))
	if !ok {
		return
	}
	c.Answer, c.Millis = reply.AnswerTokens, time.Since(c.Began).Milliseconds()
	if err != nil {
		c.Problem = err.Error()
	}
	hear(ctx, c)
}

func (c *Client) receipt(m Model, r Request) Call {
	tokens, _, _ := c.weigh(r.Model, sampleOf(r.Messages))
	return Call{
		Model: r.Model, Began: time.Now(), Messages: r.Messages, Schema: r.Schema, Images: len(r.Images), NumCtx: c.room(m, 0),
		Estimated: int(math.Round(tokens)), Given: r.Given,
	}
}

const (
	sure  = 5   // calls make an estimate reliable
	worth = 256 // tokens that a prompt must have for its size to matter
)

// beginning is the longest beginning of a prompt that was counted.
type beginning struct {
	x      sample
	tokens int
}

// probe has the server count three beginnings of a prompt, if its size matters and the model's vocabulary isn't known well
// enough. That takes hardly longer, as each goes on from what was read of the one before; and so does the call.
func (c *Client) probe(ctx context.Context, m Model, r Request, call *Call) (last beginning, err error) {
	x := sampleOf(r.Messages)
	if tokens, _, calls := c.weigh(r.Model, x); calls >= sure || tokens < worth || call.Images > 0 {
		return last, nil
	}
	const parts = 4
	for i := 1; i < parts; i++ {
		first, _ := split(r.Messages, float64(i)/parts)
		counted, err := c.count(ctx, m, first, call.NumCtx)
		switch {
		case ctx.Err() != nil || errors.Is(err, ErrContext):
			return last, err
		case err == nil && counted == 0:
			c.silence(r.Model)
			return last, nil
		case err != nil || counted <= last.tokens: // the call will tell
			return last, nil
		}
		next := beginning{sampleOf(first), counted}
		c.learn(r.Model, next.x.minus(last.x), counted-last.tokens)
		last = next
	}
	return last, nil
}

// settle compares what the server counted with what was sent. If it cut the prompt that is ErrTrimmed, and from then on the
// model gets more context, or ContextOf tells of the window that it really has.
func (c *Client) settle(ctx context.Context, m Model, r Request, probed beginning, call *Call) error {
	if call.Images > 0 || call.Counted == 0 {
		return nil
	}
	x := sampleOf(r.Messages)
	tokens, off, _ := c.weigh(r.Model, x)
	const beyond = 3 // standard deviations: it can't be chance
	call.Cut = call.Counted >= call.NumCtx
	few := float64(call.Counted) < tokens-beyond*off || call.Counted <= probed.tokens // no more than a part of it had
	if !call.Cut && few {
		var told bool
		if call.Cut, told = c.cutsShort(ctx, m, r.Messages, call); !call.Cut && !told {
			call.Counted = 0
			return nil
		}
	}
	if !call.Cut {
		if call.Counted <= probed.tokens {
			probed = beginning{}
		}
		c.learn(r.Model, x.minus(probed.x), call.Counted-probed.tokens)
		c.keep(r.Model)
		return nil
	}
	c.distrust(m, *call)
	return &Error{ErrTrimmed, messages.New("llm.gave-only-a-part", messages.Args{"model": r.Model, "counted": call.Counted, "estimated": max(call.Estimated, call.Counted+1)})}
}

// distrust forgets what was learnt of a model whose prompt was cut: it may come from beginnings that were cut as well.
func (c *Client) distrust(m Model, call Call) {
	c.mu.Lock()
	delete(c.measured, m.Name)
	c.mu.Unlock()
	if call.Counted >= call.NumCtx && call.NumCtx < c.most(m) { // an old server, which cuts where others refuse
		c.room(m, call.NumCtx+1)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known(m.Name, m.Digest).window = call.Counted
}

// cutsShort finds out why a server counted so few tokens: if the halves of the prompt have more, it cut the whole. told
// is false if the server doesn't count what it has read before, so that its counts say nothing.
func (c *Client) cutsShort(ctx context.Context, m Model, ms []Message, call *Call) (cut, told bool) {
	counted := call.Counted
	if counted < worth { // no server has so small a window
		return false, false
	}
	first, second := split(ms, .5)
	one, err := c.count(ctx, m, first, call.NumCtx)
	if err != nil {
		return false, false
	}
	two, err := c.count(ctx, m, second, call.NumCtx)
	if err != nil {
		return false, false
	}
	const template, off, least = 64, .03, 5 // what the template adds once more; a share; a part of the whole that half of it has at least
	return float64(one+two) > float64(counted)*(1+off)+template, min(one, two)*least > counted
}
