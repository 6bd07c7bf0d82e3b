package store

import (
	"path/filepath"
	"strings"
	"time"

	"lectern/backend/text"
)

// Document is one file in a workspace's library. It is stored together with its pages, passages and
// keyword segment in one transaction, so it is either wholly there or not at all.
type Document struct {
	ID       string    `json:"id"`               // hex of the first 16 bytes of the SHA-256 of the file's bytes
	Name     string    `json:"name"`             // unique in the workspace; what @mentions use
	Path     string    `json:"path"`             // where the file was when it was added
	Folder   string    `json:"folder,omitempty"` // the group that it stands in: the folder that it was added with, or what the person made of that
	Bytes    int64     `json:"bytes"`
	Pages    int       `json:"pages"`
	Passages int       `json:"passages"`
	Unread   []int     `json:"unread"` // numbers of pages that gave no text
	Language string    `json:"language"`
	Reader   string    `json:"reader"` // which reader gave the text: pdfium or ledongthuc
	Added    time.Time `json:"added"`
	Failed   string    `json:"failed"` // why it could not be read; empty when it is ready

	ReadingSummary string `json:"certificate"`       // how its pages were read: see ReadingReport.Summary
	Doubtful       int    `json:"doubtful"`          // pages with a verdict of Doubtful or Unreadable
	Pictures       int    `json:"pictures"`          // pages with a verdict of Picture
	Tables         int    `json:"tables"`            // that begin in it
	Hidden         int    `json:"hidden"`            // pages that hold text which nobody sees
	Partial        bool   `json:"partial,omitempty"` // only its first pages are there: the others are being read
	UseHidden      bool   `json:"useHidden"`         // the person chose that such text is used
	Tabled         bool   `json:"tabled"`            // tables were looked for; false for one that was added before that was done
}

// In tells whether a document stands in a group, or was added from a folder, or from one of those in it.
func (d Document) In(folder string) bool {
	return lies(folder, d.Path) || d.Folder != "" && lies(strings.ToLower(folder), strings.ToLower(d.Folder)+"/x")
}

func lies(folder, path string) bool {
	in, err := filepath.Rel(folder, path)
	return err == nil && in != "." && filepath.IsLocal(in)
}

// Page is the text of one page as it is shown, searched and cited.
type Page struct {
	Number    int    `json:"n"`         // counts from 1
	Label     string `json:"label"`     // as printed by the document ("iv", "A-3"); the number if it has none
	Text      string `json:"text"`      // normalised once: ligatures, soft hyphens, hyphens at line ends
	Heading   string `json:"heading"`   // heading-like lines at the top, joined by " | "
	Sentences []Span `json:"sentences"` // in order, not overlapping
	Body      Span   `json:"body"`      // without what runs along the edges of several pages; passages are cut from it

	// Pictured is the part of the text that was recognised in a picture beside what was read. It is the body's end.
	Pictured Span `json:"pictured,omitzero"`

	// Hidden is text on the page that nobody sees, whether or not it is in Text too: it is for a person to look at, and
	// never searched, cited or given to a model from here.
	Hidden []Hidden `json:"hidden,omitempty"`
}

// Hidden is text that nobody sees.
type Hidden struct {
	How  string `json:"how"` // why it isn't seen: "too small to read"
	Text string `json:"text"`
}

// Span is a range of bytes of a page's text.
type Span = text.Span

// Passage is a run of whole sentences of one page: the unit that is searched and given to a model.
type Passage struct {
	Page    int    `json:"p"`               // number of its page
	Span    Span   `json:"span"`            // of that page's text
	Section string `json:"section"`         // the last heading lines seen up to it, carried over pages
	Table   int    `json:"table,omitempty"` // the table of its page that it is, from 1, with the lines that name it; 0: it is none
	Rows    Span   `json:"rows,omitzero"`   // those of the table's rows that it is of, by their index
}

// Content is everything that reading a file gives.
type Content struct {
	Pages    []Page
	Passages []Passage // in reading order
	Tables   []Table   // page by page
	Boxes    [][]byte  // of each page, where its characters stand: see PackBoxes; nil: not known
	Verdicts []Verdict // on each page
	Info     Info      // what the file says of itself
	Reader   string
	Language string // ISO 639-1 of most of the text; "" when unsure
}
