package llm

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/ollama/ollama/api"

	"lectern/backend/messages"
)

// errSilent is why a call was ended of which nothing was heard any more.
var errSilent = messages.Error("llm.silent")

// letGo is how long a server may take to let go of a model.
const letGo = 10 * time.Second

// watched is a call of /api/chat that can't hang. Ollama can lose the slot of a model when a stream is cancelled between two
// tokens (ollama#17131), and whoever asks next waits for ever. So a call of which nothing comes in the time that its
// prompt may take (wait) is ended, the model let go, and the call made once more, with twice the time since the model is
// loaded meanwhile; then it is ErrSilent. One that falls silent after its beginning is ErrCut: what it said can't be said
// again.
func (c *Client) watched(ctx context.Context, m Model, call *Call, req *api.ChatRequest, hear func(api.ChatResponse) error) error {
	limit := c.wait(m, call.Estimated)
	for try := 1; ; try++ {
		begun, err := c.once(ctx, m.Name, time.Duration(try)*limit, req, hear)
		switch {
		case !errors.Is(err, errSilent):
			return err
		case begun:
			return &Error{ErrCut, messages.New("llm.fell-silent", messages.Args{"model": m.Name})}
		case try > 1:
			return &Error{ErrSilent, messages.New("llm.says-nothing", messages.Args{"model": m.Name, "seconds": int((3 * limit).Seconds())})}
		}
		c.unload(ctx, m.Name)
		call.Anew = true
	}
}

// once makes a call. begun says whether anything was heard of it; errSilent, that too long nothing was. As long as the
// model speaks in another call, this one is only waiting for its turn.
func (c *Client) once(ctx context.Context, model string, limit time.Duration, req *api.ChatRequest, hear func(api.ChatResponse) error) (begun bool, err error) {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	asked := time.Now()
	watch := make(chan struct{})
	defer close(watch)
	go func() {
		for left := limit; left > 0; left = limit - min(time.Since(asked), c.pulses.since(model)) {
			select {
			case <-watch:
				return
			case <-time.After(left):
			}
		}
		end(errSilent)
	}()
	err = c.chat.api.Chat(ctx, req, func(part api.ChatResponse) error {
		begun = true
		c.pulses.beat(model)
		return hear(part)
	})
	if context.Cause(ctx) == errSilent {
		err = errSilent
	}
	return begun, err
}

// unload has the server let go of a model, and waits until it has. It may be asked for something else meanwhile.
func (c *Client) unload(ctx context.Context, model string) {
	ctx, cancel := context.WithTimeout(ctx, letGo)
	defer cancel()
	if c.load(ctx, model, nil, 0) != nil {
		return
	}
	for ctx.Err() == nil {
		loaded, err := c.chat.loaded(ctx)
		if _, is := loaded[model]; err != nil || !is {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// pulses are when each model was last heard.
type pulses struct {
	mu   sync.Mutex
	last map[string]time.Time
}

func (p *pulses) beat(model string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last[model] = time.Now()
}

func (p *pulses) since(model string) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Since(p.last[model])
}
