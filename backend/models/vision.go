package models

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"image"
	"image/png"
	"strings"
	"unicode"

	"lectern/backend/ingest"
	"lectern/backend/llm"
	"lectern/backend/messages"
)

//go:embed prompts/scan.md
var scanPrompt string

// scanTokens bounds what a model may write of one page: a dense page of print has some 1,500 tokens, and one that writes
// more has begun to repeat itself.
const scanTokens = 4096

// Vision recognises letters by a model that reads pictures. It knows nothing of their places.
type Vision struct {
	Client *llm.Client
	Model  string
}

// Name implements ingest.Recogniser.
func (v Vision) Name() string { return v.Model }

// Read implements ingest.Recogniser. What the model says is the page's text and nothing else.
func (v Vision) Read(ctx context.Context, p ingest.Picture) ([]ingest.Glyph, error) {
	var picture bytes.Buffer
	grey := image.Gray{Pix: p.Grey, Stride: p.Width, Rect: image.Rect(0, 0, p.Width, p.Height)}
	if err := png.Encode(&picture, &grey); err != nil {
		return nil, err
	}
	reply, err := v.Client.Chat(ctx, llm.Request{
		Purpose: "read a picture", Model: v.Model, Messages: []llm.Message{{Role: "user", Content: strings.TrimSpace(scanPrompt)}}, Images: [][]byte{picture.Bytes()}, MaxTokens: scanTokens,
	}, nil)
	var told *llm.Error
	switch {
	case errors.As(err, &told): // it becomes part of a sentence
		return nil, errors.New(strings.TrimSuffix(told.Error(), "."))
	case err != nil:
		return nil, err
	case reply.Full:
		return nil, messages.Error("models.scan-too-long", messages.Args{"tokens": scanTokens})
	}
	return glyphsOf(unfenced(reply.Text)), nil
}

// unfenced is a text without the block of code that models like to put it into.
func unfenced(text string) string {
	const fence = "```"
	text = strings.TrimSpace(strings.ToValidUTF8(text, ""))
	if !strings.HasPrefix(text, fence) || !strings.HasSuffix(text, fence) {
		return text
	}
	_, inside, _ := strings.Cut(text, "\n")
	return strings.TrimSpace(strings.TrimSuffix(inside, fence))
}

func glyphsOf(text string) (out []ingest.Glyph) {
	for _, r := range text {
		switch {
		case r == '\n':
		case unicode.IsSpace(r):
			r = ' '
		case unicode.IsControl(r):
			continue
		}
		out = append(out, ingest.Glyph{R: r})
	}
	return out
}
