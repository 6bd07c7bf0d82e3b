package store

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"lectern/backend/store/keyword"
)

// naive scores every passage of a library by reading all its text, and gives the best passages of the best files.
type naive struct {
	SearchConfig
	files map[string]keyword.File
	terms map[string]*keyword.Analyzer // by language
}

// read gives a text's terms, and how many of them make it long: figures don't.
func (n *naive) read(language, text string) (terms []string, length float64) {
	if n.terms[language] == nil {
		n.terms[language] = keyword.NewAnalyzer(language)
	}
	terms = n.terms[language].Terms(text)
	for _, t := range terms {
		if !figure(t) {
			length++
		}
	}
	return terms, length
}

func figure(term string) bool {
	return strings.Trim(term, "0123456789.") == "" && !(len(term) == 4 && (term[:2] == "19" || term[:2] == "20"))
}

// field is a text as BM25 sees it.
type field struct {
	language string
	terms    []string
	length   float64
}

// bm25 scores fields against the words of a question, each with its weight.
func (n *naive) bm25(fields []field, words map[string]float64, b float64) []float64 {
	out, average := make([]float64, len(fields)), 0.0
	for _, f := range fields {
		average += f.length / float64(len(fields))
	}
	average = max(average, 1)
	for _, word := range slices.Sorted(maps.Keys(words)) {
		freq, df := make([]float64, len(fields)), 0.0
		for i, f := range fields {
			want, _ := n.read(f.language, word)
			for _, t := range f.terms {
				if t == want[0] {
					freq[i]++
				}
			}
			df += min(freq[i], 1)
		}
		idf := math.Log(1 + (float64(len(fields))-df+.5)/(df+.5))
		for i, f := range freq {
			out[i] += words[word] * idf * f * (n.K1 + 1) / (f + n.K1*(1-b+b*fields[i].length/average))
		}
	}
	return out
}

// search gives every passage with a word of the question its score.
func (n *naive) search(words map[string]float64) map[Ref]float64 {
	ids := slices.Sorted(maps.Keys(n.files))
	file := n.rank(ids, words)
	if len(ids) > 1 {
		slices.SortStableFunc(ids, func(a, b string) int { return cmpFloat(file[b], file[a]) })
		ids = ids[:min(n.BestFiles, len(ids))]
		slices.Sort(ids)
	}
	var refs []Ref
	var body, heading, section []field
	var page []int
	var figures []float64
	for _, id := range ids {
		f := n.files[id]
		field := func(text string) field {
			terms, length := n.read(f.Language, text)
			return field{f.Language, terms, length}
		}
		for i, b := range f.Blocks {
			if i == 0 || b.Page != f.Blocks[i-1].Page {
				heading = append(heading, field(b.Heading))
			}
			own, over := field(b.Text), field(b.Heading)
			figures = append(figures, (float64(len(own.terms))-own.length)/math.Max(20, float64(len(own.terms))))
			own.terms, own.length = append(own.terms, over.terms...), own.length+over.length
			refs, page, body = append(refs, Ref{id, i}), append(page, len(heading)-1), append(body, own)
			section = append(section, field(b.Section))
		}
	}
	out := map[Ref]float64{}
	h, s := n.bm25(heading, words, n.LengthWeight), n.bm25(section, words, n.LengthWeight)
	for i, score := range n.bm25(body, words, n.LengthWeight) {
		if score > 0 {
			score += n.HeadingWeight*h[page[i]] + n.SectionWeight*s[i]
			out[refs[i]] = score*(1+n.FigureWeight*figures[i]) + n.FileWeight*file[refs[i].Document]
		}
	}
	return out
}

// rank scores the files; a single one has no score.
func (n *naive) rank(ids []string, words map[string]float64) map[string]float64 {
	out := map[string]float64{}
	if len(ids) < 2 {
		return out
	}
	var names, first, whole []field
	for _, id := range ids {
		f := n.files[id]
		name, _ := n.read(f.Language, f.Name)
		var start, all []string
		length := 0.0
		for _, b := range f.Blocks {
			terms, words := n.read(f.Language, b.Text)
			length += words
			for _, t := range terms {
				if len(start) < 400 && b.Page <= 3 {
					start = append(start, t)
				}
				if !figure(t) {
					all = append(all, t)
				}
			}
		}
		names = append(names, field{f.Language, name, 1})
		first, whole = append(first, field{f.Language, start, float64(len(start))}), append(whole, field{f.Language, all, length})
	}
	once := map[string]float64{}
	for w := range words {
		once[w] = 1
	}
	a, b, c := n.bm25(names, once, 0), n.bm25(first, words, .5), n.bm25(whole, words, .5)
	for i, id := range ids {
		out[id] = n.NameWeight*a[i] + n.FirstWeight*b[i] + n.WholeWeight*c[i]
	}
	return out
}

