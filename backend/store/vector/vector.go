// Package vector keeps the vectors of documents' passages and finds the passages nearest to a question's vector.
//
// Index is what the library needs of an engine: a few methods, all by document. Chromem is the one in use: records in a
// bbolt bucket, codes of a bit a dimension that are scanned first, chromem-go to compare what they have nearest. Memory is
// the plainest that does the same. Another engine can stand behind a library that outgrows one machine: it implements
// Index, passes the suite in vectortest, and is put in where a workspace is made (newWorkspace in package store).
//
// Words: a vector is one of a passage, kept at length 1. A space is what made it: vectors of different models can't be
// compared. Nearness is the cosine, -1 to 1.
package vector

import (
	"context"
	"math"

	"lectern/backend/messages"
)

// Index keeps vectors by document. It is safe for concurrent use; a search sees a document's vectors as one Put left
// them. What it is given it copies, and what it returns is the caller's.
type Index interface {
	// Put stores the vectors of all passages of a document, in their order, in place of those it had. They are kept at
	// length 1. One that can't be used is ErrUnusable and named by its passage, from 1; nothing is changed then.
	Put(ctx context.Context, document string, space Space, vectors [][]float32) error

	// Delete forgets a document's vectors: when it returns, no search finds them. One that has none is no error.
	Delete(ctx context.Context, document string) error

	// Nearest returns the k passages nearest to a vector, best first, those as near by document and passage. It searches
	// the documents whose space answers, of those given or of all (nil); one that has no vectors is passed over. In up
	// to 2,000 passages, and in one document, it is exact; in more it may miss one in a hundred. A question's vector
	// that can't be used is ErrUnusable.
	Nearest(ctx context.Context, space Space, vector []float32, documents []string, k int) ([]Near, error)

	// Stored tells of each document that has vectors what made them, and how many there are.
	Stored(ctx context.Context) (map[string]Stored, error)

	// Vectors reads those of passages; nil for one that isn't there.
	Vectors(ctx context.Context, of []Passage) ([][]float32, error)
}

// Space names what made a vector. Vectors of different models can't be compared. Those of one model under another
// digest can, though not as well: they are stale, and go on answering until they are made anew.
type Space struct {
	Model  string `json:"model"`
	Digest string `json:"digest"` // of the model's weights, as Ollama tells it
	Dim    int    `json:"dim"`
}

// Same says whether vectors were made alike.
func (v Space) Same(o Space) bool { return v.Model == o.Model && v.Digest == o.Digest }

// Answers says whether vectors of o can be searched with a vector of v.
func (v Space) Answers(o Space) bool { return v.Model == o.Model && v.Dim == o.Dim }

// Passage is a document's passage by its place, from 0.
type Passage struct {
	Document string
	Number   int
}

// Near is a passage with its cosine to the question, -1 to 1.
type Near struct {
	Passage
	Cosine float64
}

// Stored are the vectors of one document.
type Stored struct {
	Space Space
	Count int
}

// ErrUnusable is a vector that can't be searched: of the wrong length, zero, or with a value that is no number. As a
// stored record it is one that can't be read.
var ErrUnusable = messages.Error("vector.unusable")

// units are vectors of length 1; the first that can't be used is named by its passage.
func units(vectors [][]float32, dim int) ([][]float32, error) {
	out := make([][]float32, len(vectors))
	for i, v := range vectors {
		var err error
		if out[i], err = unit(v, dim); err != nil {
			return nil, messages.Error("vector.passage", messages.Args{"number": i + 1, "error": err})
		}
	}
	return out, nil
}

// unitOf is a question's vector at length 1.
func unitOf(question []float32, dim int) ([]float32, error) {
	v, err := unit(question, dim)
	if err != nil {
		return nil, messages.Error("vector.question", messages.Args{"error": err})
	}
	return v, nil
}

func unit(v []float32, dim int) ([]float32, error) {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	switch {
	case len(v) != dim:
		return nil, messages.Error("vector.wrong-length", messages.Args{"error": ErrUnusable, "numbers": len(v), "dimension": dim})
	case sum == 0 || math.IsNaN(sum) || math.IsInf(sum, 0):
		return nil, messages.Error("vector.length", messages.Args{"error": ErrUnusable, "length": math.Sqrt(sum)})
	}
	out, by := make([]float32, dim), 1/math.Sqrt(sum)
	for i, x := range v {
		out[i] = float32(float64(x) * by)
	}
	return out, nil
}
