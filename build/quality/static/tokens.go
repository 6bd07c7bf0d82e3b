package static

import (
	"container/heap"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// tokenizer takes texts apart by byte pair encoding, as SentencePiece does it: pieces are joined in the order in which the
// joins were learnt, a character that is no piece falls apart into its bytes (Sennrich, Haddow and Birch, ACL 2016; Kudo
// and Richardson, EMNLP 2018).
type tokenizer struct {
	ids   map[string]int
	ranks map[[2]string]int
	known map[string][]int // words that were taken apart before
}

// mostKnown bounds the memory that remembered words take.
const mostKnown = 1 << 17

// blank stands for a blank before a word.
const blank = "▁"

func readTokenizer(raw []byte) (*tokenizer, error) {
	var file struct {
		Model struct {
			Vocab  map[string]int `json:"vocab"`
			Merges []string       `json:"merges"`
		} `json:"model"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("tokenizer: %w", err)
	}
	t := &tokenizer{ids: file.Model.Vocab, ranks: make(map[[2]string]int, len(file.Model.Merges)), known: map[string][]int{}}
	for i, m := range file.Model.Merges {
		a, b, ok := strings.Cut(m, " ")
		if !ok {
			return nil, fmt.Errorf("tokenizer: %q is no pair", m)
		}
		t.ranks[[2]string{a, b}] = i
	}
	return t, nil
}

// tokens are the ids of a text's tokens.
func (t *tokenizer) tokens(text string) (out []int) {
	text = blank + strings.ReplaceAll(text, " ", blank)
	for len(text) > 0 { // no piece has a blank behind another character, so each word is for itself
		n := len(text) - len(strings.TrimLeft(text, blank))
		end := strings.Index(text[n:], blank)
		if end < 0 {
			end = len(text) - n
		}
		word := text[:n+end]
		text = text[n+end:]
		ids, there := t.known[word]
		if !there {
			ids = t.word(word)
			if len(t.known) < mostKnown {
				t.known[strings.Clone(word)] = ids
			}
		}
		out = append(out, ids...)
	}
	return out
}

// piece is a part of a word, in a list of its own.
type piece struct {
	text       string
	prev, next int
}

// join is two neighbours that can become one.
type join struct {
	rank, left, right int
	size              int // of both, in bytes: they may have changed since
}

type joins []join

func (j joins) Len() int { return len(j) }
func (j joins) Less(a, b int) bool {
	return j[a].rank < j[b].rank || j[a].rank == j[b].rank && j[a].left < j[b].left
}
func (j joins) Swap(a, b int) { j[a], j[b] = j[b], j[a] }
func (j *joins) Push(x any)   { *j = append(*j, x.(join)) }
func (j *joins) Pop() any {
	last := (*j)[len(*j)-1]
	*j = (*j)[:len(*j)-1]
	return last
}

func (t *tokenizer) word(word string) (out []int) {
	var ps []piece
	for i := 0; i < len(word); {
		_, n := utf8.DecodeRuneInString(word[i:])
		ps = append(ps, piece{word[i : i+n], len(ps) - 1, len(ps) + 1})
		i += n
	}
	var queue joins
	push := func(l, r int) {
		if l < 0 || r >= len(ps) {
			return
		}
		if rank, ok := t.ranks[[2]string{ps[l].text, ps[r].text}]; ok {
			heap.Push(&queue, join{rank, l, r, len(ps[l].text) + len(ps[r].text)})
		}
	}
	for i := range ps {
		push(i, i+1)
	}
	for len(queue) > 0 {
		j := heap.Pop(&queue).(join)
		l, r := &ps[j.left], &ps[j.right]
		if l.text == "" || r.text == "" || l.next != j.right || len(l.text)+len(r.text) != j.size {
			continue
		}
		l.text += r.text
		r.text = ""
		l.next = r.next
		if l.next < len(ps) {
			ps[l.next].prev = j.left
		}
		push(l.prev, j.left)
		push(j.left, l.next)
	}
	for _, p := range ps {
		if p.text == "" {
			continue
		}
		if id, ok := t.ids[p.text]; ok {
			out = append(out, id)
			continue
		}
		for _, b := range []byte(p.text) {
			out = append(out, t.ids[fmt.Sprintf("<0x%02X>", b)])
		}
	}
	return out
}