func cmpFloat(a, b float64) int {
	switch {
	case math.Abs(a-b) < 1e-6:
		return 0
	case a < b:
		return -1
	}
	return 1
}

// TestKeywordSearchIsTheNaiveOneWhateverHappensToTheLibrary adds, replaces and removes documents and opens the store again,
// and compares every search with one that reads everything: the same passages in the same order.
func TestKeywordSearchIsTheNaiveOneWhateverHappensToTheLibrary(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 13))
	vocabulary := map[string][]string{
		"en": strings.Fields("revenue companies growing liabilities net sales margin cashflow segment 1,577 12.5 2018 2019 401 harbour plants"),
		"de": strings.Fields("umsatz häuser mieten gewinn marge steuer 1.577 12,5 2018 kasse hafen werke sales"),
	}
	text := func(language string, most int) string {
		words := make([]string, random.IntN(most+1))
		for i := range words {
			words[i] = vocabulary[language][random.IntN(len(vocabulary[language]))]
		}
		return strings.Join(words, " ")
	}
	home := t.TempDir()
	open := func() (*Store, *Workspace) {
		s, err := Open(home)
		if err != nil {
			t.Fatal(err)
		}
		w, err := s.Workspace("Library")
		if err != nil {
			t.Fatal(err)
		}
		return s, w
	}
	s, w := open()
	defer func() { _ = s.Close() }()
	config := SearchDefaults()
	config.BestFiles, config.MinBlocks = 3, 0
	config.DefinitionWeight = 0 // the naive one doesn't know what a net margin is
	all := naive{SearchConfig: config, files: map[string]keyword.File{}, terms: map[string]*keyword.Analyzer{}}
	write := func() {
		id := fmt.Sprintf("%032x", random.IntN(8))
		language := []string{"en", "de"}[random.IntN(2)]
		c := &Content{Language: language}
		for n := range 1 + random.IntN(4) {
			p := Page{Number: n + 1, Label: "x", Heading: text(language, 3)}
			if random.IntN(2) == 0 {
				c.Tables = append(c.Tables, Table{Page: n + 1, Caption: text(language, 3), Columns: []Column{{Heads: []string{text(language, 2)}}}})
			}
			for range 1 + random.IntN(3) {
				start := len(p.Text)
				p.Text += text(language, 30) + " "
				passage := Passage{Page: n + 1, Span: Span{Start: start, End: len(p.Text)}, Section: text(language, 3)}
				if k := len(c.Tables); k > 0 && c.Tables[k-1].Page == n+1 && random.IntN(2) == 0 {
					passage.Table = 1
				}
				c.Passages = append(c.Passages, passage)
			}
			c.Pages = append(c.Pages, p)
		}
		d, err := w.Documents.Add(Document{ID: id, Name: strings.ReplaceAll(text(language, 2), ",", "") + " file"}, c)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(w.Documents.FilePath(id), []byte("%PDF-1.4"), 0o600); err != nil {
			t.Fatal(err)
		}
		all.files[id] = keywordFile(d, c)
	}
	compared := 0
	for range 150 {
		switch random.IntN(8) {
		case 0:
			if ids := slices.Sorted(maps.Keys(all.files)); len(ids) > 0 {
				id := ids[random.IntN(len(ids))]
				if err := w.Documents.Remove(id); err != nil {
					t.Fatal(err)
				}
				delete(all.files, id)
			}
		case 1:
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s, w = open()
		default:
			write()
		}
		words := map[string]float64{}
		question := ""
		for range 1 + random.IntN(4) {
			language := []string{"en", "de"}[random.IntN(2)]
			word := vocabulary[language][random.IntN(len(vocabulary[language]))]
			if strings.ContainsAny(word, ".,") { // may be read in two ways
				continue
			}
			words[word] = 1 // however often it is said
			question += word + " "
		}
		want := all.search(words)
		got, err := w.Passages.Search(t.Context(), Query{Text: question, Limit: 1000, Config: &config})
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != len(want) {
			t.Fatalf("%q: %d passages, not %d", question, len(got), len(want))
		}
		ranked := slices.SortedFunc(maps.Values(want), func(a, b float64) int { return cmpFloat(b, a) })
		for i, h := range got {
			if cmpFloat(h.Keyword, want[h.Ref]) != 0 || cmpFloat(want[h.Ref], ranked[i]) != 0 {
				t.Fatalf("%q: hit %d is %v with %v; it should have %v, and the %dth best %v", question, i, h.Ref, h.Keyword, want[h.Ref], i, ranked[i])
			}
			compared++
		}
	}
	if compared < 1000 {
		t.Errorf("only %d hits compared", compared)
	}
}
