// Package export writes an answer, or a conversation, as a file that stands by itself: Markdown, HTML or PDF. Everything
// leaves with its citations: the number at each sentence, and below it the document, the page, its section, the words that
// are cited, and what is proved of it.
//
// What models and documents have written is not trusted. It is read as Markdown and written anew (clean.go): in the file it
// is text, emphasis, lists, tables and code, and never a heading of the file's own, a link, a picture or HTML. The HTML has
// no script, asks for nothing from anywhere, and says so in its policy. PDF is set of the same Markdown, and shows each passage
// that is cited as it stands on its page.
//
// Charts are drawn in HTML and PDF; in Markdown the figures of one come as the table that it is drawn of. Formulas are drawn in
// HTML, a line of text in PDF, and LaTeX in Markdown.
package export

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"lectern/backend/evidence"
	"lectern/backend/messages"
	"lectern/backend/pdfout"
	"lectern/backend/runs"
)

// Document is what is written.
type Document struct {
	Title string
	Turns []runs.Turn // one of them, whose question is the title, is an answer by itself
	Made  time.Time   // the zero time: nothing is said of it

	// Excerpts are pictures of the passages that a PDF shows, in their order; nil: it has none.
	Excerpts func([]evidence.Passage) ([]evidence.Excerpt, error)
}

// Answer is the document of one answer.
func Answer(t runs.Turn, made time.Time) Document {
	return Document{Title: line(t.Question), Turns: []runs.Turn{t}, Made: made}
}

// Formats are the endings of the files that can be written.
func Formats() []string { return []string{"md", "html", "pdf"} }

// Write writes a document in one of the formats.
func Write(d Document, format string) ([]byte, error) {
	switch format {
	case "md":
		return []byte(Markdown(d)), nil
	case "html":
		return writeHTML(d)
	case "pdf":
		return writePDF(d)
	}
	return nil, messages.Error("export.formats", messages.Args{"formats": strings.Join(Formats(), ", ")})
}

// writePDF sets a document with what it cites as it stands on the pages.
func writePDF(d Document) ([]byte, error) {
	shown, err := shownIn(d)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	var figures []pdfout.Figure
	w := writer{formula: onLine, proofFirst: true}
	w.chart = func(f pdfout.Figure) string {
		figures = append(figures, f)
		return fmt.Sprintf("```figure %d\n```", len(figures)-1)
	}
	w.evidence = func(turn int) string { return fmt.Sprintf("```evidence %d\n```", turn) }
	text := w.markdown(d)
	err = pdfout.Write(&b, text, pdfout.Options{Title: d.Title, Language: d.say().Language(), Created: d.Made, Figures: figures, Evidence: shown})
	return b.Bytes(), err
}

// Known tells whether a format can be written.
func Known(format string) bool { return slices.Contains(Formats(), format) }
