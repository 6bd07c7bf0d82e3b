package llm

import "time"

// How long the first token of an answer may take. It is bounded so that a server that has lost a request is noticed, and
// generously, since nothing is lost by waiting for one that hasn't.
const (
	patience  = time.Minute           // whatever is measured: other programs may ask the same server
	unhurried = 3                     // times as long as reading the prompt has taken
	unknown   = 50 * time.Millisecond // a token of the prompt, before it was measured: an 8B model on four old cores
	fromDisk  = 50e6                  // bytes a second that are loaded of a model at least
	easing    = .05                   // of the way a pace goes towards a call that was quicker
	telling   = 256                   // tokens that a prompt must have for its time to tell something
)

// paced folds in how long a server took to read a prompt. What it had read before makes a prompt quick, so that slow ones
// count, and quick ones only little by little.
func (s *scale) paced(tokens int, took time.Duration) {
	if tokens < telling || took <= 0 {
		return
	}
	each := took / time.Duration(tokens)
	if each > s.Pace {
		s.Pace = each
		return
	}
	s.Pace -= time.Duration(easing * float64(s.Pace-each))
}

// wait is how long a model's first token may take for a prompt of so many tokens.
func (c *Client) wait(m Model, tokens int) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	pace := c.known(m.Name, m.Digest).scale.Pace
	if pace == 0 {
		pace = unknown
	}
	loads := time.Duration(float64(m.Bytes) / fromDisk * float64(time.Second))
	return c.patience + loads + unhurried*time.Duration(tokens)*pace
}

// pace learns from what a server tells of a call.
func (c *Client) pace(m Model, tokens int, took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known(m.Name, m.Digest).scale.paced(tokens, took)
}
