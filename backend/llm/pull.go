package llm

import (
	"context"
	"errors"
	"strings"

	"github.com/ollama/ollama/api"

	"lectern/backend/messages"
)

// Pull has Ollama download a model from its library, onto the server that embeds or onto the one that chats. progress hears how
// many bytes of how many have come; how many there are is told part by part, so it grows. What came before a call ended is
// kept by Ollama, and the next call goes on from there.
func (c *Client) Pull(ctx context.Context, model string, embeds bool, progress func(done, all int64)) error {
	server := c.chat
	if embeds {
		server = c.embed
	}
	type part struct{ done, all int64 }
	parts, done := map[string]part{}, false
	err := server.api.Pull(ctx, &api.PullRequest{Model: model}, func(p api.ProgressResponse) error {
		done = p.Status == "success"
		if p.Digest != "" {
			parts[p.Digest] = part{p.Completed, p.Total}
			var sum part
			for _, one := range parts {
				sum.done, sum.all = sum.done+one.done, sum.all+one.all
			}
			progress(sum.done, sum.all)
		}
		return nil
	})
	if err == nil && done {
		return nil
	}
	return server.explainPull(ctx, model, err)
}

// explainPull says why a download ended before it was done.
func (s *server) explainPull(ctx context.Context, model string, err error) error {
	said := ""
	if err != nil {
		said = err.Error()
	}
	told := s.explain(ctx, "", err)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(told, ErrDown) || errors.Is(told, ErrDropped): // Ollama itself
		return told
	case containsAny(said, "space left", "enough space", "disk full"):
		return messages.Error("pull.disk-full", messages.Args{"model": model})
	case containsAny(said, "not exist", "manifest unknown"):
		return messages.Error("pull.no-such-model", messages.Args{"model": model})
	case containsAny(said, "newer version"):
		return messages.Error("pull.outdated", messages.Args{"model": model})
	case containsAny(said, "dial tcp", "such host", "lookup ", "unreachable", "i/o timeout", "tls handshake timeout"):
		return messages.Error("pull.offline")
	}
	if said = strings.TrimSpace(said); said == "" {
		said = "EOF"
	}
	return messages.Error("pull.broke-off", messages.Args{"said": said})
}
