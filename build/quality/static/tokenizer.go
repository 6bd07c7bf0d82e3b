package static

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// tokenizer cuts texts as Llama 2's does: byte-pair merges in the order of their rank over "▁" for spaces; a character
// that the vocabulary doesn't have becomes its bytes.
type tokenizer struct {
	size     int
	ids      map[string]int32
	bytes    [256]int32
	unknown  int32
	merges   map[[2]int32]merge
	specials []string // are looked for in the text as it stands
	words    bool     // no token reaches from one word into the next: they can be cut by themselves

	mu    sync.Mutex
	known map[string][]int32 // words that were cut before
}

type merge struct {
	rank int // from 1
	into int32
}

const (
	space = "▁"
	// most words of a language are seen again: so many are kept, a few MB.
	keptWords = 1 << 16
)

func readTokenizer(text []byte) (*tokenizer, error) {
	var file struct {
		Added []struct{ Content string } `json:"added_tokens"`
		Model struct {
			Type     string            `json:"type"`
			Unknown  string            `json:"unk_token"`
			Fallback bool              `json:"byte_fallback"`
			Vocab    map[string]int32  `json:"vocab"`
			Merges   []json.RawMessage `json:"merges"`
		} `json:"model"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	m := file.Model
	unknown, there := m.Vocab[m.Unknown]
	if m.Type != "BPE" || !m.Fallback || !there {
		return nil, fmt.Errorf("it is no BPE with bytes to fall back on, but %q", m.Type)
	}
	t := &tokenizer{ids: m.Vocab, unknown: unknown, merges: make(map[[2]int32]merge, len(m.Merges)), words: true, known: map[string][]int32{}}
	for _, id := range m.Vocab {
		if id < 0 {
			return nil, fmt.Errorf("it has a token %d", id)
		}
		t.size = max(t.size, int(id)+1)
	}
	for b := range 256 {
		id, there := m.Vocab[fmt.Sprintf("<0x%02X>", b)]
		if !there {
			id = unknown
		}
		t.bytes[b] = id
	}
	for _, a := range file.Added {
		t.specials = append(t.specials, a.Content)
	}
	for rank, raw := range m.Merges {
		left, right, err := pair(raw)
		if err != nil {
			return nil, err
		}
		l, okLeft := m.Vocab[left]
		r, okRight := m.Vocab[right]
		into, okInto := m.Vocab[left+right]
		if !okLeft || !okRight || !okInto {
			return nil, fmt.Errorf("its merge %d is of tokens that it doesn't have", rank)
		}
		if strings.HasPrefix(right, space) && !strings.HasSuffix(left, space) {
			t.words = false
		}
		t.merges[[2]int32{l, r}] = merge{rank + 1, into}
	}
	return t, nil
}

// pair reads a merge, which is "a b" or ["a", "b"].
func pair(raw json.RawMessage) (left, right string, err error) {
	var two [2]string
	if err := json.Unmarshal(raw, &two); err == nil {
		return two[0], two[1], nil
	}
	var one string
	if err := json.Unmarshal(raw, &one); err != nil {
		return "", "", err
	}
	left, right, ok := strings.Cut(one, " ")
	if !ok {
		return "", "", fmt.Errorf("%q is no merge", one)
	}
	return left, right, nil
}

// encode cuts a text into tokens.
func (t *tokenizer) encode(text string) (out []int32) {
	for text != "" {
		at, special := len(text), ""
		for _, s := range t.specials {
			if i := strings.Index(text, s); i >= 0 && i < at {
				at, special = i, s
			}
		}
		if at > 0 {
			out = t.part(out, space+strings.ReplaceAll(text[:at], " ", space))
		}
		if special == "" {
			return out
		}
		out, text = append(out, t.ids[special]), text[at+len(special):]
	}
	return out
}

// part cuts a text in which spaces are marked.
func (t *tokenizer) part(out []int32, text string) []int32 {
	if !t.words {
		return append(out, t.cut(text)...)
	}
	for text != "" {
		end := len(text)
		spaces := len(text) - len(strings.TrimLeft(text, space))
		if i := strings.Index(text[spaces:], space); i >= 0 {
			end = spaces + i
		}
		out, text = append(out, t.word(text[:end])...), text[end:]
	}
	return out
}

// word cuts a word, or remembers how it was cut.
func (t *tokenizer) word(w string) []int32 {
	t.mu.Lock()
	tokens, known := t.known[w]
	t.mu.Unlock()
	if known {
		return tokens
	}
	tokens = t.cut(w)
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.known) >= keptWords {
		clear(t.known)
	}
	t.known[strings.Clone(w)] = tokens
	return tokens
}

// cut begins with the characters and merges the pair of the lowest rank, the leftmost first, until none is left.
func (t *tokenizer) cut(w string) []int32 {
	var tokens []int32
	for _, r := range w {
		c := string(r)
		if id, there := t.ids[c]; there {
			tokens = append(tokens, id)
			continue
		}
		for i := range len(c) {
			tokens = append(tokens, t.bytes[c[i]])
		}
	}
	pairs := make([]merge, len(tokens)) // of each token with the next; rank 0: none
	join := func(i int) {
		if pairs[i] = (merge{}); i+1 < len(tokens) {
			pairs[i] = t.merges[[2]int32{tokens[i], tokens[i+1]}]
		}
	}
	for i := range tokens {
		join(i)
	}
	for {
		at := -1
		for i, m := range pairs {
			if m.rank > 0 && (at < 0 || m.rank < pairs[at].rank) {
				at = i
			}
		}
		if at < 0 {
			return tokens
		}
		tokens[at] = pairs[at].into
		tokens, pairs = slices.Delete(tokens, at+1, at+2), slices.Delete(pairs, at+1, at+2)
		join(at)
		if at > 0 {
			join(at - 1)
		}
	}
}
