// Package eval measures the search on questions whose answers stand on known pages.
//
// A trial puts every question to a library with one setting in one scope: within the question's own documents, or over
// all. What was found goes into a run file, question by question, so that a trial that was stopped goes on where it was.
// From the run the measures follow, their intervals, and how two settings differ.
//
// A question about a document that is not in the library, or a page that its document doesn't have, counts as missed;
// Missing and NoPages name these.
package eval

import (
	"strings"

	"lectern/backend/store"
)

// Names finds documents by the names that questions give them: in any case, with or without ".pdf".
type Names map[string]store.Document

// NewNames names the documents that can be searched.
func NewNames(documents []store.Document) Names {
	n := Names{}
	for _, d := range documents {
		n.Add(d.Name, d)
	}
	return n
}

// Add gives a document a name, unless another one has it.
func (n Names) Add(name string, d store.Document) {
	if _, taken := n[bare(name)]; !taken {
		n[bare(name)] = d
	}
}

// Find finds a document.
func (n Names) Find(name string) (d store.Document, there bool) {
	d, there = n[bare(name)]
	return d, there
}

func bare(name string) string {
	return strings.TrimSuffix(strings.ToLower(strings.TrimSpace(name)), ".pdf")
}

// MissingDoc is a document that questions ask for and the library doesn't hold.
type MissingDoc struct {
	Doc       string `json:"doc"`
	Questions int    `json:"questions"`
}

// Missing lists them, in the order of the questions.
func (n Names) Missing(questions []Question) []MissingDoc {
	out, at := []MissingDoc{}, map[string]int{}
	for _, q := range questions {
		seen := map[string]bool{}
		for _, doc := range q.named() {
			if _, there := n[bare(doc)]; there || seen[bare(doc)] {
				continue
			}
			seen[bare(doc)] = true
			i, known := at[bare(doc)]
			if !known {
				i = len(out)
				at[bare(doc)], out = i, append(out, MissingDoc{Doc: doc})
			}
			out[i].Questions++
		}
	}
	return out
}

// NoPages lists the gold pages that their documents don't have.
func (n Names) NoPages(questions []Question) []NoPage {
	out := []NoPage{}
	for _, q := range questions {
		for _, g := range q.Gold {
			if d, there := n[bare(g.Doc)]; there && (g.Page < 1 || g.Page > d.Pages) {
				out = append(out, NoPage{q.QID, g})
			}
		}
	}
	return out
}

// NoPage is a gold page that its document doesn't have.
type NoPage struct {
	QID string `json:"qid"`
	Page
}

// named are all names of documents in a question.
func (q Question) named() (docs []string) {
	for _, g := range q.Gold {
		docs = append(docs, g.Doc)
	}
	if q.Doc != "" {
		docs = append(docs, q.Doc)
	}
	return docs
}
