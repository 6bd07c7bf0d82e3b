package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"lectern/backend/store"
	"lectern/backend/store/vector"
)

const (
	perPage = 4
	seed    = 11
)

// size is how large a library to search is.
type size struct {
	passages, files int
	dim             int // of the vectors
}

const (
	fewInFile = 200   // passages, of a usual filing
	mostFiles = 2_000 // from so many on it is the files that grow
	usualDim  = 768   // of nomic-embed-text and many others
)

// sizeOf reads a size: passages, and if they are others the dimensions: 1000000x384.
func sizeOf(s string) (size, error) {
	passages, dim, given := strings.Cut(strings.TrimSpace(s), "x")
	n, err := strconv.Atoi(passages)
	d := usualDim
	if given && err == nil {
		d, err = strconv.Atoi(dim)
	}
	if err != nil || n < fewInFile || d < 8 {
		return size{}, fmt.Errorf("-passages takes numbers from %d on, and dimensions behind an x: 1000000x384; not %q", fewInFile, s)
	}
	files := min(n/fewInFile, mostFiles)
	return size{n / files * files, files, d}, nil
}

func (s size) String() string { return fmt.Sprintf("%dx%d", s.passages, s.dim) }

func (s size) perFile() int { return s.passages / s.files }

// goal is what a measurement is held against, and the same from a million passages on.
func (s size) goal(usual, million string) string {
	if s.passages >= 1_000_000 {
		return million
	}
	return usual
}

func (s size) space() vector.Space { return vector.Space{Model: "bench", Digest: "d", Dim: s.dim} }

// shelf makes documents, always the same ones. Their vectors are as those of models that embed: all lean one way, a few
// dimensions are far greater than the others, and what texts are about is one of three thousand concepts each, two of them a
// document's own, so that they lie in clusters.
type shelf struct {
	size
	words    []string        // the most frequent first: see Zipf
	asked    map[string]bool // those that are asked for: a language's hundred most frequent words are stopwords
	lean     []float32       // what all vectors share
	concepts [][]float32     // what they are about
}

func newShelf(of size) *shelf {
	r := rand.New(rand.NewPCG(seed, 0))
	s := &shelf{size: of}
	dim := of.dim
	seen := map[string]bool{}
	for len(s.words) < 30_000 {
		var w strings.Builder
		for range 2 + r.IntN(3) {
			w.WriteByte("bcdfgklmnprstvw"[r.IntN(15)])
			w.WriteByte("aeiou"[r.IntN(5)])
		}
		if !seen[w.String()] {
			seen[w.String()] = true
			s.words = append(s.words, w.String())
		}
	}
	spread := make([]float64, dim) // a few dimensions are far greater than the others
	for i := range spread {
		spread[i] = math.Exp(-2 * float64(i) / float64(dim))
	}
	for range 3 {
		spread[r.IntN(dim)] *= 6
	}
	direction := func() []float32 {
		v := make([]float32, dim)
		for i := range v {
			v[i] = float32(spread[i] * r.NormFloat64())
		}
		return v
	}
	s.asked = map[string]bool{}
	for _, w := range s.words[100:] {
		s.asked[w] = true
	}
	s.lean = direction()
	for range 3000 {
		s.concepts = append(s.concepts, direction())
	}
	return s
}

// document is one with its vectors.
type document struct {
	store.Document
	space   vector.Space
	content *store.Content
	vectors [][]float32
}

func fileID(n int) string { return fmt.Sprintf("%032x", n+1) }

func (s *shelf) document(n int) document {
	r := rand.New(rand.NewPCG(seed, uint64(n)+1))
	zipf := rand.NewZipf(r, 1.1, 3, uint64(len(s.words)-1))
	own := make([]string, 100) // words that this document likes
	for i := range own {
		own[i] = s.words[r.IntN(len(s.words))]
	}
	about := [2]int{r.IntN(len(s.concepts)), r.IntN(len(s.concepts))}
	d := document{
		Document: store.Document{ID: fileID(n), Name: fmt.Sprintf("Report %d", n), Added: time.Unix(int64(n), 0)},
		space:    s.space(),
		content:  &store.Content{Reader: "pdfium", Language: "en"},
	}
	for p := range s.perFile() {
		if p%perPage == 0 {
			number := p/perPage + 1
			d.content.Pages = append(d.content.Pages, store.Page{Number: number, Label: fmt.Sprint(number), Heading: own[number%len(own)]})
		}
		page := &d.content.Pages[len(d.content.Pages)-1]
		start := len(page.Text)
		page.Text += s.passage(r, zipf, own)
		span := store.Span{Start: start, End: len(page.Text)}
		page.Sentences = append(page.Sentences, span)
		d.content.Passages = append(d.content.Passages, store.Passage{Page: page.Number, Span: span, Section: page.Heading})
		d.vectors = append(d.vectors, s.vector(r, about))
	}
	return d
}

// documents are those from one number on, up to another.
func (s *shelf) documents(from, to int) []document {
	out := make([]document, to-from)
	var makers errgroup.Group
	makers.SetLimit(2)
	for i := range out {
		makers.Go(func() error {
			out[i] = s.document(from + i)
			return nil
		})
	}
	_ = makers.Wait()
	return out
}

// passage is 500 to 800 characters.
func (s *shelf) passage(r *rand.Rand, zipf *rand.Zipf, own []string) string {
	var b strings.Builder
	for length := 500 + r.IntN(300); b.Len() < length; b.WriteByte(' ') {
		switch r.IntN(12) {
		case 0:
			fmt.Fprintf(&b, "%d,%03d", r.IntN(900), r.IntN(1000))
		case 1:
			b.WriteString(own[r.IntN(len(own))])
		default:
			b.WriteString(s.words[zipf.Uint64()])
		}
	}
	return strings.TrimSpace(b.String()) + ". "
}

func (s *shelf) vector(r *rand.Rand, about [2]int) []float32 {
	v := slices.Clone(s.lean)
	parts := []int{about[r.IntN(2)], r.IntN(len(s.concepts)), r.IntN(len(s.concepts)), r.IntN(len(s.concepts))}
	for _, c := range parts {
		weight := float32(0.3 + r.Float64())
		for i, x := range s.concepts[c] {
			v[i] += weight * x
		}
	}
	return near(r, v, 0.2)
}

// near is the vector of a text that says nearly the same.
func near(r *rand.Rand, v []float32, by float64) []float32 {
	out := make([]float32, len(v))
	for i := range v {
		out[i] = v[i] + float32(by*r.NormFloat64())
	}
	return out
}

// question asks for what stands in a passage of a file.
type question struct {
	file   string
	text   string
	vector []float32
	space  vector.Space
}

func (s *shelf) questions(n int) []question {
	r := rand.New(rand.NewPCG(seed, math.MaxUint64))
	out := make([]question, n)
	for i := range out {
		file := r.IntN(s.files)
		d := s.document(file)
		p := r.IntN(len(d.vectors))
		at := d.content.Passages[p]
		words := strings.Fields(d.content.Pages[at.Page-1].Text[at.Span.Start:at.Span.End])
		var text []string
		for len(text) < 4+i%4 {
			if w := words[r.IntN(len(words))]; s.asked[w] {
				text = append(text, w)
			}
		}
		out[i] = question{d.ID, strings.Join(text, " "), near(r, d.vectors[p], 0.3), d.space}
	}
	return out
}
