package app

import "context"

// Warm has Ollama load what a question needs that somebody begins to type: the chat model, "" for the one that is set, and
// the embedding model where there are documents to find. Where a model is missing nothing is done: the question will tell.
func (c *Core) Warm(ctx context.Context, model string) error {
	s := c.Models.State()
	if !s.Health.Running {
		return nil
	}
	if model != "" {
		s = s.With(model)
	}
	documents, err := c.Library.List()
	if err != nil {
		return err
	}
	if len(documents) == 0 {
		s.Embed = ""
	}
	return s.Client.Warm(ctx, s.Chat, s.Embed)
}
