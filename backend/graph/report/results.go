package report

import (
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/text"
)

// Result is what a search found.
type Result struct {
	Title    string          `json:"title"`
	Address  string          `json:"address"` // on the web; "" for the library's
	Document string          `json:"document"`
	Page     int             `json:"page"`
	Label    string          `json:"label"`   // the page's number as printed
	Passage  string          `json:"passage"` // id, of the library's
	Summary  string          `json:"summary"`
	Content  string          `json:"content"` // "" if there is none
	Kind     string          `json:"kind"`    // of what was fetched: pdf, html or text
	Raw      rag.ArtifactRef `json:"raw"`     // a PDF that was fetched
	Language string          `json:"language"`
	Time     string          `json:"time"`
	Reader   string          `json:"reader"` // who read it so far: library, search server, or fetcher

	part int // see SearchResult
}

const summaryChars = 240

// ofPassage makes a result of a passage.
func ofPassage(p rag.Passage, time string) Result {
	return Result{
		Title: p.Name, Document: p.Ref.Document, Page: p.Page, Label: p.Label, Passage: p.Ref.String(),
		Summary: shorten(strings.Join(strings.Fields(p.Text.Text), " "), summaryChars), Content: p.Text.Text, Kind: "text",
		Language: text.Language(p.Text.Text), Time: time, Reader: "library",
	}
}

// errGone: the document was removed meanwhile.
var errGone = messages.Error("report.document-gone", messages.Args{"error": store.ErrNotFound})

// result reads a result by its number.
func (w *Workflow) result(s State, number int) (Result, error) {
	f := s.Results[number-1]
	if f.Passage == "" {
		return read[Result](w, f.Kept)
	}
	ps, err := w.Passages([]string{f.Passage})
	if err != nil {
		return Result{}, err
	}
	if len(ps) == 0 {
		return Result{}, errGone
	}
	return ofPassage(ps[0], f.Time), nil
}

// shorten cuts a text to a number of characters, at a space if one is near.
func shorten(s string, chars int) string {
	runes := []rune(s)
	if len(runes) <= chars {
		return s
	}
	cut := chars
	const near = 20
	for i := chars; i > max(0, chars-near); i-- {
		if runes[i] == ' ' {
			cut = i
			break
		}
	}
	return strings.TrimRight(string(runes[:cut]), " ,;") + "…"
}
