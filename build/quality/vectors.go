package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"lectern/backend/llm"
	"lectern/backend/store/vector"
)

// source makes vectors of texts, as the program does.
type source interface {
	about() model
	vectors(ctx context.Context, p llm.Purpose, texts []string) ([][]float32, error)
}

// served is an embedding model of a server.
type served struct {
	model
	client *llm.Client
}

func (s served) about() model { return s.model }

func (s served) vectors(ctx context.Context, p llm.Purpose, texts []string) ([][]float32, error) {
	vs, _, err := s.client.Embed(ctx, s.Name, p, texts, nil)
	return vs, err
}

// kept remembers a source's vectors in a file: a record for each text, its hash and then its numbers. What a stopped run
// made of a record is taken away.
type kept struct {
	source
	file  *os.File
	known map[[32]byte][]float32
	told  func(done, of int) // how far a long embedding is
}

const atOnce = 32 // texts that are asked for, and then kept

// openKept opens the vectors of a source in a folder. Other weights have a file of their own, and so have the same ones with
// another window, as a text that is longer is embedded in halves. The name tells prefixes, of which a text's hash knows
// nothing.
func openKept(folder string, s source) (*kept, error) {
	about := s.about()
	name := fmt.Sprintf("%s-%.12s-%s.vectors", strings.NewReplacer(":", "-", "/", "-").Replace(strings.TrimSuffix(about.Name, ":latest")), about.Weights, about.Window)
	file, err := os.OpenFile(filepath.Join(folder, name), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	k := &kept{source: s, file: file, known: map[[32]byte][]float32{}, told: func(int, int) {}}
	if err := k.load(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", file.Name(), err), file.Close())
	}
	return k, nil
}

// head of a record: the text's hash and how many numbers follow.
const head = sha256.Size + 4

func (k *kept) load() error {
	raw, err := os.ReadFile(k.file.Name())
	if err != nil {
		return err
	}
	at := 0
	for len(raw)-at >= head {
		n := int(binary.LittleEndian.Uint32(raw[at+sha256.Size:]))
		if n <= 0 || n > 1<<16 || len(raw)-at < head+4*n {
			break
		}
		v := make([]float32, n)
		for i := range v {
			v[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[at+head+4*i:]))
		}
		k.known[[32]byte(raw[at:])] = v
		at += head + 4*n
	}
	if at == len(raw) {
		return nil
	}
	return k.file.Truncate(int64(at))
}

func textKey(p llm.Purpose, text string) [32]byte {
	return sha256.Sum256([]byte(fmt.Sprint(p, "\x00", text)))
}

// vectors asks the source only for what it wasn't asked before.
func (k *kept) vectors(ctx context.Context, p llm.Purpose, texts []string) ([][]float32, error) {
	var missing []string
	asked := map[[32]byte]bool{}
	for _, t := range texts {
		if key := textKey(p, t); k.known[key] == nil && !asked[key] {
			asked[key] = true
			missing = append(missing, t)
		}
	}
	for at := 0; at < len(missing); at += atOnce {
		batch := missing[at:min(at+atOnce, len(missing))]
		vs, err := k.source.vectors(ctx, p, batch)
		if err != nil {
			return nil, err
		}
		var out bytes.Buffer
		for i, v := range vs {
			key := textKey(p, batch[i])
			out.Write(key[:])
			_ = binary.Write(&out, binary.LittleEndian, uint32(len(v)))
			_ = binary.Write(&out, binary.LittleEndian, v)
			k.known[key] = v
		}
		if _, err := k.file.Write(out.Bytes()); err != nil {
			return nil, err
		}
		k.told(at+len(batch), len(missing))
	}
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = k.known[textKey(p, t)]
	}
	return out, nil
}

// space is what its vectors are of, in a library.
func (k *kept) space(dim int) vector.Space {
	return vector.Space{Model: k.about().Name, Digest: k.about().Digest, Dim: dim}
}

// Ready implements eval.Embedder.
func (k *kept) Ready() bool { return true }

// Embed implements eval.Embedder.
func (k *kept) Embed(ctx context.Context, texts []string) ([][]float32, vector.Space, error) {
	vs, err := k.vectors(ctx, llm.Query, texts)
	if err != nil {
		return nil, vector.Space{}, err
	}
	return vs, k.space(len(vs[0])), nil
}

// asClient asks it as one asks a server.
type asClient struct{ *kept }

// Embed implements rag.TextEmbedder.
func (c asClient) Embed(ctx context.Context, _ string, p llm.Purpose, texts []string, _ func(int)) ([][]float32, string, error) {
	vs, err := c.vectors(ctx, p, texts)
	return vs, c.about().Digest, err
}

func (k *kept) close() error { return k.file.Close() }
