package static

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// small is a tokenizer of a few words.
const small = `{"added_tokens":[{"content":"</s>"}],"model":{"type":"BPE","unk_token":"<unk>","byte_fallback":true,
"vocab":{"<unk>":0,"</s>":1,"<0xC3>":2,"<0xBC>":3,"▁":4,"a":5,"b":6,"ab":7,"▁a":8,"▁ab":9,"▁▁":10,"ba":11},
"merges":["a b",["▁","ab"],["▁","a"],["▁","▁"],["b","a"]]}}`

func TestTextsAreCutByTheRankOfTheirMerges(t *testing.T) {
	for text, want := range map[string][]int32{
		"":         nil,
		"ab":       {9},
		"aba":      {9, 5},
		"ab ab":    {9, 9},
		"a  a":     {8, 4, 8},
		"ü":        {4, 2, 3},
		"ab</s>ab": {9, 1, 9},
		"</s>":     {1},
		"baba":     {4, 6, 7, 5},
	} {
		tokens, err := readTokenizer([]byte(small))
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // from what is remembered, too
			if got := tokens.encode(text); !slices.Equal(got, want) {
				t.Errorf("%q: %v, want %v", text, got, want)
			}
		}
	}
}

func TestWhatIsNoTokenizerIsAnError(t *testing.T) {
	for _, text := range []string{"", "{}", strings.Replace(small, "BPE", "Unigram", 1), strings.Replace(small, `"a b"`, `"a c"`, 1), strings.Replace(small, `"a b"`, `"ab"`, 1), small[:200]} {
		if _, err := readTokenizer([]byte(text)); err == nil {
			t.Errorf("%.60q was taken for one", text)
		}
	}
}

func TestTornVectorsAreAnError(t *testing.T) {
	head := `{"embedding.weight":{"dtype":"F16","shape":[2,2],"data_offsets":[0,8]}}`
	whole := append([]byte{byte(len(head)), 0, 0, 0, 0, 0, 0, 0}, head...)
	whole = append(whole, 0, 0x3c, 0, 0xbc, 1, 0, 0xff, 0x7b) // 1, -1, the least, the most
	got, dim, err := readVectors(whole)
	if err != nil || dim != 2 || !slices.Equal(got, []float32{1, -1, 1. / (1 << 24), 65504}) {
		t.Errorf("%v, %d, %v", got, dim, err)
	}
	for n := range whole {
		if _, _, err := readVectors(whole[:n]); err == nil {
			t.Fatalf("%d of %d bytes were taken for a table", n, len(whole))
		}
	}
}

// real are the vectors that "make models" fetches.
func real(t testing.TB) *Embedder {
	t.Helper()
	folder := filepath.Join(os.Getenv("LECTERN_WEIGHTS"), "static", "wordllama")
	if _, err := os.Stat(folder); os.Getenv("LECTERN_WEIGHTS") == "" || err != nil {
		t.Skip("no static vectors: \"make models\" fetches them")
	}
	e, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestRealStaticVectorsKnowWhatIsAlike(t *testing.T) {
	e := real(t)
	if !e.tokens.words || e.Dim() != 256 {
		t.Errorf("words are cut by themselves: %v; %d numbers", e.tokens.words, e.Dim())
	}
	dog, nothing := e.Embed("The tenant may keep a dog."), e.Embed("")
	if near, far := dot(dog, e.Embed("Pets are allowed in the flat.")), dot(dog, e.Embed("Net sales rose by a tenth.")); near < far+.1 {
		t.Errorf("a paraphrase: %.3f, a stranger: %.3f", near, far)
	}
	if dot(nothing, nothing) != 0 {
		t.Error("of nothing something is known")
	}
}

// TestRealStaticVectorsAreThePackagesOwn compares with what the package's own Python said, where LECTERN_STATIC names a file
// of it: lines of {"text": …, "vector": […]}.
func TestRealStaticVectorsAreThePackagesOwn(t *testing.T) {
	e := real(t)
	f, err := os.Open(os.Getenv("LECTERN_STATIC"))
	if err != nil {
		t.Skip("nothing to compare with")
	}
	defer f.Close()
	var all []float64
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var want struct {
			Text   string
			Vector []float32
		}
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		got := e.Embed(want.Text)
		near := dot(got, want.Vector) / math.Sqrt(dot(want.Vector, want.Vector))
		if all = append(all, near); near < .999 {
			t.Errorf("%.4f for %.80q", near, want.Text)
		}
	}
	slices.Sort(all)
	t.Logf("%d texts: cosine %.6f in the median, %.6f at least", len(all), all[len(all)/2], all[0])
}

func dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func BenchmarkRealStaticVectors(b *testing.B) {
	e := real(b)
	passage := strings.Repeat("The company reported net revenue of $12.5 million in fiscal 2022, driven by higher volumes. ", 11)
	for b.Loop() {
		e.Embed(passage)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "passages/s")
}
