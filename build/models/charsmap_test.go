package main

import (
	"encoding/binary"
	"testing"
	"unicode/utf8"
)

// look finds what the longest beginning of a text is replaced by, as llama.cpp does (llama-vocab.cpp, normalize_prefix).
func look(m []byte, text string) (to string, length int) {
	size := int(binary.LittleEndian.Uint32(m))
	node := func(i int) uint32 { return binary.LittleEndian.Uint32(m[4+4*i:]) }
	base := func(i int) int { return int(node(i)>>10) << (node(i) & (1 << 9) >> 6) }
	at := base(0)
	for i := range len(text) {
		at ^= int(text[i])
		if node(at)&(1<<31|0xff) != uint32(text[i]) {
			break
		}
		leaf := node(at)>>8&1 == 1
		at ^= base(at)
		if leaf {
			start := 4 + size + int(node(at)&(1<<31-1))
			end := start
			for m[end] != 0 {
				end++
			}
			to, length = string(m[start:end]), i+1
		}
	}
	return to, length
}

func TestCharsmapReplacesWhatItIsToldAndNothingElse(t *testing.T) {
	replaced := map[rune]string{'\n': " ", '\t': " ", 'ﬁ': "fi", 'Ａ': "A", '㎏': "kg", '\u200b': "", '𝐀': "A", 'é': "e\u0301"}
	for r := rune(0x3041); r < 0x30ff; r += 3 { // enough for more than one block
		replaced[r] = string(r - 1)
	}
	m := charsmap(replaced)
	for r := rune(1); r < 0x1d500; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		to, length := look(m, string(r)+"x")
		want, there := replaced[r]
		if there != (length > 0) || to != want || there && length != utf8.RuneLen(r) {
			t.Fatalf("%U (%q) becomes %q, of %d bytes; want %q", r, r, to, length, want)
		}
	}
}
