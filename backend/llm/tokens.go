package llm

import (
	"context"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/ollama/ollama/api"
)

// Keeper keeps small things by key until long after the program has ended.
type Keeper interface {
	Get(key string, v any) error
	Save(key string, v any) error
}

const (
	scalesKey  = "vocabularies" // "tokens" are an earlier version's, of other features
	scalesKept = 30             // models
)

// measured is what is known of a model by its name.
type measured struct {
	digest string
	scale  *scale
	window int  // tokens that its server was seen to read at most; 0: as many as it was told to
	silent bool // its server doesn't count
}

// known finds what is known of a model; of another digest that begins with what was kept of that. The caller has the lock.
func (c *Client) known(model, digest string) *measured {
	k := c.measured[model]
	if k == nil || digest != "" && k.digest != digest {
		k = &measured{digest: digest, scale: newScale()}
		if s, ok := c.kept()[digest]; ok && digest != "" {
			k.scale = &s
		}
		c.measured[model] = k
	}
	return k
}

// kept reads the scales of all models, by digest. What can't be read is learnt anew.
func (c *Client) kept() map[string]scale {
	kept := map[string]scale{}
	if c.keeper != nil && c.keeper.Get(scalesKey, &kept) != nil {
		return map[string]scale{}
	}
	return kept
}

// learn folds in what the server counted.
func (c *Client) learn(model string, x sample, counted int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known(model, "").scale.learn(x, counted)
}

// keep has what was learnt in one more call outlive the program.
func (c *Client) keep(model string) {
	c.mu.Lock()
	k := c.known(model, "")
	k.scale.Calls++
	learnt, own := *k.scale, k.digest
	c.mu.Unlock()
	if c.keeper == nil || own == "" {
		return
	}
	kept := c.kept()
	for digest := range kept {
		if len(kept) >= scalesKept && digest != own {
			delete(kept, digest)
		}
	}
	kept[own] = learnt
	_ = c.keeper.Save(scalesKey, kept) // without it the next start learns anew
}

// weigh estimates what a prompt has in tokens, and how far that may be off.
func (c *Client) weigh(model string, x sample) (tokens, off float64, calls int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.known(model, "")
	tokens, off = k.scale.weigh(x)
	if k.silent {
		return tokens, off, sure // it can't be better
	}
	return tokens, off, k.scale.Calls
}

// silence remembers that a model's server doesn't count.
func (c *Client) silence(model string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known(model, "").silent = true
}

// mostBytes is how many bytes of text a token stands for at most, whatever a scale says.
const mostBytes = 16

// Estimate is how many tokens a text probably has for a model.
func (c *Client) Estimate(model, text string) int {
	tokens, _ := c.weighText(model, text)
	return int(math.Round(tokens))
}

// Tokens estimates, rather too high than too low, how many tokens a text has for a model.
func (c *Client) Tokens(model, text string) int {
	tokens, off := c.weighText(model, text)
	return int(tokens+off) + 4
}

func (c *Client) weighText(model, text string) (tokens, off float64) {
	var x sample
	x.add(text)
	tokens, off, _ = c.weigh(model, x)
	return max(tokens, float64(len(text))/mostBytes), off
}

// count has the server count a prompt, which costs reading it; what comes after it finds the same beginning read.
func (c *Client) count(ctx context.Context, m Model, ms []Message, numCtx int) (int, error) {
	req := c.request(m, Request{Model: m.Name, Messages: ms, MaxTokens: 1}, numCtx)
	counted := 0
	call := c.receipt(m, Request{Model: m.Name, Messages: ms})
	err := c.watched(ctx, m, &call, req, func(part api.ChatResponse) error {
		if part.Done {
			counted = part.PromptEvalCount
		}
		return nil
	})
	return counted, c.chat.explain(ctx, m.Name, err)
}

// split takes messages apart after a share of their text.
func split(ms []Message, share float64) (first, second []Message) {
	left := 0
	for _, m := range ms {
		left += len(m.Content)
	}
	left = int(float64(left) * share)
	for i, m := range ms {
		if left < len(m.Content) {
			for left > 0 && !utf8.RuneStart(m.Content[left]) {
				left--
			}
			first = append(slices.Clone(ms[:i]), Message{m.Role, m.Content[:left]})
			return first, append([]Message{{m.Role, m.Content[left:]}}, ms[i+1:]...)
		}
		left -= len(m.Content)
	}
	return ms, nil
}

// Window keeps the newest messages that fit a budget of tokens, and says how many older ones were left out.
func Window(history []Message, budget int, count func(string) int) (kept []Message, dropped int) {
	from := len(history)
	for from > 0 {
		if budget -= count(history[from-1].Content); budget < 0 {
			break
		}
		from--
	}
	return history[from:], from
}
