package llm

import "unicode/utf8"

// charsPerToken is assumed of a model before it has been measured: a little less than English has with the usual
// vocabularies of 32,000 and more.
const charsPerToken = 3.2

// measure learns from the server's own count how many characters (bytes) a model's token has.
func (c *Client) measure(model string, chars, tokens int) {
	if chars < 200 || tokens < 50 {
		return // the template's share would be too large
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	now := float64(chars) / float64(tokens)
	if old, known := c.ratios[model]; known {
		now = min(now, (3*old+now)/4) // fewer characters a token at once, more slowly
	}
	c.ratios[model] = now
}

// Tokens estimates, rather too high than too low, how many tokens a text is for a model.
func (c *Client) Tokens(model, text string) int {
	c.mu.Lock()
	ratio, known := c.ratios[model]
	c.mu.Unlock()
	if !known {
		ratio = charsPerToken
	}
	wide := (len(text) - utf8.RuneCountInString(text)) / 2 // about one for each Chinese or Japanese character
	narrow := max(0, len(text)-3*wide)
	estimate := float64(narrow)/ratio + float64(wide)
	if known {
		estimate = max(estimate*0.9, float64(len(text))/ratio)
	}
	return int(estimate*1.05) + 4
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
