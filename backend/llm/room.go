package llm

// leastRoom is the context that a model is loaded with at first, in tokens: what Ollama itself takes, so that a model which
// another program has loaded needn't be loaded again.
const leastRoom = 4096

// most is the largest num_ctx that a model is called with, in tokens.
func (c *Client) most(m Model) int {
	if m.Context > 0 {
		return min(c.numCtx, m.Context)
	}
	return c.numCtx
}

// room is the num_ctx that a model is called with, in tokens, when a call needs so many: a power of two that holds them, as
// context takes memory whether it is used or not. Since another value loads the model anew, it grows and never shrinks.
func (c *Client) room(m Model, need int) int {
	most := c.most(m)
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.known(m.Name, m.Digest).scale
	s.Room = max(s.Room, leastRoom)
	for s.Room < min(need, most) {
		s.Room *= 2
	}
	return min(s.Room, most)
}

// need is how many tokens of context a request takes at most, its answer included: all that there are where that can't be
// told.
func (c *Client) need(m Model, r Request) int {
	if r.MaxTokens == 0 || len(r.Images) > 0 {
		return c.most(m)
	}
	tokens, off, _ := c.weigh(r.Model, sampleOf(r.Messages))
	return int(tokens+2*off) + r.MaxTokens
}
