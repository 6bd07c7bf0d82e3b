package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"lectern/backend/llm"
)

// model is what the report says of one.
type model struct {
	Name    string `json:"name"`
	Digest  string `json:"digest"`
	Weights string `json:"weights"`          // digest of its weights alone; that of the model where the server doesn't tell
	Window  string `json:"window,omitempty"` // tokens that it is set to read at once, where that is said
	Bytes   int64  `json:"bytes"`
	Size    string `json:"size"` // parameters, as "134.52M"
	Quant   string `json:"quantisation"`
	Licence string `json:"licence"`
	Context int    `json:"context"`
}

// ollama is a server.
type ollama struct{ host string }

// request posts JSON, or gets where there is nothing to post, and hears the lines of what comes back.
func (o ollama) request(ctx context.Context, path string, body any, line func([]byte) error) error {
	method, raw := http.MethodGet, []byte(nil)
	if body != nil {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			return err
		}
		method = http.MethodPost
	}
	address, err := llm.ParseHost(o.host)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, method, address.JoinPath(path).String(), bytes.NewReader(raw))
	if err != nil {
		return err
	}
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	lines := bufio.NewScanner(reply.Body)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		if reply.StatusCode != http.StatusOK {
			return fmt.Errorf("ollama: %s: %s", reply.Status, lines.Text())
		}
		if err := line(lines.Bytes()); err != nil {
			return err
		}
	}
	return lines.Err()
}

// describe tells of a model by its name.
func (o ollama) describe(ctx context.Context, name string) (m model, err error) {
	var all struct {
		Models []struct {
			Name, Digest string
			Size         int64
		}
	}
	if err := o.request(ctx, "/api/tags", nil, func(b []byte) error { return json.Unmarshal(b, &all) }); err != nil {
		return m, err
	}
	for _, x := range all.Models {
		if x.Name == name || strings.TrimSuffix(x.Name, ":latest") == name {
			m = model{Name: x.Name, Digest: x.Digest, Bytes: x.Size}
		}
	}
	if m.Name == "" {
		return m, fmt.Errorf("the server has no model %q", name)
	}
	var shown struct {
		License, Modelfile, Parameters string
		Details                        struct {
			Size  string `json:"parameter_size"`
			Quant string `json:"quantization_level"`
		}
		Info map[string]any `json:"model_info"`
	}
	if err := o.request(ctx, "/api/show", map[string]string{"model": name}, func(b []byte) error { return json.Unmarshal(b, &shown) }); err != nil {
		return m, err
	}
	m.Size, m.Quant, m.Weights = shown.Details.Size, shown.Details.Quant, m.Digest
	if of := weightsOf.FindStringSubmatch(shown.Modelfile); of != nil {
		m.Weights = of[1]
	}
	if of := windowOf.FindStringSubmatch(shown.Parameters); of != nil {
		m.Window = of[1]
	}
	for key, v := range shown.Info {
		if n, ok := v.(float64); ok && strings.HasSuffix(key, ".context_length") {
			m.Context = int(n)
		}
	}
	first, _, _ := strings.Cut(strings.TrimSpace(shown.License), "\n")
	m.Licence = cmp.Or(strings.TrimSpace(first), "not told by the server")
	return m, nil
}

// weightsOf finds the file of a model's weights, which is named by their digest, among what it was made of.
var weightsOf = regexp.MustCompile(`(?m)^FROM .*sha256-([0-9a-f]{64})`)

// windowOf finds how many tokens a model is set to read at once.
var windowOf = regexp.MustCompile(`(?m)^num_ctx\s+(\d+)`)

// said is what a model answered to one prompt.
type said struct {
	Text   string
	Prompt int // tokens
	Answer int // tokens
}

// chat asks a model one thing, and hears each piece of what it says.
func (o ollama) chat(ctx context.Context, name, prompt string, options map[string]any, piece func()) (said, error) {
	var out said
	var text strings.Builder
	err := o.request(ctx, "/api/chat", map[string]any{
		"model": name, "options": options, "messages": []llm.Message{{Role: "user", Content: prompt}},
	}, func(b []byte) error {
		var part struct {
			Message struct{ Content string }
			Done    bool
			Prompt  int `json:"prompt_eval_count"`
			Answer  int `json:"eval_count"`
			Error   string
		}
		if err := json.Unmarshal(b, &part); err != nil {
			return err
		}
		if part.Error != "" {
			return fmt.Errorf("ollama: %s", part.Error)
		}
		if part.Message.Content != "" {
			text.WriteString(part.Message.Content)
			piece()
		}
		if part.Done {
			out.Prompt, out.Answer = part.Prompt, part.Answer
		}
		return nil
	})
	out.Text = text.String()
	return out, err
}
