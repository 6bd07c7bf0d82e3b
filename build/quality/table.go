package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"lectern/backend/llm"
	"lectern/build/quality/static"
)

// tabled is an embedding model without a server: a table of token vectors.
type tabled struct {
	model
	embedder *static.Embedder
}

// staticName is what the rig calls it.
const staticName = "wordllama"

// openTable opens the rig's; nil if it has none.
func openTable() (source, error) {
	folder := filepath.Join(os.Getenv("LECTERN_WEIGHTS"), "static", staticName)
	table, err := os.ReadFile(filepath.Join(folder, "vectors.safetensors"))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	tokenizer, err := os.ReadFile(filepath.Join(folder, "tokenizer.json"))
	if err != nil {
		return nil, err
	}
	e, err := static.New(table, tokenizer)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	sum := sha256.Sum256(append(table, tokenizer...))
	digest := hex.EncodeToString(sum[:])
	return tabled{model{Name: staticName, Digest: digest, Weights: digest, Bytes: int64(len(table) + len(tokenizer)), Size: "a table", Licence: licenceOf(staticName)}, e}, nil
}

func (t tabled) about() model { return t.model }

func (t tabled) vectors(_ context.Context, _ llm.Purpose, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, text := range texts {
		out[i] = t.embedder.Embed(text)
	}
	return out, nil
}
