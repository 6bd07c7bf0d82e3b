package llm

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/ollama/ollama/api"

	"lectern/backend/messages"
)

// Models lists what is installed on both servers, by name. Models that run on other machines are left out.
func (c *Client) Models(ctx context.Context) ([]Model, error) {
	all, err := c.chat.list(ctx)
	if err != nil || c.embed == c.chat {
		return all, err
	}
	chat := slices.DeleteFunc(all, func(m Model) bool { return !m.Chat })
	other, err := c.embed.list(ctx)
	return append(chat, slices.DeleteFunc(other, func(m Model) bool { return !m.Embed })...), err
}

func (s *server) list(ctx context.Context) ([]Model, error) {
	installed, err := s.api.List(ctx)
	if err != nil {
		return nil, s.explain(ctx, "", err)
	}
	var out []Model
	for _, m := range installed.Models {
		if m.RemoteHost != "" || m.RemoteModel != "" {
			continue
		}
		full, err := s.show(ctx, m.Name, m.Digest)
		if errors.Is(err, ErrDown) || ctx.Err() != nil {
			return nil, err
		} else if err != nil {
			continue // removed meanwhile, or damaged: not to be offered
		}
		full.Bytes = m.Size
		out = append(out, full)
	}
	slices.SortFunc(out, func(a, b Model) int { return cmp.Compare(a.Name, b.Name) })
	return out, nil
}

// show asks what a model can do; the answer is remembered per digest.
func (s *server) show(ctx context.Context, name, digest string) (Model, error) {
	s.mu.Lock()
	m, known := s.models[name+"@"+digest]
	s.mu.Unlock()
	if known {
		return m, nil
	}
	r, err := s.api.Show(ctx, &api.ShowRequest{Model: name})
	if err != nil {
		return Model{}, s.explain(ctx, name, err)
	}
	if r.RemoteHost != "" || r.RemoteModel != "" {
		return Model{}, &Error{ErrWrongUse, messages.New("llm.runs-elsewhere", messages.Args{"name": name, "host": cmp.Or(r.RemoteHost, r.RemoteModel)})}
	}
	m = details(name, digest, r)
	s.mu.Lock()
	s.models[name+"@"+digest] = m
	s.mu.Unlock()
	return m, nil
}

// find describes one model by name.
func (s *server) find(ctx context.Context, name string) (Model, error) {
	installed, err := s.list(ctx)
	if err != nil {
		return Model{}, err
	}
	for _, m := range installed {
		if m.Is(name) {
			return m, nil
		}
	}
	return Model{}, s.explainStatus(name, api.StatusError{StatusCode: 404})
}

// preferred embedding models, best first, by how their names begin.
var preferredEmbed = []string{"embeddinggemma", "qwen3-embedding", "nomic-embed", "bge-m3", "mxbai-embed", "snowflake-arctic-embed"}

// ChooseChat picks the chat model: the one that is set, else the largest that is installed. "" if there is none.
func ChooseChat(set string, models []Model) string {
	if set != "" {
		return set
	}
	best := Model{}
	for _, m := range models {
		if m.Chat && m.Bytes > best.Bytes {
			best = m
		}
	}
	return best.Name
}

// ChooseEmbed picks the embedding model: the one that is set, else a well-known one, else any. "" if there is none.
func ChooseEmbed(set string, models []Model) string {
	if set != "" {
		return set
	}
	choice, rank := "", len(preferredEmbed)+1
	for _, m := range models {
		r := slices.IndexFunc(preferredEmbed, func(p string) bool { return strings.HasPrefix(m.Name, p) })
		if r < 0 {
			r = len(preferredEmbed)
		}
		if m.Embed && r < rank {
			choice, rank = m.Name, r
		}
	}
	return choice
}
