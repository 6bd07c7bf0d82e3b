package static

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// made is a tokenizer that knows the letters of "low", joins them in two steps, and has bytes for the rest.
func made(t *testing.T) []byte {
	t.Helper()
	vocab := map[string]int{"▁": 0, "l": 1, "o": 2, "w": 3, "lo": 4, "low": 5, "▁low": 6, "▁lo": 7}
	for b := range 256 {
		vocab[fmt.Sprintf("<0x%02X>", b)] = 8 + b
	}
	raw, err := json.Marshal(map[string]any{"model": map[string]any{"type": "BPE", "unk_token": "▁", "byte_fallback": true, "vocab": vocab, "merges": []string{"l o", "lo w", "▁ low", "▁ lo"}}})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// table has a vector of two numbers for each token: its id and 1.
func table(tokens int) []byte {
	head := fmt.Sprintf(`{"embedding.weight":{"dtype":"F16","shape":[%d,2],"data_offsets":[0,%d]}}`, tokens, 4*tokens)
	out := binary.LittleEndian.AppendUint64(nil, uint64(len(head)))
	out = append(out, head...)
	for i := range tokens {
		out = binary.LittleEndian.AppendUint16(out, tiny(i))
		out = binary.LittleEndian.AppendUint16(out, tiny(1))
	}
	return out
}

// tiny is a small whole number as a 16-bit float.
func tiny(n int) uint16 {
	bits := math.Float32bits(float32(n))
	if n == 0 {
		return 0
	}
	return uint16((bits>>23-112)<<10 | bits>>13&1023)
}

func TestPiecesAreJoinedInTheOrderTheyWereLearnt(t *testing.T) {
	tok, err := readTokenizer(made(t))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]int32{
		"low":     {6},
		"low low": {6, 6},
		"lol":     {7, 1},
		"lowé":    {6, 8 + 0xC3, 8 + 0xA9}, // no piece: two bytes
		"":        nil,
	} {
		if got := tok.encode(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, not %v", text, got, want)
		}
	}
}

func TestATextIsTheMeanOfItsTokens(t *testing.T) {
	e, err := New(table(264), made(t))
	if err != nil {
		t.Fatal(err)
	}
	v := e.Embed("low lo") // tokens 6 and 7: (13, 2)
	if length := math.Hypot(13, 2); math.Abs(float64(v[0])-13/length) > 1e-4 || math.Abs(float64(v[1])-2/length) > 1e-4 {
		t.Errorf("%v", v)
	}
}

func TestWhatIsNoTableIsRefused(t *testing.T) {
	whole := table(264)
	if _, err := New(table(5), made(t)); err == nil {
		t.Error("fewer vectors than tokens")
	}
	for name, raw := range map[string][]byte{
		"empty": nil, "cut": whole[:len(whole)-1], "a head longer than the file": {255, 255, 0, 0, 0, 0, 0, 0, '{'},
		"other numbers": []byte(strings.Replace(string(whole), "F16", "F32", 1)),
	} {
		if _, err := New(raw, made(t)); err == nil {
			t.Error(name)
		}
	}
}
