package llm

import (
	"context"
	"errors"
	"time"

	"github.com/ollama/ollama/api"
)

// How long a server keeps a model after it was last asked. Loading one takes seconds to a minute, and a person reads an
// answer for some minutes before the next question; after that its memory belongs to other programs again.
const (
	keepAlive = 10 * time.Minute
	Forever   = -1 * time.Second // as Ollama wants it to be said
	Briefly   = 10 * time.Second // that the steps of an answer needn't load it anew each
)

// alive is how long the client has models kept.
func (c *Client) alive() *api.Duration { return &api.Duration{Duration: c.stay} }

// Warm has the servers load a chat model and an embedding model, so that a question needn't wait for that, and keep them for
// some minutes. An empty name is none. It returns when they are loaded.
func (c *Client) Warm(ctx context.Context, chat, embed string) error {
	var errs []error
	if chat != "" {
		m, err := c.chat.find(ctx, chat)
		if err == nil {
			err = c.load(ctx, m.Name, map[string]any{"num_ctx": c.room(m, 0)}, c.stay)
		}
		errs = append(errs, err)
	}
	if embed != "" {
		_, err := c.embed.api.Embed(ctx, &api.EmbedRequest{Model: embed, Input: []string{}, KeepAlive: c.alive()})
		errs = append(errs, c.embed.explain(ctx, embed, err))
	}
	return errors.Join(errs...)
}

// load has the chat models' server load a model, or let go of it if it is to be kept no time.
func (c *Client) load(ctx context.Context, model string, options map[string]any, alive time.Duration) error {
	err := c.chat.api.Chat(ctx, &api.ChatRequest{Model: model, Options: options, KeepAlive: &api.Duration{Duration: alive}}, func(api.ChatResponse) error { return nil })
	return c.chat.explain(ctx, model, err)
}

// Loaded are the models that the chat models' server has in memory, by name, with what each takes, in bytes.
func (c *Client) Loaded(ctx context.Context) (map[string]int64, error) {
	loaded, err := c.chat.loaded(ctx)
	return loaded, c.chat.explain(ctx, "", err)
}

func (s *server) loaded(ctx context.Context) (map[string]int64, error) {
	running, err := s.api.ListRunning(ctx)
	if err != nil {
		return nil, err
	}
	out := map[string]int64{}
	for _, m := range running.Models {
		out[m.Name] = m.Size
	}
	return out, nil
}
